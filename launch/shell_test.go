package launch

import (
	"github.com/org/mcp-lint/detect"
)

// shellGrades renders signals: their grade and the words they are on.
func shellGrades(v detect.ToolView, signals []detect.Signal) []string {
	out := []string{}
	for _, s := range signals {
		grade := s.Tier.String()
		if s.Note {
			grade = "note"
		}
		out = append(out, grade+" "+v.Fields[s.FieldIndex].Text[s.Start:s.End])
	}
	return out
}
