package detect

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// Signal is what one check saw at one place of one tool.
type Signal struct {
	CheckID    string     `json:"check"`
	Tier       Tier       `json:"tier"`
	ThreatType ThreatType `json:"threatType"`
	// Confidence is how sure the check is, from 0 to 1. The engine clamps it.
	Confidence float64 `json:"confidence"`
	// Severity is what a fact allows by itself: code of another machine that runs, a credential that is public. It is SeverityNone for what
	// is judged by its words: a finding of such signals has the severity of their tier and of how many checks agree. See docs/severity.md.
	Severity Severity `json:"severity,omitempty"`
	// Evidence is what was seen, fit to be printed anywhere: bounded, on one line, without invisible or control
	// characters, and without secrets. The engine makes it so whatever the check wrote.
	Evidence string `json:"evidence"`
	// Detail says what is wrong. It is a predicate, such as "hides a shell command in base64", which continues a sentence about the definition,
	// without a full stop. After "; ", of which there is at most one, comes what to do about it; see Says and docs/messages.md.
	Detail string `json:"detail"`
	// FieldIndex is the index of the field in ToolView.Fields; Field is its pointer.
	FieldIndex int    `json:"-"`
	Field      string `json:"field"`
	// Start and End are the byte span in the field's text, half open.
	Start int `json:"start"`
	End   int `json:"end"`
	// Certain marks a soft signal that is enough to fail a run by itself: a clear order by a threshold with a measured rate. Its finding is of
	// medium severity at least.
	Certain bool `json:"-"`
	// Note marks a soft signal that says where a definition stands and nothing of its words: it is listed, and adds nothing to the
	// severity, the confidence and the risk of a finding that has others. A finding of nothing but notes is of low severity, however
	// many checks they come from.
	Note bool `json:"note,omitempty"`
	// Value is what the signal is about when that is no string but a number, true, false or null of the definition. Field is its
	// pointer then, which the check sets, while FieldIndex, Start and End are of a string near it, which several signals may share.
	// Of a definition without any string they are 0.
	Value *Node `json:"-"`
	// Sensitive marks a span that must not be shown as it is: a credential.
	Sensitive bool `json:"sensitive,omitempty"`
	// Fix, when not nil, is a change of the field after which there is nothing to report there.
	Fix *Fix `json:"-"`
	// Related are other places that belong to the signal, such as the tool that is impersonated.
	Related []Related `json:"related,omitempty"`
}

// Fix replaces bytes [Start, End) of the text of a signal's field. A check gives one only when the definition means the same after it.
type Fix struct {
	Start, End int
	// Text is what stands there then.
	Text string
	// Package, when not "", is the package whose version stands for VersionMark in Text: npm:NAME or pypi:NAME. It takes a lock file to know
	// which that is.
	Package string
	// Variable, when not "", is the variable of the environment that Text refers to. What stands there now is its value.
	Variable string
}

// VersionMark stands for a version in Fix.Text.
const VersionMark = "X.Y.Z"

// Related is a place in another tool (or the same one) that explains a signal.
type Related struct {
	// ToolIndex is the index of the tool in the scan.
	ToolIndex  int    `json:"-"`
	Server     string `json:"server"`
	Tool       string `json:"tool"`
	FieldIndex int    `json:"-"`
	Field      string `json:"field"`
	Start      int    `json:"start"`
	End        int    `json:"end"`
	// Note says what the place is, such as "the tool that is imitated".
	Note string `json:"note"`
	// Text is what stands there, when that is not in the scan; the engine makes it fit to be printed as it does evidence.
	Text string `json:"text,omitempty"`
}

// Outside is the ToolIndex of a Related place that is in no tool of the scan, such as what was approved. Its Server, Tool, Field and Text
// are what the check says, made fit to be printed; FieldIndex, Start and End mean nothing and are 0. One that says nothing is left
// out. Of places in the scan the engine fills in Server, Tool and Field, and Text is "".
const Outside = -1

// Finding is everything that was seen on one tool.
type Finding struct {
	// ToolIndex is the index of the tool in the scan.
	ToolIndex  int         `json:"-"`
	Kind       Kind        `json:"kind"`
	Server     string      `json:"server"`
	Tool       string      `json:"tool"`
	Tier       Tier        `json:"tier"`
	Severity   Severity    `json:"severity"`
	Level      ThreatLevel `json:"threatLevel"`
	Action     Action      `json:"action"`
	ThreatType ThreatType  `json:"threatType"`
	// Confidence is the sum of the best signal of each check, at most 1; notes count when there is nothing else.
	Confidence float64 `json:"confidence"`
	// RiskScore is 0 to 100.
	RiskScore int `json:"riskScore"`
	// Primary is the index of the signal that decides: the hardest, then one that is no note, then the surest, then the first.
	Primary int `json:"primary"`
	// CheckIDs are the distinct checks that contributed, the primary one first.
	CheckIDs []string `json:"checks"`
	// Signals are all signals in the order of fields and spans.
	Signals []Signal `json:"signals"`
}

// PrimarySignal returns the signal that decides. It is empty for a finding without signals.
func (f *Finding) PrimarySignal() Signal {
	if f.Primary >= len(f.Signals) {
		return Signal{}
	}
	return f.Signals[f.Primary]
}

// Says takes Detail apart: what is wrong, and what to do about it, which is "" when only the documentation of the check says so.
func (s *Signal) Says() (what, remedy string) {
	what, remedy, _ = strings.Cut(s.Detail, "; ")
	return what, remedy
}

