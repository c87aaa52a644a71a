package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

// Order and attributes follow the Ant schema; Jenkins and GitLab need less.
type junitReport struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Package    string          `xml:"package,attr"`
	ID         int             `xml:"id,attr"`
	Timestamp  string          `xml:"timestamp,attr"`
	Hostname   string          `xml:"hostname,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Time       string          `xml:"time,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
	Out        string          `xml:"system-out"`
	Err        string          `xml:"system-err"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// junitCase is a test. Its name identifies the finding across runs.
type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Time    string        `xml:"time,attr"`
	Failure *junitFailure `xml:"failure"`
	Skipped *junitSkipped `xml:"skipped"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

// JUnit writes the report as test results: a failure per finding, and a skipped test for what is informational, not scanned or not shown.
// The test "scan" always passes, so that a report without findings does not look like a run without tests.
func JUnit(w io.Writer, r *lint.Report) error {
	s := junitSuite{
		Name: toolName, Package: toolName, Timestamp: noTime, Hostname: "localhost", Time: "0",
		Properties: []junitProperty{{"version", text.Safe(r.Version, nameRunes)}},
		Cases:      []junitCase{{Name: "scan", Class: toolName, Time: "0"}},
	}
	for _, e := range entries(r, entryFindings) {
		c := junitCase{Name: junitName(&e), Class: text.BreakCommands(e.At.Path), Time: "0"}
		words := text.BreakCommands(e.Words)
		if e.Severity == detect.SeverityNone {
			c.Skipped = &junitSkipped{words}
			s.Skipped++
		} else {
			c.Failure = &junitFailure{severityName(e.Severity), words, fmt.Sprintf("%s:%d\n%s\n%s", c.Class, e.At.First, words, e.url())}
			s.Failures++
		}
		s.Cases = append(s.Cases, c)
	}
	s.Tests = len(s.Cases)
	out, err := xml.MarshalIndent(junitReport{Suite: s}, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, out)
	}
	if err != nil {
		return fmt.Errorf("could not write the results: %w", err)
	}
	return nil
}

// junitName returns a unique test name: GitLab keeps only one of several tests with the same name in a file.
func junitName(e *entry) string {
	name := e.Check
	if e.Finding != nil {
		name += ": " + e.Finding.Subject()
	}
	return text.BreakCommands(name) + " [" + e.Fingerprint + "]"
}
