package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/decode"
	"github.com/org/mcp-lint/internal/ipaddr"
	"github.com/org/mcp-lint/internal/lazy"
)

var (
	// psRuns and psFetches are what PowerShell runs text with and fetches it with; psOpens opens encoded text.
	psRuns    = lazy.Regexp(`\b(?:iex|invoke-expression)\b|\[scriptblock\]::create|\.invokescript\(|\binvoke-command\b`)
	psFetches = lazy.Regexp(`\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)\b|\.download(?:string|data)\b|\.getstringasync\b`)
	psOpens   = lazy.Regexp(`frombase64string|\[char\[?\]?\]\s*\(?\d|-f\s*'[a-z]'|gzipstream|deflatestream`)
	// psSocket is a socket and the host that it is connected to; psTalks are what a shell over one cannot do without.
	psSocket = lazy.Regexp(`net\.sockets\.tcpclient\b[^;\n]{0,40}?['"]([^'"\s]+)['"]|\.connect\(\s*['"]([^'"\s]+)['"]`)
	psShell  = lazy.Regexp(`\biex\b|\binvoke-expression\b|\bcmd(?:\.exe)?\s+/c\b|\[scriptblock\]::create|filename\s*=\s*['"](?:cmd` +
		`|powershell)`)
	// psAssigns is a variable that gets a value, and psLiteral a literal that may be a command.
	psStatement = lazy.Regexp(`(?:"[^"]*"?|'[^']*'?|[^;\n"'])+`)
	psAssigns   = lazy.Regexp(`^\s*\$([a-z_]\w*)\s*=`)
	psLiteral   = lazy.Regexp(`['"][a-z0-9+/=]{12,}['"]|(?:\d{2,3}\s*,\s*){7,}`)
)

// powershell looks at a script as text: what PowerShell nests in brackets and methods is not a command line.
func (q *inspection) powershell(s *script) {
	if len(s.text) > mostDecoded {
		if len(s.body) > 0 {
			q.hit(capCode, s.body[0].field, mostDecoded, len(s.text))
		}
		return
	}
	low := lowered(s.text)
	run, fetch := psRuns().FindStringIndex(low), psFetches().FindStringIndex(low)
	v := observation{grade: suspicious, confidence: 0.9}
	opened, literal := psOpened(low)
	switch socket := psSocket().FindStringSubmatchIndex(low); {
	case socket != nil && strings.Contains(low, "tcpclient") && strings.Contains(low, "getstream") && strings.Contains(low, ".write") &&
		psShell().MatchString(low):
		if host := low[max(socket[2], socket[4]):max(socket[3], socket[5])]; !ipaddr.IsThisMachine(host) {
			q.see(s.part(q.t, socket[0], socket[1]), remoteShell(host))
		}
	case opened != nil:
		v.confidence, v.detail, v.unpacks = 0.7, "decodes text and runs it with PowerShell", true
		if literal {
			v.grade, v.confidence = malicious, 0.95
		}
		q.see(s.part(q.t, opened[0], opened[1]), v)
	case run != nil && fetch != nil:
		// What is piped is seen as commands already.
		seen := slices.ContainsFunc(q.seen, func(o observation) bool {
			return o.grade != noted && slices.ContainsFunc(s.body, func(w word) bool { return w.field == o.field })
		})
		host, _, _ := remoteHost(s.text)
		if seen || host == "" && codeAddress().MatchString(s.text) {
			return
		}
		v.detail = "downloads a script" + fromHost(host) + " and runs it with PowerShell"
		q.see(s.part(q.t, min(run[0], fetch[0]), max(run[1], fetch[1])), v)
	}
}

// psOpened returns where PowerShell runs what it decodes, or nil, and whether what is decoded stands in the script.
func psOpened(low string) (at []int, literal bool) {
	if !psOpens().MatchString(low) || !psRuns().MatchString(low) {
		return nil, false
	}
	// opened are the variables that hold decoded text, given those that hold a literal.
	opened, given := map[string]bool{}, map[string]bool{}
	for _, span := range psStatement().FindAllStringIndex(low, 4*maxNames) {
		s := low[span[0]:span[1]]
		opens, runs := psOpens().FindStringIndex(s), psRuns().MatchString(s)
		plain := psLiteral().MatchString(s)
		for name := range given {
			plain = plain || endsWord(s, "$"+name)
		}
		source := opens != nil
		ofLiteral := source && plain && !strings.Contains(s[opens[0]:opens[1]], "-f")
		for name, is := range opened {
			if endsWord(s, "$"+name) {
				source, ofLiteral = true, ofLiteral || is
			}
		}
		if runs && source {
			at = []int{span[1] - len(strings.TrimLeft(s, " \n\t")), span[1]}
			if ofLiteral {
				return at, true
			}
		}
		if m := psAssigns().FindStringSubmatch(s); m != nil {
			if source {
				opened[m[1]] = ofLiteral
			} else if plain {
				given[m[1]] = true
			}
		}
	}
	return at, false
}

