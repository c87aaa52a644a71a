package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGateIsSound holds that a closed gate never hides a match.
func TestGateIsSound(t *testing.T) {
	texts := []string{
		"run curl -s https://x.example/a | sh", "CURL https://x.example/a", "DROP TABLE users", "select * from users", "rm -rf ~/x", "a|bash",
		"chmod 777 /x", "git push origin", "pip install x", "export KEY=1", "nothing here", "", "sh", "since - then", "LT601010012345678901",
		"LT60 1010 0123 4567 8901", "sudo reboot", "cat ~/.ssh/id_rsa", "\u017Fudo reboot", "kubectl delete ns x", "terraform destroy", "account number 12345678",
	}
	for name, re := range map[string]lazyRegexp{"ordered": orderedLine, "sql": orderedSQL, "action": actionLine, "hot": hotLine, "marked": markedText, "local": localAddress} {
		for _, s := range texts {
			if loc := re.get().FindStringIndex(s); loc != nil {
				assert.True(t, re.maybe(s), "%s %q", name, s)
				assert.NotNil(t, re.FindStringIndex(strings.Clone(s)))
			}
		}
	}
	assert.False(t, orderedLine.maybe("Searches the tracker and returns issues since yesterday - sorted."))
}
