package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lock"
)

const (
	// shownFields is how many values of a definition are shown.
	shownFields = 40
	// contextRunes is how many characters are shown before and after what differs, and changedRunes how many of what differs.
	contextRunes = 60
	changedRunes = 400
)

// text writes the differences for people.
func (d *differences) text(p *page) {
	if d.none() {
		p.line("Nothing differs from %s.", text.Safe(d.lock, pathRunes))
		return
	}
	for _, r := range d.renamed {
		p.line("%s  server %q is called %q now", p.paint("1;36", "renamed"), printable(r.From), printable(r.To))
	}
	for i := range d.changed {
		d.changed[i].text(p)
	}
	for i := range d.pending {
		one := &d.pending[i]
		p.line("%s  %s  %s%s", p.paint("1;36", "new"), p.bold(printable(labelOf(one.Key))), place(one.at), danger(one.hard))
	}
	for _, e := range d.removed {
		p.line("%s  %s  was in %s", p.paint("1;36", "gone"), p.bold(printable(labelOf(e.Key))), text.Safe(secret.Redact(e.File), pathRunes))
	}
	words := joined([]tally{{len(d.changed), "changed"}, {len(d.pending), "new"}, {len(d.removed), "gone"}})
	if n := len(d.renamed); n > 0 {
		words = append(words, counted(n, "server")+" renamed")
	}
	p.line("%s: %s.", text.Safe(d.lock, pathRunes), strings.Join(words, ", "))
}

func danger(hard []string) string {
	if len(hard) == 0 {
		return ""
	}
	return "  dangerous: " + strings.Join(hard, ", ")
}

func (d *difference) text(p *page) {
	p.line("%s  %s  %s%s", p.paint("1;31", "changed"), p.bold(printable(labelOf(d.Key))), place(d.at), danger(d.hard))
	if d.entry != nil && d.entry.Reason != "" {
		p.line("  was approved against the advice of %s: %s", text.Safe(strings.Join(d.entry.Forced, ", "), labelRunes), text.Safe(secret.Redact(d.entry.Reason), maxReason))
	}
	for _, f := range d.fields[:min(len(d.fields), shownFields)] {
		if f.Rest {
			p.line("  … and more than can be shown")
			break
		}
		twice := ""
		if f.Repeated {
			twice = "  (a name that is given more than once)"
		}
		p.line("  %s%s", text.Safe(f.Pointer, pathRunes), twice)
		p.line("    approved  %s", p.value(f.Had, f.Before, f.BeforeStart, f.BeforeEnd, gone))
		p.line("    now       %s", p.value(f.Has, f.After, f.AfterStart, f.AfterEnd, added))
		if f.Had && f.Has && f.Before == f.After {
			p.line("    what differs is a credential, which is not shown")
		}
	}
	if more := len(d.fields) - shownFields; more > 0 {
		p.line("  … and %s more", counted(more, "value"))
	}
	switch {
	case d.entry == nil || len(d.fields) > 0:
	case d.entry.Definition == nil:
		p.line("  %s does not hold what was approved, which is too long or holds a credential; its digest was", lock.Name)
		p.line("    %s, and is now\n    %s", d.entry.Digest, d.digest)
	default:
		p.line("  The same values in another form, as a name that is given twice; the digest was\n    %s, and is now\n    %s", d.entry.Digest, d.digest)
	}
}

// mark is how words are marked: with a colour, or with what git diff --word-diff puts around them.
type mark struct{ color, before, after string }

var (
	gone  = mark{"1;31", "[-", "-]"}
	added = mark{"1;32", "{+", "+}"}
)

func (p *page) marked(m mark, words string) string {
	if words == "" {
		return ""
	}
	if p.color {
		return p.paint(m.color, words)
	}
	return m.before + words + m.after
}

// value is a value with what differs marked, cut where it is long.
func (p *page) value(is bool, value string, start, end int, m mark) string {
	if !is {
		return p.paint("2", "(nothing)")
	}
	if value == "" {
		return p.paint("2", "(empty)")
	}
	start = min(max(start, 0), len(value))
	end = min(max(end, start), len(value))
	before, middle, after := value[:start], value[start:end], value[end:]
	if cut := lastRunes(before, contextRunes); len(cut) < len(before) {
		before = "…" + text.Safe(cut, 0)
	} else {
		before = text.Safe(before, 0)
	}
	return before + p.marked(m, middleOf(middle)) + text.Safe(after, contextRunes)
}

// middleOf is what differs, without its middle when it is long: both ends are where hidden words are put.
func middleOf(s string) string {
	if utf8.RuneCountInString(s) <= changedRunes {
		return text.Safe(s, 0)
	}
	first, last := text.Safe(s, changedRunes/2), lastRunes(s, changedRunes/2)
	return fmt.Sprintf("%s %d characters %s", first, utf8.RuneCountInString(s)-changedRunes, "…"+text.Safe(last, 0))
}

// lastRunes is the end of s, at most n characters.
func lastRunes(s string, n int) string {
	i := len(s)
	for ; i > 0 && n > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:]
}
