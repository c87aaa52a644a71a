package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// sinkNames are names of parameters that hold nothing but what the model is made to put into them.
var sinkNames = lazyWords{list: `sidenote sidenotes sidecar scratchpad scratch_pad side_note internal_notes hidden_context debug_context covert
	exfil internal_hook hook_data backchannel`}

// outOfScope are names of parameters that ask for the session rather than for input.
var outOfScope = lazyWords{list: `systemprompt conversationhistory chathistory messagehistory conversation fullconversation previousmessages userprompt
	originalprompt promptcontext modelname llmname assistantname toolslist availabletools toollist systeminstructions systemmessage
	usersecrets usercredentials userpassword environmentvariables envvars envdata sshkey privatekey conversationcontext chatcontext sessionhistory sessioncontext
	agentname agentmodel reasoningtrace chainofthought contextwindow llmmodel usermessages conversationid lastmessages recentmessages
	conversationsummary chattranscript conversationtranscript initialprompt developerprompt userquery callhistory toolcallhistory`}

// parameterReach judges the name of a parameter.
func parameterReach(tool detect.ToolView, i int, d domain, notes bool) (float64, string) {
	f := tool.Fields[i]
	key := detect.NameKey(f.Text)
	switch {
	case strings.Contains(key, "note") && notes && strings.Count(describedAs(tool, i), " ") >= explanation:
		// A tool that pins notes takes the note.
		return 0, ""
	case sinkNames.has(strings.Trim(strings.ToLower(f.Text), "_")) || sinkNames.has(key):
		if describedAs(tool, i) != "" {
			return 0.45, "a parameter is a sink that no job of the tool explains"
		}
		return 0.6, "a parameter is a sink that nothing in the definition explains"
	case given.has(key) && strings.Count(describedAs(tool, i), " ") >= explanation:
		// What the caller makes up is input: a search that takes instructions for the model behind it.
		return 0, ""
	case (outOfScope.has(key) || nameDemands(f.Text)) && d&(inTalk|inAgents|inSecrets) == 0:
		return 0.5, "a parameter asks for the session or for secrets rather than for input"
	case strings.HasPrefix(f.Text, "_") && strings.HasSuffix(f.Text, "_") && outOfScope.has(key):
		return 0.5, "a parameter asks for the session or for secrets rather than for input"
	case len(f.Text) > longName && sensitiveName(f.Text):
		return 0.6, "the name of a parameter asks for the contents of private files"
	}
	return 0, ""
}

// innocents keeps what innocentName says of names of several words.
var innocents memo[bool]

// innocentName reports whether a parameter's name says nothing, whatever the rest of the definition is like.
func innocentName(name string) bool {
	if plainWord(name) {
		// It is its own key, and asks for nothing that takes two words.
		return len(name) <= longName && !sinkNames.has(name) && !outOfScope.has(name)
	}
	return innocents.of(name, func(name string) bool {
		key := detect.NameKey(name)
		return !sinkNames.has(strings.Trim(strings.ToLower(name), "_")) && !sinkNames.has(key) && !outOfScope.has(key) && !nameDemands(name) &&
			!(len(name) > longName && sensitiveName(name))
	})
}

