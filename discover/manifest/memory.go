package manifest

import "github.com/org/mcp-lint/discover/source"

// Memory is where the values of a document are put, in blocks. Most documents define nothing: those who know that nobody refers to the
// values any more may use the memory for the next document. It belongs to one goroutine.
type Memory struct {
	nodes   blocks[source.Node]
	members blocks[source.Member]
	items   blocks[*source.Node]
}

// Reset lets the memory be used again. All values in it become invalid.
func (m *Memory) Reset() {
	m.nodes.reset()
	m.members.reset()
	m.items.reset()
}

const (
	// firstBlock and lastBlock are the sizes of the first block and of the large ones, in values.
	firstBlock, lastBlock = 8, 512
	// keptBlocks is how many blocks are used again.
	keptBlocks = 128
)

// blocks hands out memory from blocks, which saves most of the allocations of a large document.
type blocks[T any] struct {
	all [][]T
	// used is how many of them were begun, free what is left of the last of these.
	used int
	free []T
}

// take returns n empty values.
func (b *blocks[T]) take(n int) []T {
	if n > lastBlock/4 {
		return make([]T, n)
	}
	for n > len(b.free) {
		if b.used == len(b.all) {
			b.all = append(b.all, make([]T, min(max(firstBlock<<min(b.used, 8), n), lastBlock)))
		}
		b.free = b.all[b.used]
		b.used++
	}
	out := b.free[:n:n]
	b.free = b.free[n:]
	return out
}

// copy returns a copy of a short list.
func (b *blocks[T]) copy(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	out := b.take(len(list))
	copy(out, list)
	return out
}

func (b *blocks[T]) reset() {
	b.all = b.all[:min(len(b.all), keptBlocks)]
	for _, block := range b.all[:min(b.used, len(b.all))] {
		clear(block)
	}
	b.used, b.free = 0, nil
}
