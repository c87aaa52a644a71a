// Command bench prints how fast each part of mcp-lint is and how time grows with the input, on inputs that it makes itself and that are
// the same each time. Run it on a machine that does nothing else: `make bench`.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"
)

func main() {
	only := flag.String("only", "", "run one part alone: `PART` is stages, checks, sinks, growth, start or million, which takes minutes and runs only by its name")
	flag.Parse()
	if err := run(os.Stdout, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1) //nolint:forbidigo // This is main.
	}
}

// table is one part of what is printed.
type table struct {
	name  string
	title string
	fill  func(*rows) error
}

func run(w io.Writer, only string) error {
	fmt.Fprintln(w, machine())
	known := false
	for _, t := range []table{
		{"stages", "stage\ttime\tinput", stages},
		{"checks", "check\tµs per tool", checks},
		{"sinks", "sink\tµs per finding\toutput\t", sinks},
		{"growth", scans, growth},
		{"start", "command\tms", start},
		{"million", scans, million},
	} {
		if only != t.name && (only != "" || t.name == "million") {
			continue
		}
		known = true
		tabs := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(tabs, "\n%s\n", t.title)
		if err := t.fill(&rows{tabs}); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if err := tabs.Flush(); err != nil {
			return err
		}
	}
	if !known {
		return fmt.Errorf("there is no part %q", only)
	}
	return nil
}

// scans is the title of a table of scans.
const scans = "input\tsize\tseconds\tµs CPU per tool\tspeed"

// rows is a table that is being filled.
type rows struct{ w io.Writer }

func (r *rows) add(cells ...any) {
	for i, c := range cells {
		if i > 0 {
			fmt.Fprint(r.w, "\t")
		}
		fmt.Fprint(r.w, c)
	}
	fmt.Fprintln(r.w)
}

const (
	// enough is how long something is measured, and least how often.
	enough = 400 * time.Millisecond
	least  = 3
)

// measure returns the shortest time that f took: others can only make it longer.
func measure(f func()) time.Duration {
	var best, all time.Duration
	for n := 0; n < least || all < enough; n++ {
		begin := time.Now() //nolint:forbidigo // A clock is what this is.
		f()
		took := time.Since(begin)
		if all += took; n == 0 || took < best {
			best = took
		}
	}
	return best
}

// rate is bytes in megabytes a second.
func rate(bytes int, took time.Duration) string {
	return fmt.Sprintf("%.1f MB/s", float64(bytes)/1e6/took.Seconds())
}

// each is what one of n took, in microseconds.
func each(n int, took time.Duration) string {
	return fmt.Sprintf("%.2f", float64(took.Nanoseconds())/1e3/float64(n))
}
