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
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

// File is the name of the file that an example of a page is, and session the command that scans it.
const (
	File    = "tools.json"
	session = "mcp-lint --quiet "
)

// example is an example as a page shows it.
type example struct {
	// file is the whole file, in ASCII; printed is what mcp-lint prints of it.
	file, printed string
	// approved is the file as it was when it was approved; "" without a lock file or when that does not know the tool.
	approved string
	// veiled is true when the file holds a credential, of which one character is written as an escape.
	veiled bool
}

// show makes a file of an example, its own tool first, and scans it, with a lock file where something was approved.
func show(e detect.Example) (example, error) {
	file, err := document(e)
	if err != nil {
		return example{}, err
	}
	before, err := wasApproved(e)
	if err != nil {
		return example{}, err
	}
	name := cmp.Or(e.File, File)
	scan := func(file []byte) (*lint.Report, error) { return scan(name, file, before, e.Approved != "") }
	r, err := scan(file)
	if err != nil {
		return example{}, err
	}
	out := example{file: string(file), approved: string(before)}
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

// document is the file of an example as it is, or nests the tools of an example under their servers. What the author wrote as an escape stays one, but for what the
// standard library writes so for browsers.
func document(e detect.Example) ([]byte, error) {
	if e.File != "" {
		return asciijson.Escape([]byte(strings.TrimRight(e.Text, "\n") + "\n")), nil
	}
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

// noneApproved is what Example.Approved says of a lock file that does not know the tool.
const noneApproved = "none"

// wasApproved makes a file of what was approved; nil when nothing was.
func wasApproved(e detect.Example) ([]byte, error) {
	if e.Approved == "" || e.Approved == noneApproved {
		return nil, nil
	}
	e.Tool, e.Text = e.Approved, e.Approved
	return document(e)
}

// scan scans a document as a file. When locked, a lock file approves what was in the file before, which may be nothing.
func scan(name string, file, before []byte, locked bool) (*lint.Report, error) {
	dir, err := os.MkdirTemp("", "mcp-lint-docs-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	opts := lint.Options{Paths: []string{name}, Cwd: dir}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	write := func(data []byte) error { return os.WriteFile(path, data, 0o600) }
	if locked {
		held := &lock.File{}
		if before != nil {
			if err := write(before); err != nil {
				return nil, err
			}
			if held, err = approve(opts); err != nil {
				return nil, err
			}
		}
		data := held.Bytes()
		if opts.Lock, err = lock.Parse(data); err != nil {
			return nil, err
		}
		opts.LockFile = source.NewFile(lock.Name, lock.Name, data)
	}
	if err := write(file); err != nil {
		return nil, err
	}
	return lint.Run(opts)
}

func approve(opts lint.Options) (*lock.File, error) {
	_, found, err := lint.RunLocked(opts)
	if err != nil {
		return nil, err
	}
	return found.ApproveAll(lock.Stamp{Day: "2026-11-22", Version: "docs"}), nil
}

// veil writes one character in the middle of every credential as an escape.
func veil(file []byte, r *lint.Report) []byte {
	var at []int
	for _, f := range r.Findings {
		for _, s := range f.Signals {
			if w := s.Where; s.Sensitive && w.End.Offset > w.Start.Offset {
				at = append(at, w.Start.Offset+(w.End.Offset-w.Start.Offset)/2)
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
