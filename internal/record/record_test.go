package record

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// options start the test binary as a server with a mode.
func options(mode string, env ...string) Options {
	return Options{Command: []string{os.Args[0]}, Env: append(env, modeVariable+"="+mode), Client: "test", Version: "1", Limits: Limits{Settle: -1}}
}

// recorded records a server without errors and returns the fixture too.
func recorded(t *testing.T, o Options) (*Recording, string) {
	t.Helper()
	rec, err := Run(t.Context(), o)
	require.NoError(t, err)
	data, _, err := rec.Fixture()
	require.NoError(t, err)
	assert.True(t, json.Valid(data), string(data))
	return rec, string(data)
}

// failed records a server and requires an error.
func failed(t *testing.T, o Options) *ServerError {
	t.Helper()
	rec, err := Run(t.Context(), o)
	require.Error(t, err)
	assert.Nil(t, rec)
	var out *ServerError
	require.ErrorAs(t, err, &out)
	return out
}

func reasons(rec *Recording) map[string]string {
	out := map[string]string{}
	for _, m := range rec.Missing() {
		out[m.Method] = m.Reason
	}
	return out
}

func TestRecord(t *testing.T) {
	t.Parallel()
	rec, data := recorded(t, options("good"))
	assert.Equal(t, "notes", rec.Server)
	assert.True(t, rec.Instructions)
	assert.Empty(t, rec.Missing())
	assert.Equal(t, []string{"the answers contain members that clients do not show to models and scans skip (otherMembers in the record): tools/list"}, rec.Notes)
	assert.Equal(t, `{
  "protocolVersion": "2025-11-25",
  "capabilities": {
    "tools": {},
    "prompts": {},
    "resources": {}
  },
  "serverInfo": {
    "name": "notes",
    "version": "1.0"
  },
  "instructions": "Read a note first.",
  "tools": [
    {
      "name": "read_note",
      "description": "Reads a note.",
      "name": "twice",
      "x-unknown": 1.50
    },
    {
      "name": "write_note",
      "description": "Writes \u200b\udb40\udc41\u0061 note."
    }
  ],
  "prompts": [
    {
      "name": "sum_up",
      "description": "Sums up."
    }
  ],
  "resources": [],
  "resourceTemplates": [
    {
      "uriTemplate": "note:///{id}",
      "name": "note"
    }
  ],
  "otherMembers": {
    "tools/list": {
      "_meta": {
        "page": 1
      }
    }
  }
}
`, data)
	_, again := recorded(t, options("good"))
	assert.Equal(t, data, again)
}

func TestServersThatAreOdd(t *testing.T) {
	for mode, wants := range map[string][]string{
		"odd":      {`"name": 5`, `"title": []`, `"text"`, `"name": "second"`},
		"deep":     {`"name":"t"`, strings.Repeat(`{"a":`, 400)},
		"latin":    {`"caf\ufffd"`},
		"batch":    {`"read_note"`},
		"stranger": {`"read_note"`},
		"greets":   {`"read_note"`},
		"asks":     {`"read_note"`},
		"stubborn": {`"read_note"`},
		"modern":   {`"name": "modern"`, `"Hi."`, `"read_note"`},
		"ends":     {`"name": "t"`},
		"bare":     {`"name": "bare"`},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			o := options(mode)
			o.Limits.Grace = 2 * time.Second
			rec, data := recorded(t, o)
			assert.Empty(t, rec.Missing())
			for _, want := range wants {
				assert.Contains(t, data, want)
			}
			assert.NotContains(t, data, "partial")
			notes := strings.Join(rec.Notes, "; ")
			switch mode {
			case "asks":
				assert.Equal(t, "declined requests from the server: elicitation/create (1), sampling/createMessage (1), something else (1)", rec.Notes[0])
				for _, want := range []string{`"id":"s0","error"`, `"action":"decline"`, `"roots":[]`, `"id":"s3","result"`, `"code":-32601`} {
					assert.Contains(t, rec.Stderr, want)
				}
			case "greets":
				assert.Contains(t, notes, `not messages on its standard output: 1 line, the first "Notes server, version 1.0"`)
			case "stubborn":
				assert.Contains(t, notes, "the server did not exit when its input ended")
			case "bare":
				assert.NotContains(t, data, `"tools": [`)
			}
		})
	}
}

