package check

import "github.com/org/mcp-lint/detect"

// nameClaim weighs the praise in the name of the tool.
func nameClaim(tool detect.ToolView) float64 {
	strong, weak := 0, 0
	words := detect.NameWords(tool.Name)
	for _, w := range words {
		switch {
		case praiseNames.has(w):
			strong++
		case nameFlags.has(w):
			weak++
		}
	}
	for k := range words[:max(len(words)-1, 0)] {
		urged := k+2 < len(words) && nameFlags.has(words[k+2])
		if pleads.has(words[k]) && (words[k+1] == "me" || words[k+1] == "this") && urged || wooes.has(words[k]) && words[k+1] == "me" {
			// "use_me_first": a name that asks to be called.
			return 0.55
		}
	}
	switch {
	case strong >= 2:
		return 0.55
	case strong == 1:
		return 0.15
	case weak > 0:
		return 0.1
	}
	return 0
}

// pleads are verbs by which a name asks to be picked when it urges, too; wooes, those that do so by themselves.
var (
	pleads = lazyWords{list: `use pick choose call prefer select try run`}
	wooes  = lazyWords{list: `pick choose prefer`}
)
