package detect

import (
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// Signal is what one check found at one place of a tool.
type Signal struct {
	CheckID    string     `json:"check"`
	Tier       Tier       `json:"tier"`
	ThreatType ThreatType `json:"threatType"`
	// Confidence is from 0 to 1. The engine clamps it.
	Confidence float64 `json:"confidence"`
	// Severity is set by facts that are severe by themselves, such as running code from another machine or a public credential. It is
	// SeverityNone for signals about wording: the severity of their finding follows from their tier and the number of checks that agree.
	// See docs/severity.md.
	Severity Severity `json:"severity,omitempty"`
	// Evidence is the quoted text, safe to print: bounded, on one line, without invisible or control characters, and without secrets. The
	// engine ensures this.
	Evidence string `json:"evidence"`
	// Detail is what is wrong: a predicate such as "hides a shell command in base64", without a full stop, that continues a sentence
	// about the definition. After "; ", which occurs at most once, comes the remedy; see Says and docs/messages.md.
	Detail string `json:"detail"`
	// FieldIndex is the index of the field in ToolView.Fields; Field is its pointer.
	FieldIndex int    `json:"-"`
	Field      string `json:"field"`
	// Start and End are the byte span in the field's text, half open.
	Start int `json:"start"`
	End   int `json:"end"`
	// Certain marks a soft signal that is enough to fail a run: a clear order, by a threshold with a measured rate. Its finding has at
	// least medium severity.
	Certain bool `json:"-"`
	// Note marks a soft signal about the status of a definition, not its words: it is listed and adds nothing to the severity, confidence
	// and risk of a finding with other signals. A finding of notes alone has low severity, however many checks they come from.
	Note bool `json:"note,omitempty"`
	// Value is the number, true, false or null that the signal is about. Field is then its pointer, set by the check, while FieldIndex,
	// Start and End are those of a nearby string, which several signals may share, or 0 in a definition without strings.
	Value *Node `json:"-"`
	// Sensitive marks a span that must not be shown: a credential.
	Sensitive bool `json:"sensitive,omitempty"`
	// Fix, if not nil, changes the field so that nothing is reported there.
	Fix *Fix `json:"-"`
	// Related are other places that belong to the signal, such as the imitated tool.
	Related []Related `json:"related,omitempty"`
}

// Fix replaces bytes [Start, End) of the field's text. Checks only offer one that keeps the meaning of the definition.
type Fix struct {
	Start, End int
	// Text is the replacement.
	Text string
	// Package, if not "", is the package whose version replaces VersionMark in Text: npm:NAME or pypi:NAME. The version comes from a lock
	// file.
	Package string
	// Variable, if not "", is the environment variable that Text refers to. The replaced text is its value.
	Variable string
}

// VersionMark is the placeholder of a version in Fix.Text.
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
	// Note describes the place, such as "the tool that is imitated".
	Note string `json:"note"`
	// Text is the text of an Outside place; the engine makes it safe to print.
	Text string `json:"text,omitempty"`
}

// Outside is the ToolIndex of a Related place that is not in the scan, such as an approved definition. Its Server, Tool, Field and Text
// come from the check and are made safe to print; FieldIndex, Start and End are 0. A place with no text at all is dropped. For places in
// the scan, the engine fills in Server, Tool and Field, and Text is "".
const Outside = -1

// Finding is everything that was found in one tool.
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
	// Confidence is the sum of the best signal of each check, at most 1; notes count if there is nothing else.
	Confidence float64 `json:"confidence"`
	// RiskScore is 0 to 100.
	RiskScore int `json:"riskScore"`
	// Primary is the index of the strongest signal: by tier, then no note before notes, then confidence, then order.
	Primary int `json:"primary"`
	// CheckIDs are the distinct checks, the primary one first.
	CheckIDs []string `json:"checks"`
	// Signals are in the order of fields and spans.
	Signals []Signal `json:"signals"`
}

// PrimarySignal returns the strongest signal, or an empty one if there is none.
func (f *Finding) PrimarySignal() Signal {
	if f.Primary >= len(f.Signals) {
		return Signal{}
	}
	return f.Signals[f.Primary]
}

// Says splits Detail into what is wrong and the remedy, which is "" if only the check's documentation has one.
func (s *Signal) Says() (what, remedy string) {
	what, remedy, _ = strings.Cut(s.Detail, "; ")
	return what, remedy
}

