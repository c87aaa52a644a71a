// Package fix makes the changes that findings offer: it takes hidden characters out, names the version of a package that a lock file
// names, and puts a variable in the place of a credential. A change is made only when a scan of the changed files still finds the same
// definitions and no longer what the change is for.
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

// File is a file with its changes.
type File struct {
	// Path is the file as people are shown it, and Name as the system is asked for it.
	Path, Name string
	// Before and After are its bytes; After is nil when nothing of the file can be changed. Why says why something stays as it is.
	Before, After []byte
	Why           string
	// Secrets are the credentials of the file as they are written in it, line by line.
	Secrets []string
	// Variables are those that the changed file refers to in place of credentials.
	Variables []string
	// Fixed counts the signals that the changes are for.
	Fixed int
}

const (
	// maxFiles and maxEdits bound the files that are changed and the changes of each.
	maxFiles, maxEdits = 500, 10_000
	// maxBytes bounds a file that is changed, and maxTotal all of them.
	maxBytes, maxTotal = 16 << 20, 128 << 20
)

// Plan works out the changes for a report of a scan with these options, in the order of paths. Nothing is written.
func Plan(r *lint.Report, opts lint.Options) ([]File, error) {
	drafts := drafts(r, opts)
	dropAmbiguous(drafts)
	if err := settle(drafts, r, opts); err != nil {
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
				version := versions.of(s.Fix.Where.Path, s.Fix.Package)
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
			d.leave(fmt.Sprintf("one run changes at most %d files", maxFiles))
			continue
		}
		if !filepath.IsAbs(d.Path) && opts.Cwd != "" {
			d.Name = filepath.Join(opts.Cwd, d.Path)
		}
		data, err := read(d.Name)
		if room -= len(data); err == nil && room < 0 {
			err = errors.New("the files to change are too large together")
		}
		if err != nil {
			d.leave(err.Error())
			continue
		}
		if d.Before, d.Secrets = data, secrets(r, d.Path, data); len(d.edits) > maxEdits {
			d.edits, d.Why = d.edits[:maxEdits], fmt.Sprintf("one run makes at most %d changes in a file", maxEdits)
		}
	}
	return out
}

// dropAmbiguous takes out the edits by which one variable would stand for different values.
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

// secrets are the words of a file that the report takes for credentials, suppressed or not.
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
	// One may be part of another.
	slices.SortFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return out
}

// read reads a file that is an ordinary one and no link.
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
