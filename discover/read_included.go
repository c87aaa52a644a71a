package discover

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/ignore"
)

// maxIncludedCode bounds the files that are read because code includes them by name.
const maxIncludedCode = 500

// includeForms are how code includes code by the name of its file, by language. The name is the only group.
var includeForms = sync.OnceValue(func() map[lex.Language]*regexp.Regexp {
	return map[lex.Language]*regexp.Regexp{
		lex.Rust: regexp.MustCompile(`(?:\binclude!\s*[({\[]|#\[path\s*=)\s*"([^"\n]+)"`),
		lex.PHP:  regexp.MustCompile(`\b(?:require|include)(?:_once)?\b[\s(]*(?:__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?['"]([^'"\n]+)['"]`),
		lex.Ruby: regexp.MustCompile(`\b(?:load|require_relative)\b[\s(]*(?:File\.(?:join|expand_path)\()?\s*(?:__dir__\s*,\s*)?['"]([^'"\n]+)['"]`),
	}
})

// addIncluded reads the files that those which were read include by a name that says nothing of their language: include!("tools.in") in Rust,
// require "tools.inc" in PHP, load "tools.conf" in Ruby.
func (r *reader) addIncluded() error {
	seen := map[string]bool{}
	for n, left := 0, maxIncludedCode; n < len(r.modules); n++ {
		m := &r.modules[n]
		form := includeForms()[m.module.Lang]
		if form == nil || m.tree == nil {
			continue
		}
		var batch []candidate
		var orders []int
		for _, match := range form.FindAllSubmatch(m.module.File.Data, left) {
			name := strings.ReplaceAll(string(match[1]), `\`, "/")
			rel := path.Join(parent(m.rel), strings.TrimPrefix(name, "/"))
			if len(name) > ignore.MaxPattern || leaves(rel) || slices.Contains(m.module.Lang.Extensions(), path.Ext(rel)) ||
				!m.tree.isRegular(rel) || r.hidden(m.tree, rel) {
				continue
			}
			key := m.tree.key(rel)
			if r.code[key] || seen[key] || left == 0 {
				continue
			}
			seen[key] = true
			left--
			r.add(candidate{place: place{m.tree, rel}, want: wantYes, pack: m.pack, lang: m.module.Lang})
			if at, ok := r.candidates[key]; ok {
				c := r.list[at]
				c.lang, c.pack = m.module.Lang, m.pack
				batch, orders = append(batch, c), append(orders, at)
			}
		}
		if more, err := r.readMore(batch, orders); err != nil || !more {
			return err
		}
	}
	return nil
}
