package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
)

// sinkNames are names of parameters that hold nothing but what the model is made to put into them.
var sinkNames = wordSet(`sidenote sidenotes sidecar scratchpad scratch_pad side_note internal_notes hidden_context debug_context covert
	exfil internal_hook hook_data backchannel`)

// outOfScope are names of parameters that ask for the session rather than for input.
var outOfScope = wordSet(`systemprompt conversationhistory chathistory messagehistory conversation fullconversation previousmessages userprompt
	originalprompt promptcontext modelname llmname assistantname toolslist availabletools toollist systeminstructions systemmessage
	usersecrets usercredentials userpassword environmentvariables envvars envdata sshkey privatekey conversationcontext chatcontext sessionhistory sessioncontext
	agentname agentmodel reasoningtrace chainofthought contextwindow llmmodel usermessages conversationid lastmessages recentmessages
	conversationsummary chattranscript conversationtranscript initialprompt developerprompt userquery callhistory toolcallhistory`)

// parameterReach judges the name of a parameter.
func parameterReach(tool detect.ToolView, i int, d domain) (float64, string) {
	f := tool.Fields[i]
	key := detect.NameKey(f.Text)
	described := false
	for k := range tool.Fields {
		if g := &tool.Fields[k]; g.Role == detect.RoleParameterDescription && g.Parameter == f.Text && len(strings.TrimSpace(g.Text)) > 0 {
			described = true
		}
	}
	switch {
	case sinkNames[strings.Trim(strings.ToLower(f.Text), "_")] || sinkNames[key]:
		if described {
			return 0.45, "a parameter is a sink that no job of the tool explains"
		}
		return 0.6, "a parameter is a sink that nothing in the definition explains"
	case outOfScope[key] && d&(inTalk|inAgents|inSecrets) == 0:
		return 0.5, "a parameter asks for the session or for secrets rather than for input"
	case strings.HasPrefix(f.Text, "_") && strings.HasSuffix(f.Text, "_") && outOfScope[key]:
		return 0.5, "a parameter asks for the session or for secrets rather than for input"
	case len(f.Text) > 30 && sensitiveName(f.Text):
		return 0.6, "the name of a parameter asks for the contents of private files"
	}
	return 0, ""
}

// sensitiveName reports whether a long parameter name spells out a request for private data.
func sensitiveName(name string) bool {
	doc := text.NewDoc(splitName(name))
	tags := lexicon.Tag(doc)
	act, thing := false, false
	for k := range tags {
		act = act || tags[k].Any(text.Of(cRead, cPut, cSend, cContent))
		thing = thing || tags[k].Any(text.Of(cSecret, cHistory, cPrompt)) || hidesSecret[doc.Words[k].Fold]
	}
	return act && thing
}

var hidesSecret = wordSet(`ssh rsa env passwd credentials aws kube shadow`)

// descriptionAsks judges the description of a parameter: does it ask for the conversation, the system prompt, the model's
// name, secrets or the contents of files?
func descriptionAsks(p *prose, d domain) (c float64, from, to int) {
	if p.field.Role != detect.RoleParameterDescription || p.field.Output {
		return 0, 0, 0
	}
	for i := range p.doc.Words {
		s := p.sentence(i)
		whole := p.find(cWhole, max(s.Start, i-4), i) >= 0 || p.findWord(max(s.Start, i-4), i, "contents", "content", "your", "user's", "user", "verbatim", "raw", "current") >= 0
		switch {
		case p.doc.Negated(i) || p.doc.PositionOf(i, i+1) == text.PositionMention:
		case p.has(i, cPrompt) && d&inTalk == 0:
			return 0.55, i, i + 1
		case p.has(i, cHistory) && d&(inTalk|inMail) == 0 && whole:
			return 0.55, i, i + 1
		case p.has(i, cSecret) && d&(inSecrets|inSecurity|inWeb) == 0 && whole && p.find(cContent, s.Start, s.End) >= 0 && p.find(cFile, s.Start, s.End) >= 0:
			return 0.5, i, i + 1
		case p.doc.Words[i].Kind == text.KindPath && sensitivePath(p.fold(i)) && p.find(cContent, s.Start, s.End) >= 0 && d&inSecrets == 0:
			return 0.65, i, i + 1
		case p.has(i, cModel) && d&(inTalk|inAgents) == 0 && p.findWord(max(s.Start, i-5), i, "name", "version", "identity") >= 0 && p.findWord(i+1, min(s.End, i+3), "you", "your") >= 0:
			return 0.5, i, i + 2
		case (p.fold(i) == "tool" || p.fold(i) == "tools") && d&inAgents == 0 && p.findWord(i+1, min(s.End, i+5), "you", "your") >= 0 && p.findWord(max(s.Start, i-4), i, "every", "all", "list", "available", "names") >= 0:
			return 0.5, i, i + 2
		case p.has(i, cModel) && p.findWord(i+1, min(s.End, i+3), "name", "version", "identifier", "model") > 0 && d&(inTalk|inAgents) == 0 && p.findWord(s.Start, i, "your", "current", "running", "calling") >= 0:
			return 0.5, i, i + 2
		}
	}
	return 0, 0, 0
}

// destroys are first words of names of tools that change or send things.
var destroys = wordSet(`delete remove drop purge wipe erase destroy truncate send transfer pay kill uninstall overwrite reset`)

// annotationReach finds annotations that contradict the tool's own name: a deletion that calls itself read-only.
func annotationReach(tool detect.ToolView) (index int, c float64, detail string) {
	readOnly, given := tool.Hint("readOnlyHint")
	destructive, told := tool.Hint("destructiveHint")
	if !(given && readOnly) && !(told && !destructive) {
		return 0, 0, ""
	}
	words := strings.Fields(strings.ToLower(splitName(tool.Name)))
	if len(words) == 0 || !destroys[words[0]] {
		return 0, 0, ""
	}
	index = max(tool.FieldAt("/name"), 0)
	if given && readOnly && len(tool.Fields) > index {
		return index, 0.5, "is marked read-only though its name says that it changes things"
	}
	return 0, 0, ""
}
