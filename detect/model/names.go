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
	{"begins", baseBegins, false, ""},
	{"pair", basePair, true, "+"},
	{"near", baseNear, true, "<"},
}

// RelationName returns the name of a relation feature, such as "near must<call".
func RelationName(l *reading.Lexicon, feature uint32) string {
	k := int(feature)
	if k >= basePlace && k < basePair {
		return "in " + reading.PlaceNames[k-basePlace]
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
	if place := slices.Index(reading.PlaceNames[:], rest); place >= 0 && kind == "in" {
		return uint32(basePlace + place), nil
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
