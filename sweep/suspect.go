package sweep

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/org/mcp-lint/internal/atomicfile"
)

// How a unit of a shard was scanned when the process ended: beside others, or alone.
const (
	beside = 1
	alone  = 2
)

// suspects are the units of a shard that were being scanned when a process ended, by the digest of their items. What ends the process cannot be
// caught, so that it is written down before each scan of an archive: a suspect is scanned alone the next time, and set apart when the process ends
// then as well.
type suspects struct {
	name string
	// left is true when the process ended while the shard was scanned.
	left bool

	mu  sync.Mutex
	how map[string]int
	// unhook ends that the list is removed when a signal ends the process, which is not a fault of what is being scanned. It is nil until
	// the list is written.
	unhook func()
}

func readSuspects(ctx context.Context, name string) *suspects {
	s := &suspects{name: name, how: map[string]int{}}
	data, err := readFile(ctx, name)
	s.left = err == nil
	if err != nil || json.Unmarshal(data, &s.how) != nil || s.how == nil {
		s.how = map[string]int{}
	}
	return s
}

// begin writes down that a unit is being scanned.
func (s *suspects) begin(ctx context.Context, key string, how int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.how[key] = how
	return s.write(ctx)
}

func (s *suspects) write(ctx context.Context) error {
	if s.unhook == nil {
		s.unhook = atomicfile.OnAbandon(s.delete)
	}
	data, err := json.Marshal(s.how)
	if err != nil {
		return err
	}
	return writeFile(ctx, s.name, data)
}

// end takes a unit from the list, which is written with the next one that begins.
func (s *suspects) end(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.how, key)
}

// remove ends the list: the process is still there.
func (s *suspects) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unhook != nil {
		s.unhook()
		s.unhook = nil
	}
	s.delete()
}

// delete removes the file. There is none in a shard without items.
func (s *suspects) delete() {
	ctx, cancel := context.WithTimeout(context.Background(), removeTime)
	defer cancel()
	files, err := filesystem.New(ctx, s.name)
	if err != nil {
		return
	}
	defer func() { _ = files.Close() }()
	if remover, ok := files.(filesystem.Remover); ok {
		_ = remover.Remove(ctx, s.name)
	}
}

// removeTime bounds how long a list in an object store holds up the end of the process.
const removeTime = 10 * time.Second

// key names a unit among suspects.
func (u *unit) key() string { return itemsDigest(u.items, noContent) }

// scanMany scans units of which there are too many to write each down: that is done once the process has ended in this shard.
func (s *scanner) scanMany(ctx context.Context, units []unit, list *suspects) []result {
	if list.left || len(units) == 0 {
		return s.scanEach(ctx, units, list)
	}
	if err := list.write(ctx); err != nil {
		return []result{{err: err}}
	}
	return s.scanAll(ctx, units)
}

// scanEach scans units that are on the list meanwhile.
func (s *scanner) scanEach(ctx context.Context, units []unit, list *suspects) []result {
	before := maps.Clone(list.how)
	results := make([]result, len(units))
	var together []unit
	var at, suspected []int
	for i := range units {
		switch before[units[i].key()] {
		case alone:
			results[i].apart = units[i].apart(Crashed, "the process ended while it was scanned, and again while it was scanned alone")
		case beside:
			suspected = append(suspected, i)
		default:
			together, at = append(together, noted(list, units[i], beside)), append(at, i)
		}
	}
	for k, r := range s.scanAll(ctx, together) {
		results[at[k]] = r
	}
	for _, i := range suspected {
		u := noted(list, units[i], alone)
		results[i] = s.guarded(ctx, &u, allPlaces)
	}
	return results
}

// noted is a unit that is on the list while it is scanned.
func noted(list *suspects, u unit, how int) unit {
	key := u.key()
	return unit{u.items, func(ctx context.Context) result {
		if err := list.begin(ctx, key, how); err != nil {
			return result{err: err}
		}
		defer list.end(key)
		return u.scan(ctx)
	}}
}
