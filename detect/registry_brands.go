package detect

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect/text"
)

// maxBranded is how many servers may go by one word before it tells nothing.
const maxBranded = 4

// buildBrands indexes the servers by the words that a text may call them by.
func (x *alikeIndex) buildBrands(tools []ToolView) {
	x.byBrand, x.firstOf = map[string][]string{}, map[string]int{}
	for i := range tools {
		server := tools[i].Server
		if _, seen := x.firstOf[server]; seen || tools[i].Kind != KindTool {
			continue
		}
		x.firstOf[server] = i
		words := NameWords(ServerName(server))
		if len(words) == 0 {
			continue
		}
		for _, w := range append(ServerBrand(server), words[0], strings.Join(words, "")) {
			if group := x.byBrand[w]; len(group) <= maxBranded && !slices.Contains(group, server) {
				x.byBrand[w] = append(group, server)
			}
		}
	}
}

// ServersCalled returns the servers with that word, in lower case, in their names; none when there are many of them.
func (r RegistryView) ServersCalled(word string) []string {
	if group := r.alike().byBrand[word]; len(group) <= maxBranded {
		return group
	}
	return nil
}

// FirstOn returns the index of the first tool of the server, or -1.
func (r RegistryView) FirstOn(server string) int {
	if i, ok := r.alike().firstOf[server]; ok {
		return i
	}
	return -1
}

// ServerName is the name of a server without the names of registries and owners before it.
func ServerName(server string) string { return server[strings.LastIndexByte(server, '/')+1:] }

// ServerBrand returns the words of a server's name that tell it from other servers, in lower case.
func ServerBrand(server string) []string {
	var out []string
	for _, w := range NameWords(ServerName(server)) {
		if s := text.Stem(w); !serverWords[w] && !serverWords[s] && !variantWords[w] {
			out = append(out, w)
		}
	}
	return out
}
