//go:build unix

package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// line is a tool of one line.
func (m maker) line(i int) tool { return tool{Name: m.name(i), Description: m.words(9) + "."} }

// alike is a tool that is told in nearly the words of all others.
func (m maker) alike(i int) tool {
	return tool{
		Name:        fmt.Sprintf("get_item_%d", i%4),
		Description: fmt.Sprintf("Returns the record of item %d of the catalog, with its name, price and stock. Use it for the details of item %d.", i%97, i%89),
	}
}

// stream writes definitions, one a line, in registries of two servers with four tools each.
func stream(b *testing.B, n int, one func(int) tool) (file string) {
	b.Helper()
	file = filepath.Join(b.TempDir(), "tools.jsonl")
	f, err := os.Create(file)
	require.NoError(b, err)
	defer f.Close()
	out := bufio.NewWriter(f)
	enc := json.NewEncoder(out)
	for i := range n {
		require.NoError(b, enc.Encode(map[string]any{"registry": fmt.Sprint("r", i/8), "server": fmt.Sprint("s", i/4), "tool": one(i)}))
	}
	require.NoError(b, out.Flush())
	return file
}

// BenchmarkStream measures whole runs of the program over more and more definitions, one a line: CPU and memory of a tool
// have to be the same whatever their number.
func BenchmarkStream(b *testing.B) {
	program := build(b)
	for _, kind := range []struct {
		name string
		one  func(maker, int) tool
	}{{"lines", maker.line}, {"paragraphs", maker.short}, {"alike", maker.alike}} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			if n > 100_000 && testing.Short() {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", kind.name, n), func(b *testing.B) {
				m := newMaker()
				file := stream(b, n, func(i int) tool { return kind.one(m, i) })
				var cpu, wall time.Duration
				var most int64
				for b.Loop() {
					from := time.Now()
					cmd := exec.Command(program, "scan", "--input", file, "--output", "jsonl="+os.DevNull, "--fail-on", "never", "--no-config", "--quiet")
					require.NoError(b, cmd.Run())
					wall += time.Since(from)
					cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
					if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
						most = max(most, usage.Maxrss)
					}
				}
				b.ReportMetric(float64(cpu.Microseconds())/float64(b.N)/float64(n), "µs-CPU/tool")
				b.ReportMetric(wall.Seconds()/float64(b.N), "s/run")
				b.ReportMetric(float64(most)/1024, "MB")
			})
		}
	}
}