// WithoutRemedy returns text from a definition without "; ", so that it cannot add a remedy to a Detail, not even together with a
// following space.
func WithoutRemedy(words string) string {
	for strings.Contains(words, "; ") {
		words = strings.ReplaceAll(words, "; ", ";")
	}
	return strings.TrimRight(words, ";")
}

// Subject names the definition, safe to print: tool “x” of server “y”.
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

// Message says in one printable sentence which definition was found and what its primary signal says.
func (f *Finding) Message() string {
	s := f.PrimarySignal()
	what, _ := s.Says()
	return f.Subject() + " " + what
}

// String is the severity, the primary check and the message.
func (f Finding) String() string {
	return f.Severity.String() + "[" + f.PrimarySignal().CheckID + "]: " + f.Message()
}

const messageRunes = 100

// Check inspects one tool. Implementations are pure and deterministic and hold no state between calls.
type Check interface {
	// ID is the stable identifier of the check, such as "unicode.hidden".
	ID() string
	// Inspect returns the signals of the tool. The engine recovers from panics.
	Inspect(tool ToolView, reg RegistryView) []Signal
}

// CappedCheck is a Check with bounds of its own that reports where it stopped.
type CappedCheck interface {
	Check
	// InspectCapped is Inspect with the bounds that were reached. The engine calls it instead of Inspect.
	InspectCapped(tool ToolView, reg RegistryView) ([]Signal, []CapHit)
}

// DocumentedCheck is a Check with documentation. All checks of detect/check have it.
type DocumentedCheck interface {
	Check
	// Documentation returns the text shown by reports, `mcp-lint explain` and the documentation pages.
	Documentation() Documentation
}

// Documentation explains a check.
type Documentation struct {
	// ID and Title name the check; Title is a short phrase without a full stop.
	ID    string `json:"id"`
	Title string `json:"title"`
	Tier  Tier   `json:"tier"`
	// Severity is the usual severity of its findings; SeverityNone means that its signals are notes (see Signal.Note). Severities says in
	// one sentence what it depends on.
	Severity   Severity `json:"severity"`
	Severities string   `json:"severities"`
	// ThreatType is the usual threat type of its signals.
	ThreatType ThreatType `json:"threatType"`
	// CWE is its number in the Common Weakness Enumeration if that is not the usual one of ThreatType.
	CWE string `json:"cwe,omitempty"`
	// Wording is set for checks that judge what a definition says. What they find in one definition agrees or not, so it is one finding; what
	// other checks find are facts, of which each is a finding.
	Wording bool `json:"-"`
	// Scope is the least reliable scope that the check is precise enough for; without documentation it is ScopeFull.
	Scope Scope `json:"-"`
	// Only, if not empty, are the kinds of view that it inspects. Otherwise these are all kinds that models read, and those of Also:
	// launches, settings, registry manifests and files for agents are inspected only if one of the two lists has them.
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

// UsualSeverity is Severity in words; that of notes is "informational".
func (d *Documentation) UsualSeverity() string {
	if d.Severity == SeverityNone {
		return "informational"
	}
	return d.Severity.String()
}

// Example is a definition that shows what a check does or does not catch.
type Example struct {
	// Note describes what to look at.
	Note string `json:"note"`
	// Server owns Tool.
	Server string `json:"server"`
	// Tool is the definition as JSON.
	Tool string `json:"tool"`
	// File, if not "", is the path of a file to scan instead of a tool, such as .vscode/mcp.json, and Text is its content.
	File string `json:"file,omitempty"`
	Text string `json:"text,omitempty"`
	// Peers are tools of other servers that are scanned with it.
	Peers []Peer `json:"peers,omitempty"`
	// Approved is the definition of Tool in the lock file, as JSON; "" means that there is no lock file, "none" that it does not have the
	// tool.
	Approved string `json:"approved,omitempty"`
}

// Peer is a tool of another server.
type Peer struct {
	Server string `json:"server"`
	Tool   string `json:"tool"`
}

// Signal returns a signal at bytes [start, end) of field i, with the evidence cut from the field. The span is clamped to the field. If
// there is no such field, the signal has only its index, and the engine rejects it.
func (t ToolView) Signal(i, start, end int) Signal {
	if i < 0 || i >= len(t.Fields) {
		return Signal{FieldIndex: i}
	}
	f := t.Fields[i]
	start = min(max(start, 0), len(f.Text))
	end = min(max(end, start), len(f.Text))
	return Signal{FieldIndex: i, Field: f.Pointer, Start: start, End: end, Evidence: f.Text[start:end]}
}
