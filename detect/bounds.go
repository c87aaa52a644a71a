package detect

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// MaxFields bounds the fields of one definition. The largest real schema seen has 3,100 strings.
	MaxFields = 20_000
	// MaxNodes bounds the values of one definition that NewView visits, counting each time one is reached: a tree built by hand may share
	// nodes or contain cycles. It is ten times MaxFields, since most values of real schemas are strings or hold one.
	MaxNodes = 10 * MaxFields
	// MaxDefinitionBytes bounds the strings of one definition, counting each time one is reached, as YAML aliases can share a long one.
	// Real definitions end at 1 MB.
	MaxDefinitionBytes = 16 << 20
	// MaxPointerToken bounds one member name in a pointer, in bytes. Clients refuse names above 128 characters.
	MaxPointerToken = 256
	// MaxPointer bounds a pointer, in bytes. Real schemas nest at most 20 levels, which makes 400. Without a bound, each string in a deep
	// place costs as much memory as its path.
	MaxPointer = 1024
	// maxValuePointer bounds a pointer that a check supplies for a value. Pointers from the engine exceed MaxPointer by a few bytes.
	maxValuePointer = 2 * MaxPointer
	// reducedPointer bounds the pointers of a definition that has used up its pointer budget.
	reducedPointer = 128
	// pointerBudget is how many bytes beyond reducedPointer the pointers of a definition may take, plus pointerRate for each byte of its
	// names and strings, so that memory stays in proportion to the input.
	pointerBudget, pointerRate = 16 << 10, 16
	// walkDepth bounds the nesting that NewView follows. Real JSON Schemas stay under 20 levels.
	walkDepth = 256
	// wordBytes is the length of a member name that counts as one value.
	wordBytes = 64
)

// truncate returns the longest prefix of s of at most n bytes that does not split a rune.
func truncate(s string, n int) string {
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

// truncateWithHash returns s if it has at most limit bytes; otherwise half of that, an ellipsis and the hash in hexadecimal, so that
// different long strings stay different.
func truncateWithHash(s string, limit int, sum uint64) string {
	if len(s) <= limit {
		return s
	}
	// Do not split an escape sequence (~0, ~1).
	head := strings.TrimSuffix(truncate(s, limit/2), "~")
	return head + "\u2026" + strconv.FormatUint(sum, 16)
}

// Parameters of 64-bit FNV-1a.
const (
	fnvOffset uint64 = 14695981039346656037
	fnvPrime  uint64 = 1099511628211
)

// fnvAdd continues an FNV-1a hash with the bytes of s.
func fnvAdd(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// place is the position of the walker in a definition.
type place struct {
	pointer string
	// sum is the hash of the full path; pointer may be truncated.
	sum       uint64
	parameter string
	role      Role
	output    bool
}

// root is the position of the definition itself.
var root = place{sum: fnvOffset}

func (p place) withRole(r Role) place { p.role = r; return p }

// child returns the place of a member or item. Names over MaxPointerToken and pointers over the limit are truncated and end with a hash.
func (w *walker) child(p place, token string) place {
	q := p
	q.sum = fnvAdd(fnvAdd(p.sum, "/"), token)
	w.nodes += len(token) / wordBytes
	if len(token) > MaxPointerToken {
		w.recordCap(CapPointer, p.pointer, MaxPointerToken, len(token))
		token = truncateWithHash(token, MaxPointerToken, fnvAdd(fnvOffset, token))
	}
	limit := MaxPointer
	if w.pointers > pointerBudget+pointerRate*w.bytes {
		limit = reducedPointer
	}
	if q.pointer = p.pointer + "/" + PointerToken(token); len(q.pointer) > limit {
		w.recordCap(CapPointer, p.pointer, limit, len(q.pointer))
		q.pointer = truncateWithHash(q.pointer, limit, q.sum)
	}
	return q
}

// parameterName truncates a name for Field.Parameter.
func parameterName(name string) string { return truncate(name, maxNameBytes) }

// recordCap records that a bound was reached: once per bound, with the first pointer and the greatest excess.
func (w *walker) recordCap(c Cap, pointer string, limit, seen int) {
	for i := range w.caps {
		if w.caps[i].Cap == c {
			if w.caps[i].Limit == limit {
				w.caps[i].Seen = max(w.caps[i].Seen, seen)
			}
			return
		}
	}
	w.caps = append(w.caps, CapHit{Cap: c, Field: pointer, Limit: limit, Seen: seen})
}

// overLimit counts a member or item at p and reports whether the walk must stop.
func (w *walker) overLimit(p place) bool {
	if w.nodes++; w.nodes > MaxNodes && !w.full {
		w.recordCap(CapNodes, p.pointer, MaxNodes, w.nodes)
		w.full = true
	}
	return w.full
}

// enter reports whether a value may be visited. If so, the caller must call leave afterwards.
func (w *walker) enter(p place, n *Node) bool {
	if n == nil || w.full {
		return false
	}
	if w.depth >= walkDepth {
		if n.Kind != NodeScalar {
			w.recordCap(CapDepth, p.pointer, walkDepth, walkDepth+1)
		}
		return false
	}
	w.depth++
	return true
}

func (w *walker) leave() { w.depth-- }

// walker turns a definition into fields.
type walker struct {
	fields []Field
	caps   []CapHit
	depth  int
	// nodes counts the visited values; full stops the walk.
	nodes int
	full  bool
	// bytes counts the text of the fields, pointers the bytes of their pointers beyond reducedPointer.
	bytes, pointers int
}

func (w *walker) emit(p place, n *Node) { w.emitAt(p, "", n) }

// emitAt adds a string as a field whose pointer is that of the place plus suffix.
func (w *walker) emitAt(p place, suffix string, n *Node) {
	if len(w.fields) >= MaxFields {
		w.recordCap(CapFields, "", MaxFields, MaxFields+1)
		w.full = true
		return
	}
	pointer := p.pointer + suffix
	if w.bytes += len(n.Text); w.bytes > MaxDefinitionBytes {
		w.recordCap(CapBytes, pointer, MaxDefinitionBytes, w.bytes)
		w.full = true
		return
	}
	w.pointers += max(len(pointer)-reducedPointer, 0)
	w.fields = append(w.fields, Field{Pointer: pointer, Text: n.Text, Role: p.role, Parameter: p.parameter, Output: p.output, Ref: n.Ref})
}

func (w *walker) emitName(p place, m Member, r Role) { w.emitAt(p.withRole(r), "#", m.Name) }
