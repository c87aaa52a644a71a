package discover

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/org/mcp-lint/discover/manifest"
)

// convertAtOnce is how many definitions are converted by one goroutine before it asks for more, manyDefinitions how many a file has for
// each goroutine, at least.
const convertAtOnce, manyDefinitions = 64, 256

// toolsOf makes the views of definitions into tools, of which there are as many.
func (c *converter) toolsOf(entries []manifest.Entry, tools []derived) {
	if c.sideBySide(entries, tools) {
		return
	}
	for i, e := range entries {
		tools[i].Tool = c.tool(e)
	}
}

// sideBySide is toolsOf with several goroutines. It reports false where that does not pay, and where what comes of one definition depends
// on those before it, since there is too much of them; tools are to be made anew then.
func (c *converter) sideBySide(entries []manifest.Entry, tools []derived) bool {
	workers := min(runtime.GOMAXPROCS(0), len(entries)/manyDefinitions)
	if c.reads || workers < 2 {
		return false
	}
	var next atomic.Int64
	var failed atomic.Bool
	var wg sync.WaitGroup
	own := make([]converter, workers)
	for k := range own {
		own[k] = converter{file: c.file, left: c.left}
		wg.Go(func() {
			// Who calls comes upon the same panic.
			defer func() {
				if recover() != nil {
					failed.Store(true)
				}
			}()
			for from := int(next.Add(convertAtOnce)) - convertAtOnce; from < len(entries); from = int(next.Add(convertAtOnce)) - convertAtOnce {
				for i := from; i < min(from+convertAtOnce, len(entries)); i++ {
					tools[i].Tool = own[k].tool(entries[i])
				}
			}
		})
	}
	wg.Wait()
	left := c.left
	for k := range own {
		if left -= c.left - own[k].left; own[k].cuts.hashed > 0 {
			return false
		}
	}
	if failed.Load() || left < 0 {
		return false
	}
	c.left = left
	return true
}
