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
	// def is its index in Locked.Definitions, and copies are those of Also, which are def for what says the same; def is -1 and there are
	// no copies when nothing is compared.
	def    int
	copies []int

	// sum is the digest once it was asked for.
	sum lock.Digest
	// secrets are the credentials of a launch, nil until they were asked for, and places where they stand.
	secrets []string
	places  []source.Location
	// hider hides them; nil until something is quoted.
	hider *Hider
	// ownFields counts the fields that its own file has, which come before those of copies; 0 until it was asked for.
	ownFields int
	// known says of each signal whether the baseline holds it, in files that are served and in others: 1 for no, 2 for yes, 0 until it
	// was asked for.
	known [2][]int
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

// own reports whether a field stands in the definition's own file: behind those that do are fields that only copies of it have.
func (s *subject) own(field int) bool {
	if len(s.Also) == 0 || s.View.Definition == nil {
		return true
	}
	if s.ownFields == 0 {
		s.ownFields = 1 + len(detect.NewView(s.View.Kind, s.View.Server, s.View.Definition).Fields)
	}
	return field < s.ownFields-1
}

func apart(all []subject) (served, demoted []subject) {
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
