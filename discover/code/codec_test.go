package code

import (
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/source"
)

// remembered is a Memory of one test.
type remembered struct {
	data      map[[sha256.Size]byte]string
	hits, put int
}

func newMemory() *remembered { return &remembered{data: map[[sha256.Size]byte]string{}} }

func (m *remembered) Get(key [sha256.Size]byte) (string, bool) {
	data, ok := m.data[key]
	if ok {
		m.hits++
	}
	return data, ok
}

func (m *remembered) Put(key [sha256.Size]byte, data []byte) {
	m.data[key] = string(data)
	m.put++
}

// eachTestFile calls a function for each file of testdata, with some that are made to nest and to lead in circles beside them.
func eachTestFile(t testing.TB, fn func(f *source.File, lang lex.Language)) {
	require.NoError(t, filepath.WalkDir("testdata", func(path string, d fs.DirEntry, err error) error {
		lang := languageOf(path)
		if err != nil || d.IsDir() || lang == 0 {
			return err
		}
		data, err := os.ReadFile(path)
		fn(source.NewFile(path, path, data), lang)
		return err
	}))
	for _, name := range []string{"cycle", "nested", "chain"} {
		h := hostile()[name]
		fn(source.NewFile(name, name, []byte(h.text)), h.lang)
	}
}

// withoutParams drops what is not kept and nobody asks for: the parameters that holes stand for, which are only asked for while a file is read.
func withoutParams(m *Module) *Module {
	var drop func(d *draft, depth int)
	value := func(v value) {
		for _, a := range v.alts {
			for _, p := range a.parts {
				if p.hole != nil {
					p.hole.param = nil
				}
			}
		}
	}
	seen := map[*draft]bool{}
	drop = func(d *draft, depth int) {
		if d == nil || seen[d] {
			return
		}
		seen[d] = true
		value(d.value)
		for _, item := range d.items {
			drop(item, depth+1)
		}
		for _, x := range d.members {
			drop(x.value, depth+1)
		}
	}
	for _, p := range m.pend {
		drop(p.def, 0)
	}
	if len(m.sweep) == 0 {
		m.sweep = nil // a list without items is kept as none
	}
	for _, e := range m.symbols {
		drop(e.schema, 0)
		drop(e.output, 0)
		value(e.text)
		value(e.ret)
		value(e.doc)
	}
	return m
}

// wholly returns a module with its symbols read, or nil when they cannot be.
func wholly(m *Module) *Module {
	if m != nil {
		if m.symbols = m.unread.read(); m.symbols == nil {
			return nil
		}
		m.unread = nil
	}
	return m
}

func TestWhatIsKeptIsWhatWasRead(t *testing.T) {
	n := 0
	eachTestFile(t, func(f *source.File, lang lex.Language) {
		m := scan(f, lang)
		data := m.encode()
		if !assert.NotNil(t, data, f.Rel) {
			return
		}
		assert.Equal(t, data, scan(f, lang).encode(), "%s: the same file is written in the same way", f.Rel)
		again := wholly(decode(f, lang, string(data)))
		if assert.NotNil(t, again, f.Rel) && !reflect.DeepEqual(withoutParams(m), again) {
			assert.Equal(t, m, again, f.Rel)
		}
		n++
	})
	assert.Greater(t, n, 50)
}

// What is linked is the same, however often a file is read.
func TestLinkingWhatIsKept(t *testing.T) {
	memory := newMemory()
	eachTestFile(t, func(f *source.File, lang lex.Language) {
		want := listing(t, link([]*Module{Scan(f, lang, nil, nil, memory)}), false)
		put := memory.put
		got := listing(t, link([]*Module{Scan(source.NewFile(f.Path, f.Rel, slices.Clone(f.Data)), lang, nil, nil, memory)}), false)
		assert.Equal(t, want, got, f.Rel)
		assert.Equal(t, put, memory.put, "%s was kept", f.Rel)
	})
	assert.Positive(t, memory.hits)
}

func TestTheKeyNamesWhatAFileIsReadFor(t *testing.T) {
	keys := map[[sha256.Size]byte]string{}
	for name, key := range map[string][sha256.Size]byte{
		"file":     keyOf(source.NewFile("a.ts", "a.ts", []byte("x")), lex.JavaScript, false),
		"content":  keyOf(source.NewFile("a.ts", "a.ts", []byte("y")), lex.JavaScript, false),
		"place":    keyOf(source.NewFile("a.ts", "tools/a.ts", []byte("x")), lex.JavaScript, false),
		"dialect":  keyOf(source.NewFile("a.tsx", "a.ts", []byte("x")), lex.JavaScript, false),
		"language": keyOf(source.NewFile("a.ts", "a.ts", []byte("x")), lex.Python, false),
		"params":   keyOf(source.NewFile("a.ts", "a.ts", []byte("x")), lex.JavaScript, true),
	} {
		assert.Empty(t, keys[key], name)
		keys[key] = name
	}
}

