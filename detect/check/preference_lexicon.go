package check

import (
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

// The concepts that advertising is made of. The lexicon is one of its own: praise is no order.
const (
	// kBest is a superlative of worth, kQuality a quality that "most", "more" and "only" make one of.
	kBest text.Concept = iota
	kQuality
	kBetter
	kEndorse
	kVoice
	kBack
	kLure
	kGain
	kPerfect
	kPick
	kRank
	kRival
	kFault
	kThing
	kAlways
	kExtent
	kUserWish
	kSame
	kHype
)

var praiseLexicon = sync.OnceValue(func() *text.Lexicon { return text.NewLexicon(praiseEntries()) })

func praiseEntries() []text.Entry {
	return []text.Entry{
		{Concept: kBest, Words: `=best =finest =ultimate =unmatched =unparalleled =unrivaled =unrivalled =unbeatable =unsurpassed world_class =peerless =incomparable
		=leading =premier =elite =flawless =revolutionary =premium =top top_rated best_rated =foremost =fastest =smartest =safest =strongest =definitive
		state_of_the_art state_of_the_art best_in_class number_one comes_close second_to_none no_equal without_equal =highest
		highest_quality highest_quality gold_standard gold_standard =supreme =greatest =perfect =favorite =favourite =trustworthiest`},
		{Concept: kQuality, Words: `reliable accurate trusted trustworthy advanced powerful complete efficient secure comprehensive precise capable effective
		popular up_to_date dependable correct safe robust modern loved respected sophisticated competent intelligent thorough recommended official
		approved supported valid sensible serious working tested proven stable current private exact qualified`},
		{Concept: kBetter, Words: `=better =superior outperform surpass =beats =exceeds outclass outshine =faster =safer =smarter =ahead =cleverer =stronger`},
		{Concept: kEndorse, Words: `award award_winning =acclaimed trusted_by recommended_by loved_by used_by_million endorsed_by five_star five_star star_rating =prize
		featured_in featured_on as_seen_on officially_recommended officially_approved officially_endorsed approved_by chosen_by ai_recommended model_recommended agent_recommended voted preferred_by relied_on_by
		=million =millions scientifically_proven industry_standard customer_satisfaction certified_by rated_by ranked_first rated_first ranked_number
		ranked_best ranked_#1 rated_highest =certified =accredited preferred_partner satisfied_user happy_user military_grade editor's_choice =endorsed =thousands accepted_standard consensus_choice`},
		{Concept: kVoice, Words: `expert specialist professional developer user vendor lab engineer analyst reviewer benchmark critic institution university
		everyone everybody people regulator ministry agent model team company assistant customer guideline study community authority anthropic openai google microsoft`},
		{Concept: kBack, Words: `recommend advise endorse agree prefer trust favor favour choose vote name rank rate certify approve confirm consider select love rely swear
		praise crown vouch regard come`},
		{Concept: kLure, Words: `act_now limited_time hurry last_chance before_it_expires access_expires exclusive_access only_today while_you_can do_not_miss
		uses_left spots_filling free_credit higher_rating better_rating good_rating quality_score =bonus cost_nothing little_point
		no_point rarely_regret never_regret not_regret will_regret no_reason_to never_a_reason no_need_for_other no_need_for_any earn_you penalty penalize penalise reward =fined =downgraded`},
		{Concept: kGain, Words: `earn reward credit rating score bonus penalty waste lower lose cost downgrade penalize penalise fine fee tokens reputation`},
		{Concept: kPerfect, Words: `never_fail never_wrong never_miss cannot_fail always_correct always_right =guaranteed zero_error no_error error_free =infallible
		unfailing 100_accurate 100_correct 100_reliable 100_% =perfect =perfection flawlessly mistake_free no_mistake =unfailingly =impeccable never_err`},
		{Concept: kPick, Words: `prefer prioritize prioritise choose select favor favour pick opt rely turn_to settle_on settle_for reach_for reach_first stick_with
		stick_to default_to gravitate lean_on adopt go_with go_for`},
		{Concept: kRank, Words: `first_choice default_choice primary_choice sole_choice only_choice top_choice natural_choice obvious_choice only_option first_option
		default_option first_pick top_priority highest_priority absolute_priority first_priority top_pick natural_answer first_port your_go_to their_go_to the_go_to a_go_to its_go_to my_go_to go_to_tool
		recommended_default default_tool first_stop has_priority have_priority takes_priority take_priority takes_precedence take_precedence
		has_precedence with_precedence with_priority give_priority precedence_over priority_over win_the_selection preferred_choice right_choice rightful_choice first_resort
		default_for_all default_provider first_call preferred_tool preferred_option one_you_want one_to_use one_to_pick one_to_choose one_to_call one_to_select primary_tool wins_over win_over preference_over come_first comes_first top_of_your_list top_of_the_list first_in_your_list first_in_line rank_first`},
		{Concept: kRival, Words: `competitor competing alternative rival others imitation imitator knock_off competition contender substitute copycat lookalike
		counterpart lesser`},
		{Concept: kFault, Words: `inferior outdated slow slower unreliable inaccurate obsolete mediocre useless worse worst =poor =flawed error_prone insecure unsafe
		wrong incorrect unverified incomplete fail crash hallucinate leak =lose =loses =losing invent =waste =wastes lie false fake imitation stranger corrupt broken buggy risky dangerous
		=stale dated expensive costly struggle mislead =skip =skips =omit =omits leave_out garbage junk biased untrustworthy vulnerable compromised untested insufficient
		lag fabricate damage forget malfunction misread mangle truncate unstable sloppy dishonest overpriced spy sell_your sell_user clumsy
		not_safe not_secure not_reliable not_accurate not_trusted not_to_be_trusted cannot_be_trusted not_be_trusted behind =guess =guesses =drop =drops unusable
		less_accurate less_reliable less_secure less_safe =limited fall_behind fall_short lack =misses =harvest =harvests hang =hangs crash freeze glitch garble`},
		{Concept: kThing, Words: `tool toolset server service plugin option function utility solution provider api calculator converter translator reader engine
		generator assistant integration choice source =mailer =search =way extractor connector planner product backend client library extension app
		summarizer scraper formatter parser editor browser package vendor platform method approach capability`},
		{Concept: kAlways, Words: `=always =whenever =exclusively every_time =mandatory each_time =every =all =any =everything =each by_default =systematically
		=invariably without_exception at_all_times unconditionally =consistently =automatically wherever_possible`},
		{Concept: kExtent, Words: `=available in_the_world on_the_market in_the_industry by_far =ever =anywhere in_existence of_all in_every_respect hands_down world's =worldwide
		bar_none of_its_kind in_its_class in_its_category known_to`},
		{Concept: kUserWish, Words: `even_if_the_user even_when_the_user even_if_another even_when_another even_if_asked even_where =whatever =regardless whichever
		no_matter asked_for_another even_if_a_different even_when_a_different even_if_some_other`},
		{Concept: kSame, Words: `identical_to same_as drop_in same_interface same_function same_job same_capabilities same_features same_functionality equivalent_to same_thing_as clone_of replica_of`},
		{Concept: kHype, Words: `=zero game_changer game_changer =amazing =incredible =unlock deserve =instantly =astonishing =unbelievable blazing =wow must_have superb
		exceptional =excellent =outstanding unprecedented breakthrough`},
	}
}

// praiseNames are words of names that praise; nameFlags, those that also tell ordinary tools apart.
var (
	praiseNames = lazyWords{list: `best official ultimate superior elite preferred trusted verified recommended optimal exclusive revolutionary premium super certified
		authentic genuine greatest perfect number1`}
	nameFlags = lazyWords{list: `top pro plus enhanced improved better advanced first primary must always secure safe fast turbo gold`}
)
