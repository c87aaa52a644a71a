package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
)

// TestShortcutsOfNames compares what is told of plain names at a glance with what their words tell.
func TestShortcutsOfNames(t *testing.T) {
	names := []string{"", "_", "delete", "delete_file", "deleteFile", "Delete", "delete-file", "delete file", "_delete", "dele\u0442e_file", "send2", "send2_all", "9drop"}
	for w := range outOfScope.words() {
		names = append(names, w, w+"x", "_"+w)
	}
	for w := range sinkNames.words() {
		names = append(names, w, strings.ToUpper(w), w+"_")
	}
	for w := range destroys.words() {
		names = append(names, w, w+"_x", w+"X", w+"2", w+".x", strings.Repeat(w, 9))
	}
	for _, v := range corpusViews(t) {
		names = append(names, v.Name)
		for _, f := range v.Fields {
			if f.Role == detect.RoleParameterName {
				names = append(names, f.Text)
			}
		}
	}
	for _, name := range names {
		words := strings.Fields(strings.ToLower(splitName(name)))
		assert.Equal(t, len(words) > 0 && destroys.has(words[0]), destroyer(name), "%q", name)
		key := detect.NameKey(name)
		innocent := !sinkNames.has(strings.Trim(strings.ToLower(name), "_")) && !sinkNames.has(key) && !outOfScope.has(key) && !nameDemands(name) &&
			!(len(name) > longName && sensitiveName(name))
		assert.True(t, innocent || !innocentName(name), "%q", name)
		if len(name) <= longName {
			assert.Equal(t, innocent, innocentName(name), "%q", name)
		}
	}
}

// TestMarksOfWordsAreThoseOfTheTable compares what is remembered of words with what the table of marks says of them.
func TestMarksOfWordsAreThoseOfTheTable(t *testing.T) {
	m, marked := &fieldMarks{}, 0
	gateViews(t, func(v detect.ToolView) {
		reg := detect.NewRegistry([]detect.ToolView{v})
		for i := range v.Fields {
			m.mark(newProse(v, reg, i))
			for k := range m.doc.Words {
				w := &m.doc.Words[k]
				want := capabilityMarks().of(w.Fold, w.Stem())
				if deed := want[0] & deedMarks; deed != 0 && deedForm(w.Fold) {
					want[0] |= deed << deedForms
				}
				assert.Equal(t, want, m.at[k], w.Fold)
				if m.maybeDemand(k) {
					marked++
					assert.False(t, m.innocent(), w.Fold)
				}
			}
		}
	})
	assert.Positive(t, marked)
}
