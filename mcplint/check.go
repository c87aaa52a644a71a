package mcplint

import (
	"bytes"
	"context"
	"strings"

	"github.com/org/mcp-lint/lint"
)

// T is what Check needs of a test: a *testing.T has it, and so have a testing.TB and what Ginkgo gives. When it also has the method
// Context() context.Context, a check ends when that context does.
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
	out := s.run(contextOf(t), func(o *lint.Options) {
		o.Paths, o.Stdin = []string{"-"}, bytes.NewReader(doc.data)
	}, doc)
	return out.tell(t)
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
	out := s.run(contextOf(t), func(o *lint.Options) { o.Paths = []string{path} }, document{path: path})
	return out.tell(t)
}

// contextOf returns the context of a test that has one.
func contextOf(t T) context.Context {
	if c, ok := t.(interface{ Context() context.Context }); ok {
		if ctx := c.Context(); ctx != nil {
			return ctx
		}
	}
	return context.Background()
}

// run scans what aim sets, unless the options make no sense.
func (s *settings) run(ctx context.Context, aim func(*lint.Options), doc document) outcome {
	opts, failOn := s.lintOptions()
	if len(s.mistakes) > 0 {
		return outcome{failures: s.mistakes}
	}
	aim(&opts)
	r, err := lint.RunContext(ctx, opts)
	if err != nil {
		return outcome{failures: []string{explain(err)}}
	}
	t := teller{report: r, failOn: failOn, doc: doc, settings: s}
	return t.outcome()
}

// outcome is what is said to the test: failures fail it, remarks do not.
type outcome struct {
	failures, remarks []string
}

func (o outcome) tell(t T) bool {
	t.Helper()
	for _, words := range o.failures {
		t.Errorf("%s", label(words))
	}
	for _, words := range o.remarks {
		t.Logf("%s", label(words))
	}
	return len(o.failures) == 0
}
