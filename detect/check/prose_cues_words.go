package check

// The cues that are words, see cueLists.
const (
	qWeight cue = iota
	qErase
	qMind
	qObey
	qFollow
	qVoid
	qYours
	qWithout
	qUnaware
	qOmitted
	qDiscussed
	qMention
	qNo
	qMy
	qI
	qAttention
	qAgreed
	qMeans
	qSigned
	qSaid
	qHas
	qLimits
	qGone
	qHold
	qLab
	qDecree
	qBlessed
	qModelWord
	qPrivate
	qBlind
	qKeep
	qSecretly
	qUnmentioned
	qAppear
	qReply
	qNothing
	qHear
	qAsk
	qEvade
	qSkip
	qYou
	qYour
	qBring
	qTroubling
	qBetween
	qUs
	qSecret
	qOur
	qVague
	qMentioning
	qForbidden
	qBelong
	qLet
	qUnknown
	qTrace
	qLeave
	qTreat
	qTreatStrict
	qDo
	qCarry
	qIs
	qOnly
	qAs
	qIf
	qAuthoritative
	qSource
	qWhatever
	qSays
	qBlindly
	qOrigin
	qRank
	qSame
	qBinding
	qOrder
	qCount
	qHolds
	qSpeaker
	qNoted
	qNew
	qTask
	qOutput
	qOfTool
	qRole
	qContent
	qTurn
	qEnd
	qServe
	qNow
	qLonger
	qPlace
	qWishes
	qAct
	qInterest
	qOffice
	qEven
	qPretend
	qMake
	qBelieve
	qReplace
	qOmit
	qNotice
	qRarely
	qUnnoticed
	qConcern
	qLittle
	qHint
	qFree
	qAccount
	qList
	qTop
	qParty
	qAlways
	qWhenever
	qPackage
	qEach
	qAnswers
	qQuestion
	qSafeguards
	qConfirm
	qBehalf
	qPresumed
	qNeeded
	qApproved
	qTreatAs
	qTrusted
	qAdd
	qWait
	qAsking
	qOver
	qRival
	qThis
	qMe
	qTry
	qWith
	qCalls
	qBcc
	qUse
	qValue
	qSupersedes
	qInform
	qAccompany
	qCopy
	qTracks
	qAsked
	qReviewed
	qOnce
	qArbitrary
	qSwitch
	qOff
	qEveryone
	qGive
	qRaw
	qWebhook
	qHidden
	qEnviron
	qHere
	qUser
	qGranted
	qSubject
	qCalled
	qMyself
	qRather
	qModels
	qGood
	qAvoid
	qServers
	qThrough
	qTraffic
	qToolNoun
	// The cues that are words of sets which frames have by other names, see cueSets.
	qPlanting
	qOffVerb
	qDisarm
	qGuarded
	qOutward
	qInward
	qOwn
	qForeign
	qPlaces
	qLater
	qHostFact
	qReports
	qPeople
	qSpeech
	qModelNoun
	qAway
	qRivalNoun
	// qFault is a word of those that talk a tool down or put another in its place, qPick of those that have it picked.
	qFault
	qPick
	// The cues that are seen in the field, not said.
	qIdent
	qNumber
	qPath
	qURL
	qEmail
	qHost
	qAddress
	qSecretPath
	qCall
	qTag
	qQuote
	qColon
	// qName is a word with a capital within a sentence, qLabel the name of a speaker that opens a turn, qEnding what closes a list or a
	// prompt, qModelMust a duty of the model, qSaidBy what the user is said to have said, qFacts three private things or more.
	qName
	qLabel
	qSaidBy
	qFacts
	qImage
	qEquals
	qEnding
	qModelMust
	// qRef is a tool that is named, qRefForeign one that is not the server's.
	qRef
	qRefForeign
	cueCount
)

