package check

import (
	_ "embed" // the words are data
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// sentence is a sentence, or two neighbours, that may be reported.
type sentence struct {
	field int
	// start and end are the bytes of the field with the most weight, from and to those of the whole sentence.
	start, end, from, to int
	place                reading.Place
	present              reading.Set
	marks                []reading.Mark
	referents            []reading.Referent
	score                float32
	grade                model.Grade
	action               string
	proofs               proofs
	// plain is set for an order of plainOrders, excused if all tools that it names are registered by the same server.
	plain, excused bool
	// tells is set for an order that names a tool of another server.
	tells bool
	// disguised is set for sentences found only after unmasking.
	disguised bool
}

// regrade grades a sentence by itself, in a definition with that many sentences: length can only keep a likely sentence from being reported.
func (s *sentence) regrade(count int) {
	// nearly is how far below likely a plain order may be.
	const nearly = 1
	m := model.Default()
	s.grade = m.Grade(s.score, count)
	switch likely, _ := m.Range(); {
	case s.plain && s.score >= likely:
		s.grade = model.Certain
		if s.excused {
			s.grade = max(m.Grade(s.score, 1), model.Likely)
		}
	case s.plain && !s.excused && s.score >= likely-nearly:
		s.grade = model.Likely
	case s.place == reading.InOther && s.grade == model.Likely:
		// Few clients show a model what no specification names.
		s.grade = model.Weak
	case s.place == reading.InName && (overrides.matches(&s.present) || hidesFromUser.matches(&s.present)):
		// No honest name has such words.
		s.grade = max(s.grade, model.Likely)
	case s.disguised && s.place != reading.InName && s.grade == model.Weak:
		// Disguised letters are evidence by themselves.
		s.grade = model.Likely
	}
}

// overrides are the concepts of an order to ignore other instructions.
var overrides = conceptRule{{"override"}, {"instructions"}, {"prior"}}

// reader reads and judges text; it is not safe for concurrent use.
type reader struct {
	*reading.Reader
	judge    *model.Judge
	unmasker *text.Vocabulary
}

var readers = sync.Pool{New: func() any {
	return &reader{reading.NewReader(reading.Default()), model.Default().NewJudge(), orderWords()}
}}

// analysis has the suspicious sentences of a tool and its requests for data.
type analysis struct {
	sentences []sentence
	requests  []request
	// secretFiles are mentions of credentials files in a tool that is not about secrets.
	secretFiles []request
	// proofs are those of all sentences.
	proofs proofs
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
	all := &analysis{}
	count := 0
	purpose := r.NameConcepts(t)
	r.EachField(t, reg, func(i int, doc *text.Doc, c *reading.Context) {
		count += len(doc.Sentences)
		f := &fieldText{tool: t, index: i, doc: doc, context: c, purpose: &purpose}
		found := r.field(f, func(s *reading.Sentence) {
			if t.Fields[i].Output {
				return
			}
			if d, ok := requestIn(i, s, &purpose); ok {
				all.requests = append(all.requests, d)
			}
			if d, ok := secretFileIn(i, s); ok && !explainsFile(t, t.Fields[i].Text[d.start:d.end]) {
				all.secretFiles = append(all.secretFiles, d)
			}
		})
		all.sentences = append(all.sentences, found...)
		for _, g := range r.unmasker.Unmask(doc) {
			all.sentences = append(all.sentences, r.unmasked(f, g, found)...)
		}
	})
	for i := range t.Fields {
		if d, ok := requestByName(t, i, &purpose); ok {
			all.requests = append(all.requests, d)
		}
		if f := &t.Fields[i]; isPathValue(f) && reading.Default().SecretFile(strings.ToLower(f.Text)) && !explainsFile(t, f.Text) {
			all.secretFiles = append(all.secretFiles, request{i, 0, len(f.Text), ""})
		}
	}
	if purpose.Has(conceptOf("credential")) {
		all.secretFiles = nil
	}
	all.grade(t, count)
	return all
}

// grade grades the sentences of a definition. Where two different sentences are likely, or one and a request for data, they agree however long
// the definition is. An excused sentence agrees with none.
func (all *analysis) grade(t detect.ToolView, count int) {
	agreeing := map[string]bool{}
	if len(all.requests)+len(all.secretFiles) > 0 {
		agreeing[""] = true
	}
	for i := range all.sentences {
		s := &all.sentences[i]
		if s.regrade(1); s.grade >= model.Likely && !s.excused && !s.disguised {
			agreeing[strings.ToLower(strings.TrimSpace(t.Fields[s.field].Text[s.from:s.to]))] = true
		}
		all.proofs |= s.proofs
	}
	for i := range all.sentences {
		s := &all.sentences[i]
		if len(agreeing) < 2 {
			s.regrade(count)
		} else if s.grade == model.Likely && !s.excused {
			s.grade = model.Certain
		}
	}
}

// fieldText is the text of a field of a tool, as written or unmasked.
type fieldText struct {
	tool    detect.ToolView
	index   int
	doc     *text.Doc
	context *reading.Context
	// purpose are the concepts of the tool's name.
	purpose *reading.Set
}

// field judges the sentences of a field.
func (r *reader) field(f *fieldText, visit func(*reading.Sentence)) []sentence {
	var found []sentence
	weak := false
	doc := f.doc
	for i, words := range doc.Sentences {
		s := r.Read(doc, f.context, words)
		if s == nil {
			continue
		}
		visit(s)
		x, ok := r.judged(f, words, s)
		if ok {
			found = append(found, x)
		}
		isWeak := ok && x.proofs == 0 && x.grade < model.Certain
		if i > 0 && f.tool.Kind != detect.KindAgents && (isWeak || weak || !ended(doc, words.Start)) {
			// A pair has more chances to score by accident.
			const margin = 0.5
			_, certain := model.Default().Range()
			both := text.Range{Start: doc.Sentences[i-1].Start, End: words.End}
			pair, ok := r.judged(f, both, r.Read(doc, f.context, both))
			single, alone := proofs(0), len(found)
			for start := doc.Words[doc.Sentences[i-1].Start].Start(); alone > 0 && found[alone-1].from >= start; {
				alone--
				single |= found[alone].proofs
			}
			if ok && !f.context.Split && (pair.proofs&^single != 0 || single == 0 && pair.score >= certain+margin) {
				// It replaces what either sentence says by itself.
				for _, x := range found[alone:] {
					pair.add(&x)
				}
				found = append(found[:alone], pair)
			}
		}
		weak = isWeak
	}
	return found
}

// wantsWhole reports whether a sentence speaks of all of the conversation, or of the like, or says to pass the keys in it, and the tool's name
// does not.
func (f *fieldText) wantsWhole(s *reading.Sentence) bool {
	const near = 3 // words
	after := func(m reading.Mark, before ...string) (reading.Mark, bool) {
		set := conceptSet(before...)
		i := slices.IndexFunc(s.Marks, func(b reading.Mark) bool { return set.Has(b.Concept) && b.At < m.At && m.At-b.At <= near })
		if i < 0 {
			return reading.Mark{}, false
		}
		return s.Marks[i], true
	}
	things := conceptSet(wholeThings...)
	return slices.ContainsFunc(s.Marks, func(m reading.Mark) bool {
		if !things.Has(m.Concept) || f.purpose.Has(m.Concept) {
			return false
		}
		if _, all := after(m, "every"); all {
			return true
		}
		keys, ok := after(m, "credential")
		_, passed := after(keys, asksForWhole[2]...)
		return ok && passed && slices.ContainsFunc(s.Tokens[keys.At:m.At], func(t reading.Token) bool {
			return reading.Default().Listed(".source", t.Fold)
		})
	})
}

// add adds what a part of a pair says by itself.
func (s *sentence) add(part *sentence) {
	s.proofs |= part.proofs
	s.plain, s.tells = s.plain || part.plain, s.tells || part.tells
	s.excused = s.excused && part.excused
	s.score = max(s.score, part.score)
	s.referents = append(s.referents, part.referents...)
}

// ended reports whether a full stop ends the sentence before a word.
func ended(doc *text.Doc, word int) bool {
	return strings.ContainsAny(doc.Raw[doc.Words[word-1].End():doc.Words[word].Start()], ".!?")
}

// judged returns a sentence that was read from words if it may be reported: by itself, or without a label or two before it, whichever scores
// higher.
func (r *reader) judged(f *fieldText, words text.Range, s *reading.Sentence) (sentence, bool) {
	return r.judgedWithout(2, f, words, s)
}

// judgedWithout is judged with a bound on labels.
func (r *reader) judgedWithout(labels int, f *fieldText, words text.Range, s *reading.Sentence) (sentence, bool) {
	if s == nil || f.tool.Scope == detect.ScopeSweep && !sweepRule.matches(&s.Present) && !(f.tool.Shipped && modelRule.matches(&s.Present)) {
		return sentence{}, false
	}
	score := r.judge.Score(s)
	var bare sentence
	if s.Label > 0 && labels > 0 {
		rest := text.Range{Start: words.Start + s.Label, End: words.End}
		bare, _ = r.judgedWithout(labels-1, f, rest, r.Read(f.doc, f.context, rest))
		if bare.grade >= model.Weak && bare.score > score {
			return bare, true
		}
		s = r.Read(f.doc, f.context, words)
	}
	x := sentence{field: f.index, from: s.Start, to: s.End, place: s.Place, present: s.Present, score: score}
	in := &f.tool.Fields[f.index]
	if f.context.Split && in.Role != detect.RoleName && !in.Output && nameDiscloses(s) {
		x.proofs = disclosure
	}
	foreign := slices.ContainsFunc(s.Referents, func(r reading.Referent) bool { return r.Ref == reading.RefForeign })
	whole := asksForWhole.matches(&s.Present) && f.wantsWhole(s)
	if x.regrade(1); x.grade < model.Weak && x.proofs == 0 && !foreign && !whole {
		return x, false
	}
	said := newSaid(f.doc, s)
	x.tells = foreign && len(said.orders) > 0
	if x.grade >= model.Weak || whole {
		x.proofs |= proofsIn(f.doc, s, said) | bare.proofs
	}
	if x.grade < model.Weak && x.proofs == 0 && !x.tells || f.tool.Scope == detect.ScopeSweep && !sweepRule.matches(&s.Present) && !x.addressesModel(f.tool) {
		return x, false
	}
	x.plain = isPlainOrder(said) || bare.plain
	x.excused = x.plain && onlySiblings(s)
	x.start, x.end = r.judge.Evidence(s)
	x.action = r.actionOf(s, said, x.proofs, x.start, x.end)
	x.marks, x.referents = slices.Clone(s.Marks), slices.Clone(s.Referents)
	x.regrade(1)
	if f.context.Split {
		x.marks, x.start, x.end, x.from, x.to = nil, 0, len(in.Text), 0, len(in.Text)
	}
	return x, true
}

// unmasked reads an unmasked text and returns the sentences with disguised words that are not found in the original.
func (r *reader) unmasked(of *fieldText, g *text.Disguise, plain []sentence) []sentence {
	var found []sentence
	f := *of
	f.doc = g.Doc
	for _, words := range g.Doc.Sentences {
		if !slices.Contains(g.Changed[words.Start:words.End], true) {
			continue
		}
		x, ok := r.judged(&f, words, r.Read(f.doc, f.context, words))
		if !ok {
			continue
		}
		x.start, x.end = g.RawSpan(x.start, x.end)
		x.from, x.to = g.RawSpan(x.from, x.to)
		x.disguised, x.marks = g.Strong, nil
		x.regrade(1)
		// The readings of the field are sorted by from and by to.
		same := false
		for k := sort.Search(len(plain), func(i int) bool { return plain[i].to > x.start }); k < len(plain) && plain[k].from < x.end && !same; k++ {
			p := &plain[k]
			same = p.start < x.end && x.start < p.end && p.grade >= x.grade && p.proofs == x.proofs
		}
		if !same {
			found = append(found, x)
		}
	}
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
