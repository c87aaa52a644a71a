package code

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/org/mcp-lint/discover/source"
)

// What a bound leaves out of a definition still makes it another one when it changes: the definition carries a hash of the file that
// it was left out in, see source.CutMark. That is more than was left out, in files of which there are next to none.

// deep reports whether a value nests too deeply to be read.
func (r *reader) deep(depth int) bool {
	r.short = r.short || depth > maxDraftDepth
	return depth > maxDraftDepth
}

// full reports whether a list or object of n values takes no more.
func (r *reader) full(n int) bool {
	r.short = r.short || n >= maxMembers
	return n >= maxMembers
}

// missed notes that something of m was left out.
func (st *state) missed(m *Module) {
	if !slices.Contains(st.cuts, m) {
		st.cuts = append(st.cuts, m)
	}
}

// markCuts puts the hash of what was left out into the schema of a definition, or beside it when there is none.
func (st *state) markCuts(def *source.Node) {
	if len(st.cuts) == 0 {
		return
	}
	h := sha256.New()
	for _, m := range st.cuts {
		if m.sum == nil {
			sum := sha256.Sum256(m.File.Data)
			m.sum = sum[:]
		}
		_, _ = h.Write(m.sum)
	}
	at, name := def, "source" // a word of the format, so that nobody takes it for one of the author
	if schema := def.Get("inputSchema"); schema != nil && schema.Kind == source.Object {
		at, name = schema, codeMember
	}
	var b source.Builder
	b.Inexact(def.File, def.Span, source.CutMark+hex.EncodeToString(h.Sum(nil)))
	at.Members = append(at.Members, source.Member{
		Name:  &source.Node{Kind: source.String, Text: source.Text{Value: name}, File: def.File, Span: def.Span},
		Value: &source.Node{Kind: source.Scalar, Text: b.Text(), File: def.File, Span: def.Span},
	})
}
