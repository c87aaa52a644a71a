package check

import "github.com/org/mcp-lint/internal/lazy"

// markedText are the marks of a conversation that text in a tool has no reason to carry: pseudo-tags and the role tokens of
// chat templates.
var markedText = lazy.Regexp(`(?i)<\s*/?\s*(?:important|hidden|admin|assistant|critical|[a-z]*[_-]?(?:system|instructions?|override|directive)[a-z_-]*)\s*>|\[\s*system\b|\[/?inst\]|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|<<sys>>|^\s*#{2,}\s*(?:system|instruction)\b|(?:^|\n)\s*(?:system|developer)\s*(?:prompt|message|note|notice|override|instruction)?\s*:\s*\S|\bnew (?:system )?(?:instructions|rules|orders)\s*:|\b(?:developer|god|jailbreak|dan) mode\b`)

func markedOrder(text string) (hiddenOrder, bool) {
	if m := markedText().FindStringIndex(text); m != nil {
		return hiddenOrder{"poses as a message of the system", m[0], 0.9}, true
	}
	return hiddenOrder{}, false
}
