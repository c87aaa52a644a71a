package action

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/org/mcp-lint/internal/lazy"
)

// Decision says whether the SARIF file is uploaded, whether the job fails when that fails, and why it is not.
type Decision struct {
	Upload, Required bool
	// Reason is a clause for people; it is empty when the file is uploaded.
	Reason string
}

// event is what the payload of an event says about where a pull request comes from.
type event struct {
	PullRequest *struct {
		Head, Base struct {
			Repo *struct {
				ID int64 `json:"id"`
			} `json:"repo"`
		}
	} `json:"pull_request"`
}

// known events run on the code of the branch or the pull request that an upload would be filed under. What others check out is
// not known: pull_request_target and workflow_run have a token that may write and belong to the default branch, even when the workflow
// checks out the code of a fork.
var knownEvents = []string{"push", "pull_request", "merge_group", "schedule", "workflow_dispatch", "repository_dispatch", "release"}

var eventName = lazy.Regexp(`^[a-z_]{1,50}$`)

// Decide decides about the upload. The payload of the event is read from the file that GITHUB_EVENT_PATH names.
func Decide(mode Upload, env func(string) string, readFile func(name string) ([]byte, error)) Decision {
	switch mode {
	case uploadAlways:
		return Decision{Upload: true, Required: true}
	case uploadNever:
		return Decision{Reason: "the input upload-sarif is false"}
	}
	if reason := forbidden(env, readFile); reason != "" {
		return Decision{Reason: reason}
	}
	return Decision{Upload: true}
}

// forbidden says why the token may not upload, as far as can be known without asking GitHub.
func forbidden(env func(string) string, readFile func(name string) ([]byte, error)) string {
	switch {
	case env("GITHUB_ACTIONS") != "true":
		return "this is not a GitHub Actions job"
	case env("ACT") != "", env("GITEA_ACTIONS") != "", env("FORGEJO_ACTIONS") != "":
		return "this runner does not belong to GitHub"
	}
	name := env("GITHUB_EVENT_NAME")
	// On a pull request of Dependabot the token may write where the workflow says so.
	if name == "push" && env("GITHUB_ACTOR") == "dependabot[bot]" {
		return "Dependabot pushed, so the token is read-only"
	}
	if !slices.Contains(knownEvents, name) {
		if !eventName().MatchString(name) {
			name = "unknown"
		}
		return fmt.Sprintf("on the event %q the checkout may not be the code of its branch", name)
	}
	if name != "pull_request" {
		return ""
	}
	var e event
	data, err := readFile(env("GITHUB_EVENT_PATH"))
	if err != nil {
		return "the event payload cannot be read"
	}
	if err := json.Unmarshal(data, &e); err != nil || e.PullRequest == nil || e.PullRequest.Base.Repo == nil {
		return "the event payload is not that of a pull request"
	}
	if head := e.PullRequest.Head.Repo; head == nil || head.ID != e.PullRequest.Base.Repo.ID {
		return "the pull request comes from a fork, so the token is read-only"
	}
	return ""
}
