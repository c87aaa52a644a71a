package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/corpus/grammar"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/model"
	"github.com/org/mcp-lint/detect/reading"
	"github.com/org/mcp-lint/detect/text"
)

// source is the origin of an entry, which decides its use.
type source uint8

const (
	fromCorpus source = iota
	fromGrammar
	// fromReal are tools of real servers: benign training data, split into folds by repository.
	fromReal
	// fromForeign are attacks by others, split into folds by set.
	fromForeign
	// fromTest is never trained on.
	fromTest
)

// entry is a labelled definition.
type entry struct {
	corpus.Entry
	Set     string `json:"set"`
	Cluster string `json:"cluster"`

	from       source
	companions string
	fold       int
	rows       []int
}

// row is a sentence of an entry. Its features are numbers of relations, and of grams beyond them.
type row struct {
	entry    int
	label    int8
	features []uint32
	// grams are all grams, single those of its words.
	grams, single []gram
	scale         float64
	// key is equal for sentences that read the same.
	key string
}

// Labels of rows. unmarked rows are of attacks without a marked payload; masked rows are not trained on.
const (
	innocent int8 = 0
	poison   int8 = 1
	unmarked int8 = -1
	masked   int8 = -2
)

// folds is the number of folds of the real servers, which are scored by cross-validation.
const folds = 4

// actionOf maps attack classes of the corpus to heads. The heads of other classes are unknown.
var actionOf = map[string]string{
	"prerequisite_injection": "calls", "argument_rewriting": "arguments", "tool_redirection": "replaces", "file_exfiltration": "discloses",
	"command_smuggling": "runs", "preference_manipulation": "promotes", "out_of_scope_parameter": "discloses",
}

// unread reports whether the attacks of a class are not text.
func unread(category string) bool {
	prefixes := []string{"launch_", "invalid_", "agents_", "embedded_secret", "hidden_text", "encoded", "settings", "obfuscated"}
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(category, p) })
}

// load reads the entries of files.
func load(from source, patterns []string) ([]*entry, error) {
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var all []*entry
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 64<<20)
		for lines.Scan() {
			e := &entry{from: from}
			if err := json.Unmarshal(lines.Bytes(), e); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if e.Tool == nil || from != fromTest && unread(e.Category) {
				continue
			}
			e.Action = cmp.Or(e.Action, actionOf[e.Category])
			e.Set = cmp.Or(e.Set, strings.TrimSuffix(filepath.Base(file), ".jsonl"))
			if e.Registry == "" {
				e.Registry = "alone/" + e.ID
			} else {
				e.Registry = filepath.Base(file) + "/" + e.Registry
			}
			e.fold = foldOf(e)
			if from == fromReal && e.Label != corpus.Context && !realTool(e) {
				e.from = fromTest
				if e.Label == corpus.Malicious {
					e.from = fromForeign
				}
			}
			all = append(all, e)
		}
		if err := lines.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		f.Close()
	}
	return all, nil
}

// realTool reports whether a benign entry is from a real server or text, and not made up.
func realTool(e *entry) bool {
	return e.Label == corpus.Benign && (strings.Contains(e.Registry, "/bundle/") || strings.HasPrefix(e.Set, "i18n") || e.Set == "honest")
}

// foldOf puts all tools of a repository or server, and all attacks of a set, into the same fold.
func foldOf(e *entry) int {
	h := fnv.New32a()
	h.Write([]byte(e.origin()))
	return int(h.Sum32() % folds)
}

// origin names who wrote an entry: the repository, server, author or set.
func (e *entry) origin() string {
	switch {
	case e.from != fromReal || e.Label == corpus.Malicious:
		return e.Set
	case e.long():
		repository, _, _ := strings.Cut(e.Provenance.Source, " ")
		return repository
	}
	return e.Server
}

// long reports whether a real tool was listed from source code, where docstrings are long.
func (e *entry) long() bool { return e.Set == "harvest2026" || e.Set == "fetched" || e.Set == "honest" }

// generated returns entries of the grammar.
func generated(seed uint64, english, others int) ([]*entry, error) {
	languages, err := grammar.Load()
	if err != nil {
		return nil, err
	}
	var all []*entry
	for _, l := range languages {
		n := others
		if strings.HasPrefix(l.Name, "en") {
			n = english
		}
		for _, x := range grammar.Generate(l, seed, n) {
			e := &entry{Entry: x.Entry, from: fromGrammar, companions: x.Companions, Set: "grammar-" + x.Language}
			e.Registry = "alone/" + e.ID
			all = append(all, e)
		}
	}
	return all, nil
}

// read extracts the sentences of all entries, registry by registry.
func read(entries []*entry, words *features) ([]row, error) {
	byRegistry := map[string][]int{}
	var order []string
	for i, e := range entries {
		if byRegistry[e.Registry] == nil {
			order = append(order, e.Registry)
		}
		byRegistry[e.Registry] = append(byRegistry[e.Registry], i)
	}
	r := reading.NewReader(reading.Default())
	var rows []row
	for _, name := range order {
		more, err := readRegistry(entries, byRegistry[name], r, words)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	for k := range rows {
		e := entries[rows[k].entry]
		e.rows = append(e.rows, k)
	}
	return rows, nil
}

// readRegistry extracts the sentences of entries that are scanned together.
func readRegistry(entries []*entry, indexes []int, r *reading.Reader, words *features) ([]row, error) {
	var views []detect.ToolView
	var of []int
	for _, i := range indexes {
		e := entries[i]
		v, err := detect.ViewJSON(cmp.Or(e.Kind, detect.KindTool), e.Server, e.Tool)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.ID, err)
		}
		views, of = append(views, v), append(of, i)
		for _, p := range e.Peers {
			if v, err := detect.ViewJSON(detect.KindTool, p.Server, p.Tool); err == nil {
				views, of = append(views, v), append(of, -1)
			}
		}
	}
	reg := detect.NewRegistry(views)
	var rows []row
	for k, i := range of {
		if i < 0 || entries[i].Label == corpus.Context || entries[i].Kind.Apart() {
			continue
		}
		e := entries[i]
		r.EachField(views[k], reg, func(field int, doc *text.Doc, c *reading.Context) {
			for _, span := range doc.Sentences {
				if s := r.Read(doc, c, span); s != nil {
					words.of(s)
					rows = append(rows, row{
						entry: i, label: labelOf(e, views[k].Fields[field].Text, s), features: slices.Clone(words.Relations), grams: slices.Clone(words.grams), single: words.singles(s),
						scale: float64(model.Scale(len(words.Relations), len(s.Tokens))), key: words.key(s),
					})
				}
			}
		})
	}
	return rows, nil
}

// labelOf returns the label of a sentence.
func labelOf(e *entry, field string, s *reading.Sentence) int8 {
	switch {
	case e.Label != corpus.Malicious:
		return innocent
	case e.Payload == "":
		return unmarked
	case shares(field, e.Payload, s):
		return poison
	case shares(field, e.companions, s):
		return masked
	}
	return innocent
}

// shares reports whether a sentence overlaps an occurrence of words in its field.
func shares(field, words string, s *reading.Sentence) bool {
	for from := 0; words != ""; {
		k := strings.Index(field[from:], words)
		if k < 0 {
			return false
		}
		start, end := from+k, from+k+len(words)
		if s.Start < end && start < s.End {
			return true
		}
		from = end
	}
	return false
}
