package approve

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
	"github.com/org/mcp-lint/report"
)

const (
	// shownFields is how many values are shown of a definition that has changed, and shownTexts of one that is new, unless it is named.
	shownFields, shownTexts = 40, 6
	// contextRunes is how many characters are shown before and after what differs, changedRunes how many of what differs in one place,
	// and valueRunes in all of a value, but at least placeRunes in each place. It is textRunes of a text that is new.
	contextRunes             = 60
	changedRunes, placeRunes = 400, 40
	valueRunes, textRunes    = 2000, 300
	// shownHunks is how many places of a text are shown.
	shownHunks = 50
)

func (d *differences) text(p *page) {
	name := safe.Path(d.Lock)
	if d.none() {
		p.line("Nothing differs from %s.", name)
		return
	}
	line := func(color, word, label, format string, args ...any) {
		p.line("%s  %s  %s", p.paint(color, word), p.bold(safe.Label(label)), fmt.Sprintf(format, args...))
	}
	for _, r := range d.Renamed {
		p.line("%s  server %q is now called %q", p.paint("1;36", "renamed"), safe.Label(r.From), safe.Label(r.To))
	}
	for i := range d.Changed {
		one := &d.Changed[i]
		line("1;31", "changed", one.Label, "%s%s", place(one.at), objection(one.Severity, one.Dangerous))
		one.changedValues(p, d)
	}
	for i := range d.Pending {
		one := &d.Pending[i]
		line("1;36", "new", one.Label, "%s%s", place(one.at), objection(one.Severity, one.Dangerous))
		one.newTexts(p, d)
	}
	for _, e := range d.Removed {
		line("1;36", "gone", e.Label, "was in %s", safe.Path(e.Path))
	}
	for _, e := range d.Unseen {
		line("1;31", "not read", e.Label, "approved in %s", safe.Path(e.Path))
	}
	words := joined([]tally{{len(d.Changed), "changed"}, {len(d.Pending), "new"}, {len(d.Removed), "gone"}, {len(d.Unseen), "not read"}})
	if n := len(d.Renamed); n > 0 {
		words = append(words, report.Count(n, "server")+" renamed")
	}
	p.line("%s: %s.", name, strings.Join(words, ", "))
}

func objection(worst detect.Severity, checks []string) string {
	if len(checks) == 0 {
		return ""
	}
	return "  " + worst.String() + ": " + strings.Join(checks, ", ")
}

func (d *difference) changedValues(p *page, all *differences) {
	if d.Reason != "" {
		against := ""
		if len(d.Forced) > 0 {
			against = " despite findings of " + safe.Name(strings.Join(d.Forced, ", "))
		}
		p.line("  was approved%s: %s", against, text.Safe(d.Reason, maxReason))
	}
	d.values(p, all, len(d.changes), shownFields, func(i int) (hidden int, more bool) {
		f := &d.changes[i]
		if f.Rest {
			p.line("  … and more than can be shown")
			return 0, false
		}
		twice := ""
		if f.Repeated {
			twice = "  (a name that is used more than once)"
		}
		p.line("  %s%s", safe.Path(f.Pointer), twice)
		return p.change(f, all.full), true
	})
	switch {
	case len(d.changes) > 0:
	case d.entry.Definition == nil:
		p.line("  %s does not contain the approved text, which is too long or contains a credential; its digest was", lock.Name)
		p.line("    %s, and is now\n    %s", d.Approved, d.Digest)
	default:
		p.line("  The same values in another form, such as a name that is used twice; the digest was\n    %s, and is now\n    %s", d.Approved, d.Digest)
	}
}

func (d *difference) newTexts(p *page, all *differences) {
	limit := textRunes
	if all.named {
		limit = valueRunes
	}
	d.values(p, all, len(d.texts), shownTexts, func(i int) (hidden int, more bool) {
		f := d.texts[i]
		words := text.Safe(f.Text, 0)
		if n := utf8.RuneCountInString(f.Text); n > limit && !all.full {
			hidden, words = n-limit, cutMiddle(f.Text, limit)
		}
		p.line("  %s  %s", safe.Path(f.Pointer), words)
		p.letters(lookAlikes(&lock.FieldChange{Has: true, Text: true, After: f.Text}, []hunk{{now: span{0, len(f.Text)}}}), all.full)
		return hidden, true
	})
}