func TestServersThatFail(t *testing.T) {
	for mode, want := range map[string]string{
		"silent":       "the server did not start within 1.5s",
		"unterminated": "the server sent a message of more than 64 KiB",
		"garbage":      `the server sent more than 1000 lines that are not messages; not messages on its standard output: 1001 lines, the first "Starting U+001B[31mup ..."`,
		"notifies":     "the server sent more than 200 unexpected messages",
		"exits":        "the server exited (exit status 3)",
		"version":      "unsupported protocol version",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			o := options(mode, "TOKEN=s3cret-token")
			o.Secrets = []string{"s3cret-token"}
			o.Limits.Start, o.Limits.MessageBytes, o.Limits.Messages, o.Limits.Grace = time.Minute, 64<<10, 200, time.Second
			if mode == "silent" {
				o.Limits.Start = 1500 * time.Millisecond
			}
			err := failed(t, o)
			assert.Contains(t, err.Error(), want)
			if mode == "exits" {
				assert.Equal(t, "no such \x1b[2Jdatabase; TOKEN is [secret]\n", err.Stderr)
			}
		})
	}
}

func TestListsThatFail(t *testing.T) {
	for mode, want := range map[string]map[string]string{
		"same":    {"tools/list": "the server repeated a cursor after 2 pages"},
		"endless": {"tools/list": "the list has more than 20 pages"},
		"many":    {"tools/list": "the lists have more than 1000 items", "prompts/list": "the lists have more than 1000 items", "resources/templates/list": "the lists have more than 1000 items"},
		"long":    {"tools/list": "the lists are larger than 128 KiB", "prompts/list": "the lists are larger than 128 KiB", "resources/templates/list": "the lists are larger than 128 KiB"},
		"wrong":   {"tools/list": "the answer has no list of tools"},
		"list":    {"tools/list": "the answer is not an object"},
		"counts":  {"tools/list": "there are more pages, but the cursor is not a string"},
		"fails":   {"prompts/list": "the server answered with error -32000"},
		"stalls":  {"prompts/list": "no answer within 4s"},
		"dies":    {"prompts/list": "the server exited (exit status 4)", "resources/list": "the server exited (exit status 4)", "resources/templates/list": "the server exited (exit status 4)"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			o := options(mode, "TOKEN=s3cret-token")
			o.Secrets = []string{"s3cret-token"}
			o.Limits.Pages, o.Limits.Items, o.Limits.KeptBytes = 20, 1000, 128<<10
			if mode == "stalls" {
				o.Limits.Answer = 4 * time.Second
			}
			rec, data := recorded(t, o)
			assert.Equal(t, want, reasons(rec))
			var doc struct{ Partial map[string]string }
			require.NoError(t, json.Unmarshal([]byte(data), &doc))
			assert.Equal(t, want, doc.Partial)
			if mode == "fails" {
				assert.Equal(t, "\x1b[31mbad token [secret]", rec.Missing()[0].Said)
				assert.Contains(t, data, `"uriTemplate"`, "the other lists are there")
			}
		})
	}
}

// TestListsThatAreNotDeclared checks that a server cannot hide a list by not declaring it and failing once.
func TestListsThatAreNotDeclared(t *testing.T) {
	for mode, why := range map[string]string{"hides": "the server answered with error -32603", "breaks": "the server closed the connection"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			rec, _ := recorded(t, options(mode))
			assert.Empty(t, rec.Missing())
			assert.Equal(t, []string{
				"the server does not declare tools, and tools/list failed: " + why,
				"the server does not declare prompts, and prompts/list failed: " + why,
				"the server does not declare resources, and resources/list failed: " + why,
				"the server does not declare resource templates, and resources/templates/list failed: " + why,
			}, rec.Notes)
		})
	}
}

// TestNamesThatDifferInCase checks that scans see members that only some clients read.
func TestNamesThatDifferInCase(t *testing.T) {
	t.Parallel()
	rec, data := recorded(t, options("shouts"))
	assert.Len(t, rec.Lists[0].Items, 4)
	assert.True(t, rec.Instructions)
	for _, want := range []string{`"instructions": "Shouted."`, `"first"`, `"second"`, `"third"`, `"fourth"`} {
		assert.Contains(t, data, want)
	}
	assert.Contains(t, data, `"NextCursor": ""`, "the cursor that most clients read is followed")
	assert.Contains(t, rec.Notes, "some member names differ from the protocol in case and were normalised; only some clients read them")
}