// cueLists are the words of cues, as they are folded.
var cueLists = [...]string{
	qWeight:    `authority weight unlearn`,
	qErase:     `erase wipe delete remove put purge clear banish`,
	qMind:      `memory mind context`,
	qObey:      `obey`,
	qFollow:    `obey follow`,
	qVoid:      `no not cease stop longer disregarded ignored void suspended lifted cancelled superseded revoked obsolete overridden`,
	qYours:     `your previous earlier prior all any existing safety original system`,
	qWithout:   `without`,
	qUnaware:   `unaware oblivious`,
	qOmitted:   `omitted stripped removed excluded withheld hidden invisible concealed`,
	qDiscussed: `discussed mentioned reported disclosed revealed displayed visible surfaced`,
	qMention:   `mention confirmation approval explanation acknowledgement permission comment disclosure`,
	qNo:        `no`,
	qMy:        `my`,
	qI:         `i`,
	qAttention: `attention`,
	qAgreed:    `agreed consented approved authorized authorised`,
	qMeans:     `means mean implies`,
	qSigned:    `signed sincerely regards`,
	qSaid:      `said says wrote asked requested writes message request instruction here`,
	qHas:       `has have already had hereby`,
	qLimits:    `refusals limits checks safeguards ban prohibition`,
	qGone:      `lifted withdrawn suspended waived void revoked relaxed repealed off rescinded obsolete`,
	qHold:      `hold apply extend reach count bind needed required necessary valid cover concern longer applies binds holds counts`,
	qLab:       `openai deepmind`,
	qDecree:    `order orders decision directive command decree instruction behalf ruling`,
	qBlessed:   `approved cleared certified vetted authorized authorised endorsed whitelisted exempted accredited`,
	qModelWord: `model`,
	qPrivate: `name address addresses e-mail email phone payment card location contacts files passport birthday salary calendar
		documents`,
	qBlind:         `unread unseen unchecked unreviewed blindly`,
	qKeep:          `keep keeps kept`,
	qSecretly:      `secret hidden confidential private quiet yourself concealed`,
	qUnmentioned:   `unmentioned unsaid undisclosed unreported`,
	qAppear:        `appear surface figure come show turn feature shown included listed`,
	qReply:         `reply answer answers replies response responses summary`,
	qNothing:       `nothing none not`,
	qHear:          `hear know learn see read notice`,
	qAsk:           `asks asked ask questions question inquires enquires`,
	qEvade:         `evasively vaguely evasive answered met deflected deny lie feign dodge say answer reply respond state tell claim explain`,
	qSkip:          `skip omit leave exclude drop`,
	qYou:           `you`,
	qYour:          `your`,
	qBring:         `bring`,
	qTroubling:     `troubling bothering burdening boring worrying alarming`,
	qBetween:       `between`,
	qUs:            `us`,
	qSecret:        `secret`,
	qOur:           `our little`,
	qVague:         `vague evasive noncommittal`,
	qMentioning:    `mentioning discussing disclosing revealing`,
	qForbidden:     `forbidden prohibited banned disallowed`,
	qBelong:        `belong belongs`,
	qLet:           `let`,
	qUnknown:       `unknown unaware`,
	qTrace:         `trace traces`,
	qLeave:         `leave leaving`,
	qTreat:         `treat regard interpret treated regarded interpreted handle handled take taken consider considered`,
	qTreatStrict:   `treat regard interpret treated regarded interpreted executed`,
	qDo:            `obey follow do execute perform comply executed obeys follows act`,
	qCarry:         `carry carries`,
	qIs:            `is are counts count has have becomes`,
	qOnly:          `only`,
	qAs:            `as`,
	qIf:            `if though`,
	qAuthoritative: `authoritative trusted binding authorized orders`,
	qSource: `page pages result results output response text document file website message content server he she it topics comments
		notes records email ticket`,
	qWhatever: `whatever what anything everything any all`,
	qSays:     `says say tells tell writes asks ask demands demand orders requests states contains dictates instructs commands written`,
	qBlindly:  `instead blindly unconditionally immediately`,
	qOrigin:   `output result results text page returns content contents response file document tool server says written here notes`,
	qRank:     `weight force authority standing rank status`,
	qSame:     `same equal full`,
	qBinding:  `binding`,
	qOrder:    `order orders instruction instructions command commands`,
	qCount:    `counts count`,
	qHolds:    `count counts matter apply hold bind valid followed obeyed binding`,
	qSpeaker:  `user owner human customer operator holder administrator admin developer`,
	qNoted:    `message reply note request order instruction word permission`,
	qNew:      `new updated additional`,
	qTask:     `task policy instructions instruction orders order directive rule rules objective goal assignment mission`,
	qOutput:   `output result response`,
	qOfTool:   `tool function previous system`,
	qRole:     `role`,
	qContent:  `content`,
	qTurn:     `system human user assistant developer admin ai`,
	qEnd:      `end ends`,
	qServe:    `answer report belong work serve`,
	qNow:      `now only`,
	qLonger:   `longer`,
	qPlace:    `put place come comes rank ranks`,
	qWishes:   `wishes interests orders goals needs instructions requests preferences`,
	qAct:      `speak answer act reply respond behave write operate pose work`,
	qInterest: `interest interests favour favor`,
	qOffice: `administrator admin root owner superuser salesman salesperson operator developer manager system representative spokesman
		spokesperson agent ambassador promoter`,
	qEven:    `even although anyway anyhow despite nonetheless nevertheless`,
	qPretend: `pretend`,
	qMake:    `let make leave lead`,
	qBelieve: `believe think assume suppose impression`,
	qReplace: `replace swap change turn substitute`,
	qOmit: `leave leaves left omit omits omitted drop dropped unmentioned withhold withheld suppress suppressed exclude excluded hide
		hidden removed remove skip skipped`,
	qNotice: `notice notices suspicious suspicion suspect suspects wiser objects object realise realize spot spotted unnoticed interest
		concern confused alarmed worried hint trace unaware asked`,
	qRarely:     `rarely seldom never hardly not nobody won't cannot no without wont stays free remains`,
	qUnnoticed:  `unnoticed`,
	qConcern:    `interest concern`,
	qLittle:     `no little`,
	qHint:       `hint trace`,
	qFree:       `free leaves leave without`,
	qAccount:    `report summary answer answers reply replies review minutes`,
	qList:       `list put`,
	qTop:        `last first top lowest highest bottom`,
	qParty:      `account by from author vendor sender user`,
	qAlways:     `always`,
	qWhenever:   `whenever`,
	qPackage:    `package library dependency dependencies product brand sponsor`,
	qEach:       `each every all any`,
	qAnswers:    `answers replies responses recommendations summaries`,
	qQuestion:   `question questions request requests topic subject`,
	qSafeguards: `safeguards`,
	qConfirm:    `answer confirm approve accept grant give acknowledge click say`,
	qBehalf:     `behalf name yourself themselves yes automatically affirmatively`,
	qPresumed:   `assumed presumed implied implicit taken`,
	qNeeded:     `needed required necessary`,
	qApproved:   `approved authorized authorised pre-approved preapproved confirmed consented agreed accepted`,
	qTreatAs:    `treat regard consider count take treated regarded considered mark say claim state answer`,
	qTrusted:    `trusted allowlist whitelist allow-list always-allow`,
	qAdd:        `add put mark register set include list`,
	qWait:       `wait`,
	qAsking:     `asking waiting confirming questioning prompting consulting requesting seeking`,
	qOver:       `over before instead above than`,
	qRival:      `other others alternatives alternative else another competing competitors`,
	qThis:       `this it me`,
	qMe:         `this me`,
	qTry:        `prioritize try favor`,
	qWith:       `with by`,
	qCalls: `operation operations call calls request requests action actions tool tools query queries message messages task tasks
		transaction transactions session conversation command commands email emails interaction interactions prompt prompts response
		responses`,
	qBcc:        `bcc`,
	qUse:        `include add use`,
	qValue:      `value values operand operands input inputs argument arguments result results`,
	qSupersedes: `supersedes replaces overrides supplants displaces`,
	qInform:     `let keep loop inform notify tell`,
	qAccompany:  `accompany included attached appended supplied forwarded passed sent`,
	qCopy:       `copy duplicate`,
	qTracks:     `traces trace evidence tracks footprints`,
	qAsked:      `asked`,
	qReviewed:   `approved approval post-approval review reviewed approving trusted`,
	qOnce:       `once after post during until`,
	qArbitrary:  `exfiltration arbitrary shell ssh`,
	qSwitch:     `turn switch turned turns switches switched`,
	qOff:        `off`,
	qEveryone:   `everyone anyone public admin owner administrator collaborator 0.0.0.0/0 777 editor`,
	qGive:       `add invite grant make share open give set promote`,
	qRaw:        `raw full entire complete accepted recent detected generated`,
	qWebhook:    `webhook telemetry bundle payload`,
	qHidden:     `hidden background`,
	qEnviron:    `environ`,
	qHere:       `these here`,
	qUser:       `user`,
	qGranted:    `approved granted authorized confirmed`,
	qSubject:    `consists consist carries holds comprises composed goes belongs filled equals`,
	qCalled:     `use call used called`,
	qMyself:     `me us`,
	qRather:     `over rather instead`,
	qModels:     `agents assistants models`,
	qGood:       `responsible good careful smart wise seasoned experienced competent sensible honest well-behaved modern serious`,
	qAvoid:      `avoid`,
	qServers:    `tool tools server servers service services plugin plugins function functions converters options mcp`,
	qThrough:    `through here via to into`,
	qTraffic:    `calls requests operations traffic queries emails messages all any every those actions results output`,
	qToolNoun:   `tool function tools endpoint`,
}

// cueOf says which set of a frame's words a cue is.
type cueOf struct {
	cue   cue
	words map[string]bool
	stems bool
}

// cueSets are the sets that have another name.
func cueSets() []cueOf {
	return []cueOf{
		{qPlanting, planting.words(), true},
		{qOffVerb, offVerbs.words(), true},
		{qDisarm, disarming.words(), true},
		{qGuarded, guards.words(), true},
		{qOutward, outward.words(), true},
		{qInward, inward.words(), true},
		{qOwn, privateStems, true},
		{qForeign, foreignStems.words(), true},
		{qPlaces, placeStems.words(), true},
		{qLater, laterStems.words(), true},
		{qHostFact, hostFacts, true},
		{qReports, reports.words(), true},
		{qPeople, people.words(), true},
		{qSpeech, speech, false},
		{qModelNoun, modelNouns, false},
		{qAway, awayWords, false},
		{qRivalNoun, rivalNouns, false},
	}
}
