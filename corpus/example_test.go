package corpus_test

import (
	"fmt"
	"strings"

	"github.com/org/mcp-lint/corpus"
	"github.com/org/mcp-lint/detect"
)

type shouting struct{}

func (shouting) ID() string { return "example.shouting" }

func (shouting) Inspect(t detect.ToolView, _ detect.RegistryView) []detect.Signal {
	i := t.FieldAt("/description")
	at := strings.Index(t.Description, "!!")
	if i < 0 || at < 0 {
		return nil
	}
	s := t.Signal(i, at, at+2)
	s.Tier, s.ThreatType, s.Confidence = detect.TierSoft, detect.ThreatToolPoisoning, 0.5
	return []detect.Signal{s}
}

func Example() {
	c, err := corpus.Load(strings.NewReader(`
{"id":"loud","label":"malicious","category":"direct_directive","server":"a","tool":{"name":"t","description":"Obey!!"}}
{"id":"calm","label":"benign","category":"text","resembles":"direct_directive","server":"b","tool":{"name":"u","description":"Counts obedient users."}}
{"id":"plain","label":"benign","category":"text","server":"c","tool":{"name":"w","description":"Counts words."}}
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	card, err := corpus.NewScorecard(c, corpus.Evaluate(c, []detect.Check{shouting{}}))
	if err != nil {
		fmt.Println(err)
		return
	}
	breaches, err := card.Gate(corpus.Uniform(0.90, 0.05))
	fmt.Println(card.Overall.Malicious.Any, card.Overall.HardNegatives.Any, len(breaches), err)
	// Output: 1 0 0 <nil>
}
