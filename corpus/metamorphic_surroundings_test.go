package corpus_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/internal/jsonl"
	"github.com/org/mcp-lint/internal/must"
)

// The verdict on a definition is that of its strongest sentence or pair of neighbours, so nothing added to it lowers it. These tests compare the
// severities of attacks alone and in surroundings.

const (
	// mostLowered is how many verdicts of some 1,250 each surrounding may lower, apart from the excuses: a label or a line break inside of a
	// text that is cut up already, or between two sentences that are an order together.
	mostLowered = 8
	// mostPassing is how many of some 600 variations of the textbook orders may be below medium. None may be lowered.
	mostPassing = 4
	mostRaised  = 10 // innocent definitions that may get a finding in each honest surrounding
	inFields    = 6  // one attack in so many is tried in other fields, and one innocent definition in so many in honest surroundings
	inShort     = 10 // one of these in so many is tried with -short
)

// excuses are the facts that may cost a level: a tool of the server really has the called name. See outcome.lowered for length.
var excuses = map[string]func(was, is detect.Severity) bool{
	"named tools of the server": func(was, is detect.Severity) bool { return is+1 == was },
}

func (s *scene) level(t *testing.T, engine *detect.Engine) detect.Severity {
	view := detect.NewView(cmp.Or(s.entry.Kind, detect.KindTool), s.entry.Server, s.def)
	res := engine.ScanAmong(append([]detect.ToolView{view}, s.peers...), func(i int) bool { return i == 0 })
	assert.Empty(t, res.Coverage.Failures, s.entry.ID)
	if len(res.Findings) == 0 {
		return detect.SeverityNone
	}
	return res.Findings[0].Severity
}

// other returns a textbook order of another kind than the definition's own.
func (s *scene) other(i int) string {
	for at := s.key + 5*i; ; at++ {
		if o := textbook[at%len(textbook)]; o[0] != s.entry.Category {
			return o[1]
		}
	}
}

var (
	slot      = regexp.MustCompile(`\{\d*\}`)
	beginning = regexp.MustCompile(`^[\pL<]`)
)

const (
	args    = "\n\nArgs:\n    query: The words to search for.\n    limit: The largest number of rows."
	returns = "\n\nReturns:\n    A list of rows."
)

// surrounding changes a scene, or returns false if it does not apply.
type surrounding struct {
	name  string
	apply func(s *scene) bool
}

// within is a surrounding in the same string.
func within(name string, change func(s *scene, all string) string) surrounding {
	return surrounding{name, func(s *scene) bool {
		was := s.text.Text
		s.text.Text = change(s, was)
		return s.text.Text != was
	}}
}

// begin puts a label directly before an order that begins with a word or tag. Others are items of lists and cells of tables.
func begin(label string) surrounding {
	return within(label, func(s *scene, _ string) string {
		return s.before + beginning.ReplaceAllString(s.order, label+" $0") + s.after
	})
}

// layout is a form in which {} is the text, with an indent after its line ends, and {3} is three honest sentences.
func layout(name, indent, form string) surrounding {
	return within(name, func(s *scene, all string) string {
		used := 0
		return slot.ReplaceAllStringFunc(form, func(n string) string {
			if n == "{}" {
				return stopped(strings.ReplaceAll(all, "\n", "\n"+indent))
			}
			count, _ := strconv.Atoi(strings.Trim(n, "{}"))
			used += count
			return s.honest(used-count, count)
		})
	})
}

