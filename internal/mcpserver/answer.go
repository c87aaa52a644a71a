package mcpserver

import "github.com/org/mcp-lint/lint"

// Enumerations in outputSchema.
type (
	severity string
	tier     string
	action   string
	verdict  string
)

// Report is the structured result of the scanning tools. By default it does not quote the scanned text: it has only places, counts, our own
// words, and well-formed names.
type Report struct {
	// Verdict is that of a lint.Outcome: what is outside of the root counts as not judged.
	Verdict verdict `json:"verdict"`
	// Complete is set if there was something to scan and all of it was scanned. Incomplete gives the reasons otherwise.
	Complete   bool     `json:"complete" jsonschema:"Whether everything was scanned, so that no finding means that there is none."`
	Incomplete []string `json:"incomplete"`
	// Failing counts the findings at or above FailOn, which is a severity or "never".
	FailOn  string `json:"failOn"`
	Failing int    `json:"failing" jsonschema:"Findings at or above failOn."`
	Counts  Counts `json:"counts"`
	// Findings are one page, most severe first; see Listed.
	Findings   []Finding    `json:"findings"`
	Listed     Listed       `json:"listed"`
	Suppressed []Suppressed `json:"suppressed"`
	Skipped    []Skipped    `json:"skipped"`
	// SkippedMore counts skips not in Skipped. SkippedQuiet counts files that are skipped on purpose, such as ignored files and dependencies.
	SkippedMore  int `json:"skippedMore"`
	SkippedQuiet int `json:"skippedQuiet"`
	// Unresolved are the places of definitions whose text is only known by running code.
	Unresolved []Place          `json:"unresolved"`
	Lock       *lint.LockCounts `json:"lock,omitempty"`
	// Quotes says how to treat quotations, if there are any.
	Quotes string `json:"quotes,omitempty"`
}

// Counts says how much was scanned and found.
type Counts struct {
	Findings        int `json:"findings"`
	Critical        int `json:"critical"`
	High            int `json:"high"`
	Medium          int `json:"medium"`
	Low             int `json:"low"`
	Informational   int `json:"informational"`
	Suppressed      int `json:"suppressed"`
	BelowConfidence int `json:"belowConfidence"`
	Definitions     int `json:"definitions"`
	Tools           int `json:"tools"`
	Servers         int `json:"servers"`
	Files           int `json:"files"`
	Unresolved      int `json:"unresolved"`
}

// Listed describes a page of findings: Matching have the requested severity, and NextOffset, if not 0, starts the next page.
type Listed struct {
	Matching   int `json:"matching"`
	Offset     int `json:"offset"`
	NextOffset int `json:"nextOffset,omitempty"`
}

// Finding is everything found in one definition.
type Finding struct {
	ID         string   `json:"id"`
	Check      string   `json:"check"`
	Checks     []string `json:"checks"`
	Severity   severity `json:"severity"`
	Tier       tier     `json:"tier"`
	Action     action   `json:"action"`
	Threat     string   `json:"threat"`
	Confidence float64  `json:"confidence"`
	Risk       int      `json:"risk"`
	Kind       string   `json:"kind"`
	Server     string   `json:"server,omitempty"`
	Tool       string   `json:"tool,omitempty"`
	// Definition points into a given JSON value; Place is the place of the primary signal in a text.
	Definition string `json:"definition,omitempty" jsonschema:"JSON pointer to the definition in the value of tools."`
	Field      string `json:"field,omitempty" jsonschema:"JSON pointer in the definition."`
	Place
	// Demoted is why the severity was lowered, such as "test".
	Demoted string `json:"demoted,omitempty"`
	// SharedBy counts other definitions with the same words.
	SharedBy int `json:"sharedBy,omitempty"`
	// Signals are the primary one and the first others.
	Signals     []Signal `json:"signals"`
	SignalsMore int      `json:"signalsMore,omitempty"`
	Quoted      *Quoted  `json:"quoted,omitempty"`
}

// Signal is one signal.
type Signal struct {
	Check      string  `json:"check"`
	Says       string  `json:"says"`
	Tier       tier    `json:"tier"`
	Confidence float64 `json:"confidence"`
	Field      string  `json:"field,omitempty"`
	Place
	// Related are other definitions, such as the imitated one.
	Related []Related     `json:"related,omitempty"`
	Quoted  *QuotedSignal `json:"quoted,omitempty"`
}

// Related is another definition.
type Related struct {
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
}

// Place is a place in a file or text, counted from 1, with columns in UTF-16 code units.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Quoted holds names as written.
type Quoted struct {
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
	File   string `json:"file,omitempty"`
	Field  string `json:"field,omitempty"`
}

// QuotedSignal holds scanned text.
type QuotedSignal struct {
	Evidence string `json:"evidence,omitempty"`
	Detail   string `json:"detail,omitempty"`
}

// Suppressed is a suppression with the number of its findings.
type Suppressed struct {
	By    string `json:"by"`
	Count int    `json:"count"`
	Place
	// Reason is quoted.
	Reason string `json:"reason,omitempty"`
}

// Skipped is a file that was not scanned, or not completely.
type Skipped struct {
	Reason string `json:"reason"`
	Place
	// Detail is quoted.
	Detail string `json:"detail,omitempty"`
}
