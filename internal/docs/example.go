package docs

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/report"
)

// File is the name of the file that an example of a page is, and session the command that scans it.
const (
	File    = "tools.json"
	session = "mcp-lint --quiet " + File
)

// example is an example as a page shows it.
type example struct {
	// file is the whole file, in ASCII; printed is what mcp-lint prints of it.
	file, printed string
	// veiled is true when the file holds a credential, of which one character is written as an escape.
	veiled bool
}

// show makes a file of an example, its tool before those of other servers, and scans it.
func show(e detect.Example) (example, error) {
	file, err := document(e)
	if err != nil {
		return example{}, err
	}
	r, err := scan(file)
	if err != nil {
		return example{}, err
	}
	out := example{file: string(file)}
	if veiled := veil(file, r); !bytes.Equal(veiled, file) {
		out.file, out.veiled = string(veiled), true
		if r, err = scan(veiled); err != nil {
			return example{}, err
		}
	}
	var b strings.Builder
	if err := report.Text(&b, r, report.TextOptions{Quiet: true}); err != nil {
		return example{}, err
	}
	out.printed = strings.TrimRight(b.String(), "\n")
	return out, nil
}

// document nests the tools of an example under their servers. What the author wrote as an escape stays one, but for what the
// standard library writes so for browsers.
func document(e detect.Example) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`{"servers":{`)
	for i, p := range append([]detect.Peer{{Server: e.Server, Tool: e.Tool}}, e.Peers...) {
		if i > 0 {
			b.WriteByte(',')
		}
		tool, err := inReadingOrder(p.Tool)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `%q:{"tools":[%s]}`, p.Server, strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(tool))
	}
	b.WriteString("}}")
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return asciijson.Escape(out.Bytes()), nil
}

// inReadingOrder puts the name of a tool before its description, and both before its schema.
func inReadingOrder(tool string) (string, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(tool), &fields); err != nil {
		return "", err
	}
	keys := slices.SortedFunc(maps.Keys(fields), func(a, b string) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b))
	})
	var parts []string
	for _, key := range keys {
		parts = append(parts, fmt.Sprintf("%q:%s", key, fields[key]))
	}
	return "{" + strings.Join(parts, ",") + "}", nil
}

// place counts where people look for a field.
func place(key string) int {
	order := []string{"name", "title", "description", "inputSchema"}
	if i := slices.Index(order, key); i >= 0 {
		return i
	}
	return len(order)
}

// scan scans a document as a file of its own.
func scan(file []byte) (*lint.Report, error) {
	dir, err := os.MkdirTemp("", "mcp-lint-docs-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.WriteFile(filepath.Join(dir, File), file, 0o600); err != nil {
		return nil, err
	}
	return lint.Run(lint.Options{Paths: []string{File}, Cwd: dir})
}

// veil writes one character in the middle of every credential as an escape.
func veil(file []byte, r *lint.Report) []byte {
	var at []int
	for _, f := range r.Findings {
		for i, s := range f.Signals {
			if w := f.Places[i].Where.Span; s.Sensitive && w.End > w.Start {
				at = append(at, w.Start+(w.End-w.Start)/2)
			}
		}
	}
	slices.Sort(at)
	file = slices.Clone(file)
	for _, i := range slices.Backward(slices.Compact(at)) {
		file = slices.Replace(file, i, i+1, fmt.Appendf(nil, `\u%04x`, file[i])...)
	}
	return file
}
