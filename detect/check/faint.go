package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// A long definition has many sentences, and each of them is a chance for a check to be wrong. Where checks agree on such a definition and
// none of them is sure of itself or hears a sentence that reads like a smuggled order, they have mostly misheard the same harmless
// sentence. Of attacks that were set into some fifty honest sentences this lowers three in a hundred, of real tools that failed every
// second.
const (
	// faintSentences is from how many sentences on a definition is long. Demonstrations of attacks have half as many.
	faintSentences = 12
	// strayedSentences is from how many on a sentence may weigh like an order by chance.
	strayedSentences = 18
	// faintSure is the confidence from which a hit is not faint, faintForeign that of hits in other languages than English, of which the
	// weights know little.
	faintSure, faintForeign = 0.75, 0.6
)

// What is said of sentences of which the weights alone speak.
const (
	wholeDetail  = "reads like words that were put in to steer the model, not to describe the tool"
	mannerDetail = "is put the way hidden orders to a model are put"
	matterDetail = "speaks of things that such a tool has no need for"
)

// markFaint marks what is seen in a long definition by halves: by a hit that is not sure of itself, in a sentence that does not weigh like
// an order to the model. What is seen in disguise or where no sentences are written is never faint.
func markFaint(tool detect.ToolView, reg detect.RegistryView, signals []detect.Signal) []detect.Signal {
	if len(signals) == 0 {
		return nil
	}
	sentences := sentencesOf(tool, reg)
	if sentences < faintSentences {
		return signals
	}
	for i := range signals {
		s := &signals[i]
		if s.Tier == detect.TierSoft && !strings.HasSuffix(s.Detail, inDisguise) {
			s.Faint = isFaint(proseOfField(tool, reg, s.FieldIndex), s, sentences)
		}
	}
	return signals
}

// isFaint judges a signal of a definition of so many sentences.
func isFaint(p *prose, s *detect.Signal, sentences int) bool {
	if p.misplaced() && p.field.Role != detect.RoleParameterName {
		return false
	}
	if inOtherWords(hit{detail: s.Detail}) {
		return s.Confidence < faintForeign
	}
	score, known := p.heaviest(p.wordsIn(s.Start, s.End))
	if s.Detail == mannerDetail || s.Detail == matterDetail || strings.HasPrefix(s.Detail, wholeDetail) {
		return known && sentences >= strayedSentences && score < sureFloor
	}
	return known && score < wholeFloor && s.Confidence < faintSure
}

// sentencesOf counts the sentences of a definition, as far as that matters: names and values are none.
func sentencesOf(tool detect.ToolView, reg detect.RegistryView) int {
	return tool.Memo("check.sentences", 0, func() any {
		sentences := 0
		for i := range tool.Fields {
			if sentences < strayedSentences && readable(tool.Fields[i]) {
				sentences += len(proseOfField(tool, reg, i).wordUnits())
			}
		}
		return sentences
	}).(int)
}

// inDisguise ends what is said of words that had to be read in another way than they are written.
const inDisguise = "in disguised writing"
