package check

import (
	_ "embed" // the words are data
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect/text"
)

//go:embed data/order_words.txt
var orderWordsText string

// orderWords is what disguised writing is read against.
var orderWords = sync.OnceValue(func() *text.Vocabulary {
	var keys, words []string
	list := &words
	for line := range strings.SplitSeq(orderWordsText, "\n") {
		switch {
		case strings.HasPrefix(line, "# keys"):
			list = &keys
		case strings.HasPrefix(line, "# words"):
			list = &words
		case !strings.HasPrefix(line, "#"):
			*list = append(*list, strings.Fields(line)...)
		}
	}
	return text.NewVocabulary(keys, words)
})
