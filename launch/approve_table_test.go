package launch

import (
	"encoding/json"
	"fmt"
	"slices"
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

func signalsOf(t *testing.T, kind detect.Kind, doc map[string]any) []detect.Signal {
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
		assert.Empty(t, signalsOf(t, kind, doc), at)
		pointer, value, _ := strings.Cut(with, "=")
		put(doc, pointer, value)
	}
	got := signalsOf(t, kind, doc)
	require.Len(t, got, 1, at)
	assert.Equal(t, v.Detail, got[0].Detail, at)
	assertDetail(t, v.Detail)
	assert.Equal(t, v.Note, got[0].Note, at)
	if _, object := strings.CutPrefix(at, v.Held+"/"); v.Held != "" && object && v.Holding == "" {
		put(doc, v.Held+"/git push", "ask")
		assert.Empty(t, signalsOf(t, kind, doc), at)
	}
	if without != "" {
		pointer, value, _ := strings.Cut(without, "=")
		put(doc, pointer, value)
		for _, s := range signalsOf(t, kind, doc) {
			assert.NotEqual(t, v.Detail, s.Detail, at)
		}
	}
	put(doc, chosen.Replace(at), "another value")
	for _, s := range signalsOf(t, kind, doc) {
		assert.NotEqual(t, v.Detail, s.Detail, at)
	}
	put(doc, chosen.Replace(at), map[string]any{"a": []any{v.Value}})
	assert.NotPanics(t, func() { signalsOf(t, kind, doc) }, at)
}

// TestApprovalsOfTheTable tests every row of the table, also those that come.
func TestApprovalsOfTheTable(t *testing.T) {
	for _, v := range clients.Approved {
		for at := range strings.FieldsSeq(v.At) {
			switch v.Shape {
			case clients.Value:
				assertApproval(t, detect.KindSettings, v, at)
			case clients.Member:
				assertApproval(t, detect.KindLaunch, v, at)
			case clients.Tools:
				assert.Len(t, signalsOf(t, detect.KindLaunch, map[string]any{"command": "x", at[1:]: []string{"*"}}), 1, at)
				assert.Empty(t, signalsOf(t, detect.KindLaunch, map[string]any{"command": "x", at[1:]: []string{"list_docs"}}), at)
			case clients.Flag:
				assert.Len(t, signalsOf(t, detect.KindLaunch, map[string]any{"command": "x", "args": []string{at}}), 1, at)
			case clients.Rules:
				assertRules(t, v)
			case clients.Patterns:
				assertOnly(t, at, map[string]any{"/.*/": true}, map[string]any{"/.*/": false, "npm test": true})
				assertOnly(t, at, map[string]any{"*": map[string]any{v.Value: true}}, map[string]any{"*": map[string]any{v.Value: false}})
			case clients.Hooks:
				for answer := range strings.FieldsSeq(v.Value) {
					group := func(command string) any {
						return []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command}}}}
					}
					assertOnly(t, at, group("echo '{"+answer+"}'"), group("echo '{other}'"))
				}
			}
		}
	}
	for i := range clients.All {
		c := &clients.All[i]
		if c.Tool != "" && len(c.Marks) > 0 {
			assert.Equal(t, c.Tool, clients.SingleTool(strings.Trim(c.Marks[0], "/$")+"/x.json"), c.Name)
		}
		for _, mark := range c.Marks {
			assert.Equal(t, mark, strings.ToLower(mark), c.Name)
		}
	}
}

// assertRules writes rules for everything, in the words of each client that has the list, and one for a single command.
func assertRules(t *testing.T, v clients.Approval) {
	t.Helper()
	if v.As != "" {
		// They stand for what one tool may be called with.
		assertOnly(t, v.At, []string{"*"}, nil)
		return
	}
	for _, tools := range clients.CommandTools {
		if !sharesName(tools.Clients, v.Clients) {
			continue
		}
		for name := range strings.FieldsSeq(tools.Names) {
			doc := map[string]any{}
			put(doc, v.At, []string{name + "(*)", name + "(npm test)"})
			got := signalsOf(t, detect.KindSettings, doc)
			require.Len(t, got, 1, name)
			assert.Contains(t, got[0].Detail, singleCommand(name, false))
		}
	}
	for _, f := range clients.Forms {
		if sharesName(f.Clients, v.Clients) {
			one := fmt.Sprintf(f.Single, "docs")
			whole := []string{strings.Replace(one, "list_things", "*", 1)}
			assertOnly(t, v.At, whole, []string{one})
			doc := map[string]any{}
			put(doc, v.At, whole)
			assert.Contains(t, signalsOf(t, detect.KindSettings, doc)[0].Detail, fmt.Sprintf("server “docs” run without confirmation, including tools added later; allow single tools: %q", one))
		}
	}
	for at := range strings.FieldsSeq(v.Held) {
		doc := map[string]any{}
		put(doc, v.At, []string{"*"})
		put(doc, at, []string{"*"})
		assert.Empty(t, signalsOf(t, detect.KindSettings, doc), at)
	}
}

// assertOnly writes one value at a place, which must be reported once, and another, which must not.
func assertOnly(t *testing.T, at string, bad, good any) {
	t.Helper()
	for value, want := range map[*any]int{&bad: 1, &good: 0} {
		doc := map[string]any{}
		put(doc, at, *value)
		assert.Len(t, signalsOf(t, detect.KindSettings, doc), want, "%s %v", at, *value)
	}
}

func sharesName(a, b string) bool {
	return slices.ContainsFunc(strings.Split(a, ", "), func(name string) bool { return slices.Contains(strings.Split(b, ", "), name) })
}

func TestProfilesAreNotesUntilOneIsChosen(t *testing.T) {
	for profile, note := range map[string]bool{"": true, "b": true, "a/b~": false} {
		got := signalsOf(t, detect.KindSettings, map[string]any{
			"profile": profile, "profiles": map[string]any{
				"a/b~": map[string]any{"approval_policy": "never", "sandbox_mode": "danger-full-access"},
				"b":    map[string]any{"approval_policy": "never"},
			},
		})
		require.Len(t, got, 1, profile)
		assert.Equal(t, note, got[0].Note, profile)
	}
}
