package lint

import (
	"fmt"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/star"
)

// secretCheck sees credentials.
const secretCheck = "secret.embedded"

// trusted are values that are no credentials, and pairs of servers that may speak of and resemble each other.
type trusted struct {
	placeholders []*star.Pattern
	// values and pairs are the numbers of what suppresses: of each placeholder, and of each pair both ways round.
	values []int
	pairs  map[[2]string]int
	// met tells of each placeholder whether it has fit something.
	met []bool
	// named are the pairs as they were named.
	named [][2]string
}

func newTrusted(s *suppressor, opts *Options) *trusted {
	t := &trusted{pairs: map[[2]string]int{}}
	if opts.Config == nil {
		return t
	}
	t.named = opts.Config.TrustedServers
	where := source.Location{File: opts.ConfigFile}
	for i, p := range opts.Config.Placeholders {
		if p == "" {
			continue
		}
		t.placeholders, t.met = append(t.placeholders, star.New(p)), append(t.met, false)
		t.values = append(t.values, s.enter(Suppression{Kind: SuppressedByPlaceholder, Reason: fmt.Sprintf("placeholder %d of the configuration", i+1), Where: where}))
	}
	for _, p := range opts.Config.TrustedServers {
		by, known := t.pairs[p]
		if !known {
			by = s.enter(Suppression{Kind: SuppressedByTrust, Reason: fmt.Sprintf("%s and %s trust each other", p[0], p[1]), Where: where})
		}
		t.pairs[p], t.pairs[[2]string{p[1], p[0]}] = by, by
	}
	return t
}

// judge returns the number of what suppresses signal i of a finding, or isTold.
func (t *trusted) judge(f *Finding, i int) int {
	switch f.Signals[i].CheckID {
	case secretCheck:
		words, by := f.text(i), isTold
		for k, p := range t.placeholders {
			if p.Fits(words) {
				t.met[k] = true
				if by == isTold {
					by = t.values[k]
				}
			}
		}
		return by
	case shadowingCheck:
		return t.pair(f, i)
	}
	return isTold
}

// pair returns the number of the pair that the finding's server is in with every server that the signal points at.
func (t *trusted) pair(f *Finding, i int) int {
	by := isTold
	for _, r := range f.Signals[i].Related {
		if r.ToolIndex == detect.Outside || r.ToolIndex >= len(f.among) {
			return isTold
		}
		id, ok := t.pairs[[2]string{f.subject.View.Server, f.among[r.ToolIndex].View.Server}]
		if !ok {
			return isTold
		}
		by = id
	}
	return by
}
