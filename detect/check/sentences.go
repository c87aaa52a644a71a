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

// sentence is a sentence of a definition that the model is not sure to be innocent.
type sentence struct {
	field int
	// start and end are the bytes of the field that weigh most, from and to those of the whole sentence.
	start, end, from, to int
	place                reading.Place
	present              reading.Set
	marks                []reading.Mark
	referents            []reading.Referent
	score                model.Score
	action               string
	// lookAlike is set for what is read only once a disguise is taken off, overriding for a plain order to ignore what was said before.
	disguised, overriding bool
}

// grade is how sure the model is of the sentence: by both views together, or by one that is sure enough by itself.
func (s *sentence) grade() model.Grade {
	grade := model.Default().GradeOf(s.score)
	if s.overriding {
		return model.Certain
	}
	if s.onlyCallsItself() {
		return min(grade, model.Weak)
	}
	if s.place == reading.InName && (overrides.matches(&s.present) || hidesFromUser.matches(&s.present)) {
		// No name has such words for an honest reason.
		grade = model.Likely
	}
	if s.disguised && s.place != reading.InName && grade == model.Weak {
		// Letters that are disguised are half of the evidence.
		grade = model.Likely
	}
	// copyScore is how far below the threshold a sentence may stay that names a path of secrets, which few honest tools do.
	const nearly = 0.5
	if likely, _ := model.Default().Range(model.Both); grade < model.Likely && s.score[model.Both] > likely-nearly && movesSecrets.matches(&s.present) {
		grade = model.Likely
	}
	return grade
}

// onlyCallsItself reports whether a sentence only says that the tool itself is called at some step of its own work. One that puts it before other
// tools or calls it on every occasion says more, and so does one that also moves data, hides or overrides something.
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

// beyondCall are the concepts with which an order to call a tool is about more than the call.
var beyondCall = conceptRule{{
	"SECRETPATH", "EMAIL", "URL", "HOST", "secrecy", "override", "system_prompt", "credential", "send", "session", "any_tool", "before", "user_asks", "regardless",
	"when",
}}

// movesSecrets are the concepts of a sentence that does something with a path of secrets.
var movesSecrets = conceptRule{{"SECRETPATH"}, {"read", "send", "add", "store", "file", "provide", "credential", "exec"}}

// overrides are the concepts of an order to ignore other instructions.
var overrides = conceptRule{{"override"}, {"instructions"}, {"prior"}}

// overriding reports whether a sentence begins with an order to ignore earlier instructions. One that is quoted is spoken of, which the model judges.
func overriding(s *reading.Sentence) bool {
	// within is how far the three words are apart at most, in bytes.
	const within = 48
	if !overrides.matches(&s.Present) || s.Present.Has(reading.Quoted) {
		return false
	}
	next := 0
	for _, m := range s.Marks {
		if int(m.Start)-s.Start > within {
			return false
		}
		if next == 0 && int(m.Start) > s.Start {
			return false
		}
		if c, ok := reading.Default().Concept(overrides[[...]int{0, 2, 1}[next]][0]); ok && m.Concept == c {
			if next++; next == len(overrides) {
				return true
			}
		}
	}
	return false
}

// reader reads and judges; one serves one goroutine at a time.
type reader struct {
	*reading.Reader
	judge    *model.Judge
	unmasker *text.Unmasker
}

var readers = sync.Pool{New: func() any {
	return &reader{reading.NewReader(reading.Default()), model.Default().NewJudge(), text.NewUnmasker(orderWords())}
}}

// analysis is what reading a tool gave: the sentences that are not sure to be innocent, and what parameters ask for.
type analysis struct {
	sentences []sentence
	requests  []request
	// secretFiles are the mentions of known files of secrets in a tool that is not about secrets.
	secretFiles []request
}

// analyze reads a tool, once for all checks and for all tools that are compared with it.
func analyze(t detect.ToolView, reg detect.RegistryView) *analysis {
	return t.Memo("check.readings", -1, func() any {
		k := memoOf(reg, reg.IndexOf(t))
		k.analysisOnce.Do(func() { k.analysis = read(t, reg) })
		return k.analysis
	}).(*analysis)
}

func sentencesOf(t detect.ToolView, reg detect.RegistryView) []sentence {
	return analyze(t, reg).sentences
}

func read(t detect.ToolView, reg detect.RegistryView) *analysis {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	var found []sentence
	var demands, files []request
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
				demands = append(demands, d)
			}
			if d, ok := secretFileIn(i, s); ok && !explainsFile(t, t.Fields[i].Text[d.start:d.end]) {
				files = append(files, d)
			}
		})
		for _, g := range r.unmasker.Unmask(doc) {
			found = append(found, r.evaluateUnmasked(t.Scope, i, c, g, found)...)
		}
	})
	for i := range t.Fields {
		if d, ok := requestByName(t, i, purpose); ok {
			demands = append(demands, d)
		}
		if f := &t.Fields[i]; isPathValue(f) && reading.Default().SecretFile(strings.ToLower(f.Text)) && !explainsFile(t, f.Text) {
			files = append(files, request{i, 0, len(f.Text), ""})
		}
	}
	if c, ok := reading.Default().Concept("credential"); ok && purpose.Has(c) {
		files = nil
	}
	less := model.Allowance(count)
	for i := range found {
		for view := range found[i].score {
			found[i].score[view] -= less[view]
		}
	}
	return &analysis{slices.DeleteFunc(found, func(s sentence) bool { return s.grade() < model.Weak }), demands, files}
}

// evaluate keeps a sentence that the model does not take for innocent and that is reported where it stands if it is none.
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

// evaluateUnmasked reads a text once its disguise is taken off. Only sentences with disguised words count that are not found as they stand.
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

// orderWords is what disguised writing is read against.
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
