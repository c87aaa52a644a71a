package code

import (
	"slices"

	"github.com/org/mcp-lint/discover/code/lex"
)

// maxTelling is how many modules may tell of a name before it says nothing.
const maxTelling = 200

// manyTellings is how many tellings are looked at for a name before it is remembered what came of it: as many files as tell of a name may
// ask for it.
const manyTellings = 256

// asking is what is asked for of a name, among the files of a language.
type asking struct {
	name string
	lang lex.Language
	ask  told
}

// telling returns the modules other than m that tell one of the things that are asked for of a name. It reports false when there are too
// many.
func (l *linker) telling(m *Module, name string, ask told) (all []*Module, few bool) {
	key := asking{name, m.Lang, ask}
	if all, known := l.tellers[key]; known {
		if at := slices.Index(all, m); at >= 0 {
			all = slices.Delete(slices.Clone(all), at, at+1)
		}
		if len(all) > maxTelling {
			return nil, false
		}
		return all, true
	}
	all, looked := l.tellersBut(m, key, maxTelling)
	if looked > manyTellings {
		if l.tellers == nil {
			l.tellers = map[asking][]*Module{}
		}
		// One more, since it may be the one that asks.
		l.tellers[key], _ = l.tellersBut(nil, key, maxTelling+1)
	}
	if len(all) > maxTelling {
		return nil, false
	}
	return all, true
}

// tellersBut returns the modules other than m that answer, no more than one beyond so many, and how many tellings were looked at.
func (l *linker) tellersBut(m *Module, key asking, most int) (all []*Module, looked int) {
	name, ask := key.name, key.ask
	add := func(name nameHash, full string, below bool) bool {
		at, known := l.index[name]
		for before := int32(-1); known && at >= 0; {
			t, here := l.tellings[at], at
			at = t.next
			looked++
			if t.offered && t.m.exports != nil {
				// What it tells of is noted by now, and nobody needs to come by here again.
				switch {
				case before >= 0:
					l.tellings[before].next = at
				case l.index[name] != here: // another one was put before it on the way
				case at >= 0:
					l.index[name] = at
				default:
					delete(l.index, name)
				}
				continue
			}
			before = here
			if below {
				if t.told&tellsMembers == 0 {
					continue
				}
				t.told = belowMembers
			}
			if t.m != m && t.m.Lang == key.lang && l.tells(t.m, full, t.told, ask) && !slices.Contains(all, t.m) {
				if all = append(all, t.m); len(all) > most {
					return false
				}
			}
		}
		return true
	}
	if !add(hashOf(name), name, false) {
		return all, looked
	}
	for i := 0; i < len(name) && ask&belowMembers != 0; i++ {
		if name[i] == '.' && !add(hashOf(name[:i]), name, true) {
			break
		}
	}
	return all, looked
}
