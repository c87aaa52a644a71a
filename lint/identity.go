package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// identity hashes what makes a finding the same one after its lines have moved or its file was reformatted.
func identity(f Finding) string {
	s, _ := f.PrimarySignal()
	h := sha256.New()
	field := s.Field
	if f.Kind == detect.KindSource {
		// Its fields are named after their lines, and its name is shared by files of other folders.
		field = f.File.Rel
	}
	for _, part := range []string{s.CheckID, f.Server, f.Tool, field, strings.Join(strings.Fields(strings.ToLower(s.Evidence)), " ")} {
		// Length-prefixed, so that no two lists of parts hash alike.
		_, _ = io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// shareKey is equal for findings that say the same of the same words in one server.
func (f *Finding) shareKey() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\x00%s\x00%s\x00%s\x00", f.Kind, f.Server, f.Severity, f.Demoted)
	for i, s := range f.Signals {
		where := f.Places[i].Where
		fmt.Fprintf(&b, "%s\x00%s\x00%s\x00%d\x00%d\x00%t\x00", s.CheckID, s.Detail, path(where), where.Span.Start, where.Span.End, where.Exact)
	}
	return b.String()
}
