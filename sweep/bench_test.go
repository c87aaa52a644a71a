package sweep

import (
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/sweep/made"
)

// BenchmarkSweep measures a sweep, and one that finds all shards complete. With -cpu 1,2 it shows how time grows with workers.
func BenchmarkSweep(b *testing.B) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	definitions, archives := number("SWEEP_DEFINITIONS", 20_000), number("SWEEP_ARCHIVES", 50)
	b.Chdir(b.TempDir())
	for _, one := range []struct {
		name string
		in   Inputs
		n    int
	}{{Definitions, Inputs{Definitions: {"in/definitions/*"}}, definitions}, {Archives, Inputs{Archives: {"in/archives/*"}}, archives}} {
		if one.n == 0 {
			continue
		}
		require.NoError(b, made.Write("in", definitions, archives))
		for _, again := range []string{"", ", complete before"} {
			b.Run(one.name+again, func(b *testing.B) {
				from := cpuSeconds()
				for b.Loop() {
					if again == "" {
						require.NoError(b, os.RemoveAll(one.name))
					}
					swept(b, configured(one.name, 64), one.in)
				}
				b.ReportMetric((cpuSeconds()-from)*1e6/float64(b.N*one.n), "cpu-µs/item")
				b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*one.n), "µs/item")
			})
		}
	}
}

// cpuSeconds is what the program has used of all cores, garbage collection included.
func cpuSeconds() float64 {
	runtime.GC() // The metrics are those of the last collection.
	used := []metrics.Sample{{Name: "/cpu/classes/total:cpu-seconds"}, {Name: "/cpu/classes/idle:cpu-seconds"}}
	metrics.Read(used)
	return used[0].Value.Float64() - used[1].Value.Float64()
}
