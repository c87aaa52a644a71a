package main

import "github.com/org/mcp-lint/internal/near"

// didYouMean words the hint for a mistyped name.
func didYouMean(word string, candidates []string) string {
	if n := near.Word(word, candidates); n != "" {
		return "Did you mean " + n + "?"
	}
	return ""
}
