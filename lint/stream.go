package lint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"io"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/check"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/entry"
)

const (
	// StreamLineBytes bounds a line that Stream reads: a longer one is an error of that line.
	StreamLineBytes = DefaultFileBytes
	// StreamValues bounds the values in a line.
	StreamValues = entry.MaxValues
	// StreamRegistry bounds the definitions of one registry that are scanned side by side, with the lines between them that cannot be read, unless
	// they are larger than heldWeight before.
	StreamRegistry = 20_000
	// StreamRegistries bounds the registries of which it is known whether they return; what is beyond a bound is in Verdict.Incomplete.
	StreamRegistries = 1 << 20

	// heldWeight bounds what is held of one registry, batchLines and batchWeight what is read at once: in bytes, which the values of a line
	// take about valueWeight of each.
	heldWeight, batchLines, batchWeight, valueWeight = 64 << 20, 1024, 32 << 20, 100
	// peeredDefinitions bounds the definitions that are looked at once more because entries of a registry have peers of their own.
	peeredDefinitions = 200_000
)

// What Verdict.Incomplete says beside the names of bounds of the scan (detect.Cap) and the IDs of checks that failed.
const (
	// StreamSplit says that lines of the registry stand elsewhere in the input and were not compared with this one, or are too many.
	StreamSplit = "registry_split"
	// StreamUncertain says that it is not known whether lines of the registry stand elsewhere.
	StreamUncertain = "registries_per_stream"
	// StreamPeers says that the entry was not compared with its peers.
	StreamPeers = "peers_per_registry"
)

// Verdict is what Stream says of a line: what is wrong with its definition, or why there is none.
type Verdict struct {
	// Line is the number of the line, from 1.
	Line int `json:"line"`
	// ID and Registry are as the line gives them, without secrets, and so are Server and Tool.
	ID       string      `json:"id,omitempty"`
	Registry string      `json:"registry,omitempty"`
	Kind     detect.Kind `json:"kind"`
	Server   string      `json:"server"`
	Tool     string      `json:"tool"`
	// Severity is none where nothing is reported. The meaning of the others is that of detect.Finding.
	Severity   detect.Severity `json:"severity"`
	Tier       detect.Tier     `json:"tier"`
	Confidence float64         `json:"confidence"`
	RiskScore  int             `json:"riskScore"`
	Action     detect.Action   `json:"action,omitempty"`
	// Checks and Signals are never nil. Fields of signals are pointers into the definition, their spans bytes of the decoded string.
	Checks  []string        `json:"checks"`
	Signals []detect.Signal `json:"signals"`
	// Suppressed are the checks whose signals the configuration suppresses.
	Suppressed []string `json:"suppressed,omitempty"`
	// Incomplete says what was not looked at, so that silence does not mean innocence: names of bounds and of checks that failed.
	Incomplete []string `json:"incomplete,omitempty"`
	// Error says why the line holds no definition, fit to be printed; all but Line is empty then.
	Error string `json:"-"`
}

// MarshalJSON implements json.Marshaler: a line without a definition has no severity that could be taken for a verdict.
func (v Verdict) MarshalJSON() ([]byte, error) {
	if v.Error != "" {
		return json.Marshal(struct {
			Line  int    `json:"line"`
			Error string `json:"error"`
		}{v.Line, v.Error})
	}
	type plain Verdict
	return json.Marshal(plain(v))
}

// note reports whether all that is said is informational.
func (v *Verdict) note() bool {
	return len(v.Signals) > 0 && !slices.ContainsFunc(v.Signals, func(s detect.Signal) bool { return !s.Note })
}

// Streamed counts what Stream has read.
type Streamed struct {
	// Definitions were scanned, and Errors are the lines that hold none.
	Definitions, Errors int
	// BySeverity counts the verdicts that report something, Notes those that only inform, and Hidden those below Options.MinSeverity.
	BySeverity    map[detect.Severity]int
	Notes, Hidden int
	// Worst is the highest severity, also of what is hidden.
	Worst detect.Severity
	// Suppressed counts the definitions of which something is suppressed, Incomplete those that were not looked at in full.
	Suppressed, Incomplete int
}

// ErrStreamOptions is returned for options that only make sense for files.
var ErrStreamOptions = errors.New("a stream of definitions is not compared with a lock file or a baseline")

// Stream scans definitions as it reads them, one a line, and gives the verdicts to put, some at a time, in the order of the lines. A line
// is an object:
//
//	{"server":"mail","tool":{"name":"send","description":"…"},"id":"…","registry":"…","kind":"tool","peers":[{"server":"…","tool":{…}}]}
//
// Only "tool" is needed, the definition as a server sends it; other members, such as those of a corpus, are passed over. Lines that follow
// each other with the same "registry" are scanned side by side; peers are scanned beside their line and no other. Lines of a registry that
// stand elsewhere are not compared with them, which Verdict.Incomplete says of those that come later; lines without a registry are scanned
// alone. A line that cannot be read has a Verdict with an Error, and the scan goes on.
//
// Memory is bounded however many lines there are. What is read is scanned at once: a line without a registry does not wait for the next
// one. Of the options, those about checks, the caller's own too, confidence, severity, configuration, deadline and ignores apply; Paths
// holds the name of the input for the ignores. It fails with the errors of Run, of reading, of put, and of the context.
func Stream(ctx context.Context, r io.Reader, opts Options, put func([]Verdict) error) (Streamed, error) {
	if opts.Lock != nil || opts.Baseline != nil || opts.Installed != nil {
		return Streamed{}, ErrStreamOptions
	}
	chosen, err := choose(&opts)
	if err != nil {
		return Streamed{}, err
	}
	s := &stream{
		job: job{opts: &opts, chosen: chosen, quoter: NewQuoter(opts.Columns)}, ctx: cmp.Or(ctx, context.Background()), put: put,
		closed: map[uint64]struct{}{}, seed: maphash.MakeSeed(), total: Streamed{BySeverity: map[detect.Severity]int{}},
	}
	if s.suppressor, err = newSuppressor(&s.job); err != nil {
		return Streamed{}, err
	}
	s.suppressor.joined = true
	// A line of JSON has no comments.
	s.suppressor.comments = nil
	s.engine, _ = chosen.engines(&opts, nil)
	name := "-"
	if len(opts.Paths) > 0 {
		name = opts.Paths[0]
	}
	s.file = source.NewFile(name, name, nil)
	go check.Load()
	lines := newLineQueue(r)
	defer lines.stop()
	defer context.AfterFunc(s.ctx, lines.stop)()
	for {
		batch, err := lines.take()
		if err := cmp.Or(s.ctx.Err(), s.scanBatch(batch, err != nil)); err != nil {
			return s.total, err
		}
		switch {
		case errors.Is(err, io.EOF):
			return s.total, nil
		case err != nil:
			return s.total, err
		}
	}
}
