//go:build !race

package check

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// Under the race detector pools let go of things at random, so that nothing is free.

// TestWeighingIsFree holds that a text that nothing speaks against is weighed without an allocation.
func TestWeighingIsFree(t *testing.T) {
	v, err := detect.ViewJSON(detect.KindTool, "tides", []byte(exampleTool("tide_table", "Returns the tide table of a harbour for a day, as a list of times and heights.")))
	require.NoError(t, err)
	reg := detect.NewRegistry([]detect.ToolView{v})
	p := newProse(v, reg, v.FieldAt("/description"))
	assert.Zero(t, int(testing.AllocsPerRun(100, func() {
		p.judged, p.read = nil, false
		p.weigh()
	})))
	assert.Nil(t, p.judged)
}
