package manifest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFrontMatter(t *testing.T) {
	for text, want := range map[string]string{
		"---\nmcpServers:\n  a: {}\n---\nBe brief.\n":                    "---\nmcpServers:\n  a: {}\n",
		"\uFEFF---\r\nname: x\r\nmcpServers: {}\r\n---\r\nBe\r\n":        "\uFEFF---\r\nname: x\r\nmcpServers: {}\r\n",
		"---\nname: x\n---\nmcpServers:\n":                               "",
		"---\nmcpServers:\n  a: {}\n":                                    "",
		"mcpServers:\n---\n":                                             "",
		" ---\nmcpServers:\n---\n":                                       "",
		"---\nmcpServers:\n" + strings.Repeat("#", maxFront) + "\n---\n": "",
		"":      "",
		"---":   "",
		"---\n": "",
	} {
		assert.Equal(t, want, string(FrontMatter([]byte(text))), "%.40q", text)
	}
}
