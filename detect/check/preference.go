package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// preference finds text that advertises the tool to the model, so that it is picked before others. It judges praise and
// belittlement, not orders.
type preference struct{}

var _ detect.DocumentedCheck = preference{}

// ID implements detect.Check.
func (preference) ID() string { return "preference.manipulation" }

const (
	kPraise text.Concept = iota
	kAbsolute
	kEndorse
	kUrgent
	kPrefer
	kRival
	kBelittle
	kCompare
	kAlways
	kThing
	kEvery
	kHype
)

// praiseLexicon holds the words of advertising. It is a lexicon of its own: praise is no order.
var praiseLexicon = text.NewLexicon([]text.Entry{
	{Concept: kPraise, Words: `=best =superior =finest =ultimate =unmatched =unparalleled =unrivaled =unrivalled =unbeatable =unprecedented =world-class
		=leading =premier =elite =flawless =revolutionary =breakthrough =premium =excellent =exceptional =outstanding =perfect =top =trustworthy
		=dependable =state-of-the-art state_of_the_art most_accurate most_reliable most_trusted most_advanced most_powerful most_complete
		most_efficient most_secure most_comprehensive =fastest =smartest =safest =optimal =preferred =definitive more_secure more_reliable more_accurate more_efficient more_trusted more_complete =highest =official military-grade =proven
		most_precise most_capable most_effective most_popular most_up-to-date highest_quality =better =stronger =faster`},
	{Concept: kAbsolute, Words: `only_reliable only_trusted only_correct only_dependable only_accurate only_safe only_approved only_official only_tool only_valid
		only_working only_option only_secure only_one only_supported the_only only_trustworthy only_recommended one_and_only number_one`},
	{Concept: kEndorse, Words: `award award-winning endorsed =endorsed =acclaimed trusted_by recommended_by loved_by used_by_million rated five-star five_star
		star_rating =certified featured_in featured_on as_seen_on =ranked =officially officially_recommended officially_approved approved_by
		chosen_by voted =million =millions scientifically_proven industry_standard gold_standard customer_satisfaction verified_by
		preferred_by relied_on`},
	{Concept: kUrgent, Words: `act_now limited_time hurry last_chance before_it_expires access_expires exclusive_access only_today while_you_can
		do_not_miss uses_left spots_filling`},
	{Concept: kPrefer, Words: `prefer prioritize prioritise choose select favor favour pick opt first_choice default_choice go-to top_priority
		highest_priority rely turn_to start_here =preferred always_use must_use should_use always_call primary_choice be_used_over used_for_all be_used_instead must_be_used be_preferred be_prioritized always_pick be_your_first
		use_it_for_all be_chosen always_choose always_prefer`},
	{Concept: kRival, Words: `competitor competing alternative rival others other_tool other_option any_other all_other every_other similar_tool
		another_tool other_server other_search other_provider other_service other_method standard_tool ordinary_tool =average =else`},
	{Concept: kBelittle, Words: `inferior outdated slower unreliable inaccurate obsolete mediocre useless =worse =poor =flawed error-prone insecure
		less_accurate less_reliable less_secure less_safe less_efficient lose =deprecated not_recommended never_use do_not_use avoid settle
		waste fall_behind lack lacks unsafe =wrong =incorrect =unverified =limited_accuracy incomplete =limited`},
	{Concept: kCompare, Words: `outperform surpass exceed beat =than over unlike compared better_than =versus`},
	{Concept: kAlways, Words: `=always must =whenever =exclusively every_time =first in_all_case =mandatory`},
	{Concept: kThing, Words: `tool service server plugin option function utility solution provider api calculator converter translator reader engine
		generator assistant integration choice source =mailer =search =way`},
	{Concept: kEvery, Words: `=every =all =any =everything =each`},
	{Concept: kHype, Words: `=guaranteed =zero =game-changer game_changer =amazing =incredible =unlock =transform deserve never_fail 100% =instantly`},
})

// praiseWords are words of names that praise: best_search, official_mailer.
var praiseWords = wordSet(`best official premium ultimate super superior elite preferred trusted verified recommended top pro plus enhanced improved
	better advanced optimal perfect first primary must always better exclusive revolutionary secure`)

// preferenceFloor is the sum from which praise is more than the usual salesmanship of descriptions.
const preferenceFloor = 0.5

// stretch is how far apart two pieces of praise may stand, in words, to belong together.
const stretch = 30

