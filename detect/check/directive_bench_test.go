package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// innocentText is a description of ordinary length that no frame has a hit in.
const innocentText = `Search the catalogue of a library by title, author or subject and return the matching records, newest first. ` +
	`Each record has its shelf mark, the year and whether a copy is on loan. Use the page number to read on; at most fifty records come back at a time.`

func innocentProse(tb testing.TB) *prose {
	v, err := detect.ViewJSON(detect.KindTool, "library", []byte(exampleTool("search_catalogue", innocentText)))
	require.NoError(tb, err)
	return newProse(v, detect.NewRegistry([]detect.ToolView{v}), v.FieldAt("/description"))
}

// BenchmarkFrames runs all frames over an innocent description, once its words are tagged.
func BenchmarkFrames(b *testing.B) {
	p := innocentProse(b)
	b.SetBytes(int64(len(p.doc.Raw)))
	for b.Loop() {
		for i := range frames {
			if f := &frames[i]; f.needs != nil || f.gate != nil {
				f.hits(p)
			}
		}
	}
}

// BenchmarkEachFrame runs each of the frames over an innocent description.
func BenchmarkEachFrame(b *testing.B) {
	p := innocentProse(b)
	for i := range frames {
		b.Run(frames[i].name, func(b *testing.B) {
			for b.Loop() {
				frames[i].hits(p)
			}
		})
	}
}

// BenchmarkCues reads the cues of an innocent description.
func BenchmarkCues(b *testing.B) {
	p := innocentProse(b)
	b.SetBytes(int64(len(p.doc.Raw)))
	for b.Loop() {
		p.cued = cueSet{}
		p.listen()
	}
}

// BenchmarkRefs looks for tools that an innocent description names.
func BenchmarkRefs(b *testing.B) {
	p := innocentProse(b)
	b.SetBytes(int64(len(p.doc.Raw)))
	for b.Loop() {
		p.findRefs()
	}
}
