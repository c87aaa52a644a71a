// Package fix makes the changes that findings offer: it takes hidden characters out, names the version of a package that a lock file
// names, and puts a variable in the place of a credential. A change is made only when a scan of the changed file finds what the scan before
// found, less what was fixed.
package fix

import (
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
	// Before and After are its bytes; After is nil when nothing of the file can be changed, and Why says why.
	Before, After []byte
	Why           string
	// Secrets are the credentials of the file as they are written in it, line by line.
	Secrets []string
	// Fixed counts the signals that the changes are for.
	Fixed int
}

// edit replaces bytes [start, end) of a file.
type edit struct {
	start, end int
	text       string
}

const (
	// maxFiles and maxEdits bound the files that are changed and the changes of each.
	maxFiles, maxEdits = 500, 10_000
	// maxBytes bounds a file that is changed.
	maxBytes = 16 << 20
)

// Plan works out the changes for a report of a scan with these options, in the order of paths. Nothing is written.
func Plan(r *lint.Report, opts lint.Options) ([]File, error) {
	wanted := map[string][]edit{}
	versions := newVersions(opts.Cwd)
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
			wanted[at.Path] = append(wanted[at.Path], edit{at.Start.Offset, at.End.Offset, text})
		}
	}
	paths := make([]string, 0, len(wanted))
	for p := range wanted {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	var files []File
	for _, p := range paths[:min(len(paths), maxFiles)] {
		f, err := change(p, wanted[p], r, opts)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// change applies the edits of a file and scans it again.
func change(path string, edits []edit, r *lint.Report, opts lint.Options) (File, error) {
	f := File{Path: path, Name: path}
	if !filepath.IsAbs(path) && opts.Cwd != "" {
		f.Name = filepath.Join(opts.Cwd, path)
	}
	data, err := read(f.Name)
	if err != nil {
		f.Why = err.Error()
		return f, nil
	}
	f.Before, f.Secrets = data, secrets(r, path, data)
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	edits = slices.Compact(edits)
	after, made := apply(data, edits[:min(len(edits), maxEdits)])
	if made == 0 {
		f.Why = "the changes overlap"
		return f, nil
	}
	if why, err := worse(f.Name, after, r, opts); err != nil || why != "" {
		f.Why = why
		return f, err
	}
	f.After, f.Fixed = after, made
	return f, nil
}

// secrets are the words of a file that the report takes for credentials, suppressed or not.
func secrets(r *lint.Report, path string, data []byte) (out []string) {
	of := func(signals []lint.Signal) {
		for _, s := range signals {
			for _, at := range append(s.More, s.Where) {
				if s.Sensitive && at.Path == path && at.Start.Offset <= at.End.Offset && at.End.Offset <= len(data) {
					out = append(out, strings.FieldsFunc(string(data[at.Start.Offset:at.End.Offset]), func(c rune) bool { return c == '\n' || c == '\r' })...)
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

// apply makes edits in rising order; one that overlaps another is left out.
func apply(data []byte, edits []edit) (after []byte, made int) {
	at := 0
	for _, e := range edits {
		if e.start < at || e.end > len(data) {
			continue
		}
		after = append(append(after, data[at:e.start]...), e.text...)
		at = e.end
		made++
	}
	return append(after, data[at:]...), made
}

// worse scans with the changed file in place of the old one, and says what is not as it should be. That more is found is right: without
// hidden characters, text may turn out to be an order.
func worse(name string, after []byte, before *lint.Report, opts lint.Options) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("find %q: %w", name, err)
	}
	opts.Overlay, opts.Progress = map[string][]byte{abs: after}, nil
	now, err := lint.Run(opts)
	switch {
	case err != nil:
		return "", fmt.Errorf("scan the changed %q: %w", name, err)
	case len(now.Missed()) > len(before.Missed()):
		return "the changed file could not be read", nil
	case now.Summary.Definitions != before.Summary.Definitions || now.Summary.Servers != before.Summary.Servers:
		return "the changed file would define something else", nil
	case offers(now) >= offers(before):
		return "the change would leave the finding", nil
	}
	return "", nil
}

// offers counts the changes that the findings of a report offer.
func offers(r *lint.Report) (n int) {
	for i := range r.Findings {
		for k := range r.Findings[i].Signals {
			if r.Findings[i].Signals[k].Fix != nil {
				n++
			}
		}
	}
	return n
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