// WithoutRemedy returns words that a Detail repeats of a definition without what begins a remedy, be it with a blank of the Detail behind
// them: only a check gives advice.
func WithoutRemedy(words string) string {
	for strings.Contains(words, "; ") {
		words = strings.ReplaceAll(words, "; ", ";")
	}
	return strings.TrimRight(words, ";")
}

// Subject names the definition, fit to be printed: tool “x” of server “y”.
func (f *Finding) Subject() string {
	kind := strings.ReplaceAll(string(f.Kind), "_", " ")
	switch f.Kind {
	case KindLaunch:
		kind = "server"
	case KindAgents, KindSource:
		kind = "file"
	case KindSettings:
		kind = "settings file"
	case KindInstructions:
		return "server \u201c" + text.Safe(f.Server, messageRunes) + "\u201d, in its instructions,"
	}
	words := kind
	if f.Tool != "" {
		words += " \u201c" + text.Safe(f.Tool, messageRunes) + "\u201d"
	}
	if f.Server == "" || f.Server == f.Tool && (f.Kind.OfServer() || f.Kind.Apart()) {
		return words
	}
	return words + " of server \u201c" + text.Safe(f.Server, messageRunes) + "\u201d"
}

// Message says in one sentence what was found, fit to be printed: which definition, and what its primary signal says of it.
func (f *Finding) Message() string {
	s := f.PrimarySignal()
	what, _ := s.Says()
	return f.Subject() + " " + what
}

// String is the severity, the primary check and the message.
func (f Finding) String() string {
	return f.Severity.String() + "[" + f.PrimarySignal().CheckID + "]: " + f.Message()
}

// messageRunes bounds a name in a message.
const messageRunes = 100

// Check inspects one tool. Implementations are pure, total and deterministic and hold no state between calls.
type Check interface {
	// ID is the stable identifier of the check, such as "unicode.hidden".
	ID() string
	// Inspect returns what it sees in the tool. The engine runs it under recover.
	Inspect(tool ToolView, reg RegistryView) []Signal
}

// CappedCheck is a Check that stops at bounds of its own and says where it stopped.
type CappedCheck interface {
	Check
	// InspectCapped is Inspect with the bounds that were reached. The engine calls it in place of Inspect.
	InspectCapped(tool ToolView, reg RegistryView) ([]Signal, []CapHit)
}

// DocumentedCheck is a Check that explains itself. All checks of detect/check do.
type DocumentedCheck interface {
	Check
	// Documentation returns the explanation shown by sinks, `mcp-lint explain` and the documentation pages.
	Documentation() Documentation
}

// Documentation explains a check.
type Documentation struct {
	// ID and Title name the check; Title is a short phrase without a full stop.
	ID    string `json:"id"`
	Title string `json:"title"`
	Tier  Tier   `json:"tier"`
	// Severity is what its findings usually have; SeverityNone says that its signals are notes (see Signal.Note). Severities says in one
	// sentence what it depends on.
	Severity   Severity `json:"severity"`
	Severities string   `json:"severities"`
	// ThreatType is the usual threat type of its signals.
	ThreatType ThreatType `json:"threatType"`
	// CWE is the number of its weakness in the Common Weakness Enumeration where that is not the usual one of ThreatType.
	CWE string `json:"cwe,omitempty"`
	// Scope is the weakest kind of view that the check is precise enough for; without documentation it is ScopeFull.
	Scope Scope `json:"-"`
	// Only, when not empty, are the kinds of view that it looks at. Without it these are all that models read, and those of Also: launches,
	// settings, registry manifests and files for agents are looked at only when one of the two lists has them.
	Only []Kind `json:"-"`
	Also []Kind `json:"-"`
	// Catches, Why and Fix are Markdown paragraphs, unwrapped: what is caught, why it matters, what to do.
	Catches string `json:"catches"`
	Why     string `json:"why"`
	Fix     string `json:"fix"`
	// Bad examples fire the check; Good examples fire no check at all.
	Bad  []Example `json:"bad"`
	Good []Example `json:"good"`
}

// UsualSeverity is Severity as people read it; that of notes is "informational".
func (d *Documentation) UsualSeverity() string {
	if d.Severity == SeverityNone {
		return "informational"
	}
	return d.Severity.String()
}

// Example is a definition that shows what a check does or does not catch.
type Example struct {
	// Note says what to look at.
	Note string `json:"note"`
	// Server owns Tool.
	Server string `json:"server"`
	// Tool is the definition as JSON.
	Tool string `json:"tool"`
	// File, when not "", is the path of a file that shows it in place of a tool, such as .vscode/mcp.json, and Text is what stands in it.
	File string `json:"file,omitempty"`
	Text string `json:"text,omitempty"`
	// Peers are tools of other servers that are scanned beside it.
	Peers []Peer `json:"peers,omitempty"`
	// Approved is the definition of Tool that a lock file holds as approved, as JSON; "" means that there is no lock file, and
	// "none" that it does not know the tool.
	Approved string `json:"approved,omitempty"`
}

// Peer is a tool of another server.
type Peer struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
}

// Signal returns a signal at bytes [start, end) of field i, with the evidence cut from the field. The span is clamped
// to the field. Callers fill in what it says. For a field that does not exist the signal has its index and nothing else;
// the engine refuses it.
func (t ToolView) Signal(i, start, end int) Signal {
	if i < 0 || i >= len(t.Fields) {
		return Signal{FieldIndex: i}
	}
	f := t.Fields[i]
	start = min(max(start, 0), len(f.Text))
	end = min(max(end, start), len(f.Text))
	return Signal{FieldIndex: i, Field: f.Pointer, Start: start, End: end, Evidence: f.Text[start:end]}
}