// honestly are surroundings without an order in the same string. The first three are also tried in every other field.
var honestly = []surrounding{
	layout("honest sentence before", "", "{1} {}"),
	layout("honest sentence after", "", "{} {1}"),
	layout("honest sentences before and after", "", "{1} {} {1}"),
	layout("eight honest sentences around", "", "{4} {} {4}"),
	layout("forty honest sentences", "", "{20} {} {20}"),
	layout("heading before", "", "## Usage\n\n{}"),
	layout("under a heading", "", "{1}\n\n## Notes\n\n{}"),
	layout("list item", "  ", "- {1}\n- {}\n- {1}"),
	layout("step of a list", "   ", "1. {1}\n2. {}\n3. {1}"),
	layout("block quote", "> ", "> {}"),
	within("line break in the order", func(s *scene, _ string) string { return s.before + breakLine(s.order, "\n") + s.after }),
	within("Windows line end in the order", func(s *scene, _ string) string { return s.before + breakLine(s.order, "\r\n") + s.after }),
	layout("example after", "", "{}\n\nExample:\n```json\n{\"query\": \"annual report\", \"limit\": 5}\n```"),
	layout("docstring after", "", "{}"+args+returns),
	layout("docstring around", "", "{1}"+args+"\n\n{}"+returns),
	layout("See the documentation.", "", "See the documentation. {}"),
	begin("Documentation:"), begin("For example:"), begin("Note:"), begin("IMPORTANT:"), begin("🔍"),
	within("first word in capitals", func(s *scene, _ string) string { return s.before + shoutFirst(s.order) + s.after }),
	within("no full stop", func(_ *scene, all string) string { return strings.TrimRight(all, ". ") }),
	within("double blanks", func(_ *scene, all string) string { return doubleBlanks(all, clues{}) }),
	layout("untrusted", "", "{} Tool output is untrusted data."),
	layout("reviewed", "", "{} This tool is safe and has been reviewed."),
	layout("praise", "", "{} Fast, easy to use and loved by its users."),
}

// facts are surroundings outside of the string, and further orders.
var facts = []surrounding{
	within("another order before", func(s *scene, all string) string { return s.other(0) + " " + all }),
	within("another order after", func(s *scene, all string) string { return stopped(all) + " " + s.other(1) }),
	within("three more orders", func(s *scene, all string) string {
		return s.other(2) + " " + stopped(all) + " " + s.other(3) + " " + s.other(4)
	}),
	{"identifiers as parameters", func(s *scene) bool { return s.declare(s.names()) }},
	{"identifiers as an enum", func(s *scene) bool { return len(s.names()) > 0 && s.declare([]string{"variant"}, s.names()...) }},
	{"twenty honest parameters", func(s *scene) bool { return s.declare(honestNames) }},
	{"honest tool of the server", func(s *scene) bool { return s.register(s.entry.Server, strangers[s.key%len(strangers)]) }},
	{"honest tools of other servers", func(s *scene) bool {
		return s.register("almanac", strangers[:3]...) && s.register("atlas", strangers[3:]...)
	}},
	{"named tools of the server", func(s *scene) bool { return s.register(s.entry.Server, s.names()...) }},
	{"named tools of another server", func(s *scene) bool { return s.register("almanac", s.names()...) }},
	{"title and read-only hint", func(s *scene) bool {
		if s.def.Get("title") != nil || s.def.Get("annotations") != nil {
			return false
		}
		set(s.def, "annotations", object(str("readOnlyHint"), &detect.Node{Kind: detect.NodeScalar, Text: "true"}))
		return moveToTitle(s.def, []string{"Almanac", "Table viewer", "Unit helper"}[s.key%3])
	}},
	{"output schema", func(s *scene) bool { return s.def.Get("outputSchema") == nil && moveToOutput(s.def, s.honest(7, 1)) }},
}

// outcome is the severity of a definition alone and in a surrounding.
type outcome struct {
	name, id string
	was, is  detect.Severity
}

// lowered reports whether the severity sinks without an excuse. More sentences may cost the step from low to none, and nothing else.
func (o outcome) lowered() bool {
	excuse := excuses[o.name]
	return o.is < o.was && o.was > detect.SeverityLow && (excuse == nil || !excuse(o.was, o.is))
}

// try puts definitions that have a finding, or have none, into surroundings.
func try(t *testing.T, entries []corpus.Entry, rows []surrounding, found bool) []outcome {
	engine := detect.NewEngine(check.All())
	parts := make([][]outcome, len(entries))
	jsonl.Parallel(len(entries), func(i int) {
		s, ok := newScene(entries[i])
		if !ok {
			return
		}
		was := s.level(t, engine)
		for _, r := range rows {
			if s, _ := newScene(entries[i]); (was > detect.SeverityNone) == found && r.apply(s) {
				parts[i] = append(parts[i], outcome{r.name, entries[i].ID, was, s.level(t, engine)})
			}
		}
	})
	return slices.Concat(parts...)
}

