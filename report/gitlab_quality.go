package report

import (
	"io"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

const gitlabInfo = "info"

// gitlabScale is one level up, so that critical findings are GitLab's first.
var gitlabScale = scale{gitlabInfo, "minor", "major", "critical", "blocker"}

// GitLabEntry is one entry of GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality).
type GitLabEntry struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    GitLabLocation `json:"location"`
}

// GitLabLocation is a range of lines of a repository file, both ends inclusive.
type GitLabLocation struct {
	Path  string      `json:"path"`
	Lines GitLabLines `json:"lines"`
}

// GitLabLines counts lines from 1.
type GitLabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab writes a GitLab code quality report in pure ASCII: an entry per finding, and entries of severity info for what was not scanned or
// is not shown. GitLab shows descriptions as plain text, keeps one entry per fingerprint, and stops reading at an entry that violates its
// schema.
func GitLab(w io.Writer, r *lint.Report) error {
	return asciijson.Write(w, gitlabEntries(entries(r, entryFindings)), "the report")
}

func gitlabEntries(list []entry) []GitLabEntry {
	out := make([]GitLabEntry, 0, len(list))
	for _, e := range list {
		out = append(out, GitLabEntry{e.Words, e.Check, e.Fingerprint, gitlabScale.of(e.Severity), gitlabPlace(e.At)})
	}
	return out
}

func gitlabPlace(at lineRange) GitLabLocation {
	return GitLabLocation{at.Path, GitLabLines{at.First, at.Last}}
}
