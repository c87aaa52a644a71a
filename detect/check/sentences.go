package check

import (
	_ "embed" // the words are data
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// sentence is a sentence that the model may report.
type sentence struct {
	field int
	// start and end are the bytes of the field with the most weight, from and to those of the whole sentence.
	start, end, from, to int
	place                reading.Place
	present              reading.Set
	marks                []reading.Mark
	referents            []reading.Referent
	score                model.Score
	action               string
	// disguised is set for sentences found only after unmasking, overriding for a plain order to ignore earlier instructions.
	disguised, overriding bool
}

// grade adjusts the model's grade of the sentence.
func (s *sentence) grade() model.Grade {
	grade := model.Default().GradeOf(s.score)
	if s.overriding {
		return model.Certain
	}
	if s.onlyCallsItself() {
		return min(grade, model.Weak)
	}
	if s.place == reading.InName && (overrides.matches(&s.present) || hidesFromUser.matches(&s.present)) {
		// No honest name has such words.
		grade = model.Likely
	}
	if s.disguised && s.place != reading.InName && grade == model.Weak {
		// Disguised letters are evidence by themselves.
		grade = model.Likely
	}
	// margin is how far below the threshold a sentence about a credentials path may be, since few honest tools name one.
	const margin = 0.5
	if likely, _ := model.Default().Range(model.Both); grade < model.Likely && s.score[model.Both] > likely-margin && movesSecrets.matches(&s.present) {
		grade = model.Likely
	}
	return grade
}

// onlyCallsItself reports whether a sentence only says that its own tool is called at some step. One that puts it before other tools,
// calls it on every occasion, moves data, hides or overrides something says more.
func (s *sentence) onlyCallsItself() bool {
	own := false
	for _, r := range s.referents {
		if r.Ref != reading.RefOwn {
			return false
		}
		own = true
	}
	return own && s.action == "calls" && !s.disguised && !beyondCall.matches(&s.present)
}

// beyondCall are the concepts of an order about more than a call.
var beyondCall = conceptRule{{
	"SECRETPATH", "EMAIL", "URL", "HOST", "secrecy", "override", "system_prompt", "credential", "send", "session", "any_tool", "before", "user_asks", "regardless",
	"when",
}}

// movesSecrets are the concepts of a sentence that uses a credentials path.
var movesSecrets = conceptRule{{"SECRETPATH"}, {"read", "send", "add", "store", "file", "provide", "credential", "exec"}}

// overrides are the concepts of an order to ignore other instructions.
var overrides = conceptRule{{"override"}, {"instructions"}, {"prior"}}

// overriding reports whether a sentence starts with an order to ignore earlier instructions. Quoted orders are left to the model.
func overriding(s *reading.Sentence) bool {
	const within = 48
	if !overrides.matches(&s.Present) || s.Present.Has(reading.Quoted) {
		return false
	}
	order := [...]string{"override", "prior", "instructions"}
	next := 0
	for _, m := range s.Marks {
		if int(m.Start)-s.Start > within || next == 0 && int(m.Start) > s.Start {
			return false
		}
		if c, ok := reading.Default().Concept(order[next]); ok && m.Concept == c {
			if next++; next == len(order) {
				return true
			}
		}
	}
	return false
}

// reader reads and judges text; it is not safe for concurrent use.
type reader struct {
	*reading.Reader
	judge    *model.Judge
	unmasker *text.Unmasker
}

var readers = sync.Pool{New: func() any {
	return &reader{reading.NewReader(reading.Default()), model.Default().NewJudge(), text.NewUnmasker(orderWords())}
}}

// analysis has the suspicious sentences of a tool and its requests for data.
type analysis struct {
	sentences []sentence
	requests  []request
	// secretFiles are mentions of credentials files in a tool that is not about secrets.
	secretFiles []request
}

// analyze reads a tool once for all checks and all comparisons.
func analyze(t detect.ToolView, reg detect.RegistryView) *analysis {
	return t.Memo("check.readings", -1, func() any {
		k := memoOf(reg, reg.IndexOf(t))
		k.analysisOnce.Do(func() { k.analysis = read(t, reg) })
		return k.analysis
	}).(*analysis)
}

func read(t detect.ToolView, reg detect.RegistryView) *analysis {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	var found []sentence
	var requests, secretFiles []request
	count := 0
	purpose := r.EachField(t, reg, func(i int, doc *text.Doc, c *reading.Context) {
		r.Read(doc, c, func(s *reading.Sentence) {
			count++
			if x, ok := r.evaluate(t.Scope, i, s); ok {
				found = append(found, x)
			}
			if t.Fields[i].Output {
				return
			}
			if d, ok := requestIn(i, s); ok {
				requests = append(requests, d)
			}
			if d, ok := secretFileIn(i, s); ok && !explainsFile(t, t.Fields[i].Text[d.start:d.end]) {
				secretFiles = append(secretFiles, d)
			}
		})
		for _, g := range r.unmasker.Unmask(doc) {
			found = append(found, r.evaluateUnmasked(t.Scope, i, c, g, found)...)
		}
	})
	for i := range t.Fields {
		if d, ok := requestByName(t, i, purpose); ok {
			requests = append(requests, d)
		}
		if f := &t.Fields[i]; isPathValue(f) && reading.Default().SecretFile(strings.ToLower(f.Text)) && !explainsFile(t, f.Text) {
			secretFiles = append(secretFiles, request{i, 0, len(f.Text), ""})
		}
	}
	if c, ok := reading.Default().Concept("credential"); ok && purpose.Has(c) {
		secretFiles = nil
	}
	allowance := model.Allowance(count)
	for i := range found {
		for view := range found[i].score {
			found[i].score[view] -= allowance[view]
		}
	}
	return &analysis{slices.DeleteFunc(found, func(s sentence) bool { return s.grade() < model.Weak }), requests, secretFiles}
}

// evaluate returns the sentence if it may be reported.
func (r *reader) evaluate(scope detect.Scope, field int, s *reading.Sentence) (sentence, bool) {
	if scope == detect.ScopeSweep && !sweepRule.matches(&s.Present) {
		return sentence{}, false
	}
	x := sentence{field: field, from: s.Start, to: s.End, place: s.Place, present: s.Present, score: r.judge.Score(s), overriding: overriding(s)}
	if x.grade() < model.Weak {
		return x, false
	}
	x.start, x.end = r.judge.Evidence(s)
	x.action = r.judge.Head(s)
	x.marks, x.referents = slices.Clone(s.Marks), slices.Clone(s.Referents)
	return x, true
}

// evaluateUnmasked reads an unmasked text and returns the sentences with disguised words that are not found in the original.
func (r *reader) evaluateUnmasked(scope detect.Scope, field int, c *reading.Context, g *text.Disguise, plain []sentence) []sentence {
	if !slices.Contains(g.Changed, true) {
		return nil
	}
	var found []sentence
	changed := func(words text.Range) bool { return slices.Contains(g.Changed[words.Start:words.End], true) }
	r.ReadSome(g.Doc, c, changed, func(s *reading.Sentence) {
		if !changed(g.Doc.Sentences[s.Index]) {
			return
		}
		x, ok := r.evaluate(scope, field, s)
		if !ok {
			return
		}
		x.start, x.end = g.RawSpan(x.start, x.end)
		x.from, x.to = g.RawSpan(x.from, x.to)
		x.disguised = g.Strong
		for i := range plain {
			if p := &plain[i]; p.field == field && p.start < x.end && x.start < p.end && p.grade() >= x.grade() {
				return
			}
		}
		found = append(found, x)
	})
	return found
}

//go:embed data/order_words.txt
var orderWordsText string

// orderWords is the vocabulary for unmasking.
var orderWords = sync.OnceValue(func() *text.Vocabulary {
	var keys, words []string
	list := &words
	for line := range strings.SplitSeq(orderWordsText, "\n") {
		switch {
		case strings.HasPrefix(line, "# keys"):
			list = &keys
		case strings.HasPrefix(line, "# words"):
			list = &words
		case !strings.HasPrefix(line, "#"):
			*list = append(*list, strings.Fields(line)...)
		}
	}
	return text.NewVocabulary(keys, words)
})
