package report

import (
	"io"

	"github.com/org/mcp-lint/lint"
)

// minMarkdown is how many bytes a summary takes that says anything.
const minMarkdown = 1000

// MarkdownWithin is Markdown in at most limit bytes, for a summary that others write to as well. Where there is no room for the least,
// it writes nothing.
func MarkdownWithin(w io.Writer, r *lint.Report, limit int) error {
	total := min(limit, markdownBytes)
	if total < minMarkdown {
		return nil
	}
	// The sections after the table get the same part of less room.
	reserve := int(int64(total) * sectionBytes / markdownBytes)
	_, err := io.WriteString(w, markdown(r, total, reserve))
	return err
}
