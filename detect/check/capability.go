package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// capability compares what a tool declares with what the rest of its definition reaches for. It does not ask who is
// ordered to do it; that is the directive check's question.
type capability struct{}

var _ detect.DocumentedCheck = capability{}

// ID implements detect.Check.
func (capability) ID() string { return "capability.mismatch" }

// reach is something a definition reaches for at words [from, to) of a field, or, with words < 0, the whole field.
type reach struct {
	from, to   int
	confidence float64
	detail     string
}

// reachFloor is the confidence from which a reach is reported.
const reachFloor = 0.45

// reachers are the kinds of reach, each with its own evidence.
var reachers = []func(p *prose, d domain) []reach{
	reachPaths, reachTools, reachCalls, reachHosts, reachCommands, reachSecrets, reachHost, reachCopies, reachPrivileges,
}

// Inspect implements detect.Check.
func (capability) Inspect(tool detect.ToolView, reg detect.RegistryView) []detect.Signal {
	var signals []detect.Signal
	add := func(i, start, end int, c float64, detail string) {
		s := tool.Signal(i, start, end)
		s.Tier, s.ThreatType, s.Confidence, s.Detail = detect.TierSoft, detect.ThreatExfiltration, min(c, 0.95), detail
		signals = append(signals, s)
	}
	stated := statedDomain(tool)
	declared := stated | parameterDomain(tool)
	for i := range tool.Fields {
		f := tool.Fields[i]
		switch f.Role {
		case detect.RoleParameterName:
			if c, detail := parameterReach(tool, i, stated); c >= reachFloor && !f.Output {
				add(i, 0, len(f.Text), c, detail)
			}
			continue
		case detect.RoleName, detect.RoleKey, detect.RoleSchemaWord, detect.RolePattern, detect.RoleURI, detect.RoleExample:
			continue
		}
		if len(f.Text) < 12 {
			continue
		}
		p := newProse(tool, reg, i)
		for _, find := range reachers {
			for _, r := range find(p, declared) {
				c := r.confidence * p.doc.PositionOf(r.from, r.to).Weight()
				if p.doc.PositionOf(r.to-1, r.to) == text.PositionMention {
					c = 0
				}
				if c < reachFloor {
					continue
				}
				start, end := p.doc.Span(r.from, r.to)
				add(i, start, end, c, r.detail)
			}
		}
		if c, from, to := descriptionAsks(p, declared); c >= reachFloor {
			start, end := p.doc.Span(from, to)
			add(i, start, end, c, "a parameter asks for what the tool does not need")
		}
	}
	if i, c, detail := annotationReach(tool); c >= reachFloor {
		add(i, 0, len(tool.Fields[i].Text), c, detail)
	}
	return signals
}

// domain is a set of areas that a tool may declare to work in.
type domain uint32

// The domains.
const (
	inFiles domain = 1 << iota
	inSecrets
	inWeb
	inMail
	inShell
	inData
	inTalk
	inHost
	inSecurity
	inAgents
	inCode
)

// domainWords says which words declare which domain, as stems.
var domainWords = map[domain]map[string]bool{
	inFiles: stems(`file files directory folder path document filesystem workspace disk storage drive upload download archive backup pdf csv
		image repository repo bucket blob attachment notes vault sync edit`),
	inSecrets: stems(`secret secrets password credential credentials token vault key keys certificate oauth auth authentication login apikey env
		environment variable dotenv cookie wallet session encrypt decrypt ssh iam identity signing account kubeconfig`),
	inWeb: stems(`web http https url fetch webhook api request browser page site download scrape crawl search internet rest endpoint proxy
		dns domain host ping link feed rss navigate server post publish deploy`),
	inMail: stems(`email mail message sms slack chat notify notification discord telegram whatsapp send post tweet contact recipient calendar
		invite comment`),
	inShell: stems(`shell command terminal bash exec execute powershell script process cli console run sandbox container docker kubernetes
		kubectl ssh install package code`),
	inData: stems(`sql query database table mysql postgres sqlite mongodb record schema`),
	inTalk: stems(`conversation chat history prompt llm model memory assistant completion ai gpt claude gemini openai agent thought thinking
		reasoning transcript message context ml inference embedding predict training neural speech tts voice generation summarize dialogue ask answer think persona session clipboard copilot`),
	inHost: stems(`system host process environment hardware cpu memory disk network machine os monitor diagnostic device inventory info
		server node status health port interface package shell user scan debug`),
	inSecurity: stems(`security scan detect secret vulnerability audit threat malware leak compliance forensic pentest injection firewall
		policy risk sanitize redact guardrail siem soar ioc exploit phishing`),
	inAgents: stems(`agent tool workflow orchestrate orchestrator automation plugin mcp router routing pipeline plan task gateway proxy registry
		instruction dispatch skill`),
	inCode: stems(`code git github repository commit build test lint format compile npm pip package deploy ci developer debug ide project script
		python javascript`),
}

func stems(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[text.Stem(w)] = true
	}
	return m
}

// parameterDomain reads the domains from the names of the parameters.
func parameterDomain(tool detect.ToolView) domain {
	var d domain
	for i := range tool.Fields {
		if tool.Fields[i].Role == detect.RoleParameterName && !tool.Fields[i].Output {
			d |= wordDomain(text.NewDoc(splitName(tool.Fields[i].Text)), 4) &^ (inTalk | inAgents | inSecurity)
		}
	}
	return d
}

// statedDomain reads the domains from the name, the title and the lead sentence, which is what a reviewer takes the tool to
// be.
func statedDomain(tool detect.ToolView) domain {
	// lead bounds the lead sentence, in words: what comes later in it may be the smuggled part.
	const lead = 14
	d := wordDomain(text.NewDoc(splitName(tool.Name)), 1<<10) | wordDomain(text.NewDoc(splitName(tool.Title)), 1<<10)
	for i := range tool.Fields {
		switch tool.Fields[i].Role {
		case detect.RoleDescription:
			doc := tool.Doc(i)
			if len(doc.Sentences) > 0 {
				n := min(doc.Sentences[0].End, lead)
				for k := range n {
					switch doc.Words[k].Fold {
					case "then", "also", "before", "whenever", "silently", "quietly", "additionally", "after":
						if k > 0 {
							n = min(n, k)
						}
					}
				}
				d |= wordDomain(doc, n)
			}
		}
	}
	return d
}

func wordDomain(doc *text.Doc, n int) domain {
	var d domain
	for k := range min(n, len(doc.Words)) {
		for dom, words := range domainWords {
			if words[doc.Words[k].Stem] {
				d |= dom
			}
		}
	}
	return d
}

// splitName writes a name as words: read_file, readFile and read-file are "read file".
func splitName(name string) string {
	var b strings.Builder
	for i, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == '/' || r == ':':
			b.WriteByte(' ')
			continue
		case r >= 'A' && r <= 'Z' && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z':
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
