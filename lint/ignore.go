package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/star"
	"github.com/org/mcp-lint/lock"
)

// ignores are the entries under "ignore" in a configuration that have not expired.
type ignores struct {
	list []*ignored
	// paths says of files whether the path of an entry fits them. All paths take their time together, and shared is one of them.
	paths  map[ignoredFile]bool
	shared *discover.Patterns
}

type ignoredFile struct {
	*ignored
	*source.File
}

type ignored struct {
	config.Ignore
	// by is its number; where is its place.
	by    int
	where source.Location
	// server and tool are nil when the entry does not name them, path when it does not.
	server, tool *star.Pattern
	path         *discover.Patterns
	// used is set when it has fit something; other when it would, were it not bound to another definition.
	used, other bool
}

func newIgnores(s *suppressor) (*ignores, error) {
	in, opts := &ignores{paths: map[ignoredFile]bool{}}, s.opts
	if opts.Config == nil {
		return in, nil
	}
	for _, c := range opts.Config.Ignore {
		e := &ignored{Ignore: c, by: isReported, where: lineOf(opts.ConfigFile, c.Line)}
		in.list = append(in.list, e)
		if c.Path != "" {
			var err error
			if e.path, err = discover.NewPatterns([]string{c.Path}); err != nil {
				return nil, fmt.Errorf("ignore: line %d: path: %w", c.Line, err)
			}
			if in.shared == nil {
				in.shared = e.path
			}
			e.path.Share(in.shared)
		}
		e.server, e.tool = star.New(c.Server), star.New(c.Tool)
		if !e.Expired(opts.Today) {
			e.by = s.enter(SuppressedByConfig, c.Reason, e.where)
		}
	}
	return in, nil
}

// judge returns the number of the first entry that fits signal i of a finding, or isReported.
func (in *ignores) judge(f *finding, i int) int {
	by := isReported
	for _, e := range in.list {
		switch {
		case !e.names(f), !e.means(f.Signals[i].CheckID),
			e.path != nil && !f.places[i].in(func(file *source.File) bool { return in.holds(e, file) }):
		case e.Digest != "" && !f.bound(i, lock.Digest(e.Digest)):
			e.other = true
		default:
			e.used = true
			if by == isReported {
				by = e.by
			}
		}
	}
	return by
}

// names reports whether a finding is of a definition that the entry is about. One with nothing but a digest is about that definition alone.
func (e *ignored) names(f *finding) bool {
	named := e.tool.Exact() || e.server.Exact() || e.Digest == "" || lock.Digest(e.Digest) == f.digest
	return named && e.by != isReported && e.server.Fits(f.subject.View.Server) && e.tool.Fits(f.subject.View.Name)
}

// means reports whether the entry is for a check. What differs from a lock file is only ignored by its name, or of one definition alone:
// who was content with what a tool has said is not content with whatever it says from then on.
func (e *ignored) means(check string) bool {
	if len(e.Check) == 0 {
		return e.Digest != "" || !lock.Compares(check)
	}
	return slices.Contains(e.Check, check)
}

func (in *ignores) holds(e *ignored, f *source.File) bool {
	key := ignoredFile{e, f}
	fits, asked := in.paths[key]
	if !asked {
		fits = f != nil && e.path.Match(f.Rel)
		in.paths[key] = fits
	}
	return fits
}

// bound reports whether signal i is of the definition that has the digest. What stands in a copy alone, which may say anything else, is
// not.
func (f *finding) bound(i int, d lock.Digest) bool {
	if f.digest != d {
		return false
	}
	if f.copied {
		return !f.places[i].missing
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

func (s *suppressor) ignoreNotes(l looked) []Remark {
	var notes []Remark
	spent := s.ignores.shared.Spent()
	if spent {
		notes = append(notes, Remark{
			Text:  "the paths in ignore take too long to match, so entries with a path did not apply to all files",
			Where: s.quoter.Place(source.Location{File: s.opts.ConfigFile}),
		})
	}
	var there map[lock.Digest]bool
	for _, e := range s.ignores.list {
		words := ""
		switch {
		case e.by == isReported:
			words = "expired on " + quotedName(e.Expires) + " and ignores nothing"
		case e.used, !l.whole, e.path != nil && (spent || leftOut(s.inv, e.Path)), !e.other && !l.has(e.Check):
			continue
		default:
			if there == nil && e.Digest != "" {
				there = digestsOf(s.inv)
			}
			words = staleWords(e, l, there)
		}
		if words != "" {
			notes = append(notes, Remark{Text: "the ignore entry (" + quotedName(e.Reason) + ") " + words, Where: s.quoter.Place(e.where)})
		}
	}
	return notes
}

// staleWords say why an entry fits nothing. there are the digests of the definitions that were found.
func staleWords(e *ignored, l looked, there map[lock.Digest]bool) string {
	gone := e.Digest != "" && !there[lock.Digest(e.Digest)]
	switch {
	case gone && e.other:
		return "has the digest of a definition that has changed, so it ignores nothing" + l.leftOut
	case !l.has(e.Check):
		return ""
	case gone:
		return "matches no finding; the definition with its digest may have changed" + l.leftOut
	}
	return "matches no finding" + l.leftOut
}

func digestsOf(inv *discover.Inventory) map[lock.Digest]bool {
	all := map[lock.Digest]bool{}
	for i := range inv.Tools {
		t := &inv.Tools[i]
		if !lock.Locks(t.View.Kind) {
			continue
		}
		all[lock.DigestOf(t.View)] = true
		for k := range t.Also {
			if also := &t.Also[k]; also.View.Definition != t.View.Definition {
				all[lock.DigestOf(also.View)] = true
			}
		}
	}
	return all
}

// leftOut reports whether a pattern is that of one file, or folder, which was not looked at.
func leftOut(inv *discover.Inventory, pattern string) bool {
	name := strings.Trim(pattern, "/")
	return strings.Contains(strings.TrimSuffix(pattern, "/"), "/") && !strings.ContainsAny(name, `*?[\`) && !inv.Covers(name)
}

// trustNotes names placeholders that are met nowhere, and of trusted servers that do not exist.
func (s *suppressor) trustNotes(l looked) []Remark {
	if !l.whole {
		return nil
	}
	var notes []Remark
	note := func(format string, args ...any) {
		notes = append(notes, Remark{Text: fmt.Sprintf(format, args...) + l.leftOut, Where: s.quoter.Place(source.Location{File: s.opts.ConfigFile})})
	}
	for i, met := range s.trusted.met {
		if !met && l.sure[secretCheck] {
			note("%s matches no finding", s.list[s.trusted.values[i]].Reason)
		}
	}
	if len(s.trusted.named) == 0 {
		return notes
	}
	there := map[string]bool{}
	for i := range s.inv.Tools {
		there[s.inv.Tools[i].View.Server] = true
	}
	for i := range s.inv.Servers {
		there[s.inv.Servers[i].Name] = true
	}
	mentioned := map[string]bool{}
	for _, pair := range s.trusted.named {
		for _, name := range pair {
			if !there[name] && !mentioned[name] {
				mentioned[name] = true
				note("trusted-servers names %s, but there is no such server", quotedName(name))
			}
		}
	}
	return notes
}
