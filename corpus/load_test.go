package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// line is an entry as JSON with the given members put in front of the tool.
func line(id, label, more string) string {
	return fmt.Sprintf(`{"id":%q,"label":%q,"category":"hidden_text",%s"server":"s","tool":{"name":"t-%s"},"provenance":{"source":"a","license":"b"}}`, id, label, more, id)
}

func TestLoadForms(t *testing.T) {
	a, b := line("a", "malicious", ""), line("b", "benign", `"resembles":"hidden_text",`)
	for name, doc := range map[string]string{
		"json lines":              a + "\n" + b + "\n",
		"no final line feed":      a + "\n" + b,
		"crlf and blank lines":    "\r\n" + a + "\r\n\r\n" + b + "\r\n",
		"byte order mark":         "\xEF\xBB\xBF" + a + "\n" + b,
		"document":                `{"entries":[` + a + "," + b + `]}`,
		"document on many lines":  "{\n \"version\": 1,\n \"entries\": [\n" + a + ",\n" + b + "\n]\n}\n",
		"entries after a long id": `{"name":"` + strings.Repeat("x", 100_000) + `","entries":[` + a + "," + b + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Load(strings.NewReader(doc))
			require.NoError(t, err)
			require.Len(t, c.Entries, 2)
			assert.Equal(t, "a", c.Entries[0].ID)
			assert.Equal(t, "hidden_text", c.Entries[0].Class())
			assert.True(t, c.Entries[1].HardNegative())
			assert.JSONEq(t, `{"name":"t-b"}`, string(c.Entries[1].Tool))
		})
	}
}

