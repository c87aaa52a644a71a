package main

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGrowth: a heap never grows beyond what is small, or beyond what Go lets it grow to.
func TestGrowth(t *testing.T) {
	for live := uint64(1); live < 1<<34; live = live*3/2 + 1 {
		g := growth(live)
		assert.GreaterOrEqual(t, g, tight)
		assert.LessOrEqual(t, g, roomy)
		limit := uint64(smallHeap)
		if live <= largeScan {
			limit = fewFiles
		}
		assert.LessOrEqual(t, live*uint64(100+g)/100, max(limit, 2*live), live)
	}
	assert.Equal(t, roomy, growth(14<<20))
	assert.Equal(t, tight, growth(64<<20))
	assert.Equal(t, roomy, growth(150<<20))
	assert.Equal(t, usual, growth(1<<30))
}

func TestTuneMemoryObeysVariables(t *testing.T) {
	before := debug.SetGCPercent(77)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		tuneMemory(func(v string) string { return map[string]string{name: "1"}[v] })
		now := debug.SetGCPercent(77)
		assert.Equal(t, 77, now, name)
	}
	tuneMemory(func(string) string { return "" })
	runtime.GC()
	// What it is now goes by what other tests have left in use, and no step is 77.
	now := debug.SetGCPercent(77)
	assert.NotEqual(t, 77, now)
	assert.True(t, tight <= now && now <= roomy, now)
}
