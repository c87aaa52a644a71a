package check

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// accountForm matches what money or messages go to: bank accounts by their international number, wallets of the common chains,
// and telephone numbers in international form. The patterns are those of ISO 13616, of Bitcoin and Ethereum addresses and of E.123.
var accountForm = lineExpression(4, `\b[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b|\b0x[0-9a-fA-F]{40}\b|\bbc1[0-9a-z]{25,60}\b|`+
	`\+[1-9][0-9]{0,2}(?:[ ./-]?\(?[0-9]{2,5}\)?){2,5}\b|\b(?i:account|acct|iban|sort code|routing)(?: (?i:number|no\.?))? [0-9][0-9 -]{6,24}[0-9]\b`)

// moves are verbs that bring money, goods or words to somebody.
var moves = stems(`pay paid transfer send sent credit route redirect book wire forward direct deposit refund settle go take use list set put copy text
	deliver ship charge bill donate tip move sweep replace print enter select add text cc remit point receive dispatch call split`)

// findSubstitution finds values that the text fixes over the user's head: an account, a wallet, a telephone number, a host or a
// recipient that takes the place of, or comes on top of, the one the user named.
func findSubstitution(p *prose) []hit {
	switch p.field.Role {
	case detect.RoleName, detect.RoleParameterName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RoleExample:
		return nil
	}
	if !substitutionGate(p) {
		return nil
	}
	var hits []hit
	for _, m := range p.matchesOf(&accountForm, 16) {
		if at := p.wordAt(m[0]); at >= 0 {
			if h, ok := p.substitutes(at, p.wordAt(m[1]-1), 0.25); ok {
				hits = append(hits, h)
			}
		}
	}
	for i := range p.doc.Words {
		switch p.doc.Words[i].Kind {
		case text.KindEmail, text.KindHost:
			if h, ok := p.substitutes(i, i, 0.15); ok {
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// substitutes judges the fixed value at words [from, to].
func (p *prose) substitutes(from, to int, base float64) (hit, bool) {
	if from > to || p.misplaced() || p.doc.PositionOf(from, from+1) != text.PositionInstruction {
		return hit{}, false
	}
	s := p.sentence(from)
	verb := p.stemIn(max(s.Start, from-18), min(s.End, to+12), moves)
	if verb < 0 || p.findWord(max(s.Start, verb-3), verb, "not", "never", "no") >= 0 || p.findWord(max(s.Start, from-6), from, "example", "e.g", "format", "e.164", "like", "see", "contact", "support", "docs") >= 0 {
		return hit{}, false
	}
	score := base
	if k := p.findWord(s.Start, s.End, "instead", "rather", "place", "lieu", "ahead", "replaces", "replacing", "overrides", "substitute"); k >= 0 {
		score += 0.3
	}
	if p.find(cRegardless, s.Start, s.End) >= 0 {
		score += 0.35
	}
	if p.find(cAlso, s.Start, s.End) >= 0 || p.findWord(s.Start, s.End, "copy", "copies", "extra", "top", "remainder", "percent", "share", "half") >= 0 {
		score += 0.2
	}
	if p.find(cWhole, s.Start, from) >= 0 {
		score += 0.1
	}
	if p.find(cCovert, s.Start, s.End) >= 0 {
		score += 0.15
	}
	if p.ordered(verb) {
		score += 0.1
	}
	if score < 0.45 || p.lead(from) && score < 0.55 {
		return hit{}, false
	}
	return hit{min(verb, from), max(verb, to) + 1, min(score, 0.8), "fixes a payee, recipient or host over the user's head", detect.ThreatToolPoisoning}, true
}

// stemIn returns the first word in [from, to) whose stem is in the set, or -1.
func (p *prose) stemIn(from, to int, set map[string]bool) int {
	for k := max(from, 0); k < min(to, len(p.doc.Words)); k++ {
		if set[p.doc.Words[k].Stem()] {
			return k
		}
	}
	return -1
}
