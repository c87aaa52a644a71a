package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// overrides finds "ignore the previous instructions".
func (f *foreignProse) overrides(i int) {
	before, after := 0, 55
	if f.lang.verbLast {
		before, after = 45, 0
	}
	if f.negated(i, 12) || f.cond(i) || f.lang.negLast && f.near(i, "neg", 0, 6) >= 0 {
		return
	}
	what, c := f.near(i, "instr", before, after), 0.85
	// "Forget everything, ..." goes on behind the comma.
	everything := f.near(i, "all", 0, 3) >= 0
	if what < 0 || f.comma(i, what) && !everything {
		what, c = f.near(i, "rule", before, after), 0.75
	}
	if what < 0 || f.comma(i, what) && !everything {
		return
	}
	which := f.near(what, "prior", 40, 30)
	if which < 0 && (f.near(what, "all", 25, 0) < 0 || c < 0.8) {
		// Rules that are not called earlier, or the model's, may be those of a linter.
		c = 0.3
	}
	lo, hi := min(f.m[i].start, f.m[what].start), max(f.m[i].end, f.m[what].end)
	if which >= 0 {
		lo, hi = min(lo, f.m[which].start), max(hi, f.m[which].end)
		// A word may be the end of a longer one.
		if k := which - 1; k >= 0 && f.m[k].class == "prior" && f.m[k].end > f.m[which].start {
			lo = min(lo, f.m[k].start)
		}
	}
	f.add(lo, hi, c, "orders the model to drop the instructions it works under", detect.ThreatPromptInjection)
}

// disobeys finds "do not follow the instructions above".
func (f *foreignProse) disobeys(i int) {
	neg := f.near(i, "neg", 12, 60)
	what := f.near(i, "instr", 0, 50)
	if what < 0 {
		what = f.near(i, "rule", 0, 50)
	}
	if neg < 0 || what < 0 || f.near(what, "prior", 40, 30) < 0 || f.cond(i) || f.comma(i, what) || f.comma(neg, i) {
		return
	}
	f.add(min(f.m[i].start, f.m[neg].start), max(f.m[what].end, f.m[neg].end), 0.75,
		"orders the model not to follow its instructions", detect.ThreatPromptInjection)
}

// voids finds "the earlier instructions no longer apply".
func (f *foreignProse) voids(i int) {
	what, c := f.near(i, "instr", 60, 25), 0.6
	if what < 0 {
		// Rules are replaced by other rules in contracts and games, too.
		what, c = f.near(i, "rule", 60, 25), 0.4
	}
	if what < 0 || f.near(what, "prior", 40, 30) < 0 || f.cond(i) || f.near(what, "neg", 20, 0) >= 0 {
		return
	}
	f.add(min(f.m[what].start, f.m[i].start), max(f.m[what].end, f.m[i].end), c, "says that the model's instructions no longer hold", detect.ThreatPromptInjection)
}

// keepsQuiet finds "do not tell the user".
func (f *foreignProse) keepsQuiet(i int) {
	if f.cond(i) {
		return
	}
	m := f.m[i]
	neg := i
	switch {
	case m.class == "ntell":
	case f.lang.code == "ja" || f.lang.code == "ko":
		neg = f.near(i, "nsuf", 0, 3)
	default:
		neg = f.near(i, "neg", 16, 0)
		if n := f.near(i, "nothing", 0, 45); neg < 0 || n >= 0 && f.comma(neg, i) {
			neg = n
		}
		if neg < 0 && f.lang.negLast {
			if neg = f.near(i, "neg", 0, 35); neg >= 0 && m.end < f.m[neg].start && subordinate(f.s[m.end:f.m[neg].start]) {
				// "Tell the user that there are no rights" tells.
				neg = -1
			}
		}
	}
	if neg >= 0 && f.comma(min(neg, i), max(neg, i)) {
		neg = -1
	}
	if neg < 0 && m.class != "ntell" {
		// "Refrain from telling" may have a comma in between.
		neg = f.near(i, "refrain", 70, 0)
	}
	if neg < 0 {
		return
	}
	before, after := 10, 30
	if f.lang.verbLast || f.lang.code == "zh" {
		before = 40
	}
	to := f.near(i, "touser", before, after)
	if f.lang.code == "de" && to < 0 {
		to = f.near(i, "touser", 30, 0)
	}
	c := 0.75
	if to < 0 && m.class != "reveal" {
		to = f.near(i, "user", before, 16)
		if f.lang.code == "zh" && to >= 0 && possessed(f.s[f.m[to].end:]) {
			to = -1
		}
	}
	if to < 0 {
		to, c = f.near(i, "this", 25, 25), 0.5
		if m.class == "tell" {
			// It is open whom not to tell.
			c = 0.4
		}
	}
	if to < 0 || f.comma(i, to) || f.near(to, "other", 10, 8) >= 0 {
		// Other users are those a password is kept from.
		return
	}
	if f.infinitive(m) && f.p.field.Role == detect.RoleParameterDescription {
		// "Do not notify the user" is what a switch of that name does.
		c -= 0.4
	}
	f.add(min(m.start, f.m[neg].start, f.m[to].start), max(m.end, f.m[neg].end, f.m[to].end), c,
		"asks the model to keep something from the user", detect.ThreatToolPoisoning)
}

