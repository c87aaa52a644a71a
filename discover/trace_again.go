package discover

import (
	"context"
	"crypto/sha256"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/org/mcp-lint/discover/source"
)

// Unchanged reports whether everything that the walk saw is as it was. It gives up when the context ends, and reports false then.
func (t *Trace) Unchanged(ctx context.Context) bool {
	roots := map[string]storage{}
	defer func() {
		for _, r := range roots {
			_ = r.Close()
		}
	}()
	for i := range t.list {
		name := t.list[i].root
		if _, ok := roots[name]; ok || name == "" {
			continue
		}
		root, err := os.OpenRoot(name)
		if err != nil {
			return false
		}
		roots[name] = newFolder(root)
	}
	var next atomic.Int64
	var changed atomic.Bool
	var wg sync.WaitGroup
	const batch = 64
	for range max(runtime.GOMAXPROCS(0), 1) {
		wg.Go(func() {
			for !changed.Load() {
				from := int(next.Add(batch)) - batch
				if from >= len(t.list) {
					return
				}
				for _, o := range t.list[from:min(from+batch, len(t.list))] {
					if ctx.Err() != nil || !o.holds(roots[o.root]) {
						changed.Store(true)
						return
					}
				}
			}
		})
	}
	wg.Wait()
	return !changed.Load()
}

// holds asks again, and reports whether the answer is the same.
func (o *observation) holds(root storage) bool {
	ask := ""
	switch o.what {
	case askLstat:
		if root != nil {
			ask = typeOf(root.Lstat(o.path))
		} else {
			ask = typeOf(os.Lstat(o.path))
		}
	case askStat:
		ask = typeOf(os.Stat(o.path))
	case askReadlink:
		if root == nil {
			return false
		}
		ask = answer(root.Readlink(o.path))
	case askReal:
		ask = answer(filepath.EvalSymlinks(o.path))
	case askCheckout:
		ask = findRepository(o.path)
	case askRepo:
		files := readRepo(o.path)
		ask = openRepo(&files).said(&files)
	default:
		if root == nil {
			return false
		}
		ask = o.again(root)
	}
	return digest(ask) == o.sum
}

// again is the answer to askList and askContent.
func (o *observation) again(root storage) string {
	f, err := root.Open(o.path)
	if err != nil {
		return answer("", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return answer("", err)
	}
	if o.what == askList {
		if !info.IsDir() {
			return ""
		}
		entries, err := f.ReadDir(-1)
		if err != nil {
			return answer("", err)
		}
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = entryName(e)
		}
		return listed(names)
	}
	sum := sha256.New()
	if n, err := io.Copy(sum, io.NewSectionReader(f, 0, int64(o.size))); err != nil && o.size > 0 || n != int64(o.size) {
		return answer("", err)
	}
	return contentOf(info, sum)
}

// Encode returns the trace for DecodeTrace, or nil when what the walk saw cannot be looked at again.
func (t *Trace) Encode() []byte {
	if t.partial {
		return nil
	}
	c := source.Coder{Files: []*source.File{{}}}
	t.code(&c)
	if c.Bad {
		return nil
	}
	return c.Out
}

// DecodeTrace returns the trace that Encode has written, or nil for any other data.
func DecodeTrace(data string) *Trace {
	c := source.Coder{Files: []*source.File{{}}, In: data, Reading: true}
	t := &Trace{}
	if t.code(&c); c.Bad || c.In != "" {
		return nil
	}
	return t
}

// code writes or reads the observations: each path shares its beginning with the one before it.
func (t *Trace) code(c *source.Coder) {
	last := observation{}
	source.CodeList(c, &t.list, func(o *observation) {
		what, same := int(o.what), 0
		for !c.Reading && same < min(len(o.path), len(last.path)) && o.path[same] == last.path[same] {
			same++
		}
		again := o.root == last.root
		if c.Flags(&again); again {
			o.root = last.root
		} else {
			c.String(&o.root)
		}
		c.Int(&what, questions-1)
		c.Int(&same, len(last.path))
		rest := o.path[min(same, len(o.path)):]
		c.String(&rest)
		c.Int(&o.size, math.MaxInt)
		c.Sum(o.sum[:])
		if c.Reading && !c.Bad {
			o.what, o.path = question(what), last.path[:same]+rest //nolint:gosec // it is one of the questions
		}
		last = *o
	})
}