// values shows the first of n values, or all of what is named, and says how many there are more and how many characters are not shown.
func (d *difference) values(p *page, all *differences, n, few int, show func(i int) (hidden int, more bool)) {
	shown, hidden := n, 0
	if !all.full && !all.named {
		shown = min(n, few)
	}
	for i, more := 0, true; i < shown && more; i++ {
		var left int
		left, more = show(i)
		hidden += left
	}
	if n > shown {
		p.line("  … and %s more; see mcp-lint lock diff '%s'", report.Count(n-shown, "value"), safe.Label(d.Label))
	}
	if hidden > 0 {
		p.line("  %s of the difference not shown; see mcp-lint lock diff --full '%s'", report.Count(hidden, "character"), safe.Label(d.Label))
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

// change shows a value as it was and as it is, and returns how many characters of what differs are not shown.
func (p *page) change(f *lock.FieldChange, full bool) (hidden int) {
	hunks := hunksOf(f)
	v := viewer{page: p, full: full}
	p.line("    approved  %s", v.value(f.Had, f.Before, hunks, func(h hunk) span { return h.was }, gone))
	p.line("    now       %s", v.value(f.Has, f.After, hunks, func(h hunk) span { return h.now }, added))
	if f.Had && f.Has && f.Before == f.After {
		p.line("    the difference is a credential, which is not shown")
	}
	p.letters(lookAlikes(f, hunks), full)
	return v.hidden
}

func (p *page) letters(alike []string, full bool) {
	few := shownAlike
	if full {
		few = len(alike)
	}
	first(p, alike, few, func(words string) { p.line("    letters   %s", words) }, "    letters   … and %d more")
}

// textsOf are the texts of a definition that are worth reading before it is approved: not its name, which is shown, nor the names of
// parameters that have a text, nor types. Credentials are taken out: those that are known by their form, and secrets.
func textsOf(view detect.ToolView, secrets []string) []detect.Field {
	above := map[string]bool{}
	for _, f := range view.Fields {
		for at := f.Pointer; strings.Contains(at, "/"); {
			at = at[:strings.LastIndexByte(at, '/')]
			if above[at] {
				break
			}
			above[at] = above[at] || !strings.HasSuffix(f.Pointer, "/type")
		}
	}
	hider := lint.NewHider(secrets)
	var out []detect.Field
	for _, f := range view.Fields {
		param, isName := strings.CutSuffix(f.Pointer, "#")
		if f.Pointer == "/name" || strings.HasSuffix(f.Pointer, "/type") || isName && above[param] {
			continue
		}
		out = append(out, detect.Field{Pointer: secret.Redact(param), Text: hider.Hide(secret.Redact(f.Text))})
	}
	return out
}

// viewer shows values, and counts what it does not show of what differs.
type viewer struct {
	*page
	full   bool
	hidden int
}

// value is a value with what differs marked, cut where it is long.
func (v *viewer) value(is bool, value string, hunks []hunk, of func(hunk) span, m mark) string {
	if !is {
		return v.paint("2", "(nothing)")
	}
	if value == "" {
		return v.paint("2", "(empty)")
	}
	limit := min(changedRunes, max(valueRunes/max(len(hunks), 1), placeRunes))
	var b strings.Builder
	at := 0
	for k, h := range hunks {
		start := min(max(of(h).start, at), len(value))
		end := min(max(of(h).end, start), len(value))
		if k >= shownHunks && !v.full {
			v.hidden += utf8.RuneCountInString(value[start:end])
			continue
		}
		b.WriteString(v.between(value[at:start], k > 0, true))
		b.WriteString(v.marked(m, v.differing(value[start:end], limit)))
		at = end
	}
	b.WriteString(v.between(value[at:], true, false))
	return b.String()
}

// between is what is the same, cut: its beginning when something that differs stands before it, its end when something stands behind it.
func (v *viewer) between(s string, before, after bool) string {
	n := utf8.RuneCountInString(s)
	switch {
	case v.full, after && n <= contextRunes, before && after && n <= 2*contextRunes:
		return text.Safe(s, 0)
	case !after:
		return text.Safe(s, contextRunes)
	case !before:
		return "…" + text.Safe(lastRunes(s, contextRunes), 0)
	}
	return text.Safe(s, contextRunes) + text.Safe(lastRunes(s, contextRunes), 0)
}

func (v *viewer) differing(s string, limit int) string {
	n := utf8.RuneCountInString(s)
	if n <= limit || v.full {
		return text.Safe(s, 0)
	}
	v.hidden += n - limit
	return cutMiddle(s, limit)
}

// cutMiddle is a text without its middle, with the length of that: both ends are where hidden words are put.
func cutMiddle(s string, limit int) string {
	more := utf8.RuneCountInString(s) - limit/2*2
	return fmt.Sprintf("%s %d characters …%s", text.Safe(s, limit/2), more, text.Safe(lastRunes(s, limit/2), 0))
}

func lastRunes(s string, n int) string {
	i := len(s)
	for ; i > 0 && n > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return s[i:]
}

const (
	// shownAlike is how many words of a text are reported that look like others, and alikeRunes bounds each.
	shownAlike, alikeRunes = 5, 60
	// maxAlike bounds the changed words that are looked at, and maxAlikeWord their bytes.
	maxAlike, maxAlikeWord = 2_000, 256
)

// lookAlikes reports changed words in letters of several scripts, or that look like an approved word in other letters.
func lookAlikes(f *lock.FieldChange, hunks []hunk) []string {
	if !f.Has || !f.Text {
		return nil
	}
	var now, was []string
	for _, h := range hunks {
		now = append(now, words(h.now.of(f.After))...)
		was = append(was, words(h.was.of(f.Before))...)
	}
	now, was = now[:min(len(now), maxAlike)], was[:min(len(was), maxAlike)]
	approved, known := map[string]string{}, map[string]bool{}
	for _, w := range was {
		approved[detect.NameSkeleton(w)] = w
		known[strings.ToLower(w)] = true
	}
	var out []string
	reported := map[string]bool{}
	for _, w := range now {
		if reported[w] || known[strings.ToLower(w)] {
			continue
		}
		reported[w] = true
		like, twin := approved[detect.NameSkeleton(w)]
		foreign := mixed(w)
		line := fmt.Sprintf("“%s” mixes scripts", text.Safe(w, alikeRunes))
		switch {
		case !twin && len(foreign) == 0:
			continue
		case twin:
			line = fmt.Sprintf("“%s” looks like “%s”", text.Safe(w, alikeRunes), text.Safe(like, alikeRunes))
			if len(foreign) == 0 {
				foreign = runesOf(w, func(r rune) bool { return !strings.ContainsRune(like, r) })
			}
		}
		for i, r := range foreign[:min(len(foreign), shownAlike)] {
			line += fmt.Sprintf("%s%s is %U", []string{": ", ", "}[min(i, 1)], text.SafeRune(r, string(r)), r)
		}
		out = append(out, line)
	}
	return out
}

func words(s string) []string {
	var out []string
	for _, t := range tokensOf(s) {
		// Marks stand for what nobody sees.
		if len(t) > 1 && len(t) <= maxAlikeWord && !strings.ContainsFunc(t, text.Invisible) {
			out = append(out, t)
		}
	}
	return out
}

// mixed returns the letters of a word that are of another script than Latin when it has Latin ones as well, each once.
func mixed(word string) []rune {
	if !strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
		return nil
	}
	// The scripts with letters that look like Latin ones.
	return runesOf(word, func(r rune) bool {
		return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee)
	})
}

// runesOf returns the characters of a word that are so, each once.
func runesOf(word string, are func(rune) bool) []rune {
	var out []rune
	for _, r := range word {
		if are(r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
