package check

import (
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// proseRoom has the memory for what is read of one tool, which is used again for another when the inspection is over.
type proseRoom struct {
	whole  ofTool
	proses []*prose
	// used is how many of proses are in use, taken how many of sets.
	used, taken int
	sets        []text.Set
	// names prepares names.
	names text.Room
}

// proseRooms keeps rooms. They hold nothing of the tools they were used for.
var proseRooms = sync.Pool{New: func() any { return &proseRoom{} }}

const (
	// mostProses and mostSets bound what is kept from tool to tool.
	mostProses = 256
	mostSets   = 4096
)

// roomFor returns a room for the tool.
func roomFor(tool *detect.ToolView) *proseRoom {
	r := proseRooms.Get().(*proseRoom)
	r.whole = ofTool{view: *tool, room: r}
	return r
}

// Recycle gives the room back: nobody looks at what is in it any more.
func (d *ofTool) Recycle() {
	r := d.room
	for _, p := range r.proses[:r.used] {
		*p = prose{}
	}
	if len(r.proses) > mostProses {
		clear(r.proses[mostProses:])
		r.proses = r.proses[:mostProses]
	}
	if len(r.sets) > mostSets {
		r.sets = nil
	}
	r.used, r.taken = 0, 0
	r.names.Reset()
	*d = ofTool{}
	proseRooms.Put(r)
}

// prose returns an empty prose.
func (r *proseRoom) prose() *prose {
	if r.used == len(r.proses) {
		r.proses = append(r.proses, &prose{})
	}
	r.used++
	return r.proses[r.used-1]
}

// tags returns n empty sets.
func (r *proseRoom) tags(n int) []text.Set {
	// least is how many sets are made at once, at least.
	const least = 256
	if n > len(r.sets)-r.taken {
		// Those that were given out stay where they are.
		r.sets, r.taken = make([]text.Set, max(n, least, 2*len(r.sets))), 0
	}
	tags := r.sets[r.taken : r.taken+n : r.taken+n]
	r.taken += n
	clear(tags)
	return tags
}
