package sarif

// The parts of SARIF 2.1.0 that are written. What is empty is left out where the standard allows no empty value.

type sarifLog struct {
	Version string     `json:"version"`
	Schema  string     `json:"$schema"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Properties map[string]any `json:"properties,omitempty"`
	Tool       struct {
		Driver driver `json:"driver"`
	} `json:"tool"`
	Invocations        []invocation    `json:"invocations"`
	Results            []result        `json:"results"`
	AutomationDetails  id              `json:"automationDetails"`
	ColumnKind         string          `json:"columnKind"`
	NewlineSequences   []string        `json:"newlineSequences"`
	OriginalURIBaseIDs map[string]base `json:"originalUriBaseIds"`
}

type id struct {
	ID string `json:"id"`
}

type base struct {
	Description message `json:"description"`
}

type driver struct {
	FullName        string       `json:"fullName"`
	InformationURI  string       `json:"informationUri"`
	Name            string       `json:"name"`
	Notifications   []descriptor `json:"notifications"`
	Rules           []descriptor `json:"rules"`
	SemanticVersion string       `json:"semanticVersion,omitempty"`
	Version         string       `json:"version"`
}

// descriptor describes a rule, or a kind of notification.
type descriptor struct {
	ID                   string         `json:"id"`
	Name                 string         `json:"name"`
	ShortDescription     message        `json:"shortDescription"`
	FullDescription      message        `json:"fullDescription"`
	DefaultConfiguration level          `json:"defaultConfiguration"`
	HelpURI              string         `json:"helpUri"`
	Help                 message        `json:"help"`
	Properties           map[string]any `json:"properties,omitempty"`
}

type level struct {
	Level string `json:"level"`
}

type message struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type invocation struct {
	ExecutionSuccessful        bool     `json:"executionSuccessful"`
	ToolExecutionNotifications []notice `json:"toolExecutionNotifications,omitempty"`
}

// notice says that something was not looked at or not shown.
type notice struct {
	Descriptor struct {
		ID    string `json:"id"`
		Index int    `json:"index"`
	} `json:"descriptor"`
	Level     string     `json:"level"`
	Locations []location `json:"locations,omitempty"`
	Message   message    `json:"message"`
}

type result struct {
	Properties          map[string]any    `json:"properties"`
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             message           `json:"message"`
	Locations           []location        `json:"locations"`
	PartialFingerprints map[string]string `json:"partialFingerprints,omitempty"`
	RelatedLocations    []location        `json:"relatedLocations,omitempty"`
	// Suppressions are in all results of a run or in none, if only as an empty list (3.27.23); nil is none.
	Suppressions *[]suppression `json:"suppressions,omitempty"`
}

type suppression struct {
	Kind          string    `json:"kind"`
	Status        string    `json:"status"`
	Justification string    `json:"justification,omitempty"`
	Location      *location `json:"location,omitempty"`
}

// location is a place, which the message of a result links by its ID.
type location struct {
	ID               int      `json:"id,omitempty"`
	PhysicalLocation place    `json:"physicalLocation"`
	Message          *message `json:"message,omitempty"`
}

type place struct {
	ArtifactLocation artifact `json:"artifactLocation"`
	Region           region   `json:"region"`
	// ContextRegion is the line around the region, where that can be shown as it stands.
	ContextRegion *region `json:"contextRegion,omitempty"`
}

type artifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

// region is a range of a file. Lines and columns count from 1, columns in UTF-16 code units, a byte order mark is in no column (SARIF 2.1.0,
// 3.30.2); endColumn and the byte range are exclusive. Without a source there is no byte range.
type region struct {
	StartLine   int      `json:"startLine"`
	StartColumn int      `json:"startColumn"`
	EndLine     int      `json:"endLine"`
	EndColumn   int      `json:"endColumn"`
	ByteOffset  *int     `json:"byteOffset,omitempty"`
	ByteLength  *int     `json:"byteLength,omitempty"`
	Snippet     *snippet `json:"snippet,omitempty"`
}

// snippet has a text that equals the region, hidden characters included, or else its rendering.
type snippet struct {
	Text     string   `json:"text,omitempty"`
	Rendered *message `json:"rendered,omitempty"`
}