// hold fails the test if a surrounding has too many wrong outcomes or none at all, and lists how many, and the first three.
func hold(t *testing.T, what string, rows []surrounding, outcomes []outcome, most int, wrong func(outcome) bool) {
	t.Helper()
	table := ""
	for _, r := range rows {
		all := slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return o.name != r.name })
		bad := slices.DeleteFunc(slices.Clone(all), func(o outcome) bool { return !wrong(o) })
		if len(bad) <= most && len(all) > 0 {
			continue
		}
		table += fmt.Sprintf("%4d of %4d  %s", len(bad), len(all), r.name)
		for _, o := range bad[:min(3, len(bad))] {
			table += fmt.Sprintf("; %s %s to %s", o.id, o.was, o.is)
		}
		table += "\n"
	}
	if table != "" {
		t.Errorf("%s, at most %d each:\n%s", what, most, table)
	}
}

// places are the other fields that an order can stand in.
var places = table("places")

// ofWords are the classes of attacks that are a matter of wording.
var ofWords = []string{
	corpus.ClassDirectDirective, corpus.ClassPrerequisite, corpus.ClassArgumentRewriting, corpus.ClassToolRedirection, corpus.ClassCommandSmuggling,
	corpus.ClassFileExfiltration, corpus.ClassOutOfScopeParameter, corpus.ClassPreference, corpus.ClassShadowing, corpus.ClassObfuscatedWording,
}

// TestSurroundings holds the attacks of the corpus, and the innocent definitions in it.
func TestSurroundings(t *testing.T) {
	c, part := entries(t), uint32(1)
	if testing.Short() {
		part = inShort
	}
	some := func(part uint32, accept func(e corpus.Entry) bool) []corpus.Entry {
		return slices.DeleteFunc(slices.Clone(c.Entries), func(e corpus.Entry) bool { return !accept(e) || hash("surroundings "+e.ID)%part != 0 })
	}
	worded := func(e corpus.Entry) bool { return e.Label == corpus.Malicious && slices.Contains(ofWords, e.Category) }
	rows := slices.Concat(honestly, facts)
	hold(t, "lowered", rows, try(t, some(part, worded), rows, true), mostLowered, outcome.lowered)
	rows = append(slices.Clone(honestly[:3]), surrounding{"honest description", func(s *scene) bool {
		set(s.def, "description", str(s.honest(8, 2)))
		return true
	}})
	for _, p := range places {
		var moved []corpus.Entry
		for _, e := range some(part*inFields, worded) {
			if s, ok := newScene(e); ok {
				e.Payload, e.Kind = strings.TrimSpace(s.order), detect.Kind(p[1])
				e.Tool = fmt.Appendf(nil, p[2], must.OK(json.Marshal(e.Payload))(t))
				moved = append(moved, e)
			}
		}
		hold(t, "lowered in "+p[0], rows, try(t, moved, rows, true), mostLowered, outcome.lowered)
	}
	innocent := some(part*inFields, func(e corpus.Entry) bool { return e.Label == corpus.Benign && e.Kind == "" })
	hold(t, "raised", honestly, try(t, innocent, honestly, false), mostRaised, func(o outcome) bool { return o.is > o.was })
}

// textbook has the classic orders.
var textbook = table("textbook")

// TestTextbookOrders holds the classic orders, which must fail a run wherever they stand.
func TestTextbookOrders(t *testing.T) {
	var orders []corpus.Entry
	for i, o := range textbook {
		def := object(str("name"), str("overview"), str("description"), str(o[1]))
		orders = append(orders, corpus.Entry{ID: fmt.Sprintf("textbook-%02d", i+1), Category: o[0], Server: "library", Tool: write(nil, def)})
	}
	rows := slices.Concat([]surrounding{{"alone", func(*scene) bool { return true }}}, honestly, facts)
	outcomes := append(try(t, orders, rows, true), try(t, orders, rows, false)...)
	passing, counts := 0, map[string]int{}
	for _, o := range outcomes {
		if o.is < detect.SeverityMedium {
			counts[o.id]++
			passing++
		}
	}
	hold(t, "fail alone", rows[:1], outcomes, 0, func(o outcome) bool { return o.is < detect.SeverityMedium })
	hold(t, "lowered", rows, outcomes, 0, outcome.lowered)
	assert.LessOrEqual(t, passing, mostPassing, "of %d variations, too many do not fail: %v", len(outcomes), counts)
}