func TestLoadErrors(t *testing.T) {
	ok := line("a", "benign", "")
	for name, tc := range map[string]struct{ doc, want string }{
		"nothing":                {"", "the corpus has no entries"},
		"blank":                  {" \n\t\n", "the corpus has no entries"},
		"document of nothing":    {`{"entries":[]}`, "the corpus has no entries"},
		"not json":               {"id,label\n1,2\n", "line 1: neither a JSON document"},
		"cut document":           {"{\n\"entries\": [\n" + ok + ",\n", "line 4: neither a JSON document"},
		"broken line":            {ok + "\n{\"id\":\n", "line 2: not a corpus entry"},
		"entries is no list":     {`{"entries":{}}`, `"entries" must be a list`},
		"something after":        {`{"entries":[` + ok + "]}\n\n[]", "line 3: something follows"},
		"no id":                  {`{"label":"benign","tool":{}}`, `line 1: the entry has no "id"`},
		"unknown label":          {ok + "\n" + line("b", "evil", ""), `line 2: entry "b": label "evil" is unknown`},
		"no label":               {line("b", "", ""), `label "" is unknown`},
		"no tool":                {`{"id":"x","label":"benign","server":"s"}`, `line 1: entry "x": "tool" is missing`},
		"null tool":              {`{"id":"x","label":"benign","server":"s","tool":null}`, `"tool" is missing`},
		"tool is a list":         {`{"id":"x","label":"benign","server":"s","tool":[]}`, "must be a JSON object"},
		"tool too deep":          {`{"id":"x","label":"benign","tool":{"a":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `}}`, "nested too deep"},
		"peer without a tool":    {`{"id":"x","label":"benign","tool":{},"peers":[{"server":"p"}]}`, `entry "x": peer 1`},
		"same id":                {ok + "\n" + line("b", "benign", "") + "\n" + ok, `entries 1 and 3 have the same id "a"`},
		"id of another type":     {`{"id":7,"label":"benign","tool":{}}`, "line 1: not a corpus entry"},
		"number of the entry":    {`{"entries":[` + ok + `,{"id":"y"}]}`, `entry 2: entry "y": label`},
		"terminal in a name":     {`{"id":"\u001b[31m","label":"x","tool":{}}`, `entry "\x1b[31m"`},
		"a list is no entry":     {"[" + ok + "]", "line 1: not a corpus entry"},
		"a value that is no map": {"1\n2\n", "line 1: not a corpus entry"},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Load(strings.NewReader(tc.doc))
			require.ErrorContains(t, err, tc.want)
			assert.Nil(t, c)
		})
	}
}

func TestLoadReadError(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := Load(iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
	_, err = Load(strings.NewReader(""))
	require.ErrorIs(t, err, ErrEmpty)
}

func TestLoadIgnoresUnknownMembersAndValidateDoesNot(t *testing.T) {
	c, err := Load(strings.NewReader(line("a", "benign", `"set":"x","cluster":"y",`)))
	require.NoError(t, err)
	require.ErrorContains(t, c.Validate(), `unknown field "set"`)
}

func TestValidateLetsShortDescriptionsMeet(t *testing.T) {
	const short, long = "Rolls dice.", "Rolls as many dice as you ask it to, and adds them up."
	two := func(description, field string) error {
		c := &Corpus{}
		for _, id := range []string{"a", "b"} {
			e := attack(id, ClassShadowing)
			e.Field, e.Wording, e.Server, e.Provenance = field, "plain", "s", Provenance{"test", "Apache-2.0"}
			e.Tool = json.RawMessage(`{"name":"` + id + `","description":"` + description + `"}`)
			c.Entries = append(c.Entries, e)
		}
		return c.Validate()
	}
	require.NoError(t, two(short, "parameter_name"))
	require.ErrorContains(t, two(short, "description"), `entries "a" and "b" have the same description`)
	require.ErrorContains(t, two(long, "parameter_name"), `entries "a" and "b" have the same description`)
}

func TestLoadKeepsRepeatedMembers(t *testing.T) {
	c, err := Load(strings.NewReader(`{"id":"a","label":"benign","server":"s","tool":{"name":"t","description":"one","description":"two"}}`))
	require.NoError(t, err)
	assert.Contains(t, string(c.Entries[0].Tool), `"one","description":"two"`)
}

func TestLoadFS(t *testing.T) {
	files := fstest.MapFS{
		"data/b.jsonl":     {Data: []byte(line("b1", "benign", "") + "\n" + line("b2", "benign", ""))},
		"data/a/one.json":  {Data: []byte(`{"entries":[` + line("a1", "malicious", "") + `]}`)},
		"data/README.md":   {Data: []byte("# not data")},
		"other/c.jsonl":    {Data: []byte("broken")},
		"twice/x.jsonl":    {Data: []byte(line("x", "benign", ""))},
		"twice/y.jsonl":    {Data: []byte(line("x", "benign", ""))},
		"nothing/notes.md": {Data: []byte("")},
	}
	c, err := LoadFS(files, "data")
	require.NoError(t, err)
	var ids []string
	for _, e := range c.Entries {
		ids = append(ids, e.ID)
	}
	assert.Equal(t, []string{"a1", "b1", "b2"}, ids)
	_, err = LoadFS(files, "other")
	require.ErrorContains(t, err, "other/c.jsonl: line 1")
	_, err = LoadFS(files, "twice")
	require.ErrorContains(t, err, "same id")
	_, err = LoadFS(files, "nothing")
	require.ErrorIs(t, err, ErrEmpty)
	_, err = LoadFS(files, "missing")
	require.Error(t, err)
}

// FuzzDecodeEntry holds that what is decoded in the quick way is what encoding/json makes of it.
func FuzzDecodeEntry(f *testing.F) {
	for _, s := range []string{
		line("a", "benign", ""), line("b", "malicious", `"peers":[{"server":"p","tool":{"name":"q"}}],"ID":"c","\u0069d":"d",`), line("e", "context", `"provenance":{"source":"s","x":[1,-2.5e+3]},`),
		"{\"id\":\"\xff\\ud83d\\n\\/\"}", `{"id":null,"tool":null}`, `{"id":1}`, `{"id":"a"} x`, `{"id":"a",}`, `{"id":"\x"}`, "{\"id\":\"\n\"}", `{"tool":{"a":01}}`, `{"tool":{"a":"\u12g4"}}`, `{"tool":tru}`, `{"\u212Aind":"tool"}`, "[]", "", "null",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want Entry
		got, err := decodeEntry([]byte(s))
		if wantErr := json.Unmarshal([]byte(s), &want); wantErr != nil {
			require.EqualError(t, err, wantErr.Error(), "%q", s)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", s)
	})
}

// TestDecodeEntryNested gives entries more brackets than the quick way has stack for.
func TestDecodeEntryNested(t *testing.T) {
	for _, deep := range []int{deepest - 1, deepest, 6_000_000} {
		for _, s := range []string{strings.Repeat("[", deep), strings.Repeat("[", deep) + strings.Repeat("]", deep), strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep)} {
			for _, name := range []string{"tool", "unknown"} {
				raw := []byte(`{"id":"a","` + name + `":` + s + `}`)
				var want Entry
				wantErr := json.Unmarshal(raw, &want)
				got, err := decodeEntry(raw)
				assert.Equal(t, wantErr, err)
				if wantErr == nil {
					assert.True(t, got.ID == want.ID && bytes.Equal(got.Tool, want.Tool))
				}
			}
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(line("a", "benign", "") + "\n" + line("b", "malicious", `"peers":[{"server":"p","tool":{"name":"q"}}],`))
	f.Add(`{"entries":[` + line("a", "context", `"registry":"r",`) + `]}`)
	f.Add("\xEF\xBB\xBF{}\n{\"id\":1}")
	f.Fuzz(func(t *testing.T, doc string) {
		c, err := Load(strings.NewReader(doc))
		if err != nil {
			assert.Nil(t, c)
			return
		}
		require.NotEmpty(t, c.Entries)
		// Whatever loads can be evaluated and validated.
		_ = c.Validate()
		for _, v := range Evaluate(c, nil) {
			assert.Empty(t, v.Failed)
		}
	})
}
