package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// growth measures whole scans of more and more tools, and of many servers whose names are one or all different.
func growth(r *rows) error {
	for _, n := range []int{1_000, 10_000, 100_000} {
		if err := scanTools(r, n); err != nil {
			return err
		}
	}
	const servers = 4_000
	engine := detect.NewEngine(lint.Checks())
	for _, c := range []struct {
		words string
		name  func(m maker, i int) string
	}{
		{"servers, tools of one name", func(maker, int) string { return "search_files" }},
		{"servers, tools of as many names", maker.name},
	} {
		m, defs, size := newMaker(), [][]byte(nil), 0
		for i := range servers {
			data := encoded(m.short(c.name(m, i)))
			defs, size = append(defs, data), size+len(data)
		}
		s := begin()
		engine.Scan(views(defs, func(i int) string { return fmt.Sprintf("server%d", i) }))
		r.scan(fmt.Sprintf("%d %s", servers, c.words), servers, size, s)
	}
	return nil
}

// started is when something began.
type started struct {
	at  time.Time
	cpu time.Duration
}

func begin() started {
	cpu, _ := cpuTime()
	return started{time.Now(), cpu} //nolint:forbidigo // A clock is what this is.
}

// scan adds what a scan of n tools with so many bytes took.
func (r *rows) scan(words string, n, size int, s started) {
	took, cpu := time.Since(s.at), "-"
	if now, ok := cpuTime(); ok {
		cpu = each(n, now-s.cpu)
	}
	r.add(words, fmt.Sprintf("%.1f MB", float64(size)/1e6), fmt.Sprintf("%.2f", took.Seconds()), cpu, rate(size, took))
}

// scanTools measures one scan of n tools in files.
func scanTools(r *rows, n int) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer remove(dir)
	size, err := newMaker().writeTools(dir, n)
	if err != nil {
		return err
	}
	s := begin()
	found, err := lint.Run(lint.Options{Paths: []string{dir}})
	if err != nil {
		return err
	}
	if err := report.JSON(io.Discard, found); err != nil {
		return err
	}
	if found.Summary.Tools != n {
		return fmt.Errorf("%d of %d tools were found", found.Summary.Tools, n)
	}
	r.scan(fmt.Sprintf("%d tools", n), n, size, s)
	return nil
}

// perRegistry is how many entries stand side by side in a registry.
const perRegistry = 8

// million measures what corpus eval does with a million tools, alone and in registries.
func million(r *rows) error { return evaluations(r, 1_000_000) }

func evaluations(r *rows, n int) error {
	for _, per := range []int{0, perRegistry} {
		if err := evaluate(r, n, per); err != nil {
			return err
		}
	}
	return nil
}

func evaluate(r *rows, n, per int) error {
	f, err := os.CreateTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	size, err := newMaker().writeCorpus(f, n, per)
	if err != nil {
		return err
	}
	s := begin()
	lines, _, err := corpus.OpenLines(f)
	if err != nil {
		return err
	}
	verdicts := 0
	if _, err := lines.Evaluate(lint.Checks(), func(corpus.Verdict) error { verdicts++; return nil }); err != nil {
		return err
	}
	if verdicts != n {
		return fmt.Errorf("%d of %d entries were evaluated", verdicts, n)
	}
	words := fmt.Sprintf("corpus eval, %d tools alone", n)
	if per > 0 {
		words = fmt.Sprintf("corpus eval, %d tools in registries of %d", n, per)
	}
	r.scan(words, n, size, s)
	return nil
}

// writeCorpus writes entries as JSON Lines, in registries of so many, and returns their size.
func (m maker) writeCorpus(w io.Writer, n, per int) (size int, err error) {
	out := bufio.NewWriter(w)
	for i := range n {
		e := corpus.Entry{ID: fmt.Sprintf("e%d", i), Label: corpus.Benign, Category: "tool", Server: fmt.Sprintf("s%d", i)}
		if per > 0 {
			e.Registry, e.Server = fmt.Sprintf("r%d", i/per), fmt.Sprintf("s%d", i/per)
		}
		e.Tool = json.RawMessage(encoded(m.short(m.name(i))))
		data := append(encoded(e), '\n')
		size += len(data)
		if _, err := out.Write(data); err != nil {
			return size, err
		}
	}
	return size, out.Flush()
}
