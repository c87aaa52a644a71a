package report

import (
	"strconv"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// gitlabNotes bounds the entries that are notes.
const gitlabNotes = 100

// notes adds what else people should know, each at its place. A note that moves to another line keeps its fingerprint.
func (g *gitlabWriter) notes(r *lint.Report) {
	shown := r.Notes[:min(len(r.Notes), gitlabNotes)]
	for _, m := range shown {
		words, rel := text.Safe(m.Text, gitlabRunes-pathRunes), ""
		if m.Where.File != nil {
			rel = m.Where.File.Rel
		}
		if at := relativePaths.place(m.Where); at != "" && !inFile(m.Where) {
			words += " (" + at + ")"
		}
		g.add(gitlabNote, gitlabInfo, words, gitlabHash(gitlabNote, rel, m.Text), gitlabPlace(m.Where))
	}
	if more := max(r.Summary.Notes, len(r.Notes)) - len(shown); more > 0 {
		g.note(gitlabCut, "Further notes that are not in this report: "+strconv.Itoa(more))
	}
}