// plainWord reports whether a name is one word of small letters and digits.
func plainWord(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// longName is how many bytes a name has at most that spells nothing out.
const longName = 30

// given are names of what a caller may make up as well as hand over.
var given = lazyWords{list: `systemprompt userprompt originalprompt initialprompt userquery systeminstructions systemmessage agentname modelname llmname llmmodel
	availabletools toolslist environmentvariables envvars envdata sshkey privatekey conversationid`}

// explanation is the number of blanks in a description from which it explains a parameter; what it asks for is judged as text.
const explanation = 3

// describedAs returns the description of the parameter whose name is field i.
func describedAs(tool detect.ToolView, i int) string {
	// near bounds the search, in fields: the description follows the name.
	const near = 12
	f := &tool.Fields[i]
	for k := i + 1; k < min(len(tool.Fields), i+near); k++ {
		if g := &tool.Fields[k]; g.Role == detect.RoleParameterDescription && g.Parameter == f.Text {
			return strings.TrimSpace(g.Text)
		}
	}
	return ""
}

// nameParts are pairs of word sets: a name that has a word of both asks for what only the model or the user's machine has.
var nameParts = [][2]map[string]bool{
	{wordSet(`conversation chat dialogue dialog session`), wordSet(`history transcript log dump messages turns content text full`)},
	{wordSet(`previous prior earlier last recent all past`), wordSet(`messages turns prompts conversation`)},
	{wordSet(`system developer hidden initial original`), wordSet(`prompt prompts instructions`)},
	{wordSet(`assistant model llm agent internal private hidden chain`), wordSet(`reasoning thoughts thought scratchpad memory memories monologue instructions`)},
	{wordSet(`model llm assistant agent`), wordSet(`identity vendor maker`)},
	{wordSet(`available connected installed other mcp`), wordSet(`tools servers plugins`)},
	{wordSet(`tool tools server`), wordSet(`inventory listing`)},
	{wordSet(`user users stored saved known remembered found all browser`), wordSet(`credentials passwords secrets logins cookies`)},
	{wordSet(`env environment`), wordSet(`dump vars variables snapshot`)},
	{wordSet(`home workspace desktop project cwd`), wordSet(`listing dump contents`)},
	{wordSet(`everything all anything`), wordSet(`said told wrote typed mentioned`)},
	{wordSet(`developer received you`), wordSet(`instructions directives`)},
	{wordSet(`open opened workspace`), wordSet(`files documents tabs`)},
	{wordSet(`remote stored user`), wordSet(`creds`)},
}

// nameDemands reports whether the name of a parameter asks for the session, the model or the machine.
func nameDemands(name string) bool {
	// longest bounds the name, in words: longer ones are judged as sentences.
	const longest = 8
	words := detect.NameWords(name)
	if len(words) < 2 || len(words) > longest {
		return false
	}
	for _, pair := range nameParts {
		first, second := false, false
		for _, w := range words {
			first, second = first || pair[0][w], second || pair[1][w]
		}
		if first && second {
			switch words[0] {
			case "include", "max", "min", "num", "has", "is", "use", "enable", "show", "with", "skip", "limit", "no":
				// A switch or a number, not the thing itself.
				return false
			}
			switch words[len(words)-1] {
			case "id", "ids", "count", "limit", "length", "size", "url", "path", "type", "enabled", "format", "name", "only", "days", "level", "key":
				return false
			}
			return true
		}
	}
	return false
}

// sensitiveName reports whether a long parameter name spells out a request for private data.
func sensitiveName(name string) bool {
	doc := text.NewDoc(splitName(name))
	tags := lexicon().Tag(doc)
	act, thing := false, false
	for k := range tags {
		act = act || tags[k].Any(text.Of(cRead, cPut, cSend, cContent))
		thing = thing || tags[k].Any(text.Of(cSecret, cHistory, cPrompt)) || hidesSecret.has(doc.Words[k].Fold)
	}
	return act && thing
}

var hidesSecret = lazyWords{list: `ssh rsa env passwd credentials aws kube shadow`}

// destroys are first words of names of tools that change or send things.
var destroys = lazyWords{list: `delete remove drop purge wipe erase destroy truncate send transfer pay kill uninstall overwrite reset`}

// destroyer reports whether the name of a tool says that it changes or sends things.
func destroyer(name string) bool {
	n := 0
	for n < len(name) && name[n] >= 'a' && name[n] <= 'z' {
		n++
	}
	if n > 0 && (n == len(name) || name[n] == '_') {
		return destroys.has(name[:n])
	}
	words := strings.Fields(strings.ToLower(splitName(name)))
	return len(words) > 0 && destroys.has(words[0])
}

// annotationReach finds annotations that contradict the tool's own name: a deletion that calls itself read-only.
func annotationReach(tool detect.ToolView) (index int, c float64, detail string) {
	if !destroyer(tool.Name) {
		return 0, 0, ""
	}
	if readOnly, given := tool.Hint("readOnlyHint"); !given || !readOnly {
		return 0, 0, ""
	}
	if index = max(tool.FieldAt("/name"), 0); len(tool.Fields) > index {
		return index, 0.5, "is marked read-only though its name says that it changes things"
	}
	return 0, 0, ""
}
