package oracle

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/org/mcp-lint/discover/code/lex"
)

// difference is a place where lex and tree-sitter do not agree.
type difference struct {
	path string
	line int
	what string
}

// result is the comparison of one file.
type result struct {
	literals int
	diffs    []difference
	// skipped says why the file was not compared.
	skipped string
}

// sizeLimit bounds the files that are given to tree-sitter.
const sizeLimit = 200 << 10

// compareFile compares the literals of one file.
func compareFile(l *language, path string, src []byte) result {
	switch {
	case len(src) > sizeLimit:
		return result{skipped: "too large"}
	case !utf8.Valid(src):
		return result{skipped: "not UTF-8"}
	}
	tree := parse(l.grammar(path), src)
	if tree == nil {
		return result{skipped: "tree-sitter takes too long"}
	}
	defer tree.Close()
	root := node{tree.RootNode(), src}
	if root.HasError() {
		return result{skipped: "tree-sitter finds errors in it"}
	}
	want, ignored := l.read(root)
	file := lex.Read(newFile(path, src), l.lang)
	r := result{literals: len(want)}
	add := func(at int, format string, args ...any) {
		r.diffs = append(r.diffs, difference{path, 1 + strings.Count(string(src[:at]), "\n"), fmt.Sprintf(format, args...)})
	}
	if at := misplaced(file); at >= 0 {
		add(at, "a character has the wrong place")
	}
	got := slices.DeleteFunc(lexed(file), func(g literal) bool {
		for _, s := range ignored {
			if g.start >= s[0] && g.end <= s[1] {
				return true
			}
		}
		return g.doc && !l.docs
	})
	order := func(list []literal) {
		sort.SliceStable(list, func(i, k int) bool { return list[i].start < list[k].start })
	}
	order(want)
	order(got)
	for len(want) > 0 || len(got) > 0 {
		switch {
		case len(got) == 0 || len(want) > 0 && before(want[0], got[0], src):
			add(want[0].start, "missing: %s", show(want[0], src))
			want = want[1:]
		case len(want) == 0 || before(got[0], want[0], src):
			add(got[0].start, "extra: %s", show(got[0], src))
			got = got[1:]
		default:
			if d := unlike(want[0], got[0]); d != "" {
				add(want[0].start, "%s: %s", d, show(want[0], src))
			}
			want, got = want[1:], got[1:]
		}
	}
	return r
}

// before reports whether a begins before b and is not the same literal.
func before(a, b literal, src []byte) bool {
	if a.body || b.body {
		// A body begins at the line break, or after it.
		return a.start < b.start && strings.Trim(string(src[a.start:b.start]), "\r\n") != ""
	}
	return a.start < b.start
}

// unlike says how two literals at one place differ, or returns "".
func unlike(want, got literal) string {
	if want.doc != got.doc {
		return fmt.Sprintf("documentation is %v", got.doc)
	}
	if !want.body && want.end != got.end {
		return fmt.Sprintf("ends at %d, not %d", got.end, want.end)
	}
	if !slices.Equal(want.holes, got.holes) {
		return fmt.Sprintf("holes at %d, not %d", got.holes, want.holes)
	}
	a, b := normal(want.value), normal(got.value)
	if want.doc {
		a, b = bare(a), bare(b)
	}
	if a != b && !want.raw {
		i := 0
		for i < len(a) && i < len(b) && a[i] == b[i] {
			i++
		}
		return fmt.Sprintf("the value is %q, not %q, from byte %d on", clip(b[i:]), clip(a[i:]), i)
	}
	return ""
}

func normal(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// bare drops from a documentation comment all that its formatting may consist of.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\v\f*", r) {
			return -1
		}
		return r
	}, s)
}

func show(l literal, src []byte) string {
	return fmt.Sprintf("[%d,%d) %q", l.start, l.end, clip(string(src[l.start:l.end])))
}

func clip(s string) string {
	const most = 60
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// report fails the test for each difference.
func report(t *testing.T, diffs []difference) {
	t.Helper()
	const most = 40
	for i, d := range diffs {
		if i == most {
			t.Errorf("%d more", len(diffs)-most)
			break
		}
		t.Errorf("%s:%d: %s", d.path, d.line, d.what)
	}
}
