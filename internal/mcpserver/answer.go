package mcpserver

// Words of which there are few; see outputSchema.
type (
	severity string
	tier     string
	action   string
)

// Report is the structured answer of the tools that scan. By default it holds no words of what was scanned: only places, counts, our own
// words, and names of the form that names have.
type Report struct {
	// Complete is set when all was looked at and something was found to look at; Incomplete says why not.
	Complete   bool     `json:"complete" jsonschema:"Whether everything was scanned, so that no finding means that there is none."`
	Incomplete []string `json:"incomplete"`
	// Failing counts the findings at or above FailOn, which is a severity or "never".
	FailOn  string `json:"failOn"`
	Failing int    `json:"failing" jsonschema:"Findings at or above failOn."`
	Counts  Counts `json:"counts"`
	// Findings are those that were asked for, the most severe first, and Listed says which of how many they are.
	Findings []Finding `json:"findings"`
	Listed   Listed    `json:"listed"`
	// Suppressed counts, by what suppresses them, findings that are not reported.
	Suppressed []Suppressed `json:"suppressed"`
	Skipped    []Skipped    `json:"skipped"`
	// SkippedMore counts what is not in Skipped, SkippedQuiet what nobody expects to be looked at: files that git ignores, dependencies.
	SkippedMore  int `json:"skippedMore"`
	SkippedQuiet int `json:"skippedQuiet"`
	// Unresolved are places of definitions whose text is not known without running the code.
	Unresolved []Place `json:"unresolved"`
	Lock       *Lock   `json:"lock,omitempty"`
	// Quotes says how to take what is quoted; it is there when something is.
	Quotes string `json:"quotes,omitempty"`
}

// Counts says how much was looked at and found.
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

// Listed says which findings are in an answer: Matching are as severe as was asked for, and NextOffset, when not 0, lists the next ones.
type Listed struct {
	Matching   int `json:"matching"`
	Offset     int `json:"offset"`
	NextOffset int `json:"nextOffset,omitempty"`
}

// Finding is everything that was found in one definition.
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
	// Definition is where the definition stands in a JSON value that was given; Place is the place of the deciding signal in a text.
	Definition string `json:"definition,omitempty" jsonschema:"JSON pointer to the definition in the value of tools."`
	Field      string `json:"field,omitempty" jsonschema:"JSON pointer in the definition."`
	Place
	// Demoted is why it weighs less, such as "test".
	Demoted string `json:"demoted,omitempty"`
	// SharedBy counts further definitions that the very same words are part of.
	SharedBy int `json:"sharedBy,omitempty"`
	// Signals are the first ones, and the deciding one before all.
	Signals     []Signal `json:"signals"`
	SignalsMore int      `json:"signalsMore,omitempty"`
	Quoted      *Quoted  `json:"quoted,omitempty"`
}

// Signal is one thing that was seen.
type Signal struct {
	Check      string  `json:"check"`
	Says       string  `json:"says"`
	Tier       tier    `json:"tier"`
	Confidence float64 `json:"confidence"`
	Field      string  `json:"field,omitempty"`
	Place
	// Related are definitions that it is about as well, such as the one that is imitated.
	Related []Related     `json:"related,omitempty"`
	Quoted  *QuotedSignal `json:"quoted,omitempty"`
}

// Related is another definition.
type Related struct {
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
}

// Place is a place in a file or text, counted from 1, columns in UTF-16 code units.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Quoted are names as they are written.
type Quoted struct {
	Server string `json:"server,omitempty"`
	Tool   string `json:"tool,omitempty"`
	File   string `json:"file,omitempty"`
	Field  string `json:"field,omitempty"`
}

// QuotedSignal holds words of what was scanned.
type QuotedSignal struct {
	Evidence string `json:"evidence,omitempty"`
	Detail   string `json:"detail,omitempty"`
}

// Suppressed counts findings that something suppresses, and says where that stands.
type Suppressed struct {
	By    string `json:"by"`
	Count int    `json:"count"`
	Place
	// Reason is quoted.
	Reason string `json:"reason,omitempty"`
}

// Skipped is something that was not looked at, or not in full.
type Skipped struct {
	Reason string `json:"reason"`
	Place
	// Detail is quoted.
	Detail string `json:"detail,omitempty"`
}

// Lock says how the definitions stand to what was approved.
type Lock struct {
	Approved int `json:"approved"`
	Pending  int `json:"pending"`
	Changed  int `json:"changed"`
	Removed  int `json:"removed"`
	Renamed  int `json:"renamed"`
	Unseen   int `json:"unseen"`
}