// subordinate reports whether a clause that tells what is told begins in s, in languages that negate behind the verb.
func subordinate(s string) bool {
	for _, w := range []string{" dat ", " dass ", " da\u00df ", " att ", " at "} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// possessed reports whether what follows the Chinese word for the user makes it an owner: "the user's data".
func possessed(rest string) bool {
	for _, w := range []string{"\u7684", "\u4fe1\u606f", "\u6570\u636e", "\u540d", "\u9690\u79c1", "\u8d44\u6599", "\u5bc6\u7801", "\u8cc7\u6599", "\u8d26", "id"} {
		if strings.HasPrefix(rest, w) {
			return true
		}
	}
	return false
}

// infinitive reports whether the mention ends as infinitives of its language do.
func (f *foreignProse) infinitive(m mention) bool {
	w := f.s[m.start:m.end]
	switch f.lang.code {
	case "es", "pt", "fr":
		return strings.HasSuffix(w, "r")
	case "it":
		return strings.HasSuffix(w, "re")
	case "ru", "uk":
		return strings.HasSuffix(w, "\u0442\u044c") || strings.HasSuffix(w, "\u0442\u0438")
	case "zh":
		return true
	}
	return false
}

// unaware finds "without the user's knowledge" beside an act.
func (f *foreignProse) unaware(i int) {
	if f.cond(i) || f.negated(i, 60) {
		return
	}
	c := 0.45
	for _, act := range []class{"send", "read", "call", "secret", "cred", "ign"} {
		if f.near(i, act, 120, 120) >= 0 {
			c = 0.65
		}
	}
	f.add(f.m[i].start, f.m[i].end, c, "says that the user must not learn of it", detect.ThreatToolPoisoning)
}

// stealthily finds "secretly send".
func (f *foreignProse) stealthily(i int) {
	act := f.near(i, "send", 16, 16)
	c := 0.6
	if act < 0 {
		act, c = f.near(i, "read", 16, 16), 0.5
	}
	if act < 0 || f.negated(i, 20) {
		return
	}
	f.add(min(f.m[i].start, f.m[act].start), max(f.m[i].end, f.m[act].end), c, "asks for something to be done unseen", detect.ThreatToolPoisoning)
}

// announces finds a notice "from the system" that goes on with an order.
func (f *foreignProse) announces(i int) {
	// reach is how far after the notice its order may stand, in letters.
	const reach = 160
	m := f.m[i]
	limit := m.end + int(reach*f.lang.letter)
	for k := i + 1; k < len(f.m) && f.m[k].start <= limit; k++ {
		switch f.m[k].class {
		case "ign", "send", "read", "call", "ntell", "must":
		default:
			continue
		}
		c := 0.35
		if strings.ContainsAny(f.s[m.end:min(len(f.s), m.end+4)], ":]\uff1a\u3011)") {
			c = 0.5
		}
		f.add(m.start, f.m[k].end, c, "claims to speak for the system or its administrator", detect.ThreatPromptInjection)
		return
	}
}
