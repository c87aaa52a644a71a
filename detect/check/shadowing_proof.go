package check

import (
	"math"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// Tools are named after what they do, so two servers have many names in common, and each names its own tools, old ones, ones that were
// not captured, and the calls of the programs that it wraps. A sentence that steers such a name is an attack only when it is about the
// other server's tool, and says what no server says of its own.

const (
	// proofFloor is the log-odds of the sentence, by its wording as a whole, from which it is taken for steering and not for a
	// workflow: real ones stay below it.
	proofFloor = -1.2
	// valueFloor is where even a name that stands as a value, a path or a command is taken for the tool.
	valueFloor = 1.0
	// doubtFloor is where the wording speaks so much for documentation that nothing else is asked.
	doubtFloor = -5.5
	// tellingFloor is where steering that is telling by itself is believed of an everyday name.
	tellingFloor = -2.5
	// ambiguous is the confidence of what may be about a tool of the server's own.
	ambiguous = 0.35
)

// inAnotherLanguage is the steering of sentences that no frame reads.
const inAnotherLanguage = "steers, in another language,"

// telling is the steering that servers do not write of their own tools: values for their arguments, secrecy, distrust and replacement.
// To call one first, or not to use it for something, is what they write every day.
var telling = map[string]bool{
	"overrides what the user asks of": true, "fixes the arguments of": true, "changes what is passed to": true, "goes behind the user's back with": true,
	"has secrets read by means of": true, "speaks ill of": true, "gives a new meaning to": true, "redirects calls away from": true, "redirects calls of": true,
	"tells the model to avoid": true, "orders what is to happen when the model uses": true,
}

// weigh tells how much a sentence that steers the named tool proves: hard, soft, or nothing.
func (st steering) weigh(p *prose, ref crossRef, refs []crossRef) detect.Tier {
	score := p.scoreOf(ref)
	s := p.sentence(ref.first)
	s = text.Range{Start: max(s.Start, ref.first-sentenceReach), End: min(s.End, ref.last+sentenceReach)}
	foreign := st.what == inAnotherLanguage
	switch {
	case valued(p, ref) && (score < valueFloor || !manyWords(p.reg, ref.tool)):
		return detect.TierNone
	case score >= proofFloor:
		return detect.TierHard
	case score < doubtFloor && !foreign, ref.server, ref.loose:
		return detect.TierNone
	}
	other := p.reg.Tool(ref.tool)
	known := knownTool(p, ref)
	switch {
	case oneMaker(p.tool.Server, other.Server):
	case known, victimParameter(p, s, ref) && st.what != "tells the model what to do with":
		return detect.TierHard
	case alienTool(p, ref) && spelledAlike(p, ref) && st.confidence >= orderFloor:
		return detect.TierHard
	case telling[st.what] && (score >= tellingFloor || foreign) && spelledAlike(p, ref):
		return detect.TierHard
	}
	if known || severalNamed(p, ref, refs) {
		return detect.TierSoft
	}
	return detect.TierNone
}

// scoreOf is the judgement of the sentence with the name: the highest of its parts.
func (p *prose) scoreOf(ref crossRef) float64 {
	score, _ := p.heaviest(ref.first, ref.last+1)
	if math.IsInf(score, -1) {
		return doubtFloor
	}
	return score
}

// knownTool reports whether the name is that of the other server's tool and of hardly any other: it is distinctive, or its server is
// named beside it.
func knownTool(p *prose, ref crossRef) bool {
	other := p.reg.Tool(ref.tool)
	if len(detect.NameWords(other.Name)) > 1 && (!everydayName(other.Name) || strings.ContainsAny(other.Name, "/.")) && spelledAlike(p, ref) {
		return true
	}
	s := p.sentence(ref.first)
	server := factsOfServer(p.reg, other.Server)
	for k := s.Start; k < s.End; k++ {
		if (k < ref.first || k > ref.last) && brandAt(p.doc, k, server) > 0 {
			return true
		}
	}
	return false
}

// alienTool reports whether the named tool is of another trade than everything that this server is named for, and one that sends,
// spends, destroys or discloses: no sibling that was left out.
func alienTool(p *prose, ref crossRef) bool {
	for _, r := range p.refs {
		if r.word >= ref.first && r.word <= ref.last && r.kind == refNamed {
			return !r.own && !r.stand.kin && r.stand.grave && !r.stand.source
		}
	}
	return false
}

// severalNamed reports whether the text names more tools of that server.
func severalNamed(p *prose, ref crossRef, refs []crossRef) bool {
	for _, r := range refs {
		if r.tool != ref.tool && p.reg.Tool(r.tool).Server == p.reg.Tool(ref.tool).Server && !valued(p, r) {
			return true
		}
	}
	return false
}

// spelledAlike reports whether the text writes the name as the other server does, or calls it a tool.
func spelledAlike(p *prose, ref crossRef) bool {
	start, end := p.doc.Span(ref.first, ref.last+1)
	raw, name := trimName(p.doc.Raw[start:end]), p.reg.Tool(ref.tool).Name
	return strings.HasSuffix(strings.ReplaceAll(raw, "-", "_"), strings.ReplaceAll(name, "-", "_")) || !ascii(raw) && strings.Contains(raw, name) || nearToolNoun(p.doc, ref.first) || nearToolNoun(p.doc, ref.last)
}

// valued reports whether the name is written where names of tools are not: as a value, a path, a command of a shell, or an old name.
func valued(p *prose, ref crossRef) bool {
	if ref.server || ref.loose {
		return false
	}
	return fenced(p.doc, ref) || quotedValue(p.doc, ref) || pathPart(p, ref) || shellCommand(p.doc, ref) || oldName(p, ref)
}

// fenced reports whether the name stands in a block of code.
func fenced(doc *text.Doc, ref crossRef) bool {
	return strings.Count(doc.Raw[:doc.Words[ref.first].Start()], "```")%2 == 1 && strings.Contains(doc.Raw[doc.Words[ref.last].End():], "```")
}

// quotedValue reports whether the name is a value of code: action="get", "pattern": "get-user", ["query", "list_tables"],
// settings("get_policy").
func quotedValue(doc *text.Doc, ref crossRef) bool {
	// window is how far back the start of a list is looked for, in bytes.
	const window = 240
	start, end := doc.Span(ref.first, ref.last+1)
	before := strings.TrimRight(doc.Raw[max(0, start-window):start], " \t")
	if strings.HasSuffix(before, "=") {
		return !strings.HasSuffix(before, "==")
	}
	if start == 0 || end >= len(doc.Raw) || strings.IndexByte(`"'`, doc.Raw[start-1]) < 0 {
		return false
	}
	if strings.IndexByte(`"'`, doc.Raw[end]) >= 0 && strings.HasPrefix(strings.TrimLeft(doc.Raw[end+1:], " "), ":") && strings.ContainsAny(before, "{") {
		return true
	}
	before = strings.TrimRight(before[:len(before)-1], " \t\n")
	switch {
	case before == "":
		return false
	case strings.HasSuffix(before, "="), strings.HasSuffix(before, `":`), strings.HasSuffix(before, "':"), strings.HasSuffix(before, "["):
		return true
	case strings.HasSuffix(before, "("):
		return calledWithValue(before[:len(before)-1])
	case strings.HasSuffix(before, ","), strings.HasSuffix(before, "|"), strings.HasSuffix(before, `"/`), strings.HasSuffix(before, `'/`):
		open := strings.LastIndexAny(before, "[(")
		return open > 0 && !strings.ContainsAny(before[open:], "])") && (before[open] == '[' || calledWithValue(before[:open]))
	}
	return false
}

// calledWithValue reports whether the code ends with the name of a function, other than one that calls tools.
func calledWithValue(code string) bool {
	k := strings.LastIndexFunc(code, func(r rune) bool {
		return r != '_' && r != '.' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
	callee := strings.ToLower(code[k+1:])
	return len(callee) > 1 && !strings.Contains(callee, "tool") && !strings.Contains(callee, "call") && !strings.Contains(callee, "invoke")
}

// pathPart reports whether the name is part of a path or a command that begins with a slash, and what stands before it is not
// the name of its server.
func pathPart(p *prose, ref crossRef) bool {
	other := p.reg.Tool(ref.tool)
	start, end := p.doc.Span(ref.first, ref.last+1)
	raw := p.doc.Raw[start:end]
	if strings.Contains(other.Name, "/") {
		return false
	}
	if start > 0 && p.doc.Raw[start-1] == '/' || strings.HasPrefix(raw, "/") || strings.HasPrefix(p.doc.Raw[end:], "/") {
		return true
	}
	k := strings.LastIndexByte(raw, '/')
	if k < 0 {
		return false
	}
	before := raw[:k]
	before = before[strings.LastIndexByte(before, '/')+1:]
	for _, w := range detect.NameWords(other.Server) {
		if w == strings.ToLower(before) {
			return false
		}
	}
	return detect.NameKey(before) != detect.NameKey(other.Server)
}

// shells are programs whose commands are named like tools.
var shells = lazyWords{list: `aws kubectl docker git gh glab npm npx yarn pnpm pip uv uvx cargo go curl az gcloud gsutil helm terraform psql mysql redis-cli heroku
	fly vercel netlify wrangler firebase supabase stripe doctl ibmcloud oci s3api ec2 iam sudo bash python node brew apt`}

// shellCommand reports whether the name is a command of a program: "aws iam list-users", "get-user --name x", "list-users | jq".
func shellCommand(doc *text.Doc, ref crossRef) bool {
	// reach is how far before its command a program stands, in words.
	const reach = 3
	_, end := doc.Span(ref.first, ref.last+1)
	if after := doc.Raw[end:]; strings.HasPrefix(after, " --") && len(after) > 3 && after[3] >= 'a' && after[3] <= 'z' || strings.HasPrefix(after, " | ") && strings.Contains(after[:min(len(after), 40)], "'.") {
		return true
	}
	for k := ref.first - 1; k >= max(0, ref.first-reach); k-- {
		gap := doc.Gap(k + 1)
		if gap != " " {
			return false
		}
		w := &doc.Words[k]
		if raw := doc.Raw[w.Start():w.End()]; raw != w.Fold {
			return false
		}
		if shells.has(w.Fold) {
			return k < ref.first-1 || strings.Contains(doc.Raw[doc.Words[ref.first].Start():end], "-")
		}
	}
	return false
}

// oldName reports whether the text tells that the name is what one of the server's own tools was called before: "(was find_code)",
// "Replaces: get_logs, list_logs".
func oldName(p *prose, ref crossRef) bool {
	switch p.fold(ref.first - 1) {
	case "was", "formerly", "previously", "née", "aka", "formerly:", "ex":
		return !startsClause(p, ref.first-1) || strings.ContainsAny(p.doc.Gap(ref.first-1), "([")
	case "from", "as":
		if f := p.fold(ref.first - 2); f == "renamed" || f == "known" {
			return true
		}
	}
	// head is how many words such a label has.
	const head = 3
	s := p.sentence(ref.first)
	for k := s.Start; k < min(s.Start+head, ref.first); k++ {
		if oldLabels.has(p.fold(k)) && k+1 < len(p.doc.Words) && strings.HasPrefix(p.doc.Gap(k+1), ":") {
			return true
		}
	}
	return false
}

// oldLabels stand before a list of the tools that one of the server's own took the place of.
var oldLabels = lazyWords{list: `replaces replaced remplace reemplaza ersetzt sostituisce substitui consolidates consolidated combines merges formerly previously
	aliases alias renamed legacy was`}
