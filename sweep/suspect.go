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

// How an item of a shard was scanned when the process ended: beside others, or alone.
const (
	beside = 1
	alone  = 2
)

// suspects are the items of a shard that were being scanned when a process ended, by name. What ends the process cannot be caught, so that it is
// written down before each scan of an archive: a suspect is scanned alone the next time, and set apart when the process ends then as well.
type suspects struct {
	name string

	mu  sync.Mutex
	how map[string]int
	// unhook ends that the list is removed when a signal ends the process, which is no fault of what is being scanned. It is nil until
	// the list is written.
	unhook func()
}

// running is held for reading by each scan of the process, and for writing by that of a suspect: nothing else may end the process then.
// Beam makes several scanners, which know nothing of each other, so it is global.
var running sync.RWMutex

func readSuspects(ctx context.Context, name string) *suspects {
	s := &suspects{name: name, how: map[string]int{}}
	if data, err := readFile(ctx, name); err != nil || json.Unmarshal(data, &s.how) != nil {
		s.how = map[string]int{}
	}
	return s
}

// begin writes down that an item is being scanned.
func (s *suspects) begin(ctx context.Context, item string, how int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.how[item] = how
	if s.unhook == nil {
		s.unhook = atomicfile.OnAbandon(s.delete)
	}
	data, err := json.Marshal(s.how)
	if err != nil {
		return err
	}
	return writeFile(ctx, s.name, data)
}

// end takes an item from the list, which is written with the next one that begins.
func (s *suspects) end(item string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.how, item)
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

// delete removes the file. There is none in a shard without archives.
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

// scanEach scans units that are of one item each.
func (s *scanner) scanEach(ctx context.Context, units []unit, list *suspects) ([]result, error) {
	before := maps.Clone(list.how)
	results := make([]result, len(units))
	errs := make([]error, len(units))
	var together []unit
	var at []int
	var suspected []int
	for i := range units {
		switch before[itemName(units[i].first)] {
		case alone:
			results[i].apart = []Apart{units[i].first.apart(Crashed, "the process ended while it was scanned, and again while it was scanned alone")}
		case beside:
			suspected = append(suspected, i)
		default:
			together, at = append(together, s.noted(list, units[i], beside, &errs[i])), append(at, i)
		}
	}
	for k, r := range s.scanAll(ctx, together) {
		results[at[k]] = r
	}
	for _, i := range suspected {
		u := s.noted(list, units[i], alone, &errs[i])
		running.Lock()
		results[i] = s.guarded(ctx, &u)
		running.Unlock()
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// noted is a unit that is on the list while it is scanned.
func (s *scanner) noted(list *suspects, u unit, how int, failed *error) unit {
	name := itemName(u.first) // A package gets its version later.
	return unit{u.first, func(ctx context.Context) result {
		if *failed = list.begin(ctx, name, how); *failed != nil {
			return result{}
		}
		defer list.end(name)
		return u.scan(ctx)
	}}
}
