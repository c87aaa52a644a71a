package check

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// The credentials are put together at run time, so that scanners of this repository stay quiet.
var (
	liveKey      = "AKIA" + "Q7WZ2M5X" + "R3TNB6KD"
	livePassword = "vR8" + "kq2Zt" + "Lw"
	liveToken    = "glpat-" + "Zk3v9Qp" + "1Xw7Rt5Ls" + "8Bn2"
)

func TestEmbeddedSecretIsNeverShown(t *testing.T) {
	def := exampleTool("t", "Connects to "+strings.Join([]string{"postgres", "//svc", livePassword + "@db.acme.io/app"}, ":")+" with "+liveKey)
	v, err := detect.ViewJSON(detect.KindTool, "srv", []byte(def))
	require.NoError(t, err)
	res := detect.NewEngine([]detect.Check{embeddedSecret{}}).Scan([]detect.ToolView{v})
	require.Len(t, res.Findings, 1)
	require.Len(t, res.Findings[0].Signals, 2)
	s := res.Findings[0].Signals[0]
	assert.Equal(t, livePassword, v.Fields[s.FieldIndex].Text[s.Start:s.End])
	b, err := json.Marshal(res)
	require.NoError(t, err)
	assert.NotContains(t, string(b), livePassword)
	assert.NotContains(t, string(b), liveKey[4:])
}
