package check

import (
	"slices"
	"sort"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/lazy"
)

// maxTargets bounds the related tools of one signal.
const maxTargets = 64

// inspectOrders finds orders about tools of other servers. It takes both: the model grades the order, and the registry has the tool.
func inspectOrders(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	for _, x := range analyze(tool, reg).sentences {
		targets := targetsOf(&x, tool, reg)
		if len(targets) == 0 {
			continue
		}
		s := tool.Signal(x.field, x.start, x.end)
		s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierHard, detect.ThreatToolPoisoning, max(confidenceOf(&x), 0.7), x.reason(tool, reg)
		if other := reg.Tool(targets[0]); !strings.Contains(s.Detail, other.Server) {
			s.Detail += ", meaning " + toolOf(other)
		}
		for _, i := range targets[:min(len(targets), maxTargets)] {
			s.Related = append(s.Related, relatedName(reg, i, "the tool that the text is about"))
		}
		signals = append(signals, s)
	}
	return signals
}

// targetsOf returns the tools of other servers that an order is about, if its grade is high enough for how it names them.
func targetsOf(x *sentence, tool detect.ToolView, reg detect.RegistryView) []int {
	field := tool.Fields[x.field].Text
	grade := x.grade
	likely, _ := model.Default().Range()
	// slack is how far below likely an order may be that names another server's tool.
	const slack = 3
	if x.tells && x.score >= likely-slack {
		grade = max(grade, model.Likely)
	}
	var targets []int
	for _, r := range x.referents {
		if r.Ref != reading.RefForeign {
			continue
		}
		before, after := contextOf(field, r)
		switch {
		case r.Plain && (grade < model.Likely || !nounBefore().MatchString(before) && !nounAfter().MatchString(after)):
		case grade < model.Likely, grade < model.Certain && mentionBefore().MatchString(before):
		default:
			// All of them: trusting one server says nothing about the others.
			targets = append(targets, otherVendors(tool, reg, r.Tools)...)
		}
		if len(targets) > maxTargets {
			break
		}
	}
	if len(targets) > 0 {
		return targets
	}
	if grade < model.Likely || x.disguised {
		return nil
	}
	doc := tool.Memo("check.orders", x.field, func() any { return reading.DocOf(tool, x.field) }).(*text.Doc)
	first := sort.Search(len(doc.Sentences), func(i int) bool { return doc.Words[doc.Sentences[i].End-1].End() > x.from })
	for _, words := range doc.Sentences[first:] {
		if doc.Words[words.Start].Start() >= x.to {
			break
		}
		if targets := namedInProse(doc, words, grade == model.Certain, tool, reg); len(targets) > 0 {
			return targets
		}
	}
	return nil
}

// otherVendors returns the tools that belong to other vendors. It leaves out names that the tool's own server has, and servers that have
// the same tool, since these are one server in two groups.
func otherVendors(tool detect.ToolView, reg detect.RegistryView, tools []int) []int {
	own := newServerFacts(tool.Server)
	known := tool.Memo("check.vendors", -1, func() any { return map[int]bool{} }).(map[int]bool)
	var foreign []int
	for _, i := range tools {
		other, ok := known[i]
		if !ok {
			t := reg.Tool(i)
			server := newServerFacts(t.Server)
			other = t.Server != tool.Server && !reg.SameFamily(tool.Server, t.Server) && likenessOf(&own, &server) != sameVendor && !reg.Owns(tool.Server, t.Name) && !reg.HasCopy(tool, t.Server)
			known[i] = other
		}
		if other {
			foreign = append(foreign, i)
		}
	}
	return foreign
}

const toolNoun = `(?:tools?|functions?|commands?|endpoint|api|method|action|operation|server|calls?)`

// The text around a name: what makes a plain word the name of a tool, or a word that only mentions it. "The database server" and "the search
// API" are plain words.
var (
	nounBefore    = lazy.Regexp(`(?i)\b(?:tools?|functions?|commands?|calls?|invoke)[\s:"'\x60(\[]*$`)
	nounAfter     = lazy.Regexp(`(?i)^(?:\(|[\s"'\x60)\]]*(?:tools?|functions?|commands?)\b)`)
	isNoun        = lazy.Regexp(`^` + toolNoun + `$`)
	mentionBefore = lazy.Regexp(`(?i)\b(?:see|unlike|like|with|than|also|alongside|as|similar)[^a-z]*$`)
)

// contextOf returns the text around a reference. Positions from unmasked text may be beyond the field.
func contextOf(field string, r reading.Referent) (before, after string) {
	const near = 40
	start, end := min(r.Start, len(field)), min(r.End, len(field))
	return field[max(0, start-near):start], field[end:min(len(field), end+near)]
}

// namedInProse returns the tools that a sentence paraphrases: "the mail sending tool" for send_mail, or "Acme's mail server". If the
// order is certain, the noun is optional: "before sending e-mail".
func namedInProse(doc *text.Doc, words text.Range, certain bool, tool detect.ToolView, reg detect.RegistryView) []int {
	// longest is the longest name, most the longest sentence, in words.
	const longest, most = 4, 200
	fold := func(k int) string { return doc.Words[k].Fold }
	isToolNoun := func(k int) bool { return k >= words.Start && k < words.End && isNoun().MatchString(fold(k)) }
	for k := words.Start; k < min(words.End, words.Start+most); k++ {
		for n := longest; n >= 2; n-- {
			if k+n > words.End || !certain && !isToolNoun(k+n) {
				continue
			}
			var name []string
			for i := range n {
				// The e of e-mail.
				if w := strings.ReplaceAll(fold(k+i), "-", ""); w != "e" {
					name = append(name, w)
				}
			}
			if targets := otherVendors(tool, reg, reg.NamedByWords(name)); len(targets) > 0 {
				return targets
			}
		}
		if raw := doc.Raw[doc.Words[k].Start():doc.Words[k].End()]; raw == "" || raw[0] < 'A' || raw[0] > 'Z' {
			continue
		}
		brand := strings.TrimSuffix(strings.TrimSuffix(fold(k), "'s"), "\u2019s")
		// reach is how many words after a brand the noun may follow.
		const reach = 4
		if len(brand) < minBrand || everydayWords()[detect.Stem(brand)] || !slices.ContainsFunc([]int{1, 2, 3, reach}, func(i int) bool { return isToolNoun(k + i) }) {
			continue
		}
		if targets := otherVendors(tool, reg, reg.ServersNamed(brand)); len(targets) > 0 {
			return targets
		}
	}
	return nil
}