// A field that is new has to be coded, or to be left out for a reason, before it is listed here.
func TestEveryFieldIsCoded(t *testing.T) {
	for _, x := range []struct {
		of     any
		fields string
	}{
		{Module{}, "File Lang Package Demoted Cut Serves scanned"}, // Package and Demoted are set by whoever links
		{scanned{}, "pend symbols unread aliases stars bases imports sweep notes gaps answers launches names tables server serverNames mounts patterns short sum wants loads worth memory"},
		{pending{}, "kind shape span head def opaque cut reference elsewhere inferredName test maybe launched"},
		{draft{}, "kind span value text members items references inner cut"},
		{member{}, "name value lits"},
		{value{}, "alts"},
		{alt{}, "parts lits changed"},
		{part{}, "text hole"},
		{hole{}, "label file span reference param"},
		{reference{}, "kind path from arg"},
		{place{}, "file at"},
		{symbol{}, "text ret doc indented schema output params fn registered code"},
		{boundCode{}, "sum references"},
		{alias{}, "path from"},
		{sweptAt{}, "Swept at more"},
		{Swept{}, "Text Doc Pattern Assert"},
		{Note{}, "Span Text"},
		{gap{}, "span text names unless byClass"},
		{source.Text{}, "Value segs file raw"},
	} {
		typ := reflect.TypeOf(x.of)
		var names []string
		for i := range typ.NumField() {
			names = append(names, typ.Field(i).Name)
		}
		assert.Equal(t, x.fields, strings.Join(names, " "), typ.Name())
	}
}

// use asks a module for everything that others ask for.
func use(m *Module) {
	for _, f := range link([]*Module{m, scan(source.NewFile("b.py", "b.py", []byte(keepSource)), lex.Python)}) {
		for _, e := range f.Entries {
			e.Def.StringAt("name")
		}
		for i := range f.Strings {
			text := f.Strings[i].Text
			text.Locate(0, len(text.Value))
			text.Slice(1, len(text.Value)-1)
		}
	}
	m.RegisteredFiles()
}

func TestDamagedDataIsNoModuleOrOneThatDoesNoHarm(t *testing.T) {
	for _, name := range []string{"testdata/python", "testdata/javascript"} {
		files, err := filepath.Glob(name + "/*")
		require.NoError(t, err)
		n := 0
		for _, path := range files {
			lang := languageOf(path)
			data, err := os.ReadFile(path)
			if err != nil || lang == 0 || len(data) > 2000 || n == 4 {
				continue
			}
			n++
			f := source.NewFile(path, path, data)
			whole := scan(f, lang).encode()
			for i := range whole {
				damaged := slices.Clone(whole)
				damaged[i] ^= 1 << (i % 8)
				if m := decode(f, lang, string(damaged)); m != nil {
					use(m)
				}
				assert.Nil(t, wholly(decode(f, lang, string(whole[:i]))), "%s cut at %d", path, i)
			}
			assert.Nil(t, wholly(decode(f, lang, string(whole)+"x")), "%s with more behind it", path)
			if m := decode(source.NewFile("other", "other", []byte("x")), lang, string(whole)); m != nil {
				use(m) // what was kept of another file
			}
		}
		assert.Positive(t, n)
	}
}

func TestPromisedLengthsTakeNoMemory(t *testing.T) {
	f := source.NewFile("a.py", "a.py", []byte("x"))
	large := "\xff\xff\xff\xff\xff\xff\xff\x7f"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range 40 {
		assert.Nil(t, wholly(decode(f, lex.Python, strings.Repeat("\x00", i)+large+strings.Repeat("\x01", 1000))))
	}
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(16<<20))
}

// FuzzDecode takes anything for what was kept of a file.
func FuzzDecode(f *testing.F) {
	eachTestFile(f, func(file *source.File, lang lex.Language) {
		if data := scan(file, lang).encode(); len(data) < 2000 && len(file.Data) < 2000 {
			f.Add(uint8(lang), file.Data, data)
		}
	})
	f.Fuzz(func(_ *testing.T, lang uint8, file, data []byte) {
		if m := decode(source.NewFile("x", "x", file), lex.Language(lang%13+1), string(data)); m != nil {
			use(m)
		}
	})
}
