package sweep

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // The command adds those of clouds.
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() { //nolint:gochecknoinits // Beam finds the functions of a pipeline by name on other machines.
	beam.RegisterType(reflect.TypeFor[Item]())
	beam.RegisterType(reflect.TypeFor[Source]())
	register.DoFn3x1[context.Context, Source, func(string, Item), error](&readFn{})
	register.DoFn2x0[string, func(string, Item)](&existFn{})
	register.DoFn4x1[context.Context, string, func(*Item) bool, func([]byte), error](&scanFn{})
	register.DoFn3x1[context.Context, int, func(*[]byte) bool, error](&totalsFn{})
	register.Emitter2[string, Item]()
	register.Emitter1[[]byte]()
	register.Iter1[Item]()
	register.Iter1[[]byte]()
}

// Build returns the pipeline that scans the sources.
func Build(c *Config, sources []Source) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	read := beam.ParDo(s.Scope("read"), &readFn{Config: *c}, beam.Reshuffle(s, beam.CreateList(s, sources)))
	// Create every shard, to overwrite results of an earlier run with other items.
	exist := beam.ParDo(s.Scope("shards"), &existFn{}, beam.CreateList(s, c.shardNames(sources)))
	shards := beam.GroupByKey(s, beam.Flatten(s, read, exist))
	manifests := beam.ParDo(s.Scope("scan"), &scanFn{Config: *c}, shards)
	beam.ParDo0(s.Scope("totals"), &totalsFn{Config: *c}, beam.GroupByKey(s, beam.AddFixedKey(s, manifests)))
	return p
}

// shardNames returns the names of all shards.
func (c *Config) shardNames(sources []Source) (names []string) {
	for i, from := range sources {
		if i > 0 && sources[i-1].Kind == from.Kind {
			continue
		}
		for k := range c.Shards {
			names = append(names, shardName(from.Kind, k, c.Shards))
		}
	}
	return names
}

// existFn emits the item that only creates a shard.
type existFn struct{}

// ProcessElement emits it.
func (*existFn) ProcessElement(shard string, emit func(string, Item)) { emit(shard, Item{}) }

// TotalsFile is the name of the file of the totals.
const TotalsFile = "totals.json"

// totalsFn writes the totals.
type totalsFn struct{ Config Config }

// ProcessElement adds up all manifests.
func (fn *totalsFn) ProcessElement(ctx context.Context, _ int, each func(*[]byte) bool) error {
	all := newTotals()
	var data []byte
	for each(&data) {
		m := Manifest{Totals: newTotals()}
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		all.add(&m.Totals)
	}
	return writeJSON(ctx, join(fn.Config.Output, TotalsFile), all)
}
