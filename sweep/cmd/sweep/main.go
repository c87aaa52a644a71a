// Command sweep scans what a registry holds: lists of definitions, archives, packages.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/sweep"
)

// The exit codes are those of mcp-lint.
const (
	exitOK         = 0
	exitUse        = 2
	exitIncomplete = 3
	exitSignal     = 130
)

const usage = `Scan all that a registry holds: lists of definitions, archives, and packages that are fetched.

Usage:
  sweep --output FOLDER [--definitions FILES] [--archives FILES] [--packages FILES] [flags]

FILES is a path with * and ?, or an address such as gs://bucket/day/*.jsonl, and may be repeated.

Flags:
`

const beamUsage = `
Without --runner the sweep runs on this machine. On a cluster add, for example:
  --runner=flink --endpoint=HOST:8099 --environment_type=DOCKER
  --runner=dataflow --project=PROJECT --region=REGION --staging_location=gs://BUCKET/staging
--help-beam lists all flags of the runners.

Exit codes:
  0  every item was scanned or set apart     3  an item was not scanned, with --strict
  2  could not run: flags, files             130  ended by ctrl-C; run it again to continue
`

// list is a flag that may be repeated.
type list []string

func (l *list) String() string     { return strings.Join(*l, ",") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

type command struct {
	config                           sweep.Config
	definitions, archives, packages  list
	strict, quiet, helpBeam, verbose bool
	archiveMB                        int64
}

// register adds the flags to those of Beam and returns their names.
func (c *command) register(flags *flag.FlagSet) []string {
	c.config = sweep.DefaultConfig()
	c.archiveMB = c.config.ArchiveBytes >> 20
	var names []string
	own := func(name string, add func(name string)) {
		add(name)
		names = append(names, name)
	}
	own(sweep.Definitions, func(n string) {
		flags.Var(&c.definitions, n, "scan the definitions in `FILES`: JSON Lines, also compressed (.gz)")
	})
	own(sweep.Archives, func(n string) {
		flags.Var(&c.archives, n, "scan the archives `FILES`: .tgz, .zip, .whl, .mcpb and others")
	})
	own(sweep.Packages, func(n string) {
		flags.Var(&c.packages, n, "fetch and scan the packages that `FILES` list, one a line: npm:NAME@VERSION")
	})
	own("output", func(n string) {
		flags.StringVar(&c.config.Output, n, "", "write results to `FOLDER`; what is complete there is not scanned again")
	})
	own("format", func(n string) {
		flags.StringVar(&c.config.Format, n, c.config.Format, "write findings as `FORMAT`: jsonl or sarif")
	})
	own("shards", func(n string) {
		flags.IntVar(&c.config.Shards, n, c.config.Shards, "divide each kind of input into `N` shards")
	})
	own("registry-limit", func(n string) {
		flags.IntVar(&c.config.Registry, n, c.config.Registry, "compare at most `N` definitions of one registry with each other")
	})
	own("archive-limit", func(n string) { flags.Int64Var(&c.archiveMB, n, c.archiveMB, "set apart archives larger than `MB`") })
	own("time-limit", func(n string) {
		flags.DurationVar(&c.config.Time, n, c.config.Time, "set apart what takes longer than `DURATION`: an archive, a registry, a download")
	})
	own("strict", func(n string) { flags.BoolVar(&c.strict, n, false, "exit with 3 when an item was not scanned") })
	own("quiet", func(n string) { flags.BoolVar(&c.quiet, n, false, "print errors only") })
	own("verbose", func(n string) { flags.BoolVar(&c.verbose, n, false, "print the messages of the runner") })
	own("help-beam", func(n string) { flags.BoolVar(&c.helpBeam, n, false, "list the flags of the runners") })
	return names
}

func main() {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stop
		atomicfile.Abandon()
		os.Exit(exitSignal) //nolint:forbidigo // the signal handler of main
	}()
	os.Exit(run(os.Args[1:], os.Stderr)) //nolint:forbidigo // this is main
}

