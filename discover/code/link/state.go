package link

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/org/mcp-lint/discover/code/schema"
	"github.com/org/mcp-lint/discover/source"
)

func (st *state) missed(m *Module) {
	if !slices.Contains(st.cuts, m) {
		st.cuts = append(st.cuts, m)
	}
}

// markCuts puts the hash of files that were not read in full into the schema of a definition, or next to it when there is none.
func (st *state) markCuts(def *source.Node) {
	if len(st.cuts) == 0 {
		return
	}
	h := sha256.New()
	for _, m := range st.cuts {
		if m.Sum == nil {
			sum := sha256.Sum256(m.File.Data)
			m.Sum = sum[:]
		}
		h.Write(m.Sum)
	}
	at, name := def, "source" // a word of the format, so that nobody takes it for one of the author
	if s := def.Get("inputSchema"); s != nil && s.Kind == source.Object {
		at, name = s, schema.CodeMember
	}
	var b source.Builder
	b.Inexact(def.File, def.Span, source.CutMark+hex.EncodeToString(h.Sum(nil)))
	at.Members = append(at.Members, source.Member{
		Name:  &source.Node{Kind: source.String, Text: source.Text{Value: name}, File: def.File, Span: def.Span},
		Value: &source.Node{Kind: source.Scalar, Text: b.Text(), File: def.File, Span: def.Span},
	})
}
