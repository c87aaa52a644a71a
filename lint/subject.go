package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lock"
)

type subject struct {
	*discover.Tool
	// def is the index in Locked.Definitions, copies are those of Also, equal to def for identical copies. Without a comparison def is -1
	// and copies is nil.
	def    int
	copies []int

	// sum is the digest, once computed.
	sum lock.Digest
	// secrets are the credentials of a launch, nil until needed, and places their locations.
	secrets []string
	places  []source.Location
	// hider hides them; nil until needed.
	hider *Hider
	// ownFields is one more than the number of fields of the own file; those only in copies follow. 0 until needed.
	ownFields int
	// inBaseline says, for served and for other files, whether the baseline suppresses each signal: 1 for no, 2 for yes, 0 for unknown.
	inBaseline [2][]int
}

func newSubjects(tools []discover.Tool) []subject {
	out := make([]subject, len(tools))
	for i := range tools {
		out[i] = subject{Tool: &tools[i], def: -1}
	}
	return out
}

func (s *subject) digest() lock.Digest {
	if s.sum == "" && lock.Locks(s.View.Kind) {
		s.sum = lock.DigestOf(s.View)
	}
	return s.sum
}

// own reports whether a field is in the definition's own file and not only in a copy.
func (s *subject) own(field int) bool {
	if len(s.Also) == 0 || s.View.Definition == nil {
		return true
	}
	if s.ownFields == 0 {
		s.ownFields = 1 + len(detect.NewView(s.View.Kind, s.View.Server, s.View.Definition).Fields)
	}
	return field < s.ownFields-1
}

func splitByClass(all []subject) (served, demoted []subject) {
	classed := func(s subject) bool { return s.Class != discover.ClassNone }
	if !slices.ContainsFunc(all, classed) {
		return all, nil
	}
	for _, s := range all {
		if classed(s) {
			demoted = append(demoted, s)
		} else {
			served = append(served, s)
		}
	}
	return served, demoted
}

func views(list []subject) []detect.ToolView {
	out := make([]detect.ToolView, len(list))
	for i := range list {
		out[i] = list[i].View
	}
	return out
}
