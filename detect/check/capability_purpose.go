package check

import (
	"strings"
	"sync"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

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
	inMoney
)

// domainWords says which words declare which domain.
func domainWords() map[domain]string {
	return map[domain]string{
		inFiles: `file files directory folder path document filesystem workspace disk storage drive upload download archive backup pdf csv
		image repository repo bucket blob attachment notes vault sync edit`,
		inSecrets: `secret secrets password credential credentials token vault key keys certificate oauth auth authentication login apikey env
		environment variable dotenv cookie wallet session encrypt decrypt ssh iam identity signing account kubeconfig`,
		inWeb: `web http https url fetch webhook api request browser page site download scrape crawl search internet rest endpoint proxy
		dns domain host ping link feed rss navigate server post publish deploy`,
		inMail: `email mail message sms slack chat notify notification discord telegram whatsapp send post tweet contact recipient calendar
		invite comment`,
		inShell: `shell command terminal bash exec execute powershell script process cli console run sandbox container docker kubernetes
		kubectl ssh install package code`,
		inData: `sql query database table mysql postgres sqlite mongodb record schema`,
		inTalk: `conversation chat history prompt llm model memory assistant completion ai gpt claude gemini openai agent thought thinking
		reasoning transcript message context ml inference embedding predict training neural speech tts voice generation summarize dialogue ask answer think persona session clipboard copilot`,
		inHost: `system host process environment hardware cpu memory disk network machine os monitor diagnostic device inventory info
		server node status health port interface package shell user scan debug`,
		inSecurity: `security scan detect secret vulnerability audit threat malware leak compliance forensic pentest injection firewall
		policy risk sanitize redact guardrail siem soar ioc exploit phishing`,
		inAgents: `agent tool workflow orchestrate orchestrator automation plugin mcp router routing pipeline task gateway registry
		instruction dispatch skill`,
		inCode: `code git github repository commit build test lint format compile npm pip package deploy ci developer debug ide project script
		python javascript`,
		inMoney: `payment pay invoice transfer bank iban account refund billing donate donation wallet swap trade checkout order payout
		remittance crypto address contract token`,
	}
}

func stems(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[text.Stem(w)] = true
	}
	return m
}

// purpose is what a definition says that its tool is for, as a reviewer takes it from its face.
type purpose struct {
	// stated are the domains of the name, the title and the lead sentence; declared adds those of the parameters' names.
	stated, declared domain
	// of are the texts with these words, as names are cut, the description last; read are their stems: see words.
	of   [4]*text.Doc
	read map[string]bool
	// lead is the number of words of the description that state the purpose.
	lead int
}

// lazyPurpose is the purpose of a tool, read when it is first asked: of most tools nobody asks.
type lazyPurpose struct {
	tool detect.ToolView
	made *purpose
}

func (l *lazyPurpose) read() *purpose {
	if l.made == nil {
		l.made = newPurpose(l.tool)
	}
	return l.made
}

// splitNames keeps the prepared words of names.
var splitNames memo[*splitWords]

// splitWords are the words that a name is made of, with the domains of the first few and of all.
type splitWords struct {
	doc        *text.Doc
	first, all domain
}

func splitWordsOf(name string) *splitWords {
	return splitNames.of(name, func(name string) *splitWords {
		// few is how many words tell what a parameter is for.
		const few = 4
		doc := text.NewDoc(splitName(name))
		return &splitWords{doc, wordDomain(doc, few), wordDomain(doc, len(doc.Words))}
	})
}

// nameDoc returns a name as the words that it is made of.
func nameDoc(name string) *text.Doc { return splitWordsOf(name).doc }

