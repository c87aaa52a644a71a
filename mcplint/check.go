package mcplint

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"github.com/org/mcp-lint/lint"
)

// T is what Check needs of a test, such as a *testing.T or a testing.TB. When it has a Context() method, a check ends with that context.
type T interface {
	Helper()
	Errorf(format string, args ...any)
	Logf(format string, args ...any)
}

// Check fails the test for what is wrong with the definitions of a server, and reports whether all is well. Definitions are what a server
// lists:
//
//   - any value that encodes to the JSON of the protocol: a *mcp.ListToolsResult, []*mcp.Tool, a single *mcp.Tool, a
//     *mcp.InitializeResult with the instructions of the server, results with prompts and resources; of any SDK whose types
//     encode with encoding/json, and maps and slices of such values
//   - []byte, json.RawMessage, string and io.Reader: a document as mcp-lint reads it, such as the JSON of a tools/list result
//
// Values and pages that belong together are better checked together, in a slice or a map[string]any with the members of the protocol
// ("tools", "prompts", "resources", "instructions"): tools are compared with each other.
//
// It does not stop the test. Go on with what it returns when that is wanted.
func Check(t T, definitions any, opts ...Option) bool {
	t.Helper()
	s := newSettings(opts)
	doc, err := newDocument(definitions, s.server)
	if err != nil {
		s.mistake(err)
	}
	return s.run(t, doc)
}

// CheckPath is Check for a file or a folder: recorded tools/list results, manifests, client configurations, and source code that defines
// tools, found as the command finds them. A relative path begins in the folder of the test's package.
//
// Source code is read and not run, so that a text may stay unknown; that fails the test. Where that happens Check is the better choice.
// Findings in a folder's tests, fixtures and examples weigh less, as they do for the command; those in a file that is named itself do not.
func CheckPath(t T, path string, opts ...Option) bool {
	t.Helper()
	s := newSettings(opts)
	switch {
	case strings.TrimSpace(path) == "":
		s.mistakef("CheckPath was given no path")
	case s.server != "":
		s.mistakef("mcplint.Server is for mcplint.Check: files say themselves which server they are of")
	case path == "-":
		path = "./-" // A file of that name, not the standard input of the test.
	}
	return s.run(t, document{path: path})
}

// run scans a document or a path, unless the options make no sense, and says to the test what comes of it.
func (s *settings) run(t T, doc document) bool {
	t.Helper()
	w := writer{settings: s, doc: doc}
	w.scan(t)
	for _, words := range w.failures {
		t.Errorf("%s", label(words))
	}
	for _, words := range w.logged {
		t.Logf("%s", label(words))
	}
	return len(w.failures) == 0
}

func (w *writer) scan(t T) {
	opts, failOn := w.lintOptions()
	if w.failures = w.mistakes; len(w.failures) > 0 {
		return
	}
	if opts.Paths = []string{w.doc.path}; w.doc.path == "" {
		opts.Paths, opts.Stdin = []string{"-"}, bytes.NewReader(w.doc.data)
	}
	ctx := context.Background()
	if c, ok := t.(interface{ Context() context.Context }); ok {
		ctx = cmp.Or(c.Context(), ctx)
	}
	r, err := lint.RunContext(ctx, opts)
	if err != nil {
		w.fail(explain(err))
		return
	}
	w.report, w.failOn = r, failOn
	w.findings()
	w.missed()
	w.leftOut()
}