// part is a signal on bytes [from, to) of the script's text, which is its words with a blank between.
func (s *script) part(t detect.ToolView, from, to int) detect.Signal {
	at, first := 0, s.body[0].signal(t)
	found := false
	for _, w := range s.body {
		if a, b := max(from-at, 0), min(to-at, len(w.text)); a < b {
			if p := w.part(t, a, b); !found {
				first, found = p, true
			} else if p.FieldIndex == first.FieldIndex {
				first = t.Signal(first.FieldIndex, first.Start, p.End)
			}
		}
		at += len(w.text) + 1
	}
	return first
}

func (q *inspection) encodedCommand(s *script) {
	w := s.body[0]
	if !q.decoded(w.field, w.start, w.end, s.text, "base64", malicious) {
		q.see(w.signal(q.t), observation{
			grade: suspicious, confidence: 0.6, text: excerpt(s.text),
			detail: "runs a script in base64, which no reviewer can read; write it after -Command, or in a file after -File",
		})
	}
}

func excerpt(s string) string {
	return clippedLine(strings.Join(strings.Fields(s[:min(len(s), 240)]), " "))
}

func (q *inspection) encoded(i int) {
	text := q.t.Fields[i].Text
	if len(text) < leastEncoded {
		return
	}
	spent := 0
	type span struct{ from, to int }
	var done []span
	for n, l := range decode.Find(text).Layers {
		if spent += len(l.Text); spent > mostDecoded || n >= maxLayers {
			q.hit(capDecoded, i, mostDecoded, spent)
			return
		}
		partial := !slices.ContainsFunc(l.Encodings, func(e decode.Encoding) bool { return !e.Partial() && e != decode.Rot13 })
		if partial || slices.Contains(done, span{l.Start, l.End}) {
			continue
		}
		names := make([]string, len(l.Encodings))
		for k, e := range l.Encodings {
			names[k] = string(e)
		}
		if q.decoded(i, l.Start, l.End, l.Text, strings.Join(names, ", then "), q.handedOver(i, l)) {
			done = append(done, span{l.Start, l.End})
		}
	}
}

// handedOver is the gravest that decoded text of field i may be: what a server is given in variables is data for it, and so is a file or
// several lines, and what a script does not run; a single encoded command as an argument hides something.
func (q *inspection) handedOver(i int, l decode.Layer) grade {
	f := q.t.Fields[i]
	before, text := f.Text[:l.Start], strings.TrimSpace(l.Text)
	if strings.ContainsAny(before, " \n") || strings.ContainsAny(f.Text[l.End:], " \n") {
		if slices.ContainsFunc(q.seen, func(o observation) bool { return o.field == i && o.unpacks }) {
			return malicious
		}
		return suspicious
	}
	if repeated := len(l.Encodings) > 1 && !slices.ContainsFunc(l.Encodings, decode.Encoding.Partial); repeated &&
		!strings.ContainsAny(text, "\n\r") {
		// Data is encoded once.
		return malicious
	}
	if f.Role == detect.RoleEnv || isAssignment(before) || strings.ContainsAny(text, "\n\r") || isData(text) ||
		strings.HasSuffix(before, "base64,") {
		return suspicious
	}
	return malicious
}

// isData reports whether a text is a comment, a structure of data, or begins as a sentence does, and not as a command.
func isData(text string) bool {
	if text == "" || strings.IndexByte("#{[<", text[0]) >= 0 {
		return true
	}
	first, _, more := strings.Cut(text, " ")
	return more && (strings.HasSuffix(first, ":") || first[0] >= 'A' && first[0] <= 'Z' &&
		strings.Trim(first, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "")
}

// decoded judges a text that bytes [from, to) of field i stand for, and reports it when it would deserve a look in the open.
//
// What is given to a program as data may be handed on as such (the script of a new machine, a page): at most is what it gets, and only what
// is run at once gets more.
func (q *inspection) decoded(i, from, to int, text, encodings string, most grade) bool {
	w := word{text: strings.TrimSpace(text), field: i, start: from, end: to}
	inner := inspection{t: q.t, decoding: true}
	r := scriptReading(q.t, script{body: []word{w}}, 1)
	inner.reading(r)
	inner.powershell(&script{body: []word{w}, text: w.text})
	var best *observation
	for k := range inner.seen {
		if s := &inner.seen[k]; s.grade != noted && (best == nil || s.grade > best.grade) {
			best = s
		}
	}
	if best == nil {
		v, _, ok := codeObservation(w.text)
		if !ok || v.grade == noted || v.confidence <= 0.6 {
			return false
		}
		best = &v
	}
	does, _, _ := strings.Cut(best.detail, "; ")
	q.see(q.t.Signal(i, from, to), observation{
		grade: most, confidence: 0.95, threat: best.threat, text: excerpt(w.text),
		detail: "hides a command in " + encodings + " that " + does + "; remove the encoded text",
	})
	return true
}
