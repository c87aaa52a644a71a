package code

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// maxExported bounds the expressions that the names of one file are spelled with; beyond it they are taken as they are laid out.
	maxExported = 200_000
	// maxClosure bounds the names of other files that the code of one name leads to.
	maxClosure = 256
)

// spelled is the code that a name is bound to, for other files: the hash of its spelling and what that asks others for.
type spelled struct {
	sum    [sha256.Size]byte
	wishes []*wish
}

// exportCode tells what the names at the top of the file and the fields of its classes are bound to, functions apart. It comes last
// and leaves alone what the work on the file is bounded by.
func (r *reader) exportCode() {
	cut := r.m.Cut
	defer func() { r.m.Cut = cut }()
	left := maxExported
	at := func(name string, s *spelled) {
		e := r.m.export(name)
		if e.code != nil {
			// One that is bound anew is both.
			s = &spelled{sum: sha256.Sum256(slices.Concat(e.code.sum[:], s.sum[:])), wishes: slices.Concat(e.code.wishes, s.wishes)}
			s.wishes = s.wishes[:min(len(s.wishes), maxSpelledWishes)]
		}
		e.code = s
	}
	for _, b := range r.u.Binds {
		name := strings.TrimPrefix(strings.TrimPrefix(b.Name, "module."), "exports.")
		if r.atTop(b) && b.Value != nil && b.Value.Kind != syntax.Lambda && name != "" && !strings.Contains(name, ".") {
			at(name, r.bindCode(b, &left))
		}
	}
	for _, c := range r.u.Classes {
		if c.Name == "" {
			continue
		}
		all := spelled{sum: sha256.Sum256([]byte(strings.Join(c.Bases, "\n")))}
		for _, b := range c.Members {
			if b.Value != nil && b.Value.Kind == syntax.Lambda {
				continue
			}
			s := r.bindCode(b, &left)
			all.sum = sha256.Sum256(slices.Concat(all.sum[:], []byte(b.Name), s.sum[:]))
			if len(all.wishes)+len(s.wishes) <= maxSpelledWishes {
				all.wishes = append(all.wishes, s.wishes...)
			}
			if b.Value != nil && !strings.Contains(b.Name, ".") {
				at(c.Name+"."+b.Name, s)
			}
		}
		at(c.Name, &all)
	}
}

// bindCode is the code of one assignment or field, with its declared type. left bounds the expressions of the file.
func (r *reader) bindCode(b *syntax.Bind, left *int) *spelled {
	es := append(slices.Clip(b.Attrs), b.TypeExpr, b.Value)
	if *left <= 0 {
		return &spelled{sum: [sha256.Size]byte(r.laidOut(b.Type, es))}
	}
	text, wishes, took := r.spell(written(b.TypeExpr, b.Type), es...)
	*left -= took + 1 + len(text)/64
	return &spelled{sum: sha256.Sum256([]byte(text)), wishes: wishes}
}

// spelling is the text of a scalar, with the hash of what other files bind its names to.
func (l *linker) spelling(m *Module, d *draft, st *state) source.Text {
	if len(d.wishes) == 0 {
		return d.text
	}
	var b strings.Builder
	b.WriteString(d.text.Value)
	for _, w := range d.wishes {
		if st.nodes += 20; st.nodes > maxNodes {
			st.missed(m)
			break
		}
		if e, k := l.code(m, w); e != nil {
			b.WriteString(" @" + l.closure(e, k))
		}
	}
	var out source.Builder
	out.Inexact(m.File, d.span, b.String())
	return out.Text()
}

// code returns what another file binds a name to, or what the name is a member of, or nil.
func (l *linker) code(m *Module, w *wish) (*export, *Module) {
	ask := *w
	for n := 0; n < 4; n++ {
		if e, k := l.find(m, &ask, factCode); e != nil {
			return e, k
		}
		dot := strings.LastIndexByte(ask.path, '.')
		if dot <= 0 {
			break
		}
		ask.path = ask.path[:dot]
	}
	return nil, nil
}

// closure is the hash of the code that an export of k is bound to, and of all that this leads to in other files, in whatever order
// they lead to each other.
func (l *linker) closure(e *export, k *Module) string {
	if sum, ok := l.closures[e]; ok {
		return sum
	}
	type step struct {
		e *export
		m *Module
		// name is what it is called where it was met.
		name string
	}
	queue, seen := []step{{e: e, m: k}}, map[*export]bool{e: true}
	var sums []string
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		sums = append(sums, strconv.Quote(at.name)+string(at.e.code.sum[:]))
		for _, w := range at.e.code.wishes {
			if len(queue) >= maxClosure {
				break
			}
			if x, j := l.code(at.m, w); x != nil && !seen[x] {
				seen[x] = true
				queue = append(queue, step{x, j, w.path})
			}
		}
	}
	slices.Sort(sums[1:])
	sum := sha256.Sum256([]byte(strings.Join(sums, "")))
	out := hex.EncodeToString(sum[:16])
	l.closures[e] = out
	return out
}