func run(args []string, out io.Writer) int {
	c := &command{}
	flags := flag.CommandLine // Beam has registered its own.
	own := c.register(flags)
	flags.Init("sweep", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, usage)
		printFlags(out, flags, func(name string) bool { return slices.Contains(own, name) })
		fmt.Fprint(out, beamUsage)
		return exitOK
	case err != nil:
		return failed(out, fmt.Errorf("%w\n       See sweep --help", err))
	case c.helpBeam:
		printFlags(out, flags, func(name string) bool { return !slices.Contains(own, name) })
		return exitOK
	case flags.NArg() > 0:
		return failed(out, fmt.Errorf("unexpected argument %q: name files with --definitions, --archives or --packages, and quote patterns", flags.Arg(0)))
	}
	if !c.verbose {
		quieten()
	}
	beam.Init() // A worker of a cluster goes no further.
	totals, reused, err := c.sweep(context.Background())
	if err != nil {
		return failed(out, err)
	}
	if !c.quiet {
		c.print(out, totals, reused)
	}
	if c.strict && totals.NotScanned > 0 {
		return exitIncomplete
	}
	return exitOK
}

func failed(out io.Writer, err error) int {
	fmt.Fprintln(out, "sweep:", err)
	return exitUse
}

// quieten leaves errors of the runner.
func quieten() {
	log.LogLevel = "error"
	log.SetupLoggingWithDefault()
}

func printFlags(out io.Writer, flags *flag.FlagSet, which func(name string) bool) {
	flags.VisitAll(func(f *flag.Flag) {
		if !which(f.Name) {
			return
		}
		arg, help := flag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" {
			help += " (default: " + f.DefValue + ")"
		}
		fmt.Fprintf(out, "  %-28s %s\n", strings.TrimSpace("--"+f.Name+" "+arg), strings.ReplaceAll(help, "\n", " "))
	})
}

// sweep runs the pipeline and returns what its results come to, and how many shards were complete before.
func (c *command) sweep(ctx context.Context) (totals *sweep.Totals, reused int64, err error) {
	c.config.ArchiveBytes = c.archiveMB << 20
	c.config.Version = version()
	if c.config.Build, err = build(); err != nil {
		return nil, 0, fmt.Errorf("this program cannot be read: %w", err)
	}
	if err := c.config.Check(); err != nil {
		return nil, 0, err
	}
	in := sweep.Inputs{sweep.Definitions: c.definitions, sweep.Archives: c.archives, sweep.Packages: c.packages}
	sources, err := in.Expand(ctx)
	if err != nil {
		return nil, 0, err
	}
	if err := c.config.Prepare(ctx, sources); err != nil {
		return nil, 0, err
	}
	result, err := beamx.RunWithMetrics(ctx, sweep.Build(&c.config, sources))
	if err != nil {
		atomicfile.Abandon() // What is being scanned did not end the process.
		return nil, 0, fmt.Errorf("the run failed: %w\n       Run it again to continue: shards that are complete are kept", err)
	}
	if result != nil {
		for _, counter := range result.Metrics().Query(func(r metrics.SingleResult) bool { return r.Name() == "reused" }).Counters() {
			reused += counter.Result()
		}
	}
	totals, err = c.config.ReadTotals(ctx)
	return totals, reused, err
}

func (c *command) print(out io.Writer, t *sweep.Totals, reused int64) {
	fmt.Fprintf(out, "%d items, %d definitions: %d findings%s\n", t.Items, t.Definitions, t.Findings, counts(t.BySeverity))
	if len(t.SetApart) > 0 {
		fmt.Fprintf(out, "Set apart%s; %d have no results: see *.apart.jsonl\n", counts(t.SetApart), t.NotScanned)
	}
	if reused > 0 {
		fmt.Fprintf(out, "%d shards were complete before.\n", reused)
	}
	fmt.Fprintf(out, "Results: %s\n", strings.TrimSuffix(c.config.Output, "/")+"/"+sweep.TotalsFile)
}

// counts lists what there is, by name.
func counts(m map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, m[name]))
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return strings.TrimPrefix(info.Main.Version, "v")
	}
	return "0.0.0-dev"
}

// build identifies this program by its bytes.
func build() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
