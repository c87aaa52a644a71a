package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/sweep/made"
)

// BenchmarkSweep measures a sweep on one core and on two, and one with all shards complete.
func BenchmarkSweep(b *testing.B) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	counts := map[string]int{"definitions": number("SWEEP_DEFINITIONS", 20_000), "archives": number("SWEEP_ARCHIVES", 100)}
	bin, dir := self(b), b.TempDir()
	require.NoError(b, made.Write(filepath.Join(dir, "in"), counts["definitions"], counts["archives"]))
	for _, kind := range []string{"definitions", "archives"} {
		for _, cores := range []int{1, 2} {
			for _, again := range []string{"", ", complete before"} {
				if counts[kind] == 0 {
					continue
				}
				output := fmt.Sprintf("%s-%d", kind, cores)
				b.Run(fmt.Sprintf("%s, cores %d%s", kind, cores, again), func(b *testing.B) {
					var wall, user time.Duration
					for b.Loop() {
						if again == "" {
							require.NoError(b, os.RemoveAll(filepath.Join(dir, output)))
						}
						cmd := exec.Command(filepath.Join(bin, "sweep"), "--"+kind, "in/"+kind+"/*", "--output", output)
						cmd.Dir, cmd.Env = dir, append(os.Environ(), fmt.Sprint("GOMAXPROCS=", cores))
						from := time.Now()
						require.NoError(b, cmd.Run())
						wall, user = wall+time.Since(from), user+cmd.ProcessState.UserTime()
					}
					b.ReportMetric(float64(wall.Microseconds())/float64(b.N*counts[kind]), "µs/item")
					b.ReportMetric(float64(user.Microseconds())/float64(b.N*counts[kind]), "user-µs/item")
				})
			}
		}
	}
}
