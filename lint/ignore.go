package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// ignores are the entries under "ignore" in a configuration that have not expired.
type ignores struct {
	list []*ignored
	// byTool, byServer and byDigest are the indexes of entries that name one of them to the letter, each entry being in the first of these
	// only; rest are the others.
	byTool, byServer map[string][]int
	byDigest         map[lock.Digest][]int
	rest             []int
	// fitting are the entries whose names fit last, the last subject that was asked about.
	last     *subject
	lastCopy lock.Digest
	fitting  []int
}

// ignored is one entry.
type ignored struct {
	config.Ignore
	// by is its number; where is its place.
	by    int
	where source.Location
	// server and tool are nil when the entry does not name them, path when it does not.
	server, tool *wild
	path         *discover.Patterns
	// file is the file that was asked about last, and inFile whether the path fits.
	file   *source.File
	inFile bool
	// used is set when it has fit something; changed when it would, had the definition not changed.
	used, changed bool
}

// newIgnores reads the entries.
func newIgnores(s *suppressor, opts *Options) (*ignores, error) {
	in := &ignores{byTool: map[string][]int{}, byServer: map[string][]int{}, byDigest: map[lock.Digest][]int{}}
	if opts.Config == nil {
		return in, nil
	}
	for _, c := range opts.Config.Ignore {
		e := &ignored{Ignore: c, by: isTold, where: lineOf(opts.ConfigFile, c.Line)}
		in.list = append(in.list, e)
		if c.Path != "" {
			var err error
			if e.path, err = discover.NewPatterns([]string{c.Path}); err != nil {
				return nil, fmt.Errorf("ignore: line %d: path: %w", c.Line, err)
			}
		}
		e.server, e.tool = newWild(c.Server), newWild(c.Tool)
		if e.Expired(s.today) {
			continue
		}
		e.by = s.enter(Suppression{Kind: SuppressedByConfig, Reason: c.Reason, Where: e.where})
		i := len(in.list) - 1
		switch {
		case e.tool.exact():
			in.byTool[c.Tool] = append(in.byTool[c.Tool], i)
		case e.server.exact():
			in.byServer[c.Server] = append(in.byServer[c.Server], i)
		case c.Digest != "":
			in.byDigest[lock.Digest(c.Digest)] = append(in.byDigest[lock.Digest(c.Digest)], i)
		default:
			in.rest = append(in.rest, i)
		}
	}
	return in, nil
}

// judge returns the number of the first entry that fits signal i of a finding, or isTold.
func (in *ignores) judge(f *Finding, i int) int {
	if len(in.list) == 0 {
		return isTold
	}
	by := isTold
	for _, k := range in.named(f) {
		e := in.list[k]
		switch {
		case len(e.Check) > 0 && !slices.Contains(e.Check, f.Signals[i].CheckID), e.path != nil && !f.Places[i].files(e.holds):
		case e.Digest != "" && !f.bound(i, lock.Digest(e.Digest)):
			e.changed = true
		default:
			e.used = true
			if by == isTold {
				by = e.by
			}
		}
	}
	return by
}

// named returns the entries whose names fit a finding, in their order.
func (in *ignores) named(f *Finding) []int {
	if in.last == f.subject && in.lastCopy == f.Digest {
		return in.fitting
	}
	in.last, in.lastCopy, in.fitting = f.subject, f.Digest, nil
	server, tool := f.subject.View.Server, f.subject.View.Name
	for _, list := range [][]int{in.byTool[tool], in.byServer[server], in.byDigest[f.Digest], in.rest} {
		for _, k := range list {
			if in.list[k].server.fits(server) && in.list[k].tool.fits(tool) {
				in.fitting = append(in.fitting, k)
			}
		}
	}
	slices.Sort(in.fitting)
	return in.fitting
}

// holds reports whether the path of the entry fits a file.
func (e *ignored) holds(f *source.File) bool {
	if f == nil {
		return false
	}
	if e.file != f {
		e.file, e.inFile = f, e.path.Match(f.Rel)
	}
	return e.inFile
}

// bound reports whether signal i is of the definition that has the digest. What stands in a copy alone, which may say anything else, is not.
func (f *Finding) bound(i int, d lock.Digest) bool {
	if f.Digest != d {
		return false
	}
	if f.copied {
		return !f.Places[i].missing
	}
	return f.subject.own(f.Signals[i].FieldIndex)
}

// lineOf is the place of a line of a file, or the file when the line is not known.
func lineOf(f *source.File, line int) source.Location {
	if f == nil || line < 1 {
		return source.Location{File: f}
	}
	words, at := f.Line(line)
	return source.Location{File: f, Span: source.Span{Start: at, End: at + len(words)}, Exact: true}
}

// wild is a name in which a star stands for any characters. The nil one fits every name.
type wild struct {
	// parts stand between the stars.
	parts []string
}

func newWild(pattern string) *wild {
	if pattern == "" {
		return nil
	}
	return &wild{strings.Split(pattern, "*")}
}

// exact reports whether it stands for one name.
func (w *wild) exact() bool { return w != nil && len(w.parts) == 1 }

// fits takes time in proportion to the name, for each part at most.
func (w *wild) fits(name string) bool {
	if w == nil {
		return true
	}
	first, last := w.parts[0], w.parts[len(w.parts)-1]
	if len(w.parts) == 1 {
		return name == first
	}
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range w.parts[1 : len(w.parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
