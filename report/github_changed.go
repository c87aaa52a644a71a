package report

import (
	"bytes"
	"sort"

	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
)

// Changed reports whether a change touches one of the lines from first to last of a file, which is named from the root of the
// repository. Lines count from 1 and end at line feeds, as Git counts them.
type Changed func(file string, first, last int) bool

// changeFilter keeps what a change touches.
type changeFilter struct {
	changed Changed
	// feeds are the offsets of the line feeds of files.
	feeds map[*source.File][]int
}

func newChangeFilter(changed Changed) *changeFilter {
	return &changeFilter{changed: changed, feeds: map[*source.File][]int{}}
}

// finding reports whether the change touches any word of the finding, or of another tool that it names.
func (c *changeFilter) finding(f *lint.Finding) bool {
	for _, p := range f.Places {
		if c.touches(p.Where) {
			return true
		}
		for _, list := range [][]source.Location{p.More, p.Related} {
			for _, l := range list {
				if l.File != nil && c.touches(l) {
					return true
				}
			}
		}
	}
	return false
}

// remarks keeps the remarks on lines that the change touches.
func (c *changeFilter) remarks(list []lint.Remark) []lint.Remark {
	if c.changed == nil {
		return list
	}
	var kept []lint.Remark
	for _, m := range list {
		if c.touches(m.Where) {
			kept = append(kept, m)
		}
	}
	return kept
}

// touches reports whether the change touches a place. What has no place in a file is taken to be touched.
func (c *changeFilter) touches(l source.Location) bool {
	if c.changed == nil || !inFile(l) {
		return true
	}
	return c.changed(l.File.Rel, c.line(l.File, l.Span.Start), c.line(l.File, max(l.Span.End-1, l.Span.Start)))
}

// line returns the line of an offset as Git counts: source.File takes a lone carriage return for the end of a line, Git does not.
func (c *changeFilter) line(f *source.File, offset int) int {
	feeds, ok := c.feeds[f]
	if !ok {
		for at := 0; ; at++ {
			next := bytes.IndexByte(f.Data[at:], '\n')
			if next < 0 {
				break
			}
			at += next
			feeds = append(feeds, at)
		}
		c.feeds[f] = feeds
	}
	return 1 + sort.SearchInts(feeds, offset)
}
