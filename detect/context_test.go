package detect_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
)

// ender ends a context when it has looked at so many tools.
type ender struct {
	end  context.CancelFunc
	left int
	seen int
}

func (*ender) ID() string { return "test.ender" }

func (e *ender) Inspect(detect.ToolView, detect.RegistryView) []detect.Signal {
	if e.seen++; e.seen == e.left {
		e.end()
	}
	return []detect.Signal{{CheckID: "test.ender", Tier: detect.TierHard, Confidence: 1, Detail: "seen"}}
}

func TestScanContext(t *testing.T) {
	tools := make([]detect.ToolView, 1000)
	for i := range tools {
		def, err := detect.ParseJSON(fmt.Appendf(nil, `{"name":"t%d"}`, i))
		require.NoError(t, err)
		tools[i] = detect.NewView(detect.KindTool, "s", def)
	}
	ctx, cancel := context.WithCancel(t.Context())
	e := &ender{end: cancel, left: 3}
	res, err := detect.NewEngine([]detect.Check{e}).WithWorkers(1).ScanContext(ctx, tools, nil)
	require.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, res.Findings, "half a result would look like a whole one")
	assert.Equal(t, 3, e.seen)

	res, err = detect.NewEngine([]detect.Check{&ender{end: func() {}}}).WithWorkers(1).ScanContext(t.Context(), tools, nil)
	require.NoError(t, err)
	assert.Len(t, res.Findings, len(tools))
}

// TestDeadline: what was not begun with in time is counted, never left out in silence.
func TestDeadline(t *testing.T) {
	tools := []detect.ToolView{{Server: "s", Name: "a"}, {Server: "s", Name: "b"}}
	engine := detect.NewEngine(check.All())
	res := engine.WithDeadline(time.Now().Add(-time.Second)).Scan(tools)
	assert.True(t, res.Coverage.Degraded())
	assert.Equal(t, []detect.CapHit{{Cap: detect.CapTime, Limit: 0, Seen: 2}}, res.Coverage.Caps)
	assert.False(t, engine.WithDeadline(time.Now().Add(time.Hour)).Scan(tools).Coverage.Degraded())
	assert.False(t, engine.Scan(tools).Coverage.Degraded())
}
