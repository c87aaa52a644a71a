package discover

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestHoldsName(t *testing.T) {
	long := "x = 1; " + strings.Repeat("notes.y; ", 100_000)
	for text, want := range map[string]bool{
		"from .notes import a": true, "import app.notes": true, "const a = require('./notes')": true, "} from \"./notes.js\";": true,
		"import footnotes": false, "import notes_of": false, "a = notes\nimport b": false, long: false, long + "import notes": true,
	} {
		assert.Equal(t, want, holdsName([]byte(text), []byte("notes")), "%.60q", text)
	}
}
