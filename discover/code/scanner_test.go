package code

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/source"
)

// TestPatternsAreAboutAttacksOnModels scans lists of patterns of scanners, and of servers that look for other things.
func TestPatternsAreAboutAttacksOnModels(t *testing.T) {
	for _, c := range []struct {
		name, ext, text string
		want            bool
	}{
		{"regular expressions of a scanner", ".py", `
RULES = [
    re.compile(r"ignore\s+(all\s+)?previous\s+instructions"),
    re.compile(r"(?i)disregard\s+.*instructions"),
    re.compile(r"reveal\s+(your|the)\s+system\s+prompt"),
    re.compile(r"https?://\S+"), re.compile(r"[A-Z]{8}"), re.compile(r"base64"), re.compile(r"eval\("), re.compile(r"curl "),
]`, true},
		{"literals of regular expressions", ".ts", `
export const patterns = [/ignore (all )?previous/i, /do\s+not\s+tell\s+the\s+user/i, /<IMPORTANT>/, /a/, /b/, /c/, /d/, /e/];`, true},
		{"rules that are objects", ".ts", `
const rules = [{id: 1, pattern: /jailbreak/i}, {id: 2, pattern: /exfiltrate/i}, {id: 3, pattern: /you are now/i}, {id: 4, pattern: /x/},
  {id: 5, pattern: /y/}, {id: 6, pattern: /z/}, {id: 7, pattern: /u/}, {id: 8, pattern: /v/}];`, true},
		{"a list whose name says it", ".go", `package rules
var promptInjectionPatterns = []string{"a b", "c d", "e f", "g h", "i j"}`, true},
		{"commands that a server refuses", ".py", `
DANGEROUS_PATTERNS = ["rm -rf", "mkfs", "dd if=", "shutdown", "reboot", ":(){", "chmod 777", "> /dev/sda", "curl | sh", "wget | sh"]`, false},
		{"attacks on a database", ".py", `
sql_injection_payloads = ["' OR 1=1 --", "'; DROP TABLE users", "UNION SELECT", "admin'--", "1 OR 1", "sleep(5)", "waitfor", "benchmark("]`, false},
		{"regular expressions for anything", ".ts", strings.Repeat(`
line.match(new RegExp("^version: [0-9]+"));`, 20), false},
		{"single words", ".go", `package rules
var rules = []string{"ignore", "system", "prompt", "tool", "previous", "instructions", "tell", "user", "important"}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			lang := languageOf(c.ext)
			require.NotEqual(t, lex.Language(0), lang)
			m := scan(source.NewFile("rules"+c.ext, "rules"+c.ext, []byte(c.text)), lang)
			assert.Equal(t, c.want, linkAll([]*link.Module{m})[0].Patterns)
		})
	}
}
