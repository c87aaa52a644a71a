package discover

import (
	"path"

	"github.com/org/mcp-lint/discover/code"
)

func firstClass(a, b Class) Class {
	if a != ClassNone {
		return a
	}
	return b
}

// registers reports whether a file registers tools, as opposed to one that only lists them: by decorators, calls and the like.
func registers(f *code.Found) bool {
	for i := range f.Entries {
		if s := f.Entries[i].Shape; s != shapeObject && s != "list" {
			return true
		}
	}
	return false
}

// settle decides which classes of source files count, once all that they define is known. Folders and marks are chosen by
// whoever writes the code: what makes a server or registers its tools is not generated, and when all tools of a package stand in files of
// some class they are what the package is. The folders above a package count unless they do so for all tools of the tree.
func settle(linked []code.Found, modules []loaded) {
	inPack, inTree := map[*pack]bool{}, map[*tree]bool{} // whether a tool stands in no file of a class
	some := map[*pack]bool{}
	for i := range modules {
		m, f := &modules[i], &linked[i]
		if m.class == ClassGenerated && m.candidate.told == nil && (m.serves || registers(f)) {
			m.class = ClassNone
		}
		if len(f.Entries) == 0 || m.candidate.pack == nil {
			continue
		}
		some[m.candidate.pack] = true
		if m.class == ClassNone {
			inPack[m.candidate.pack] = true
		}
		if m.class == ClassNone && m.above == ClassNone {
			inTree[m.candidate.tree] = true
		}
	}
	// A package all of whose tools are in its tests is one of tests when it looks for attacks.
	for i := range modules {
		m := &modules[i]
		p := m.candidate.pack
		if m.candidate.told != nil || classOfName(path.Base(m.candidate.rel)) == ClassTest {
			continue // run by nothing but the tests, whatever else there is
		}
		if some[p] && !inPack[p] && !p.isScanner() && m.class != ClassNone {
			m.class = ClassNone
			if m.above == ClassNone && len(linked[i].Entries) > 0 {
				inTree[m.candidate.tree] = true
			}
		}
	}
	for i := range modules {
		if m := &modules[i]; m.candidate.told == nil && (inTree[m.candidate.tree] || m.candidate.pack.isScanner()) {
			m.class = firstClass(m.above, m.class)
		}
	}
}

// missed is a quiet skip of a file of source code.
type missed struct {
	pack *pack
	skip Skip
}

// tellMissed makes those quiet skips loud that are in packages in which nothing was found: what was skipped may be all there is.
func (w *walker) tellMissed(all []derived) {
	some := map[*pack]bool{}
	for i := range all {
		some[all[i].pack] = true
	}
	loud := map[string]bool{}
	for _, m := range w.missed {
		loud[string(m.skip.Reason)+m.skip.Path] = !some[m.pack]
	}
	for i := range w.inv.Skips {
		if s := &w.inv.Skips[i]; loud[string(s.Reason)+s.Path] {
			s.Missed = true
			s.Detail = "nothing else was found in a package that speaks of MCP; to have it read, scan the file alone"
		}
	}
}
