package detect

// members are the first tools of each group: of at most one more server than an everyday name needs, since more is never read.
type members struct {
	// tools has room for groupSize tools of each group, of which count are there.
	tools []int
	count []uint8
}

const groupSize = everydayServers + 1

func (g *members) len() int { return len(g.count) }

// grow makes room for n groups.
func (g *members) grow(n int) {
	g.tools, g.count = make([]int, 0, groupSize*n), make([]uint8, 0, n)
}

// add makes a group and returns its number.
func (g *members) add() int32 {
	g.count = append(g.count, 0)
	g.tools = append(g.tools, make([]int, groupSize)...)
	return int32(len(g.count) - 1)
}

// groups are groups by names.
type groups struct {
	members
	ids map[string]int32
}

// group returns the number of the group of a name.
func (g *groups) group(name string) int32 {
	id, ok := g.ids[name]
	if !ok {
		if g.ids == nil {
			g.ids = map[string]int32{}
		}
		id = g.add()
		g.ids[name] = id
	}
	return id
}

// addFirst adds tool i to the group unless its server is in it already or the group is full.
func (g *members) addFirst(id int32, i int, serverOf []int32) {
	n := g.count[id]
	if n >= groupSize {
		return
	}
	group := g.tools[groupSize*int(id):]
	for _, k := range group[:n] {
		if serverOf[k] == serverOf[i] {
			return
		}
	}
	group[n] = i
	g.count[id]++
}

// of returns the tools of a group, in scan order.
func (g *members) of(id int32) []int {
	from := groupSize * int(id)
	to := from + int(g.count[id])
	return g.tools[from:to:to]
}

// called returns the tools of the group of a name.
func (g *groups) called(name string) []int {
	if id, ok := g.ids[name]; ok {
		return g.of(id)
	}
	return nil
}

// sieve tells of hashes whether several owners may have them. What it says of one that no other has is wrong now and then; of one that
// several have it is right.
type sieve struct {
	// slots hold one more than the owner of the hashes that fall into them, or shared.
	slots []int32
	shift uint
}

const shared = -1

// newSieve makes a sieve for n hashes.
func newSieve(n int) *sieve {
	s := &sieve{shift: 64 - 4}
	for 1<<(64-s.shift) < 2*n {
		s.shift--
	}
	s.slots = make([]int32, 1<<(64-s.shift))
	return s
}

// sieveFactor spreads the hashes.
const sieveFactor = 0x9E3779B97F4A7C15

func (s *sieve) slot(hash uint64) *int32 { return &s.slots[hash*sieveFactor>>s.shift] }

func (s *sieve) add(hash uint64, owner int32) {
	switch p := s.slot(hash); *p {
	case owner + 1, shared:
	case 0:
		*p = owner + 1
	default:
		*p = shared
	}
}

// several reports whether more than one owner may have the hash.
func (s *sieve) several(hash uint64) bool { return *s.slot(hash) == shared }
