package main

import (
	"fmt"
	"os"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// measuredTools is how many tools the stages and checks are measured on.
const measuredTools = 1_000

// definitions are the texts of tools, and views what is made of them.
func definitions() [][]byte {
	m := newMaker()
	var list [][]byte
	for _, t := range m.manyTools(measuredTools, m.full) {
		list = append(list, encoded(t))
	}
	return list
}

func views(list [][]byte, server func(i int) string) []detect.ToolView {
	out := make([]detect.ToolView, len(list))
	for i, data := range list {
		v, err := detect.ViewJSON(detect.KindTool, server(i), data)
		if err != nil {
			panic(err) //nolint:forbidigo // What is made here can be read.
		}
		out[i] = v
	}
	return out
}

// tens puts ten tools on each server.
func tens(i int) string { return fmt.Sprintf("server%d", i/10) }

// stages measures what a definition goes through, from its file to its findings.
func stages(r *rows) error {
	m := newMaker()
	for _, c := range []struct {
		name string
		lang lex.Language
		code string
	}{{"lex Python", lex.Python, m.python(400)}, {"lex JavaScript", lex.JavaScript, m.javaScript(400)}} {
		took := measure(func() { lex.Read(source.NewFile("f", "f", []byte(c.code)), c.lang) })
		r.add(c.name, rate(len(c.code), took), fmt.Sprintf("%d kB", len(c.code)/1000))
	}
	defs := definitions()
	size := 0
	nodes := make([]*detect.Node, len(defs))
	for _, d := range defs {
		size += len(d)
	}
	of := fmt.Sprintf("%d tools of %d bytes", len(defs), size/len(defs))
	took := measure(func() {
		for i, d := range defs {
			nodes[i], _ = detect.ParseJSON(d)
		}
	})
	r.add("parse JSON", rate(size, took), of)
	took = measure(func() {
		for _, n := range nodes {
			detect.NewView(detect.KindTool, "server", n)
		}
	})
	r.add("view", each(len(defs), took)+" µs per tool", of)
	all, words := views(defs, tens), 0
	for i := range all {
		for _, f := range all[i].Fields {
			words += len(f.Text)
		}
	}
	took = measure(func() {
		for i := range all {
			for _, f := range all[i].Fields {
				text.NewDoc(f.Text)
			}
		}
	})
	r.add("doc", rate(words, took), fmt.Sprintf("%d kB of text", words/1000))
	engine := detect.NewEngine(lint.Checks())
	took = measure(func() { engine.Scan(views(defs, tens)) })
	r.add("parse, view and all checks", each(len(defs), took)+" µs per tool", of)
	return walks(r)
}

// walks measures discovery and a whole scan of a folder of code.
func walks(r *rows) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer remove(dir)
	const files = 1_000
	size, err := newMaker().writeRepository(dir, files)
	if err != nil {
		return err
	}
	of := fmt.Sprintf("%d files, %d MB", files, size/1_000_000)
	took := measure(func() { _, err = discover.Walk(discover.Options{Paths: []string{dir}}) })
	r.add("walk", rate(size, took), of)
	if err != nil {
		return err
	}
	took = measure(func() { _, err = lint.Run(lint.Options{Paths: []string{dir}}) })
	r.add("scan of a folder", rate(size, took), of)
	return err
}

// checks measures each check alone. What several checks need of a text is worked out before.
func checks(r *rows) error {
	all := views(definitions(), tens)
	for _, c := range lint.Checks() {
		engine := detect.NewEngine([]detect.Check{c})
		r.add(c.ID(), each(len(all), measure(func() { engine.Scan(all) })))
	}
	none := detect.NewEngine(nil)
	r.add("(none)", each(len(all), measure(func() { none.Scan(all) })))
	return nil
}
