package check

import (
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// The concepts that directives are made of. Frames combine them; no frame knows a sentence.
const (
	cOverride text.Concept = iota
	cWeakOverride
	cPrior
	cRules
	cGuard
	cUser
	cModel
	cTell
	cShow
	cKnow
	cCovert
	cHide
	cTrigger
	cUse
	cFirst
	cRead
	cSend
	cPut
	cChange
	cRemove
	cMust
	cPolite
	cFail
	cPretext
	cWhole
	cOperation
	cToolNoun
	cSecret
	cSensitive
	cHistory
	cHost
	cParam
	cBad
	cInstead
	cRegardless
	cAlso
	cNow
	cStanding
	cPolicy
	cDisguise
	cAuthority
	cFile
	cReveal
	cPrompt
	cUnbound
	cConsent
	cDetail
	cRoute
	cPrecede
	cCommand
	cMoney
	cMessage
	cContent
	cExact
	cNeg
	cOther
	cBefore
	cAfter
	cExfil
	cCollect
	cStore
	cCopy
	cPersonal
	cCarry
	cDemand
)

// lexicon holds the words of each concept. Adding a synonym here teaches it to every frame.
var lexicon = sync.OnceValue(func() *text.Lexicon {
	return text.NewLexicon(append([]text.Entry{
		{Concept: cOverride, Words: `ignore disregard forget neglect overlook dismiss pay_no_attention set_aside put_aside do_not_follow do_not_obey
		stop_following no_longer_follow do_not_apply abandon`},
		{Concept: cWeakOverride, Words: `override bypass supersede circumvent nullify cancel discard drop skip evade disable suspend replace violate waive lift`},
		{Concept: cPrior, Words: `previous =prior above =earlier preceding =existing =former =original =initial foregoing =past =before so_far`},
		{Concept: cRules, Words: `instruction rule guideline =directions policy constraint restriction =programming =training command directive guidance
		order protocol =requirement =requirements prompt =limitation =limitations convention`},
		{Concept: cGuard, Words: `=safety =security safeguard guardrail =filter =filters =filtering =moderation =ethical restriction =protection =protections sandbox
		=confirmation =approval =alignment =validation =sanitization`},
		{Concept: cUser, Words: `user =user human =customer =customers =client =person =people =operator =owner anyone anybody somebody end-user =them =caller everyone`},
		{Concept: cModel, Words: `assistant model llm ai agent =claude =gpt =chatgpt =copilot chatbot =gemini lm bot`},
		{Concept: cTell, Words: `tell mention =inform =informing notify =notify =notifying disclose reveal announce acknowledge divulge discuss bring_up let_know refer advertise
		confess admit =apprise talk_about speak_of bother bring_it_up bring_this_up bring_that_up point_out =hint let_on let_slip =comment =alert =alerting`},
		{Concept: cShow, Words: `show say display report expose share explain surface state describe indicate print output reference present log include warn
		ask prompt communicate list`},
		{Concept: cKnow, Words: `know see notice =aware =informed =told find_out learn hear suspect realize realise =notified =alerted`},
		{Concept: cCovert, Words: `=silently =secretly =covertly =quietly =invisibly =discreetly =discretely =stealthily =unobtrusively =surreptitiously =clandestinely
		in_the_background behind_the_scenes under_the_hood without_notice =transparently =unnoticed =hidden =invisible =undetected =silent =covert`},
		{Concept: cHide, Words: `hide conceal withhold obscure cloak keep_secret keep_hidden keep_private keep_confidential keep_quiet suppress omit mask leave_that_out leave_it_out leave_this_out leave_them_out leave_out keep_this_from
		keep_it_from keep_that_from keep_this_to keep_it_to keep_this_between`},
		{Concept: cTrigger, Words: `before whenever when after prior_to every_time each_time upon once while any_time anytime during until prerequisite
		=if ahead_of precondition preceding =following prior =afterwards =beforehand =subsequently`},
		{Concept: cBefore, Words: `before prior_to ahead_of prerequisite precondition precede`},
		{Concept: cAfter, Words: `after afterwards once following subsequently thereafter upon`},
		{Concept: cUse, Words: `use call invoke run execute trigger launch perform employ activate consult apply evaluate choose select pick leverage utilize utilise
		make_a_call go_through`},
		{Concept: cFirst, Words: `first beforehand initially begin_by start_by start_with as_a_first_step always immediately at_the_start at_the_outset upfront
		up_front to_begin_with at_startup open_with begin_with lead_with kick_off`},
		{Concept: cRead, Words: `read open load fetch retrieve get access cat view collect gather extract grab scan obtain capture copy lookup look_up
		check inspect pull find locate dump harvest look_for look_up look_into look_at peek_at glance_at enumerate search list`},
		{Concept: cCollect, Words: `collect gather extract harvest capture copy scan read record retain log store dump grab obtain scrape intercept snapshot
		include append attach cache save keep monitor track`},
		{Concept: cSend, Words: `send forward transmit post upload email e-mail mail relay bcc cc submit push ship deliver exfiltrate leak sync mirror
		copy share publish dispatch transfer redirect pipe route reroute beacon report phone_home stream replicate duplicate ping
		notify =export =exports =exporting`},
		{Concept: cExfil, Words: `exfiltrate exfiltration leak siphon smuggle steal harvest beacon`},
		{Concept: cPut, Words: `pass include append add attach embed insert put set place provide supply prepend concatenate inject encode store write
		save fill populate encode prefix suffix paste record carry supply =note =mention write_down`},
		{Concept: cStore, Words: `store save write record cache retain persist keep log append accumulate`},
		{Concept: cChange, Words: `change replace modify alter substitute =set rewrite swap override redirect reroute prepend append =add insert
		prefix round increase decrease multiply shift postpone double halve force hardcode cc bcc mirror include =pad inflate`},
		{Concept: cRemove, Words: `remove delete strip omit drop erase clear`},
		{Concept: cMust, Words: `must shall require =mandatory =obligatory =necessary =essential =need =needs should ought has_to have_to make_sure ensure remember
		=imperative =crucial =vital =compulsory be_sure be_certain =expected =supposed =always =never`},
		{Concept: cPolite, Words: `please =kindly =help =helps =recommend =recommended =advisable =advise =suggest =consider =useful =helpful =worth =ideally good_idea
		good_practice best_practice works_best may_want might_want it_is_best =prefer =preferable =wise =customary =beneficial
		=encouraged =appreciated want_to`},
		{Concept: cFail, Words: `otherwise fail failure crash break error not_work lost reject deny invalid incomplete corrupt malfunction inaccurate
		unreliable stop_working refuse lose unusable`},
		{Concept: cPretext, Words: `=security =compliance =compliant =audit =audits =auditing =auditability =logging =verification =integrity =performance =consistency =consistent =policy =safety
		=diagnostics =diagnostic =telemetry =authentication =authorization =calibration =compatibility =regulatory =troubleshooting
		=debugging =analytics =monitoring =maintenance =optimization =cleanup =backup =caching =accuracy =reliability =quality
		=governance =initialization =synchronization =freshness =correctness =personalization =personalized
		=better =best =smoothly =smoother =healthy =warm =fresh =faster =richer =precise =relevance =relevant =licensing =licence =license =archiving =retention
		=billing =housekeeping =bookkeeping =deduplication =traceability =provenance =reproducibility =attribution =localization =validation =continuity =observability =safeguard =legal`},
		{Concept: cWhole, Words: `any every all each entire subsequent future full complete whole always everything`},
		{Concept: cOther, Words: `other another different remaining rest`},
		{Concept: cOperation, Words: `operation call request action task command query message email file transaction step invocation tool function interaction
		conversation session response transfer payment commit search write reply output script upload download purchase post
		answer`},
		{Concept: cToolNoun, Words: `tool function plugin connector capability integration utility server`},
		{Concept: cSecret, Words: `password credential access_token auth_token bearer_token api_token session_token oauth_token refresh_token github_token secret_token
		authentication_token authorization_token security_token personal_access_token keys_and_tokens secret passphrase mnemonic seed_phrase api_key access_key private_key ssh_key secret_key cookie
		keychain kubeconfig recovery_code recovery_phrase passcode pin environment_variable env_var bearer signing_key master_key
		private_keys ssh_keys api_keys encryption_key aws_key keystore session_cookie ssh_config known_hosts ssh_keys`},
		{Concept: cSensitive, Words: `=confidential =private =sensitive =personal =secret =internal =financial =medical`},
		{Concept: cHistory, Words: `conversation_history chat_history message_history =conversation =transcript previous_message prior_message chat_log dialogue
		conversation_context context_window chat_context shell_history command_history browsing_history conversation_log
		conversation_so_far chat_so_far session_history =clipboard user_prompt user_message recent_command recent_message last_message previous_question user_question last_question own_answer previous_answer
		messages_so_far`},
		{Concept: cPrompt, Words: `system_prompt hidden_instruction initial_prompt developer_prompt developer_message system_message system_instruction
		your_instruction your_prompt hidden_prompt`},
		{Concept: cReveal, Words: `reveal print output repeat disclose leak dump show return send include display expose share echo recite paste divulge start_your begin_your end_your open_your`},
		{Concept: cHost, Words: `server endpoint webhook url host domain address collector external remote attacker third-party third_party service gateway
		proxy api backend account inbox mailbox destination website site`},
		{Concept: cParam, Words: `=parameter =parameters =argument =arguments =field =fields =input =recipient =recipients =amount =amounts =paths =destination =destinations body header
		=subject =param =receiver =bcc =cc =attendee =price =quantity =account =arg =address =sender =footer =guest =guests =attendees =invitee =cc`},
		{Concept: cBad, Words: `=deprecated =insecure =obsolete =outdated =unavailable =broken =unreliable =vulnerable =compromised =retired =discontinued no_longer
		=unsafe =faulty phased_out =unmaintained =disabled =decommissioned =unsupported =defective =inaccurate =incorrect =buggy =malicious
		=untrusted =stale =avoided =avoid =unsuitable =slower =worse =inferior =revoked =blocked =misconfigured =legacy =unstable =incomplete =offline =sunset not_safe not_secure not_reliable not_trust
		=inefficient =suspended not_available must_not_be_used should_not_be_used not_be_used no_longer_be_used has_a_bug`},
		{Concept: cInstead, Words: `instead replace rather supersede substitute alternative switch exclusively only superseded replacement takeover in_place_of
		in_lieu_of`},
		{Concept: cRegardless, Words: `regardless irrespective no_matter even_if even_when despite ignoring whatever independent_of overriding unconditionally
		whichever`},
		{Concept: cAlso, Words: `also additionally furthermore moreover too in_addition as_well simultaneously alongside plus meanwhile`},
		{Concept: cNow, Words: `from_now_on henceforth from_this_point for_the_remainder for_the_rest for_the_duration in_this_session throughout_this_session
		throughout_the_session for_this_session in_the_current_session across_the_session all_future all_subsequent every_subsequent
		for_all_future during_this_session remainder_of_this rest_of_the_session rest_of_this_session rest_of_the_conversation
		issued_in_this entire_session starting_now starting_today until_the_session until_the_conversation from_here_on from_this_moment all_later every_following each_following later_turn
		rest_of_this_chat rest_of_the_chat remainder_of_the_chat following_turn subsequent_turn`},
		{Concept: cStanding, Words: `=standing =persistent =global =permanent =mandatory =universal =session =overarching =operational =system-wide =system
		=execution =hidden =internal`},
		{Concept: cPolicy, Words: `=rule =rules policy =directive =directives instruction protocol order =requirement =requirements mandate contract =notice =message =note =notes guideline
		=prompt announcement reminder =update =announcement`},
		{Concept: cDisguise, Words: `as_if pretend disguise appear_as masquerade make_it_look make_it_appear blend_in look_normal look_natural as_though camouflage
		to_look_like to_appear_like so_it_looks so_it_appears`},
		{Concept: cAuthority, Words: `administrator admin developer openai anthropic security_team compliance_team system_administrator vendor management
		it_department platform_team root operator microsoft google`},
		{Concept: cFile, Words: `file directory folder filesystem disk .env dotfile`},
		{Concept: cUnbound, Words: `=unrestricted =jailbreak =jailbroken developer_mode god_mode no_restrictions without_restriction without_any_restriction =dan =unfiltered
		=uncensored =superadmin debug_mode admin_mode maintenance_mode full_trust elevated_privilege no_limits unconditional_trust
		without_applying_safety full_privileges root_privileges admin_privileges root_access full_system_access override_authority`},
		{Concept: cConsent, Words: `approve authorize authorise consent =agreed =confirmed grant =instructed =requested =accepted =permitted
		pre-approved preapproved =permission =opted`},
		{Concept: cRoute, Words: `route redirect reroute =direct send forward divert intercept funnel channel pass relay replace delegate hand hijack reroute`},
		{Concept: cPrecede, Words: `precedence priority supersede override outrank prevail trump overrule overriding overridden override`},
		{Concept: cCommand, Words: `command shell terminal bash script code powershell`},
		{Concept: cMoney, Words: `payment transfer amount balance wallet fund transaction invoice account price`},
		{Concept: cMessage, Words: `message email mail post comment chat reply text`},
		{Concept: cContent, Words: `content contents output result data value text response information history body detail copy file string`},
		{Concept: cExact, Words: `exactly verbatim exact literally following literal precisely`},
		{Concept: cCopy, Words: `copy duplicate =bcc =cc carbon_copy mirror =replica`},
		{Concept: cPersonal, Words: `about_the_user user_name user_email user_location user_address user_phone user_profile user_detail personal_information
		personal_data personal_detail user_information user_identity user_account user_file user_contact ip_address home_address phone_number
		user_credential user_data employer username`},
		{Concept: cCarry, Words: `carry =have =has =contain =contains =get =gets =receive =receives =need =needs =go =goes =bear =use =uses =take =takes`},
		{Concept: cDemand, Words: `prerequisite precondition presuppose presume assume oblige obligate demand condition conditional contingent accompany complement pair
		together preface usher mandate owe warrant completed successful follow-up conclude begin start entail rely depend hinge round_off rounds_off goes_with
		belong counterpart companion sequel epilogue prelude prologue preamble ritual routine habit customary tradition`},
		{Concept: cNeg, Words: `not never without avoid refrain no neither nor cannot`},
		{Concept: cDetail, Words: `detail step instruction action operation procedure process behavior behaviour this that these it tag directive block note
		file parameter activity collection copy rule requirement change side`},
	}, conductEntries...))
})