// newPurpose reads the purpose of a tool.
func newPurpose(tool detect.ToolView) *purpose {
	// Definitions with more fields than this are read in part: a few parameters tell what the tool works on.
	const mostFields = 200
	name, title := splitWordsOf(tool.Name), splitWordsOf(tool.Title)
	u := &purpose{of: [4]*text.Doc{name.doc, title.doc, nameDoc(tool.Server)}}
	// A name that is the server's says no more than that.
	if tool.Name != tool.Server {
		u.stated |= name.all
	}
	if tool.Title != tool.Server {
		u.stated |= title.all
	}
	u.declared = u.stated
	for i := range tool.Fields[:min(len(tool.Fields), mostFields)] {
		f := &tool.Fields[i]
		switch {
		case f.Role == detect.RoleDescription:
			if doc := tool.Doc(i); len(doc.Sentences) > 0 && u.lead == 0 {
				u.lead, u.of[3] = leadEnd(doc), doc
				d := wordDomain(doc, u.lead)
				u.stated |= d
				u.declared |= d
			}
		case f.Role == detect.RoleParameterName && !f.Output:
			u.declared |= splitWordsOf(f.Text).first &^ (inTalk | inAgents | inSecurity)
		}
	}
	return u
}

// words returns the stems of the words of the name, the title, the server's name and the lead sentence.
func (u *purpose) words() map[string]bool {
	if u.read == nil {
		u.read = map[string]bool{}
		for k, doc := range u.of {
			switch {
			case doc == nil:
			case k == len(u.of)-1:
				u.learn(doc, u.lead)
			default:
				u.learn(doc, len(doc.Words))
			}
		}
	}
	return u.read
}

// turns are words after which a lead sentence no longer tells what the tool is for: what follows may be smuggled.
var turns = wordSet(`then also before whenever silently quietly additionally after once`)

// leadEnd returns the number of words that state the purpose at the head of a description.
func leadEnd(doc *text.Doc) int {
	// longest bounds the statement, in words: what comes later in a long sentence may be the smuggled part.
	const longest = 14
	n := min(doc.Sentences[0].End, longest)
	for k := 1; k < n; k++ {
		if turns[doc.Words[k].Fold] {
			return k
		}
	}
	return n
}

// learn adds the first n words of doc to the words of the purpose.
func (u *purpose) learn(doc *text.Doc, n int) {
	for i := range doc.Words[:min(n, len(doc.Words))] {
		if stem := doc.Words[i].Stem(); len(stem) > 2 && !bareWords[stem] {
			u.read[stem] = true
		}
	}
}

// names reports whether the purpose has one of the pieces of a path or address: "kubectl" explains ~/.kube/config, and
// "shell history" explains ~/.bash_history.
func (u *purpose) names(path string) bool {
	// shortest is the shortest piece that is no chance.
	const shortest = 3
	for _, piece := range strings.FieldsFunc(path, func(r rune) bool { return r < 'a' || r > 'z' }) {
		if len(piece) < shortest || commonPieces.has(piece) {
			continue
		}
		stem := text.Stem(piece)
		for w := range u.words() {
			if w == stem || strings.HasPrefix(w, piece) || len(w) > 3 && strings.HasPrefix(piece, w) {
				return true
			}
		}
	}
	return false
}

// commonPieces are pieces of paths that say nothing about whose file it is.
var commonPieces = lazyWords{list: `home users user root etc var tmp usr opt mnt data app lib library config conf json yaml yml txt the com org net www
	http https file path read example local desktop documents downloads proc dev srv run sys`}

// domainsOf gives each stem its domains.
var domainsOf = sync.OnceValue(func() *wordTable[domain] {
	m := map[string]domain{}
	for d, words := range domainWords() {
		for w := range strings.FieldsSeq(words) {
			m[text.Stem(w)] |= d
		}
	}
	return newWordTable(m)
})

// wordDomain returns the domains of the first n words.
func wordDomain(doc *text.Doc, n int) domain {
	var d domain
	domains := domainsOf()
	for i := range doc.Words[:min(n, len(doc.Words))] {
		if found := domains.find(doc.Words[i].Stem()); found != nil {
			d |= *found
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
