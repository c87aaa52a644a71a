package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// reachPaths finds files that hold credentials or accounts, named outright by a tool that is not about them.
func reachPaths(m *fieldMarks, u *purpose) []reach {
	p, d := m.prose, u.declared
	var out []reach
	for i := range p.doc.Words {
		w := &p.doc.Words[i]
		if w.Kind != text.KindPath && !privateResource(w) {
			continue
		}
		if h, ok := p.opensSecret(i); ok {
			out = append(out, reach{h.from, h.to, h.confidence, "reaches for a file that the tool does not declare to need"})
			continue
		}
		if p.stated(i, u) && !p.besides(i, u) {
			continue
		}
		sensitive := sensitivePath(w.Fold) || w.Kind == text.KindURL
		verb := p.acted(i, text.Of(cRead, cCollect, cPut, cSend, cStore, cChange, cRemove))
		if verb < 0 && sensitive {
			verb = p.handled(i)
		}
		if verb < 0 || p.doc.Negated(i) || p.doc.PositionOf(i, i+1) == text.PositionMention {
			continue
		}
		if p.refused(i) || p.findWord(i+1, min(p.sentence(i).End, i+5), "own") >= 0 && p.findWord(i+1, min(p.sentence(i).End, i+5), "its") >= 0 {
			continue
		}
		kin := u.names(w.Fold)
		c := 0.0
		switch {
		case sensitive && kin && p.mood(verb) < moodPolite:
			continue
		case sensitive && (kin || d&(inSecrets|inSecurity) != 0):
			c = 0.4
			if p.find(cSend, p.sentence(i).Start, p.sentence(i).End) >= 0 || p.find(cPut, p.sentence(i).Start, p.sentence(i).End) >= 0 {
				c = 0.55
			}
		case sensitive:
			c = 0.7
		case systemPath(w.Fold) && !publicKey(w.Fold) && p.mood(verb) >= moodPolite && p.fold(verb-1) != "to" && !p.lead(i) && !kin:
			c = 0.3
			if d&(inFiles|inShell|inCode) == 0 {
				c = 0.5
			} else if u.stated&inShell != 0 && strings.HasSuffix(w.Fold, "rc") {
				// The start-up file of the shell that the tool is for.
				c = 0.3
			} else if strings.Contains(w.Fold, "/.") || p.triggered(p.sentence(i), verb) {
				c = 0.45
			}
		}
		if p.field.Role == detect.RoleParameterDescription && !sensitive {
			c = 0
		}
		if c > 0 {
			out = append(out, reach{verb, i + 1, c, "reaches for a file that the tool does not declare to need"})
		}
	}
	return out
}

// maybePaths reports whether reachPaths may find something.
func maybePaths(m *fieldMarks) bool { return m.kinds&(pathKind|urlKind) != 0 }

// handled returns the word of a sentence that says what is done with the file at word i when no verb stands before it: "the
// contents of X go into", "see X and slip it into". It returns -1 when nothing is.
func (p *prose) handled(i int) int {
	s := p.sentence(i)
	start, end := p.doc.Words[s.Start].Start(), p.doc.Words[i].Start()
	if before := p.doc.Raw[start:end]; strings.Count(before, "(") > strings.Count(before, ")") {
		// A remark in parentheses tells where something is from.
		return -1
	}
	moved := false
	for k := s.Start; k < s.End; k++ {
		if k != i && p.tags[k].Any(text.Of(cPut, cSend, cReveal)) && p.mood(k) != moodNone && !p.doc.Negated(k) {
			moved = true
		}
	}
	if k := p.findLast(cContent, s.Start, i); k >= 0 && i-k <= 6 {
		return k
	}
	if moved {
		return max(s.Start, i-1)
	}
	return -1
}

// stated reports whether word i is in the part of the description that says what the tool is for.
func (p *prose) stated(i int, u *purpose) bool {
	return p.field.Role == detect.RoleDescription && i < u.lead
}

// besides reports whether the file at word i stands in the lead, but in a second deed that the name does not call for: "Adds two
// numbers and reads X".
func (p *prose) besides(i int, u *purpose) bool {
	if u.names(p.fold(i)) || !sensitivePath(p.fold(i)) || u.stated&(inSecrets|inSecurity) != 0 {
		return false
	}
	for k := 2; k < i; k++ {
		if p.deed(k) && p.tags[k].Any(takes) && p.findWord(k-2, k, "and", "then", "also", "by") >= 0 || p.has(k, cExfil) {
			return !p.sought(k, min(p.sentence(i).End, i+6))
		}
	}
	return false
}

// refusals are what is done with something that is not wanted; unwanted are verbs that deny it after "not", and mayStay are what stands
// before "stay empty".
var (
	refusals = lazyWords{list: `blocked refused rejected excluded skipped stripped denied forbidden`}
	unwanted = lazyWords{list: `read needed looked opened copied asked touched required used leave leaves needs copy possible wanted accepted`}
	mayStay  = lazyWords{list: `may can might could should must will shall`}
)

// refused reports whether the sentence says after word i, or around it, that the thing there is not wanted: "~/.ssh is blocked",
// "keys are not needed", "leave the history out", "~/.netrc may stay empty".
func (p *prose) refused(i int) bool {
	s := p.sentence(i)
	// reach is how far the verb may stand behind, in words.
	const reach = 10
	for k := i + 1; k < min(s.End, i+reach); k++ {
		f := p.fold(k)
		switch {
		case refusals.has(f) && p.findWord(k-3, k, "is", "are", "gets", "be", "and", "was") >= 0 && !p.doc.Negated(k):
			return true
		case (f == "not" || f == "never") && (unwanted.has(p.fold(k+1)) || p.fold(k+1) == "be" && unwanted.has(p.fold(k+2))) && p.findWord(i, k, "is", "are", "does", "do", "need") >= 0:
			return true
		case f == "empty" && k == i+3 && mayStay.has(p.fold(i+1)) && p.findWord(k-1, k, "stay", "be", "remain") >= 0 && !strings.Contains(p.doc.Gap(i+1), ","):
			// "Or the list will be empty" says it of something else.
			return true
		case f == "out" && p.findWord(max(s.Start, i-4), i, "leave", "leaves", "keep") >= 0:
			return true
		}
	}
	return p.findWord(max(s.Start, i-6), i, "nobody", "refuses", "blocks", "rejects", "never") >= 0 && p.findWord(max(s.Start, i-6), i, "tell", "tells", "told", "mention", "knows") < 0
}

// privateResource reports whether a word is the address of a resource that calls itself private: system://secrets.
func privateResource(w *text.Word) bool {
	if w.Kind != text.KindURL || strings.HasPrefix(w.Fold, "http") || strings.HasPrefix(w.Fold, "ws") {
		return false
	}
	for _, part := range []string{"secret", "confidential", "admin", "private", "credential", "password", "internal", "token"} {
		if strings.Contains(w.Fold, part) {
			return true
		}
	}
	return false
}

// publicKey reports whether a path is that of a public key, which everybody may have.
func publicKey(folded string) bool { return strings.HasSuffix(folded, ".pub") }

// systemPath reports whether a path is one of a machine rather than of a URL or a document.
func systemPath(folded string) bool {
	for _, root := range []string{
		"~", "/etc/", "/tmp/", "/var/", "/home/", "/users/", "/root/", "/usr/", "/opt/", "/proc/", "/mnt/", "/srv/", "/data/", "/app/",
		"/sys/", "/dev/", "/run/", "c:\\", "c:/",
	} {
		if strings.HasPrefix(folded, root) {
			return true
		}
	}
	return false
}
