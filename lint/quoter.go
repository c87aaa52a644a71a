package lint

import (
	"cmp"
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
)

const (
	// excerptFindings and excerptRoom bound the number of findings with excerpts and their total bytes; excerptSignals and excerptRelated
	// the signals per finding and the related places per signal.
	excerptFindings, excerptRoom   = 5_000, 16 << 20
	excerptSignals, excerptRelated = 100, 5
)

// Finding returns a finding with plain places and all quotations of its source.
func (q *Quoter) Finding(f detect.Finding, places []Located) Finding {
	out := q.finding(f, places)
	q.excerpts(&out, places)
	return out
}

// finding is Finding without excerpts.
func (q *Quoter) finding(f detect.Finding, places []Located) Finding {
	out := Finding{Finding: f, Message: f.Message(), Signals: make([]Signal, len(f.Signals))}
	out.Finding.Signals = nil
	for i, s := range f.Signals {
		p := places[i]
		one := Signal{Signal: s, Value: scalar(s.Value), Where: q.Place(p.Where), Encoded: p.Encoded, Snippet: q.snippet(p.Where, q.columns)}
		if p.Fix.File != nil && s.Fix != nil {
			one.Fix = &Fix{q.Place(p.Fix), s.Fix.Text, s.Fix.Package, s.Fix.Variable}
		}
		one.Signal.Value, one.Signal.Related, one.Signal.Fix = nil, nil, nil
		for _, l := range p.More {
			one.More = append(one.More, q.Place(l))
		}
		for k, rel := range s.Related {
			related := Related{Related: rel}
			if k < len(p.Related) {
				related.Where = q.Place(p.Related[k])
			}
			one.Related = append(one.Related, related)
		}
		out.Signals[i] = one
	}
	if f.Primary < len(places) {
		out.Region = q.region(places[f.Primary].Where)
	}
	return out
}

func scalar(n *detect.Node) string {
	if n == nil || n.Kind != detect.NodeScalar {
		return ""
	}
	return detect.Evidence(n.Text)
}

// ByWeight returns the indexes of the signals: the primary one first, then hard ones, then by confidence.
func (f *Finding) ByWeight() []int {
	return sorted(len(f.Signals), func(a, b int) int {
		switch f.Primary {
		case a:
			return -1
		case b:
			return 1
		}
		return cmp.Or(cmp.Compare(f.Signals[b].Tier, f.Signals[a].Tier), cmp.Compare(f.Signals[b].Confidence, f.Signals[a].Confidence))
	})
}

// MostSevere returns the indexes, in order, of the most severe of n findings, at most limit.
func MostSevere(n, limit int, of func(i int) *Finding) []int {
	order := sorted(n, func(a, b int) int {
		x, y := of(a), of(b)
		return cmp.Or(cmp.Compare(y.Severity, x.Severity), cmp.Compare(y.RiskScore, x.RiskScore))
	})
	order = order[:min(n, limit)]
	slices.Sort(order)
	return order
}

func sorted(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	return order
}

// excerpts adds the source lines of the signals, one excerpt per file, while there is room.
func (q *Quoter) excerpts(f *Finding, places []Located) {
	if q.excerpted >= excerptFindings || q.bytes >= excerptRoom {
		return
	}
	q.excerpted++
	var files []*source.File
	spans, owners := map[*source.File][]source.Span{}, map[*source.File][]int{}
	// Heavier signals first, so that many lesser ones do not take their room.
	order := f.ByWeight()
	for _, i := range order[:min(len(order), excerptSignals)] {
		for _, l := range append([]source.Location{places[i].Where}, places[i].More...) {
			if l.File == nil {
				continue
			}
			if _, known := spans[l.File]; !known {
				files = append(files, l.File)
			}
			spans[l.File], owners[l.File] = append(spans[l.File], l.Span), append(owners[l.File], i)
		}
		related := f.Signals[i].Related
		for k := range related[:min(len(related), excerptRelated)] {
			if rel := &related[k]; rel.ToolIndex != detect.Outside && k < len(places[i].Related) && places[i].Related[k].File != nil {
				l := places[i].Related[k]
				e := q.excerpt(l.File, []source.Span{l.Span}, []int{i})
				rel.Excerpt = &e
			}
		}
	}
	for _, file := range files {
		f.Excerpts = append(f.Excerpts, q.excerpt(file, spans[file], owners[file]))
	}
}