// Inspect implements detect.Check.
func (preference) Inspect(tool detect.ToolView, _ detect.RegistryView) []detect.Signal {
	named := 0.0
	for _, w := range strings.Fields(strings.ToLower(splitName(tool.Name))) {
		if praiseWords[w] {
			named = 0.15
		}
	}
	var signals []detect.Signal
	for i := range tool.Fields {
		switch tool.Fields[i].Role {
		case detect.RoleDescription, detect.RoleTitle, detect.RoleInstructions:
		default:
			continue
		}
		if s, ok := advertises(tool, i, named); ok {
			signals = append(signals, s)
		}
	}
	return signals
}

// advertises weighs the praise of one field.
func advertises(tool detect.ToolView, i int, named float64) (detect.Signal, bool) {
	doc := tool.Doc(i)
	tags := praiseLexicon.Tag(doc)
	score, first, last := named, -1, -1
	var kinds text.Set
	// found keeps the weightiest stretch.
	found, from, to := 0.0, -1, -1
	count := func(k int, c text.Concept, v float64) {
		if first >= 0 && k-last > stretch {
			// Praise scattered over a long text is none.
			score, first, kinds = named, -1, text.Set{}
		}
		if kinds.Has(c) {
			// The second of a kind says less than the first.
			v /= 3
		}
		kinds = kinds.With(c)
		score += v
		if first < 0 {
			first = k
		}
		last = max(last, k)
		if score > found && pieces(kinds) >= 2 {
			found, from, to = score, first, last
		}
	}
	for k := range tags {
		if tags[k].Empty() || doc.Negated(k) && !tags[k].Has(kBelittle) || doc.PositionOf(k, k+1) == text.PositionMention {
			continue
		}
		s := doc.Sentences[doc.Words[k].Sentence]
		thing := near(tags, kThing, k, s, 6)
		rival := near(tags, kRival, k, s, 8)
		switch {
		case tags[k].Has(kAbsolute) && thing && k+4 > s.Start:
			if near(tags, kPraise, k, s, 4) || near(tags, kPrefer, k, s, 8) || strings.HasPrefix(doc.Words[k].Fold, "only") {
				count(k, kAbsolute, 0.3)
			}
		case tags[k].Has(kEndorse):
			count(k, kEndorse, 0.2)
		case tags[k].Has(kUrgent):
			count(k, kUrgent, 0.25)
		case tags[k].Has(kPrefer) && (thing || near(tags, kRival, k, s, 12)) && this(doc, k, s):
			v := 0.2
			if near(tags, kAlways, k, s, 5) {
				v += 0.1
			}
			if near(tags, kRival, k, s, 8) {
				v += 0.25
			} else if near(tags, kEvery, k, s, 9) {
				v += 0.05
			}
			count(k, kPrefer, v)
		case tags[k].Has(kPraise) && thing:
			v := 0.15
			if strings.HasPrefix(doc.Words[k].Fold, "most") || doc.Words[k].Fold == "best" || doc.Words[k].Fold == "superior" {
				v = 0.2
			}
			count(k, kPraise, v)
		case tags[k].Has(kBelittle) && rival:
			count(k, kBelittle, 0.3)
		case tags[k].Has(kCompare) && rival && near(tags, kPraise, k, s, 9):
			count(k, kCompare, 0.25)
		case tags[k].Has(kHype):
			count(k, kHype, 0.1)
		}
	}
	if from < 0 || found < preferenceFloor {
		return detect.Signal{}, false
	}
	start, end := doc.Span(from, to+1)
	s := tool.Signal(i, start, end)
	s.Tier, s.ThreatType, s.Confidence = detect.TierSoft, detect.ThreatToolPoisoning, min(found, 0.95)
	s.Detail = "advertises the tool to the model, so that it is picked before others"
	return s, true
}

// near reports whether a word with concept c stands within n words of k in the sentence.
func near(tags []text.Set, c text.Concept, k int, s text.Range, n int) bool {
	for i := max(s.Start, k-n); i < min(s.End, k+n+1); i++ {
		if tags[i].Has(c) {
			return true
		}
	}
	return false
}

// this reports whether what is to be preferred is the tool itself: "this tool", "it", "me", or a bare superlative.
func this(doc *text.Doc, k int, s text.Range) bool {
	for i := max(s.Start, k-8); i < min(s.End, k+9); i++ {
		switch doc.Words[i].Fold {
		case "this", "it", "me", "us", "our", "one", "here", "choice", "priority":
			return true
		}
	}
	return false
}

// pieces counts the kinds of evidence.
func pieces(s text.Set) int {
	n := 0
	for c := range kHype + 1 {
		if s.Has(c) {
			n++
		}
	}
	return n
}
