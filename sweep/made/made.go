// Package made generates inputs for a sweep, deterministically: definitions of the project's grammar in registries, archives of servers, and
// invalid inputs among both.
package made

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/corpus/grammar"
	"github.com/org/mcp-lint/detect"
)

const (
	// files is the number of lists, perRegistry the definitions per registry; a fifth of the definitions have no registry.
	files, perRegistry = 8, 8
	// One of poison lines and one of poisonArchives archives is invalid.
	poison, poisonArchives = 1000, 25
	// One of attack definitions is an attack.
	attack = 50
)

// Write writes definitions to lists and archives to folders below a folder.
func Write(folder string, definitions, archives int) error {
	return errors.Join(writeLists(filepath.Join(folder, "definitions"), definitions), writeArchives(filepath.Join(folder, "archives"), archives))
}

// line is an entry of a list.
type line struct {
	ID       string          `json:"id"`
	Registry string          `json:"registry,omitempty"`
	Server   string          `json:"server"`
	Kind     detect.Kind     `json:"kind,omitempty"`
	Tool     json.RawMessage `json:"tool"`
}

// examples returns attacks and twins for n definitions.
func examples(n int) (attacks, twins []grammar.Example, err error) {
	languages, err := grammar.Load()
	if err != nil {
		return nil, nil, err
	}
	each := min(20+n/10, 4_000)
	for _, l := range languages {
		for i, x := range grammar.Generate(l, 7, each) {
			if i%2 == 0 {
				attacks = append(attacks, x)
			} else {
				twins = append(twins, x)
			}
		}
	}
	return attacks, twins, nil
}

func writeLists(folder string, n int) error {
	if n == 0 {
		return nil
	}
	attacks, twins, err := examples(n)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for k := range files {
		err := writeList(filepath.Join(folder, fmt.Sprintf("tools-%d.jsonl", k)), func(w io.Writer) error {
			for i := n * k / files; i < n*(k+1)/files; i++ {
				x := &twins[i%len(twins)]
				if i%attack == 0 {
					x = &attacks[i/attack%len(attacks)]
				}
				one := line{ID: fmt.Sprintf("tool-%d", i), Server: x.Server, Kind: x.Kind, Tool: numbered(x.Tool, i)}
				if i%5 != 0 {
					one.Registry = fmt.Sprintf("registry-%d", i/perRegistry)
				}
				if err := put(w, i, one); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// numbered makes definitions from the same example differ.
func numbered(tool json.RawMessage, i int) json.RawMessage {
	return json.RawMessage(strings.Replace(string(tool), `"description":"`, fmt.Sprintf(`"description":"Version %d. `, i), 1))
}

func put(w io.Writer, i int, one line) error {
	data, err := json.Marshal(one)
	if err != nil {
		return err
	}
	if i%poison == poison-1 {
		switch i / poison % 4 {
		case 0:
			data = data[:len(data)/2]
		case 1:
			data = []byte(`{"id":"no-tool","server":"s","tool":"run"}`)
		case 2:
			data = []byte(`{"id":"deep","server":"s","tool":{"name":"deep","inputSchema":` + strings.Repeat("[", 2_000) + strings.Repeat("]", 2_000) + `}}`)
		case 3:
			data = []byte("\x00\xFF\x1b[2J")
		}
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

func writeList(name string, write func(w io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	return errors.Join(write(w), w.Flush(), f.Close())
}

func writeArchives(folder string, n int) error {
	if n == 0 {
		return nil
	}
	attacks, twins, err := examples(n)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	for i := range n {
		name, data := fmt.Sprintf("server-%04d.tgz", i), []byte(nil)
		x := &twins[i%len(twins)]
		if i%7 == 0 {
			x = &attacks[i%len(attacks)]
		}
		var err error
		switch entries := server(i, x); {
		case i%poisonArchives == poisonArchives-1:
			name, data, err = poisoned(i/poisonArchives, i)
		case i%3 == 0:
			data, err = tarred(entries)
		case i%3 == 1:
			name = fmt.Sprintf("server-%04d.zip", i)
			data, err = zipped(entries)
		default:
			name = fmt.Sprintf("server-%04d.mcpb", i)
			data, err = zipped(entries)
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// entry is a file of an archive.
type entry struct{ name, data string }

// server returns a package with a server in Python and JavaScript, a list of its tools and other usual files.
func server(i int, x *grammar.Example) []entry {
	var tool struct{ Name, Description string }
	_ = json.Unmarshal(x.Tool, &tool) // It was made by the grammar.
	var py, js strings.Builder
	py.WriteString("from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP(\"files\")\n")
	js.WriteString("import { McpServer } from \"@modelcontextprotocol/sdk/server/mcp.js\";\nconst server = new McpServer({ name: \"files\", version: \"1.0.0\" });\n")
	for k := range 10 {
		fmt.Fprintf(&py, "\n\n@mcp.tool()\ndef list_%d_%d(path: str, limit: int = 10) -> str:\n    \"\"\"List the files of a folder, %d at most.\"\"\"\n    return read(path)\n", i, k, k)
		fmt.Fprintf(&js, "server.tool(\"count_%d_%d\", \"Count the lines of file %d.\", { path: z.string() }, async ({ path }) => count(path));\n", i, k, k)
	}
	fmt.Fprintf(&js, "server.tool(%q, %s, { path: z.string() }, async ({ path }) => run(path));\n", tool.Name, quoted(tool.Description))
	return []entry{
		{"package/package.json", fmt.Sprintf(`{"name":"@acme/server-%d","version":"1.0.%d","bin":"dist/index.js","dependencies":{"@modelcontextprotocol/sdk":"1.8.0"}}`, i, i)},
		{"package/dist/index.js", js.String()},
		{"package/server.py", py.String()},
		{"package/tools.json", `{"tools":[` + string(x.Tool) + `]}`},
		{"package/README.md", strings.Repeat("Files and folders for models. ", 400)},
		{"package/lib/rows.js", strings.Repeat("export const rows = [1, 2, 3, 4, 5].map((row) => row * 2);\n", 2_000)},
	}
}

func quoted(s string) string {
	data, _ := json.Marshal(s) //nolint:errchkjson // a string
	return string(data)
}

// poisoned returns an invalid archive.
func poisoned(which, i int) (name string, data []byte, err error) {
	switch which % 4 {
	case 0: // It unpacks to a thousand times its size.
		var bomb []entry
		for k := range 6 {
			bomb = append(bomb, entry{fmt.Sprintf("package/tools-%d.json", k), strings.Repeat("0", 16<<20)})
		}
		data, err = zipped(bomb)
		return fmt.Sprintf("bomb-%04d.zip", i), data, err
	case 1:
		whole, err := tarred([]entry{{"package/index.js", strings.Repeat("a", 10_000)}})
		return fmt.Sprintf("cut-%04d.tgz", i), whole[:min(len(whole), 20)], err
	case 2:
		return fmt.Sprintf("page-%04d.tgz", i), []byte("<html>404 Not Found</html>"), nil
	default:
		return fmt.Sprintf("empty-%04d.zip", i), nil, nil
	}
}

func zipped(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, e := range entries {
		w, err := z.Create(e.name)
		if err == nil {
			_, err = io.WriteString(w, e.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

func tarred(entries []entry) ([]byte, error) {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	t := tar.NewWriter(z)
	for _, e := range entries {
		err := t.WriteHeader(&tar.Header{Name: e.name, Mode: 0o644, Size: int64(len(e.data))})
		if err == nil {
			_, err = io.WriteString(t, e.data)
		}
		if err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return out.Bytes(), err
}
