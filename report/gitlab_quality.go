package report

import (
	"io"

	"github.com/org/mcp-lint/internal/asciijson"
	"github.com/org/mcp-lint/lint"
)

const gitlabInfo = "info"

// gitlabScale has severities one above the other, so that what mcp-lint calls critical stands first in GitLab.
var gitlabScale = scale{gitlabInfo, "minor", "major", "critical", "blocker"}

// GitLabEntry is one entry of GitLab's code quality report (https://docs.gitlab.com/ci/testing/code_quality).
type GitLabEntry struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    GitLabLocation `json:"location"`
}

// GitLabLocation is a range of lines, both ends inclusive, of a file of the repository.
type GitLabLocation struct {
	Path  string      `json:"path"`
	Lines GitLabLines `json:"lines"`
}

// GitLabLines counts lines from 1.
type GitLabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab writes the report as a code quality report of GitLab: a list with one entry for each finding, and entries of the
// severity info for what the scan did not look at or does not show. It is pure ASCII. GitLab shows descriptions as plain
// text, keeps one entry of those with the same fingerprint, and reads nothing after an entry that breaks its schema.
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
