package launch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/clients"
)

// put sets a value at a JSON pointer of a document.
func put(doc map[string]any, pointer string, value any) {
	path := strings.Split(pointer[1:], "/")
	for _, name := range path[:len(path)-1] {
		if doc[name] == nil {
			doc[name] = map[string]any{}
		}
		doc = doc[name].(map[string]any)
	}
	doc[path[len(path)-1]] = value
}

func approvals(t *testing.T, kind detect.Kind, doc map[string]any) []detect.Signal {
	t.Helper()
	raw, err := json.Marshal(doc)
	require.NoError(t, err)
	v, err := detect.ViewJSON(kind, "s", raw)
	require.NoError(t, err)
	return autoApprove{}.Inspect(v, detect.RegistryView{})
}

// assertApproval writes a setting of the table as it is reported, alone, held back, and with another value.
func assertApproval(t *testing.T, kind detect.Kind, v clients.Approval, at string) {
	t.Helper()
	doc := map[string]any{"command": "x"}
	chosen := strings.NewReplacer("{profile}", "one")
	with, without := chosen.Replace(v.With), chosen.Replace(v.Without)
	put(doc, chosen.Replace(at), v.Value)
	if strings.Contains(at, "{profile}") {
		doc["profile"] = "one"
	}
	if with != "" {
		assert.Empty(t, approvals(t, kind, doc), at)
		pointer, value, _ := strings.Cut(with, "=")
		put(doc, pointer, value)
	}
	got := approvals(t, kind, doc)
	require.Len(t, got, 1, at)
	assert.Equal(t, v.Detail, got[0].Detail, at)
	assertDetail(t, v.Detail)
	assert.Equal(t, v.Note, got[0].Note, at)
	if _, object := strings.CutPrefix(at, v.Held+"/"); v.Held != "" && object && v.Holding == "" {
		put(doc, v.Held+"/git push", "ask")
		assert.Empty(t, approvals(t, kind, doc), at)
	}
	if without != "" {
		pointer, value, _ := strings.Cut(without, "=")
		put(doc, pointer, value)
		for _, s := range approvals(t, kind, doc) {
			assert.NotEqual(t, v.Detail, s.Detail, at)
		}
	}
	put(doc, chosen.Replace(at), "another value")
	for _, s := range approvals(t, kind, doc) {
		assert.NotEqual(t, v.Detail, s.Detail, at)
	}
	put(doc, chosen.Replace(at), map[string]any{"a": []any{v.Value}})
	assert.NotPanics(t, func() { approvals(t, kind, doc) }, at)
}

// TestApprovalsOfTheTable tests what discover/clients says of every client, also of those that come.
func TestApprovalsOfTheTable(t *testing.T) {
	for i := range clients.All {
		c := &clients.All[i]
		for _, v := range c.Approvals.Settings {
			for at := range strings.FieldsSeq(v.At) {
				assertApproval(t, detect.KindSettings, v, at)
			}
		}
		for _, v := range c.Approvals.Members {
			for at := range strings.FieldsSeq(v.At) {
				assertApproval(t, detect.KindLaunch, v, at)
			}
		}
		for name := range strings.FieldsSeq(c.Approvals.Lists) {
			assert.Len(t, approvals(t, detect.KindLaunch, map[string]any{"command": "x", name: []string{"*"}}), 1, name)
			assert.Empty(t, approvals(t, detect.KindLaunch, map[string]any{"command": "x", name: []string{"list_docs"}}), name)
		}
		for flag := range strings.FieldsSeq(c.Approvals.Flags) {
			assert.Len(t, approvals(t, detect.KindLaunch, map[string]any{"command": "x", "args": []string{flag}}), 1, flag)
		}
		for _, r := range c.Approvals.Rules {
			if r.Tool != "" {
				// They stand for what one tool may be called with.
				doc := map[string]any{}
				put(doc, r.At, []string{"*"})
				assert.Len(t, approvals(t, detect.KindSettings, doc), 1, r.At)
				continue
			}
			for _, tools := range c.Approvals.Commands {
				for name := range strings.FieldsSeq(tools.Names) {
					doc := map[string]any{}
					put(doc, r.At, []string{name + "(*)", name + "(npm test)"})
					got := approvals(t, detect.KindSettings, doc)
					require.Len(t, got, 1, name)
					assert.Contains(t, got[0].Detail, singleCommand(name))
				}
			}
		}
		if c.Approvals.Tool != "" && len(c.Marks) > 0 {
			assert.Equal(t, c.Approvals.Tool, clients.SingleTool(strings.Trim(c.Marks[0], "/$")+"/x.json"), c.Name)
		}
		for _, mark := range c.Marks {
			assert.Equal(t, mark, strings.ToLower(mark), c.Name)
		}
	}
}

func TestProfilesAreNotesUntilOneIsChosen(t *testing.T) {
	for profile, note := range map[string]bool{"": true, "b": true, "a/b~": false} {
		got := approvals(t, detect.KindSettings, map[string]any{
			"profile": profile, "profiles": map[string]any{
				"a/b~": map[string]any{"approval_policy": "never", "sandbox_mode": "danger-full-access"},
				"b":    map[string]any{"approval_policy": "never"},
			},
		})
		require.Len(t, got, 1, profile)
		assert.Equal(t, note, got[0].Note, profile)
	}
}
