package manifest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/discover/source"
)

func TestFrontEnd(t *testing.T) {
	long := "---\nmcpServers:\n" + strings.Repeat("#", 1<<20) + "\n"
	for text, want := range map[string]string{
		"---\nmcpServers:\n  a: {}\n---\nBe brief.\n":             "---\nmcpServers:\n  a: {}\n",
		"\uFEFF---\r\nname: x\r\nmcpServers: {}\r\n---\r\nBe\r\n": "\uFEFF---\r\nname: x\r\nmcpServers: {}\r\n",
		"---\nname: x\n---\nmcpServers:\n":                        "---\nname: x\n",
		"--- \nname: x\n---- \n---x\n--- \t\nBe\n":                "--- \nname: x\n---- \n---x\n",
		"---\rname: x\r---\rBe":                                   "---\rname: x\r",
		long + "---\n":                                            long,
		"---\nmcpServers:\n  a: {}\n":                             "",
		"mcpServers:\n---\n":                                      "",
		" ---\nmcpServers:\n---\n":                                "",
		"":                                                        "",
		"---":                                                     "",
		"---\n":                                                   "",
	} {
		assert.Equal(t, want, text[:FrontEnd(source.NewFile("a.md", "a.md", []byte(text)))], "%.40q", text)
	}
}

// TestServersInFrontMatter writes servers in all ways that YAML knows. Only the path says that a client looks for them there.
func TestServersInFrontMatter(t *testing.T) {
	for _, front := range []string{
		"---\nmcpServers:\n  a: {command: x}\n---\n",
		"---\n\"mcpServers\":\n  a: {command: x}\n---\n",
		"---\nmcpServers :\n  a: {command: x}\n---\n",
		"--- \nname: x\nmcpServers:\n  a: {command: x}\n--- \n",
		"---\n{name: x, mcpServers: {a: {command: x}}}\n---\n",
		"---\n#" + strings.Repeat("x", 1<<20) + "\nmcpServers:\n  a: {command: x}\n---\n",
	} {
		text := []byte(front + "Answer: {\"mcpServers\": {\"no\": {\"command\": \"x\"}}}\n")
		for path, want := range map[string]int{".kiro/agents/a.md": 1, "home/x/.kiro/agents/A.MD": 1, ".kiro/agents/b/a.md": 0, "docs/a.md": 0} {
			f := source.NewFile(path, path, text)
			docs, problems := Parse(f)
			assert.Empty(t, problems, front)
			assert.Len(t, Recognise(f, docs, false).Servers, want, "%s: %.40q", path, front)
		}
	}
	f := source.NewFile(".kiro/agents/a.md", ".kiro/agents/a.md", []byte("---\nmcpServers: [\n---\nBe brief.\n"))
	_, problems := Parse(f)
	assert.NotEmpty(t, problems)
}
