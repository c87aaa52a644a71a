package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/config"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/ignore"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/wildcard"
	"github.com/org/mcp-lint/lock"
)

// ignores are the entries under "ignore" in the configuration.
type ignores struct {
	list []*ignored
	// paths caches whether the path of an entry matches a file. All patterns share one time budget, that of shared.
	paths  map[ignoredFile]bool
	shared *ignore.Patterns
}

type ignoredFile struct {
	*ignored
	*source.File
}

type ignored struct {
	config.Ignore
	// by is its number, or isReported if it has expired; where is its place.
	by    int
	where source.Location
	// server, tool and path are nil when the entry does not set them.
	server, tool *wildcard.Pattern
	path         *ignore.Patterns
	// used is set when the entry has matched; other when only its digest did not match.
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
			if e.path, err = ignore.NewPatterns([]string{c.Path}); err != nil {
				return nil, fmt.Errorf("ignore: line %d: path: %w", c.Line, err)
			}
			if in.shared == nil {
				in.shared = e.path
			}
			e.path.Share(in.shared)
		}
		e.server, e.tool = wildcard.New(c.Server), wildcard.New(c.Tool)
		if !e.Expired(opts.Today) {
			e.by = s.addSuppression(SuppressedByConfig, c.Reason, e.where)
		}
	}
	return in, nil
}

// match returns the number of the first entry that suppresses signal i, or isReported.
func (in *ignores) match(f *finding, i int) int {
	by := isReported
	for _, e := range in.list {
		switch {
		case !e.matchesDefinition(f), !e.matchesCheck(f.Signals[i].CheckID),
			e.path != nil && !f.places[i].in(func(file *source.File) bool { return in.matchesPath(e, file) }):
		case e.Digest != "" && !f.bound(i, lock.Digest(e.Digest)):
			e.other = true
		default:
			e.used, by = true, earlier(by, e.by)
		}
	}
	return by
}

// matchesDefinition reports whether the entry applies to the definition. An entry with only a digest applies to that definition alone.
func (e *ignored) matchesDefinition(f *finding) bool {
	named := e.tool.Exact() || e.server.Exact() || e.Digest == "" || lock.Digest(e.Digest) == f.digest
	return named && e.by != isReported && e.server.Fits(f.subject.View.Server) && e.tool.Fits(f.subject.View.Name)
}

// matchesCheck reports whether the entry applies to a check. Lock checks must be named or bound to a digest: accepting what a tool says now
// does not accept what it says later.
func (e *ignored) matchesCheck(check string) bool {
	if len(e.Check) == 0 {
		return e.Digest != "" || !lock.Compares(check)
	}
	return slices.Contains(e.Check, check)
}

func (in *ignores) matchesPath(e *ignored, f *source.File) bool {
	key := ignoredFile{e, f}
	fits, asked := in.paths[key]
	if !asked {
		fits = f != nil && e.path.Match(f.Rel)
		in.paths[key] = fits
	}
	return fits
}

// bound reports whether signal i belongs to the definition with the digest. Words that only a copy contains do not, since they are not
// covered by the digest.
func (f *finding) bound(i int, d lock.Digest) bool {
	if f.digest != d {
		return false
	}
	if f.copied {
		return !f.places[i].missing
	}
	return f.subject.own(f.Signals[i].FieldIndex)
}

// lineOf returns the location of a line, or of the whole file if the line is unknown.
func lineOf(f *source.File, line int) source.Location {
	if f == nil || line < 1 {
		return source.Location{File: f}
	}
	words, at := f.Line(line)
	return source.Location{File: f, Span: source.Span{Start: at, End: at + len(words)}, Exact: true}
}

func (s *suppressor) ignoreNotes(l scanScope) []Remark {
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

// staleWords says why an entry matches nothing, or "". there are the digests of all definitions found.
func staleWords(e *ignored, l scanScope, there map[lock.Digest]bool) string {
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

// leftOut reports whether the pattern names one file or folder that was not scanned.
func leftOut(inv *discover.Inventory, pattern string) bool {
	name := strings.Trim(pattern, "/")
	return strings.Contains(strings.TrimSuffix(pattern, "/"), "/") && !strings.ContainsAny(name, `*?[\`) && !inv.Covers(name)
}

// trustNotes reports placeholders that match nothing, and trusted servers that do not exist.
func (s *suppressor) trustNotes(l scanScope) []Remark {
	if !l.whole {
		return nil
	}
	var notes []Remark
	note := func(format string, args ...any) {
		notes = append(notes, Remark{Text: fmt.Sprintf(format, args...) + l.leftOut, Where: s.quoter.Place(source.Location{File: s.opts.ConfigFile})})
	}
	for _, p := range s.trusted.placeholders {
		if !p.met && l.sure[secretCheck] {
			note("%s matches no finding", s.list[p.by].Reason)
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
