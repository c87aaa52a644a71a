//go:build e2e

package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// ownWorkflow is what the house rules look at.
type ownWorkflow struct {
	Name        string            `yaml:"name"`
	On          yaml.Node         `yaml:"on"`
	Permissions yaml.Node         `yaml:"permissions"`
	Concurrency yaml.Node         `yaml:"concurrency"`
	Env         map[string]any    `yaml:"env"`
	Jobs        map[string]ownJob `yaml:"jobs"`
}

type ownJob struct {
	Name        string         `yaml:"name"`
	If          string         `yaml:"if"`
	Uses        string         `yaml:"uses"`
	Needs       yaml.Node      `yaml:"needs"`
	Environment string         `yaml:"environment"`
	Permissions yaml.Node      `yaml:"permissions"`
	Timeout     int            `yaml:"timeout-minutes"`
	Secrets     any            `yaml:"secrets"`
	Strategy    map[string]any `yaml:"strategy"`
	Steps       []ownStep      `yaml:"steps"`
}

type ownStep struct {
	Name            string         `yaml:"name"`
	Uses            string         `yaml:"uses"`
	Run             string         `yaml:"run"`
	ContinueOnError any            `yaml:"continue-on-error"`
	With            map[string]any `yaml:"with"`
}

func ownWorkflows(t *testing.T) map[string]ownWorkflow {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root(t), ".github", "workflows", "*.yml"))
	require.NoError(t, err)
	all := map[string]ownWorkflow{}
	for _, path := range paths {
		var w ownWorkflow
		require.NoError(t, yaml.Unmarshal(contents(t, path), &w), path)
		all[filepath.Base(path)] = w
	}
	require.Subset(t, namesOf(all), []string{"ci.yml", "corpus.yml", "self-scan.yml", "release.yml", "fuzz.yml", "nightly.yml"})
	return all
}

// TestWorkflowRules asserts what zizmor would say: it is run in CI, for it cannot be had everywhere.
func TestWorkflowRules(t *testing.T) {
	for name, w := range ownWorkflows(t) {
		assert.Empty(t, violations(w), name)
		text := projectFile(t, filepath.Join(".github", "workflows", name))
		assert.NotContains(t, text, "secrets.", "%s: the job's own token is enough", name)
		assert.NotContains(t, text, "GITHUB_ENV", name)
		assert.NotContains(t, text, "GITHUB_PATH", name)
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(line, ": write") {
				assert.Regexp(t, `: write # \S`, line, "%s: say why", name)
			}
		}
	}
}

// TestWorkflowRulesSpeak breaks every rule once.
func TestWorkflowRulesSpeak(t *testing.T) {
	const good = `
name: good
on: {pull_request: }
permissions: {}
concurrency: {group: a}
jobs:
  a:
    name: a
    permissions: {contents: read}
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1
        with: {persist-credentials: false}
      - run: echo "$A"
`
	parse := func(text string) (w ownWorkflow) {
		require.NoError(t, yaml.Unmarshal([]byte(text), &w))
		return w
	}
	require.Empty(t, violations(parse(good)))
	for _, c := range [][3]string{
		{"name: good\n", "", "no name"},
		{"\npermissions: {}", "", "permissions at the top"},
		{"\npermissions: {}", "\npermissions: {contents: read}", "permissions at the top"},
		{"{pull_request: }", "pull_request_target", "pull_request_target"},
		{"{pull_request: }", "[push, workflow_run]", "workflow_run"},
		{"{pull_request: }", "{issue_comment: }", "issue_comment"},
		{"concurrency: {group: a}\n", "", "concurrency"},
		{"    permissions: {contents: read}\n", "", "job a: no permissions"},
		{"{contents: read}", "write-all", "job a: no permissions"},
		{"    timeout-minutes: 5\n", "", "job a: no timeout"},
		{"{persist-credentials: false}", "{fetch-depth: 0}", "persist-credentials"},
		{"{persist-credentials: false}", "{persist-credentials: true}", "persist-credentials"},
		{`echo "$A"`, `echo "${{ github.ref_name }}"`, "expression in a script"},
		{"    timeout-minutes: 5\n", "    timeout-minutes: 5\n    secrets: inherit\n", "secrets"},
		{"    timeout-minutes: 5\n", "    uses: other/project/.github/workflows/x.yml@v1\n", "a workflow of others"},
	} {
		require.Contains(t, good, c[0])
		found := violations(parse(strings.Replace(good, c[0], c[1], 1)))
		assert.Contains(t, strings.Join(found, "\n"), c[2], "%q for %q", c[1], c[0])
	}
}

// violations lists what breaks a rule of the house.
func violations(w ownWorkflow) []string {
	var found []string
	if w.Name == "" {
		found = append(found, "no name")
	}
	if w.Permissions.Kind != yaml.MappingNode || len(w.Permissions.Content) > 0 {
		found = append(found, "permissions at the top are not {}")
	}
	if w.Concurrency.IsZero() {
		found = append(found, "no concurrency group")
	}
	for _, trigger := range triggers(w) {
		if !slices.Contains([]string{"pull_request", "push", "merge_group", "schedule", "workflow_dispatch", "workflow_call"}, trigger) {
			found = append(found, "trigger "+trigger)
		}
	}
	for id, j := range w.Jobs {
		say := func(what string) { found = append(found, "job "+id+": "+what) }
		if j.Permissions.Kind != yaml.MappingNode {
			say("no permissions of its own")
		}
		// A job that calls a workflow has the times of its jobs.
		if j.Timeout == 0 && j.Uses == "" {
			say("no timeout")
		}
		if j.Uses != "" && !strings.HasPrefix(j.Uses, "./") {
			say("a workflow of others")
		}
		if j.Secrets != nil {
			say("secrets are handed on")
		}
		for _, s := range j.Steps {
			if strings.Contains(s.Run, "${{") {
				say("expression in a script")
			}
			if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != false {
				say("persist-credentials is not false")
			}
		}
	}
	return found
}

// triggers are the events that start a workflow.
func triggers(w ownWorkflow) []string {
	switch w.On.Kind {
	case yaml.ScalarNode:
		return []string{w.On.Value}
	case yaml.SequenceNode:
		return needs(w.On)
	}
	var names []string
	for i := 0; i+1 < len(w.On.Content); i += 2 {
		names = append(names, w.On.Content[i].Value)
	}
	return names
}

// needs are the words of a node that is one or a list of them.
func needs(n yaml.Node) []string {
	if n.Kind == yaml.ScalarNode {
		return []string{n.Value}
	}
	var names []string
	for _, c := range n.Content {
		names = append(names, c.Value)
	}
	return names
}
