package check

// everydayWords are the stems of the words that tool names are made of everywhere: verbs of programs and the nouns of common services. A
// name of nothing but these may be on two servers by chance.
var everydayWords = stems(`
	add analyze append apply approve archive ask assign attach authenticate batch build calculate call cancel capture change check clear click
	clone close compare complete compose compute connect continue convert copy count create crop debug decode delete deploy describe detect
	diff disable disconnect discover dispatch download draft drop duplicate echo edit enable encode end estimate evaluate exec execute expand
	explain explore export extract fetch fill filter find fix flush follow format forward generate get go grep group help hide hover import
	info ingest init initialize insert inspect install introspect invite invoke join kill launch like list load lock login logout lookup
	make manage map mark merge monitor move navigate notify open optimize parse pause ping play poll post predict preview print process
	publish pull push put query read record refresh register remove rename render reopen reply report request reset resize resolve restart
	restore resume retrieve review revoke rotate run sample save scan schedule scrape screenshot scroll search select send set setup share
	show sign simulate sleep sort start stat status stop store stream submit subscribe suggest summarize switch sync tag take test think
	toggle trace track train transcribe transfer transform translate trigger type undo uninstall unlock update upgrade upload upsert
	use validate verify view wait watch whoami write zoom
	access account action activity address agent album alert alias all amount analysis analytics annotation answer api app application
	archive area article artifact artist asset attachment attribute audio audit author availability avatar average backup balance bar
	base basic block blob board body bookmark bot branch browser bucket budget bug buffer business by cache calendar campaign candidate
	card case cart category cell change channel character chart chat chunk city class client cluster code coin collection color column
	command comment commit company component config configuration connection console contact container content context conversation
	coordinate cost count country course crypto currency current customer daily dashboard data database dataset date datetime day db
	definition dependency deployment desktop detail device diagram dictionary dimension directory distance doc docs document documentation
	domain draft drive edge element email endpoint entity entry environment epic error event exchange expression extension fact favorite
	feature feed feedback field file flight folder font for forecast form frame from function fund game gene global goal graph group health
	highlight historical history holiday home host hotel html http id identity image in inbox incident index individual information input
	instance instruction integration interface inventory invoice ip issue item job json key keyword knowledge label language latest layer
	layout lead lead level library line link list local location log logs mail map market markdown match matrix media meeting member memory
	merge message metadata meta method metric milestone mode model module money month movie multiple music my name namespace
	nearby nearest network news node note notebook notification number object of office on operation operator option order organization
	output overview owner package page paper parameter part partner party password path patient payment pdf people performance permission
	person phone photo pipeline place plan platform player playlist plugin podcast point policy pool popular portfolio position post pr
	price private product profile program progress project prompt property protein public quality query question queue quote random
	range rate rating recent recipe record reference region registry relation relationship release remote repo repository report request
	resource response rest result revenue review role room route row rule run sale schema score screen script section security segment
	sentiment series server service session setting shape sheet shell shop similar simple site size skill slack slide snapshot social
	source space spec sprint sql stack stage standard statement statistic stats stock storage store story string structure style subject
	submission subscription summary support symbol system table tag target task team template term terminal test text theme thread ticket
	tile time timeline timestamp timezone title to today token tool topic total trace transaction transcript translation transit tree
	trend trending type unit url usage use user username value variable vector version video view visual volume wallet weather web webhook
	webpage website week wiki window with word work worker workflow workspace year youtube zone
	github gitlab git google gmail notion jira confluence linear slack discord telegram aws azure s3 docker kubernetes k8s postgres mysql
	sqlite mongodb redis arxiv wikipedia reddit twitter bing brave figma stripe
	able active async bulk deep fast full live raw top advanced new old open related available single many mcp v1 v2 v3`)
