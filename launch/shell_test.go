package launch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// shellSignals are the signals of the check on a definition.
func shellSignals(t *testing.T, kind detect.Kind, def string) (detect.ToolView, []detect.Signal) {
	t.Helper()
	v, err := detect.ViewJSON(kind, "server", []byte(def))
	require.NoError(t, err)
	signals := shellCommand{}.Inspect(v, detect.RegistryView{})
	for _, s := range signals {
		assertDetail(t, s.Detail)
	}
	return v, signals
}

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
