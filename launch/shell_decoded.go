package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/decode"
)

const (
	// leastEncoded is the shortest encoded run that is opened: 18 bytes of base64, shorter than any command that does harm.
	leastEncoded = 24
	// mostDecoded bounds the decoded bytes of one field that are looked at.
	mostDecoded = 256 << 10
	// maxLayers bounds the decoded texts of one field that are looked at.
	maxLayers = 64
)

var (
	// psRuns and psFetches are what PowerShell runs text with and fetches it with; psOpens opens encoded text.
	psRuns    = compiled(`\b(?:iex|invoke-expression)\b|\[scriptblock\]::create|\.invokescript\(|\binvoke-command\b`)
	psFetches = compiled(`\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)\b|\.download(?:string|data)\b|\.getstringasync\b`)
	psOpens   = compiled(`frombase64string|\[char\[?\]?\]\s*\(?\d|-f\s*'[a-z]'|gzipstream|deflatestream`)
	psSocket  = compiled(`net\.sockets\.tcpclient`)
	psShell   = compiled(`\biex\b|invoke-expression|cmd\.exe|powershell|getstream\(\)`)
)

// powershell looks at a script as text: what PowerShell nests in brackets and methods is no command line.
func (q *inquiry) powershell(s *script) {
	if len(s.text) > mostDecoded {
		return
	}
	low := lowered(s.text)
	run, fetch := psRuns().FindStringIndex(low), psFetches().FindStringIndex(low)
	v := sight{grade: doubtful, confidence: 0.9, remedy: installRemedy}
	switch opens := psOpens().FindStringIndex(low); {
	case psSocket().MatchString(low) && psShell().MatchString(low):
		at := psSocket().FindStringIndex(low)
		v.grade, v.confidence, v.what, v.remedy = never, 0.95, "a shell is handed to another machine", "remove the server and treat the machine as broken into if it was ever started"
		q.see(s.part(q.t, at[0], at[1]), v)
	case run != nil && opens != nil:
		v.grade, v.confidence, v.what, v.remedy = never, 0.95, "encoded text is decoded and run by PowerShell", plainRemedy
		q.see(s.part(q.t, min(run[0], opens[0]), max(run[1], opens[1])), v)
	case run != nil && fetch != nil:
		// What is piped is seen as commands already.
		seen := slices.ContainsFunc(q.seen, func(o sight) bool {
			return o.grade != noted && slices.ContainsFunc(s.body, func(w word) bool { return w.field == o.field })
		})
		if host, _, _ := remoteHost(s.text); seen || host == "" && codeAddress().MatchString(s.text) {
			return
		}
		v.what = "a script of another machine is fetched and run by PowerShell at each start, whatever it says then"
		q.see(s.part(q.t, min(run[0], fetch[0]), max(run[1], fetch[1])), v)
	}
}

// part is a signal on bytes [from, to) of the script's text, which is its words with a blank between.
func (s *script) part(t detect.ToolView, from, to int) detect.Signal {
	at := 0
	var first detect.Signal
	for _, w := range s.body {
		a, b := max(from-at, 0), min(to-at, len(w.text))
		if a < b {
			p := w.part(t, a, b)
			switch {
			case first.Evidence == "":
				first = p
			case p.FieldIndex == first.FieldIndex:
				first = t.Signal(first.FieldIndex, first.Start, p.End)
			}
		}
		at += len(w.text) + 1
	}
	if first.Evidence == "" && len(s.body) > 0 {
		return s.body[0].signal(t)
	}
	return first
}

// encodedCommand tells of a script that PowerShell is given in base64.
func (q *inquiry) encodedCommand(s *script) {
	w := s.body[0]
	if !q.decoded(w.field, w.start, w.end, s.text, "base64") {
		q.see(w.signal(q.t), sight{
			grade: doubtful, confidence: 0.6, what: "the script is given in base64, so that no reviewer reads it", text: excerpt(s.text),
			remedy: `write it in the open, behind -Command or as a file of the repository behind -File`,
		})
	}
}

// excerpt is the beginning of a decoded text, on one line.
func excerpt(s string) string {
	const most = 60
	s = strings.Join(strings.Fields(s[:min(len(s), 4*most)]), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// encoded opens what is encoded in field i.
func (q *inquiry) encoded(i int) {
	text := q.t.Fields[i].Text
	if len(text) < leastEncoded {
		return
	}
	spent := 0
	type span struct{ from, to int }
	var done []span
	for n, l := range decode.Find(text).Layers {
		if spent += len(l.Text); spent > mostDecoded || n >= maxLayers {
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
		if q.decoded(i, l.Start, l.End, l.Text, strings.Join(names, ", then ")) {
			done = append(done, span{l.Start, l.End})
		}
	}
}

// decoded judges a text that bytes [from, to) of field i stand for, and tells of it when it would deserve a look in the open.
func (q *inquiry) decoded(i, from, to int, text, encodings string) bool {
	w := word{text: strings.TrimSpace(text), field: i, start: from, end: to}
	inner := inquiry{t: q.t, decoding: true}
	r := &reading{}
	r.interpret(q.t, script{body: []word{w}, dialect: posix}, 1)
	inner.reading(r)
	inner.powershell(&script{body: []word{w}, text: w.text})
	var best *sight
	for k := range inner.seen {
		if s := &inner.seen[k]; s.grade != noted && (best == nil || s.grade > best.grade) {
			best = s
		}
	}
	if best == nil {
		v, _, ok := codeSight(w.text)
		if !ok || v.grade == noted || v.confidence <= 0.6 {
			return false
		}
		best = &v
	}
	q.see(q.t.Signal(i, from, to), sight{
		grade: never, confidence: 0.95, threat: best.threat, text: excerpt(w.text), remedy: "remove the encoded text",
		what: "text that is hidden by " + encodings + " decodes to a command: " + best.what,
	})
	return true
}
