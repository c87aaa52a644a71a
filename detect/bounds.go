package detect

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// MaxFields bounds the fields of one definition: the largest real schema read has 3,100 strings.
	MaxFields = 20_000
	// MaxNodes bounds the values of one definition that NewView looks at, each counted as often as it is reached: a tree
	// made by hand may share its parts, so that a few dozen of them stand for more than can be read, or run in circles.
	// Ten times MaxFields, since most values of real schemas are strings or hold one.
	MaxNodes = 10 * MaxFields
	// MaxDefinitionBytes bounds the strings of one definition, each counted as often as it is reached: a long string that is
	// shared, as YAML aliases do, stands for more than can be read. Real definitions end at 1 MB.
	MaxDefinitionBytes = 16 << 20
	// MaxPointerToken bounds one member name in a pointer, in bytes. Clients refuse names above 128 characters.
	MaxPointerToken = 256
	// MaxPointer bounds a pointer, in bytes: schemas of real tools are nested 20 levels deep at most, which makes 400. Without
	// a bound each string in a deep or long-named place costs as much memory as the way to it.
	MaxPointer = 1024
	// maxValuePointer bounds the pointer that a check gives for a value: what the engine makes itself has a few bytes more than
	// MaxPointer.
	maxValuePointer = 2 * MaxPointer
	// frugalPointer bounds the pointers of a definition whose pointers have used up their allowance.
	frugalPointer = 128
	// pointerAllowance is how many bytes more than frugalPointer the pointers of a definition's fields may take, and
	// pointerRate how many more for each byte of its names and strings: memory stays in proportion to what was sent.
	pointerAllowance, pointerRate = 16 << 10, 16
	// walkDepth bounds the nesting that NewView follows. JSON Schema of real tools stays under 20; what is nested deeper than
	// this is left out.
	walkDepth = 256
	// wordBytes is how many bytes of a member name are as much work as a value.
	wordBytes = 64
)

// cutRunes returns the longest prefix of s of at most n bytes that does not split a rune.
func cutRunes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := n; i > n-utf8.UTFMax && i > 0; i-- {
		if utf8.RuneStart(s[i]) {
			return s[:i]
		}
	}
	return s[:n]
}

// ellipsis stands for what was cut out of a pointer.
const ellipsis = "\u2026"

// cutPart returns s when it has at most limit bytes, else its first half of that, an ellipsis and the sum in hexadecimal, so
// that what differs in what was cut still differs.
func cutPart(s string, limit int, sum uint64) string {
	if len(s) <= limit {
		return s
	}
	// An escape sequence of a pointer (~0, ~1) is not split.
	head := strings.TrimSuffix(cutRunes(s, limit/2), "~")
	return head + ellipsis + strconv.FormatUint(sum, 16)
}

// The parameters of FNV-1a, 64 bits.
const (
	fnvOffset uint64 = 14695981039346656037
	fnvPrime  uint64 = 1099511628211
)

// fnvAdd continues an FNV-1a hash with the bytes of s.
func fnvAdd[S string | []byte](h uint64, s S) uint64 {
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// place is where a walker stands in a definition.
type place struct {
	pointer string
	// sum is the hash of the whole way here, of which the pointer may be cut.
	sum       uint64
	parameter string
	role      Role
	output    bool
}

// root is where a definition begins.
var root = place{sum: fnvOffset}

func (p place) as(r Role) place { p.role = r; return p }

// at returns the place of a member or item. A member name longer than MaxPointerToken and a pointer longer than MaxPointer
// are cut: the head, an ellipsis, and a hash, of the name or of the whole way; the rest of the way follows.
func (w *walker) at(p place, token string) place {
	q := p
	q.sum = fnvAdd(fnvAdd(p.sum, "/"), token)
	w.nodes += len(token) / wordBytes
	if len(token) > MaxPointerToken {
		w.hit(CapPointer, p.pointer, MaxPointerToken, len(token))
		token = cutPart(token, MaxPointerToken, fnvAdd(fnvOffset, token))
	}
	limit := MaxPointer
	if w.pointers > pointerAllowance+pointerRate*w.bytes {
		limit = frugalPointer
	}
	if q.pointer = p.pointer + "/" + PointerToken(token); len(q.pointer) > limit {
		w.hit(CapPointer, p.pointer, limit, len(q.pointer))
		q.pointer = cutPart(q.pointer, limit, q.sum)
	}
	return q
}

// parameterName returns the name of a parameter as Field.Parameter keeps it.
func parameterName(name string) string { return cutRunes(name, maxNameBytes) }

// hit notes that a bound was reached, once for each bound, with the pointer of the first place and the greatest excess.
func (w *walker) hit(c Cap, pointer string, limit, seen int) {
	for i := range w.cuts {
		if w.cuts[i].Cap == c {
			if w.cuts[i].Limit == limit {
				w.cuts[i].Seen = max(w.cuts[i].Seen, seen)
			}
			return
		}
	}
	w.cuts = append(w.cuts, CapHit{Cap: c, Field: pointer, Limit: limit, Seen: seen})
}

// over counts a member or item of what stands at p and reports whether the definition has had its share, so that nothing
// further is looked at.
func (w *walker) over(p place) bool {
	if w.nodes++; w.nodes > MaxNodes && !w.full {
		w.hit(CapNodes, p.pointer, MaxNodes, w.nodes)
		w.full = true
	}
	return w.full
}

// enter reports whether a value may be looked at. When it is true, the caller calls leave afterwards.
func (w *walker) enter(p place, n *Node) bool {
	if n == nil || w.full {
		return false
	}
	if w.depth >= walkDepth {
		if n.Kind != NodeScalar {
			w.hit(CapDepth, p.pointer, walkDepth, walkDepth+1)
		}
		return false
	}
	w.depth++
	return true
}

func (w *walker) leave() { w.depth-- }

// walker cuts a definition into fields.
type walker struct {
	fields []Field
	cuts   []CapHit
	depth  int
	// nodes counts the values that were looked at; full means that no further one will be.
	nodes int
	full  bool
	// bytes are those of the strings that became fields, pointers those that their pointers have above frugalPointer.
	bytes, pointers int
}

func (w *walker) emit(p place, n *Node) { w.emitAt(p, "", n) }

// emitAt adds the string of a node as a field whose pointer is that of the place and suffix.
func (w *walker) emitAt(p place, suffix string, n *Node) {
	if len(w.fields) >= MaxFields {
		w.hit(CapFields, "", MaxFields, MaxFields+1)
		w.full = true
		return
	}
	pointer := p.pointer + suffix
	if w.bytes += len(n.Text); w.bytes > MaxDefinitionBytes {
		w.hit(CapBytes, pointer, MaxDefinitionBytes, w.bytes)
		w.full = true
		return
	}
	w.pointers += max(len(pointer)-frugalPointer, 0)
	w.fields = append(w.fields, Field{Pointer: pointer, Text: n.Text, Role: p.role, Parameter: p.parameter, Output: p.output, Ref: n.Ref})
}

func (w *walker) name(p place, m Member, r Role) { w.emitAt(p.as(r), "#", m.Name) }
