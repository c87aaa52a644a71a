package check

import (
	"regexp"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// orderedLine matches command lines that fetch, send, delete, or open access; RE2, so linear.
var orderedLine = regexp.MustCompile(`(?i)\b(?:curl|wget)\s+(?:-[\w-]+\s+|--[\w-]+(?:[= ]\S+)?\s+)*['"]?(?:https?://|\$|[\w.-]+\.[a-z]{2,}/)|` +
	`\|\s*(?:ba|z|da)?sh\b|\bbash\s+-[ic]\b|\brm\s+-[rf]{1,2}\b|\bchmod\s+(?:-R\s+)?[0-7+]|\bnc\s+-|/dev/tcp/|\bpython3?\s+-c\b|` +
	`\bcrontab\b|\bsudo\s+\w|\bpowershell(?:\.exe)?\s+-|\bInvoke-WebRequest\b|\bscp\s+\S+\s+\S+@|\bmkfifo\b|\bbase64\s+-d\b|\beval\s+["$(]|` +
	`\b(?:cat|head|tail|less|type|cp|tar|zip)\s+[~/]\S*(?:\.ssh|\.aws|\.env|/etc/(?:passwd|shadow)|id_rsa|history|mcp\.json)|` +
	`\bsubprocess\.(?:Popen|run|call)|\bos\.system\(|\bdocument\.cookie|\bkill\s+-9|\bgit\s+(?:push|remote\s+add|config\s+--global)|` +
	`\b(?:npm|pip3?|npx)\s+(?:install|i)\s+\S+|\biptables\b|\bsystemctl\s+\w+|\buseradd\b|\bexport\s+[A-Z_]+=|\bssh-keygen\b|\bauthorized_keys\b`)

// orderedSQL matches statements that change data or read accounts.
var orderedSQL = regexp.MustCompile(`(?i)\b(?:INSERT\s+INTO|DROP\s+(?:TABLE|DATABASE)|DELETE\s+FROM|UPDATE\s+\w+\s+SET|GRANT\s+ALL|ALTER\s+TABLE|SELECT\s+[\w*, ]+\s+FROM\s+\w+)\b`)

// findCommand finds command lines, statements and requests that the model is asked to run in passing.
func findCommand(p *prose) []hit {
	var hits []hit
	for _, m := range orderedLine.FindAllStringIndex(p.doc.Raw, 32) {
		if h, ok := p.ordersLine(m[0], m[1], 0.3, 0); ok {
			hits = append(hits, h)
		}
	}
	for _, m := range orderedSQL.FindAllStringIndex(p.doc.Raw, 32) {
		if h, ok := p.ordersLine(m[0], m[1], 0.15, 0.1); ok {
			hits = append(hits, h)
		}
	}
	return hits
}

// ordersLine judges a command at bytes [start, end) of the raw text.
func (p *prose) ordersLine(start, end int, base, less float64) (hit, bool) {
	at := p.wordAt(start)
	if at < 0 {
		return hit{}, false
	}
	s := p.around(at, 1, 0)
	score := base
	verb := -1
	for k := max(s.Start, at-18); k < at; k++ {
		if (p.has(k, cUse) || p.has(k, cPut) || p.has(k, cChange)) && p.mood(k) >= moodPolite && !p.doc.Negated(k) {
			verb = k
		}
	}
	if k := at - 1; verb < 0 && k >= s.Start && p.has(k, cUse) && !thirdPerson(p.fold(k)) && !strings.HasSuffix(p.fold(k), "ing") && !p.doc.Negated(k) {
		verb = k
	}
	if verb < 0 {
		return hit{}, false
	}
	sent := p.sentence(at)
	if p.triggered(sent, verb) || p.triggered(p.sentence(verb), verb) {
		score += 0.2
	}
	if p.find(cFirst, max(s.Start, verb-6), at) >= 0 || p.find(cMust, max(s.Start, verb-6), at) >= 0 {
		score += 0.1
	}
	if p.pretext(s) > 0 || p.find(cFail, s.Start, s.End) >= 0 {
		score += 0.1
	}
	if p.scope(s) || p.find(cAlso, s.Start, at) >= 0 {
		score += 0.15
	}
	if p.foreignIn(s) {
		score += 0.15
	}
	score -= less
	if score < 0.2 {
		return hit{}, false
	}
	to := p.wordAt(end - 1)
	return hit{min(verb, at), max(at, to) + 1, min(score, 0.9), "orders the model to run a command", detect.ThreatMaliciousCode}, true
}

// wordAt returns the index of the word that covers or follows byte off of the raw text, or -1.
func (p *prose) wordAt(off int) int {
	lo, hi := 0, len(p.doc.Words)
	for lo < hi {
		if mid := (lo + hi) / 2; p.doc.Words[mid].End <= off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(p.doc.Words) {
		return lo - 1
	}
	return lo
}
