package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/reading"
)

// featureKind is a kind of relation feature: the prefix of its name, its base, and the separator of two concepts.
type featureKind struct {
	name string
	base int
	two  bool
	join string
}

var kinds = []featureKind{
	{"present", basePresent, false, ""},
	{"before", baseBefore, false, ""},
	{"own", baseOwn, false, ""},
	{"absent", baseAbsent, false, ""},
	{"begins", baseBegins, false, ""},
	{"pair", basePair, true, "+"},
	{"near", baseNear, true, "<"},
	{"sequence", baseSequence, true, ">"},
	{"adjacent", baseAdjacent, true, "<"},
}

var shapeNames = []string{"first", "only", "short", "long"}

// RelationName returns the name of a relation feature, such as "near must<call".
func RelationName(l *reading.Lexicon, feature uint32) string {
	k := int(feature)
	switch {
	case k >= basePlace && k < baseShape:
		place, c := (k-basePlace)/n, (k-basePlace)%n
		return reading.PlaceNames[place] + " " + l.Name(reading.Concept(c))
	case k >= baseShape && k < basePair:
		switch k -= baseShape; {
		case k < shapePlace:
			return "shape " + shapeNames[k]
		case k < shapePlace+int(reading.Places):
			return "shape in-" + reading.PlaceNames[k-shapePlace]
		}
		return ""
	}
	for _, kind := range kinds {
		switch at := k - kind.base; {
		case at < 0:
		case !kind.two && at < n:
			return kind.name + " " + l.Name(reading.Concept(at))
		case kind.two && at < n*n:
			return kind.name + " " + l.Name(reading.Concept(at/n)) + kind.join + l.Name(reading.Concept(at%n))
		}
	}
	return ""
}

// featureIndex finds relation features by name.
type featureIndex struct{ concepts map[string]int }

func newFeatureIndex(l *reading.Lexicon) featureIndex {
	all := make(map[string]int, l.Concepts())
	for c := range l.Concepts() {
		all[l.Name(reading.Concept(c))] = c
	}
	return featureIndex{all}
}

// feature is the inverse of RelationName.
func (x featureIndex) feature(name string) (uint32, error) {
	kind, rest, _ := strings.Cut(name, " ")
	for k := range kinds {
		if kinds[k].name == kind {
			if feature, ok := x.featureOfKind(&kinds[k], rest); ok {
				return feature, nil
			}
		}
	}
	for place, p := range reading.PlaceNames {
		if c, ok := x.concepts[rest]; ok && p == kind {
			return uint32(basePlace + place*n + c), nil
		}
		if kind == "shape" && rest == "in-"+p {
			return uint32(baseShape + shapePlace + place), nil
		}
	}
	if k := slices.Index(shapeNames, rest); k >= 0 && kind == "shape" {
		return uint32(baseShape + k), nil
	}
	return 0, fmt.Errorf("there is no feature %q", name)
}

func (x featureIndex) featureOfKind(k *featureKind, name string) (uint32, bool) {
	if !k.two {
		c, ok := x.concepts[name]
		return uint32(k.base + c), ok
	}
	one, two, _ := strings.Cut(name, k.join)
	a, ok := x.concepts[one]
	b, both := x.concepts[two]
	return uint32(k.base + a*n + b), ok && both
}
