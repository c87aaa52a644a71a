// Package fix applies the fixes of findings: it removes hidden characters, pins packages to the version in a lock file, and replaces
// credentials by variables. A fix is kept only if a scan of the changed files finds the same definitions, and no longer the problem.
package fix

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// File is a file with its fixes.
type File struct {
	// Path is the displayed path, Name the path to open.
	Path, Name string
	// Before and After are the contents; After is nil when nothing can be fixed. Why says why a part is not fixed.
	Before, After []byte
	Why           string
	// Secrets are the credentials in the file as written, line by line.
	Secrets []string
	// Variables are the environment variables that replace credentials in the fixed file.
	Variables []string
	// Fixed counts the fixed signals.
	Fixed int
}

const (
	// maxFiles bounds the number of fixed files, maxEdits the edits of each.
	maxFiles, maxEdits = 500, 10_000
	// maxBytes bounds the size of a fixed file, maxTotal that of all.
	maxBytes, maxTotal = 16 << 20, 128 << 20
)

// Plan returns the fixes for a report of a scan with these options, sorted by path. It writes nothing.
func Plan(r *lint.Report, opts lint.Options) ([]File, error) {
	drafts := drafts(r, opts)
	dropAmbiguous(drafts)
	if err := verify(drafts, r, opts); err != nil {
		return nil, err
	}
	files := make([]File, len(drafts))
	for i, d := range drafts {
		files[i] = d.File
	}
	return files, nil
}

func drafts(r *lint.Report, opts lint.Options) []*draft {
	wanted := map[string][]edit{}
	versions := &versions{opts.Cwd, map[string]map[string][]string{}}
	for i := range r.Findings {
		for k := range r.Findings[i].Signals {
			s := &r.Findings[i].Signals[k]
			if s.Fix == nil || s.Fix.Where.Path == "" || s.Fix.Where.Path == "<stdin>" {
				continue
			}
			text := s.Fix.Text
			if s.Fix.Package != "" {
				version := versions.version(s.Fix.Where.Path, s.Fix.Package)
				if version == "" {
					continue
				}
				text = strings.ReplaceAll(text, detect.VersionMark, version)
			}
			at := s.Fix.Where
			wanted[at.Path] = append(wanted[at.Path], edit{start: at.Start.Offset, end: at.End.Offset, text: text, variable: s.Fix.Variable, check: s.CheckID})
		}
	}
	var out []*draft
	room := maxTotal
	for path, edits := range wanted {
		slices.SortFunc(edits, func(a, b edit) int {
			return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.text, b.text))
		})
		out = append(out, &draft{File: File{Path: path, Name: path}, edits: slices.Compact(edits)})
	}
	slices.SortFunc(out, func(a, b *draft) int { return cmp.Compare(a.Path, b.Path) })
	for i, d := range out {
		if i >= maxFiles {
			d.giveUp(fmt.Sprintf("one run changes at most %d files", maxFiles))
			continue
		}
		if !filepath.IsAbs(d.Path) && opts.Cwd != "" {
			d.Name = filepath.Join(opts.Cwd, d.Path)
		}
		data, err := read(d.Name)
		if room -= len(data); err == nil && room < 0 {
			err = errors.New("the files to change are too large in total")
		}
		if err != nil {
			d.giveUp(err.Error())
			continue
		}
		if d.Before, d.Secrets = data, secrets(r, d.Path, data); len(d.edits) > maxEdits {
			d.edits, d.Why = d.edits[:maxEdits], fmt.Sprintf("one run makes at most %d changes in a file", maxEdits)
		}
	}
	return out
}

// dropAmbiguous removes edits that would use one variable for different values.
func dropAmbiguous(drafts []*draft) {
	values, ambiguous := map[string][]byte{}, map[string]bool{}
	each := func(see func(d *draft, e edit) bool) {
		for _, d := range drafts {
			d.edits = slices.DeleteFunc(d.edits, func(e edit) bool { return e.variable != "" && e.end <= len(d.Before) && see(d, e) })
		}
	}
	each(func(d *draft, e edit) bool {
		value := d.Before[e.start:e.end]
		if other, ok := values[e.variable]; ok && !bytes.Equal(other, value) {
			ambiguous[e.variable] = true
		}
		values[e.variable] = value
		return false
	})
	each(func(d *draft, e edit) bool {
		if ambiguous[e.variable] {
			d.Why = e.variable + " would stand for different credentials"
		}
		return ambiguous[e.variable]
	})
}

// secrets returns the text of a file that the report calls credentials, suppressed or not.
func secrets(r *lint.Report, path string, data []byte) (out []string) {
	of := func(signals []lint.Signal) {
		for _, s := range signals {
			for _, at := range append(s.More, s.Where) {
				if s.Sensitive && at.Path == path && at.Start.Offset <= at.End.Offset && at.End.Offset <= len(data) {
					words := string(data[at.Start.Offset:at.End.Offset])
					out = append(out, strings.FieldsFunc(words, func(c rune) bool { return c == '\n' || c == '\r' })...)
				}
			}
		}
	}
	for i := range r.Findings {
		of(r.Findings[i].Signals)
	}
	for i := range r.Suppressed {
		of(r.Suppressed[i].Signals)
	}
	// Longer ones first, because one may contain another.
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// read reads a regular file and follows no link.
func read(name string) ([]byte, error) {
	st, err := os.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !st.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case st.Size() > maxBytes:
		return nil, fmt.Errorf("it is larger than %d bytes", maxBytes)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, maxBytes))
}
