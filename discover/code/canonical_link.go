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
	// maxExportedCode bounds the expressions that the names of one file are boundCode with; beyond it they are taken as they are laid out.
	maxExportedCode = 200_000
	// maxClosure bounds the names of other files that the code of one name leads to.
	maxClosure = 256
)

// boundCode is the code that a name is bound to, for other files: the hash of its spelling and what that asks others for.
type boundCode struct {
	sum        [sha256.Size]byte
	references []*reference
}

// exportCode notes what names and the fields of classes are bound to. It comes last and does not count as work on the file.
func (r *reader) exportCode() {
	cut := r.m.Cut
	defer func() { r.m.Cut = cut }()
	left := maxExportedCode
	at := func(name string, s *boundCode) {
		e := r.m.symbol(name)
		if e.code != nil {
			// One that is bound anew is both.
			s = &boundCode{sum: sha256.Sum256(slices.Concat(e.code.sum[:], s.sum[:])), references: slices.Concat(e.code.references, s.references)}
			s.references = s.references[:min(len(s.references), maxCodeReferences)]
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
		all := boundCode{sum: sha256.Sum256([]byte(strings.Join(c.Bases, "\n")))}
		for _, b := range c.Members {
			if b.Value != nil && b.Value.Kind == syntax.Lambda {
				continue
			}
			s := r.bindCode(b, &left)
			all.sum = sha256.Sum256(slices.Concat(all.sum[:], []byte(b.Name), s.sum[:]))
			if len(all.references)+len(s.references) <= maxCodeReferences {
				all.references = append(all.references, s.references...)
			}
			if b.Value != nil && !strings.Contains(b.Name, ".") {
				at(c.Name+"."+b.Name, s)
			}
		}
		at(c.Name, &all)
	}
}

// bindCode is the code of one assignment or field, with its declared type. left bounds the expressions of the file.
func (r *reader) bindCode(b *syntax.Bind, left *int) *boundCode {
	es := append(slices.Clip(b.Attrs), b.TypeExpr, b.Value)
	if *left <= 0 {
		return &boundCode{sum: [sha256.Size]byte(r.sourceHash(b.Type, es))}
	}
	text, references, took := r.printCode(written(b.TypeExpr, b.Type), es...)
	*left -= took + 1 + len(text)/64
	return &boundCode{sum: sha256.Sum256([]byte(text)), references: references}
}

// codeText is the text of a scalar, with the hash of what other files bind its names to.
func (l *linker) codeText(m *Module, d *draft, st *state) source.Text {
	if len(d.references) == 0 {
		return d.text
	}
	var b strings.Builder
	b.WriteString(d.text.Value)
	for _, w := range d.references {
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
func (l *linker) code(m *Module, w *reference) (*symbol, *Module) {
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
func (l *linker) closure(e *symbol, k *Module) string {
	if sum, ok := l.closures[e]; ok {
		return sum
	}
	type step struct {
		e *symbol
		m *Module
		// name is what it is called where it was met.
		name string
	}
	queue, seen := []step{{e: e, m: k}}, map[*symbol]bool{e: true}
	var sums []string
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		sums = append(sums, strconv.Quote(at.name)+string(at.e.code.sum[:]))
		for _, w := range at.e.code.references {
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
