package syntax

import (
	"slices"
	"sync"
)

const (
	// chunkExprs and chunkItems are how many expressions, and arguments or items, are made at a time; keptChunks is how many chunks of
	// each are kept for the next file: those of an ordinary file.
	chunkExprs, chunkBinds, chunkItems = 512, 128, 4096
	keptChunks                         = 64
	keptExprs                          = keptChunks * chunkExprs
)

// memory is what the tree of one file stands in. A tree is read once and dropped, and there are thousands: the next one stands in the
// memory of the last.
type memory struct {
	exprs slab[Expr]
	args  slab[Arg]
	items slab[*Expr]
	all   []*Expr
	// argStack, itemStack and paramStack hold lists while they are read, which are in each other.
	argStack   []Arg
	itemStack  []*Expr
	paramStack []Param
	order      sorter
	// known is what each token does as a word.
	known []word
	binds slab[Bind]
	funcs slab[Func]
	// scopes are those of functions.
	scopes slab[Scope]
	// made are all assignments of the file.
	made []*Bind
}

// memories are those that no tree stands in. What is in one is never seen by another: it is cleared before.
var memories = sync.Pool{New: func() any { return &memory{} }}

// Release gives the memory of the tree of u back. Neither u nor anything in it may be looked at afterwards, strings and texts apart.
func (u *Unit) Release() {
	m := u.memory
	if m == nil {
		return
	}
	u.memory = nil
	m.exprs.clear(chunkExprs)
	m.args.clear(chunkItems)
	m.items.clear(chunkItems)
	m.binds.clear(chunkBinds)
	m.funcs.clear(chunkBinds)
	m.scopes.clear(chunkBinds)
	clear(m.all)
	clear(u.Binds)
	m.made = u.Binds[:0]
	m.all, m.argStack, m.itemStack = m.all[:0], m.argStack[:0], m.itemStack[:0]
	m.paramStack = m.paramStack[:0]
	if cap(m.all) > keptExprs {
		m.all = nil
	}
	if cap(m.known) > keptExprs {
		m.known = nil
	}
	if cap(m.made) > keptExprs {
		m.made = nil
	}
	if cap(m.argStack) > chunkItems {
		m.argStack = nil
	}
	if cap(m.itemStack) > chunkItems {
		m.itemStack = nil
	}
	if cap(m.paramStack) > chunkBinds {
		m.paramStack = nil
	}
	m.order.drop()
	memories.Put(m)
}

// slab makes values many at a time.
type slab[T any] struct {
	chunks [][]T
	// free is what is left of the chunk in use, at is how many chunks are in use.
	free []T
	at   int
}

// take returns n values that nobody holds, all zero and with no room behind them. size is that of a chunk.
func (s *slab[T]) take(n, size int) []T {
	if n > size/4 {
		return make([]T, n)
	}
	if len(s.free) < n {
		if s.at == len(s.chunks) {
			s.chunks = append(s.chunks, make([]T, size))
		}
		s.free = s.chunks[s.at]
		s.at++
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// clear clears what was taken, and keeps chunks for the next tree.
func (s *slab[T]) clear(size int) {
	for i := range s.at {
		c := s.chunks[i]
		if i == s.at-1 {
			c = c[:size-len(s.free)]
		}
		clear(c)
	}
	if len(s.chunks) > keptChunks {
		s.chunks = s.chunks[:keptChunks:keptChunks]
	}
	s.free, s.at = nil, 0
}

// keepArgs returns the arguments on the stack from n on, in memory of their own, and takes them off the stack.
func (b *builder) keepArgs(n int) []Arg {
	m := b.u.memory
	list := m.argStack[n:]
	if len(list) == 0 {
		return nil
	}
	out := m.args.take(len(list), chunkItems)
	copy(out, list)
	clear(list)
	m.argStack = m.argStack[:n]
	return out
}

// keepParams returns the parameters on the stack from n on, in memory that is not used again, and takes them off the stack.
func (b *builder) keepParams(n int) []Param {
	m := b.u.memory
	list := m.paramStack[n:]
	if len(list) == 0 {
		return nil
	}
	out := slices.Clone(list)
	clear(list)
	m.paramStack = m.paramStack[:n]
	return out
}

// pushParam puts a parameter on the stack.
func (b *builder) pushParam(p Param) { b.u.memory.paramStack = append(b.u.memory.paramStack, p) }

// keepItems is keepArgs for expressions.
func (b *builder) keepItems(n int) []*Expr {
	m := b.u.memory
	list := m.itemStack[n:]
	if len(list) == 0 {
		return nil
	}
	out := m.items.take(len(list), chunkItems)
	copy(out, list)
	m.itemStack = m.itemStack[:n]
	return out
}

// push puts an expression on the stack, and returns how many there were.
func (b *builder) push(e *Expr) int {
	m := b.u.memory
	m.itemStack = append(m.itemStack, e)
	return len(m.itemStack) - 1
}

// values are the values among arguments.
func (b *builder) values(args []Arg) []*Expr {
	had := len(b.u.memory.itemStack)
	for i := range args {
		if args[i].Value != nil {
			b.push(args[i].Value)
		}
	}
	return b.keepItems(had)
}

// list is a list of a few expressions.
func (b *builder) list(es ...*Expr) []*Expr {
	out := b.u.memory.items.take(len(es), chunkItems)
	copy(out, es)
	return out
}
