package action

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

const (
	ownPullRequest  = `{"pull_request":{"number":1,"head":{"sha":"x","repo":{"id":7,"full_name":"org/repo"}},"base":{"repo":{"id":7,"full_name":"org/repo"}}}}`
	forkPullRequest = `{"pull_request":{"head":{"repo":{"id":8,"full_name":"org/repo"}},"base":{"repo":{"id":7,"full_name":"org/repo"}}}}`
	goneFork        = `{"pull_request":{"head":{"repo":null},"base":{"repo":{"id":7}}}}`
)

func TestDecide(t *testing.T) {
	job := func(event string, more ...string) map[string]string {
		vars := map[string]string{"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": "event.json", "GITHUB_ACTOR": "octocat"}
		for i := 0; i < len(more); i += 2 {
			vars[more[i]] = more[i+1]
		}
		return vars
	}
	for name, c := range map[string]struct {
		env     map[string]string
		payload string
		upload  bool
		reason  string
	}{
		"push":                     {job("push"), "", true, ""},
		"schedule":                 {job("schedule"), "", true, ""},
		"workflow_dispatch":        {job("workflow_dispatch"), "", true, ""},
		"merge_group":              {job("merge_group"), "", true, ""},
		"release":                  {job("release"), "", true, ""},
		"pull request":             {job("pull_request"), ownPullRequest, true, ""},
		"fork":                     {job("pull_request"), forkPullRequest, false, "comes from a fork"},
		"deleted fork":             {job("pull_request"), goneFork, false, "comes from a fork"},
		"pull request, no payload": {job("pull_request"), "", false, "cannot be read"},
		"pull request, odd":        {job("pull_request"), `{"pull_request":[]}`, false, "not that of a pull request"},
		"pull request, empty":      {job("pull_request"), `{}`, false, "not that of a pull request"},
		"pull request, no base":    {job("pull_request"), `{"pull_request":{"head":{"repo":{"id":1}}}}`, false, "not that of a pull request"},
		"Dependabot":               {job("push", "GITHUB_ACTOR", "dependabot[bot]"), "", false, "Dependabot pushed"},
		"Dependabot, pull request": {job("pull_request", "GITHUB_ACTOR", "dependabot[bot]"), ownPullRequest, true, ""},
		"Dependabot, fork":         {job("pull_request", "GITHUB_ACTOR", "dependabot[bot]"), forkPullRequest, false, "comes from a fork"},
		"Dependabot, by hand":      {job("workflow_dispatch", "GITHUB_ACTOR", "dependabot[bot]"), "", true, ""},
		"pull_request_target":      {job("pull_request_target"), ownPullRequest, false, `event "pull_request_target"`},
		"workflow_run":             {job("workflow_run"), "", false, `event "workflow_run"`},
		"issue_comment":            {job("issue_comment"), "", false, "may not be the code of its branch"},
		"odd event":                {job("x ##[error] y"), "", false, `event "unknown"`},
		"act":                      {job("push", "ACT", "true"), "", false, "does not belong to GitHub"},
		"Gitea":                    {job("push", "GITEA_ACTIONS", "true"), "", false, "does not belong to GitHub"},
		"Forgejo":                  {job("push", "FORGEJO_ACTIONS", "true"), "", false, "does not belong to GitHub"},
		"no job":                   {nil, "", false, "not a GitHub Actions job"},
	} {
		read := func(file string) ([]byte, error) {
			assert.Equal(t, "event.json", file)
			if c.payload == "" {
				return nil, errors.New("no such file")
			}
			return []byte(c.payload), nil
		}
		d := Decide(uploadAuto, lookup(c.env), read)
		assert.Equal(t, c.upload, d.Upload, name)
		assert.False(t, d.Required, name)
		assert.Contains(t, d.Reason, c.reason, name)
		assert.Equal(t, c.upload, d.Reason == "", name)
		assert.NotContains(t, d.Reason, "\n", name)

		assert.Equal(t, Decision{Upload: true, Required: true}, Decide(uploadAlways, lookup(c.env), read), name)
		assert.False(t, Decide(uploadNever, lookup(c.env), read).Upload, name)
	}
}