func TestListsThatChange(t *testing.T) {
	t.Parallel()
	o := options("late")
	o.Limits.Settle = time.Second
	rec, data := recorded(t, o)
	assert.Contains(t, data, `"two"`)
	assert.Equal(t, []string{"lists that changed during the recording (the last version was written): tools/list"}, rec.Notes)

	o = options("restless")
	o.Limits.Settle = 20 * time.Millisecond
	rec, data = recorded(t, o)
	assert.Contains(t, data, `"one"`)
	assert.Empty(t, rec.Missing())
	assert.Equal(t, []string{"lists that the server keeps reporting as changed: tools"}, rec.Notes)
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	rec, err := Run(ctx, options("silent"))
	assert.Nil(t, rec)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestTotalTime(t *testing.T) {
	t.Parallel()
	o := options("stalls")
	o.Limits.Total = 5 * time.Second
	rec, err := Run(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, "recording took longer than 5s", reasons(rec)["prompts/list"])
	assert.Len(t, rec.Lists[0].Items, 2)
	o = options("silent")
	o.Limits.Total = time.Second
	assert.Contains(t, failed(t, o).Error(), "recording took longer than 1s")
}

func TestNoSuchProgram(t *testing.T) {
	for _, name := range []string{"no-such-program-of-mcp-lint", "./no-such-program-of-mcp-lint", t.TempDir()} {
		_, err := Run(t.Context(), Options{Command: []string{name}})
		require.Error(t, err)
		assert.Contains(t, err.Error(), "cannot start")
	}
	_, err := Run(t.Context(), Options{})
	require.Error(t, err)
	var server *ServerError
	assert.False(t, errors.As(err, &server))
}

func TestEnvironment(t *testing.T) {
	vars := map[string]string{"PATH": "/bin", "HOME": "/home/me", "AWS_SECRET_ACCESS_KEY": "x", "SHELL": "() { :; }", "GIVEN": "value"}
	env, secrets, err := Environ(func(n string) string { return vars[n] }, []string{"GIVEN", "OTHER=a=b", "EMPTY="})
	require.NoError(t, err)
	assert.Equal(t, []string{"HOME=/home/me", "PATH=/bin", "GIVEN=value", "OTHER=a=b", "EMPTY="}, env)
	assert.Equal(t, []string{"value", "a=b", ""}, secrets)
	for given, want := range map[string]string{"MISSING": "MISSING", "=x": "NAME", "": "NAME", "A\x00=b": "NAME"} {
		_, _, err = Environ(func(n string) string { return vars[n] }, []string{given})
		assert.ErrorContains(t, err, want)
	}
}

func TestSecrets(t *testing.T) {
	o := Options{Secrets: []string{"Bearer abcdefgh", "abc", ""}, URL: "https://mcp.example.com/secret-path/mcp?key=12345678"}
	assert.Equal(t, "abc [secret] [secret] https://mcp.example.com[secret]?[secret]",
		o.redact("abc abcdefgh Bearer abcdefgh https://mcp.example.com/secret-path/mcp?key=12345678"))
	assert.True(t, o.Leaks([]byte(`"token abcdefgh"`)))
	assert.True(t, o.Leaks([]byte(`"12345678"`)))
	assert.False(t, o.Leaks([]byte(`"/secret-path/mcp abc"`)))
	assert.True(t, o.Leaks([]byte(`{"tools": ["a \u0061bcdefgh"]}`)))
	assert.False(t, Options{}.Leaks([]byte(`{"tools": []}`)))
}

// TestSecretsThatAreCut checks that cutting a text does not reveal part of a secret.
func TestSecretsThatAreCut(t *testing.T) {
	t.Parallel()
	const secret = "s3cret-token-0123456789-0123456789"
	o := options("tells", "TOKEN="+secret)
	o.Secrets = []string{secret}
	rec, _ := recorded(t, o)
	assert.Equal(t, "[secret]", rec.Server)
	assert.True(t, strings.HasPrefix(rec.Stderr, "…."), rec.Stderr[:50])
	for _, shown := range []string{rec.Stderr, strings.Join(rec.Notes, "; ")} {
		assert.NotContains(t, shown, "s3cret")
		assert.NotContains(t, shown, "456789")
		assert.NotEmpty(t, shown)
	}
}
