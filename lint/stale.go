package lint

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

// ignoreNotes tells of entries that do nothing.
func (s *suppressor) ignoreNotes(inv *discover.Inventory, l looked) []Remark {
	var notes []Remark
	spent := s.ignores.shared.Spent()
	if spent {
		notes = append(notes, Remark{
			Text:  "the paths under ignore take too long to compare with the files: from some file on, entries with a path ignore nothing",
			Where: source.Location{File: s.configFile},
		})
	}
	var there map[lock.Digest]bool
	for _, e := range s.ignores.list {
		words := ""
		switch {
		case e.by == isTold:
			words = "has expired on " + quotedName(e.Expires) + " and ignores nothing"
		case e.used, !l.whole, e.path != nil && (spent || leftOut(inv, e.Path)), !e.other && !l.has(e.Check):
			continue
		default:
			if there == nil && e.Digest != "" {
				there = digestsOf(inv)
			}
			words = staleWords(e, l, there)
		}
		if words != "" {
			notes = append(notes, Remark{Text: "the entry under ignore (" + quotedName(e.Reason) + ") " + words, Where: e.where})
		}
	}
	return notes
}

// staleWords say why an entry fits nothing. there are the digests of the definitions that were found.
func staleWords(e *ignored, l looked, there map[lock.Digest]bool) string {
	gone := e.Digest != "" && !there[lock.Digest(e.Digest)]
	switch {
	case gone && e.other:
		return "is bound to a definition that has changed, and ignores nothing" + l.leftOut
	case !l.has(e.Check):
		return ""
	case gone:
		return "fits nothing that was found; the definition that it is bound to may have changed" + l.leftOut
	}
	return "fits nothing that was found" + l.leftOut
}

// digestsOf are the digests of all definitions, copies among them.
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

// trustNotes tells of placeholders that are met nowhere, and of trusted servers that do not exist.
func (s *suppressor) trustNotes(inv *discover.Inventory, l looked) []Remark {
	if !l.whole {
		return nil
	}
	var notes []Remark
	note := func(format string, args ...any) {
		notes = append(notes, Remark{Text: fmt.Sprintf(format, args...) + l.leftOut, Where: source.Location{File: s.configFile}})
	}
	for i, met := range s.trusted.met {
		if !met && l.sure[secretCheck] {
			note("%s fits nothing that was found", s.list[s.trusted.values[i]].Reason)
		}
	}
	if len(s.trusted.named) == 0 {
		return notes
	}
	there := map[string]bool{}
	for i := range inv.Tools {
		there[inv.Tools[i].View.Server] = true
	}
	for i := range inv.Servers {
		there[inv.Servers[i].Name] = true
	}
	told := map[string]bool{}
	for _, pair := range s.trusted.named {
		for _, name := range pair {
			if !there[name] && !told[name] {
				told[name] = true
				note("trusted-servers names %s, and there is no such server", quotedName(name))
			}
		}
	}
	return notes
}
