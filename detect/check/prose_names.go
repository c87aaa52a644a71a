package check

import (
	"strings"
)

// dottedTool reports whether an identifier is a tool with its server before it: "lights.all_off", "mail.send".
func dottedTool(raw string) bool {
	k := strings.LastIndexByte(raw, '.')
	if k <= 0 || strings.ContainsAny(raw, "/:@[]") || raw != strings.ToLower(raw) || strings.Count(raw, ".") > 1 {
		return false
	}
	return strings.Contains(raw[k+1:], "_") && !valueName(raw[k+1:]) || actions[raw[k+1:]]
}

// camelCase reports whether a name is written with humps.
func camelCase(name string) bool {
	return !strings.ContainsAny(name, "_-. ") && strings.ToLower(name) != name && name != "" && name[0] >= 'a' && name[0] <= 'z'
}

// raw1 reports whether a name is a product's with one small letter in front: eBay, iPhone.
func raw1(s string) bool { return s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'A' && s[1] <= 'Z' }

// actions are words that names of tools are made with.
var actions = wordSet(`get list read write send search find create delete update add remove fetch query run execute call set check open close
	load save store put post publish upload download share transfer pay book order cancel move copy edit modify append insert select
	describe analyze scan verify validate authenticate login logout init initialize register submit forward reply notify record log
	export import sync convert translate summarize calculate compute generate render format parse resolve lookup inspect monitor
	start stop restart deploy build test commit push pull merge browse navigate click screenshot capture audit approve
	confirm deny accept reject charge refund grant kill terminate reset restore wipe drop encrypt decrypt mount ping trigger shutdown reboot install uninstall purge clear empty rename
	watch wait buy sell trade withdraw deposit swap mint follow react ban kick mute rotate backup undo rebase checkout clone fork reopen
	schedule retrieve extract collect exec request invoke track message email mail play pause enable disable lock unlock grant
	revoke assign make do view show print draft archive`)

// actionName reports whether one of the words of an identifier is an action: read_file, sendMessage, mail.send.
func actionName(raw string) bool {
	start := 0
	for i := 0; i <= len(raw); i++ {
		if i < len(raw) && raw[i] != '_' && raw[i] != '.' && raw[i] != '-' && raw[i] != ':' && (i == start || raw[i] < 'A' || raw[i] > 'Z') {
			continue
		}
		if actions[strings.ToLower(raw[start:i])] {
			return true
		}
		start = i
		if i < len(raw) && (raw[i] < 'A' || raw[i] > 'Z') {
			start = i + 1
		}
	}
	return false
}

// beginsWithAction reports whether the first word of a camelCase name is an action: getDocs, but not dryRun.
func beginsWithAction(raw string) bool {
	end := 1
	for end < len(raw) && (raw[end] < 'A' || raw[end] > 'Z') && raw[end] != '_' && raw[end] != '-' && raw[end] != '.' {
		end++
	}
	return actions[strings.ToLower(raw[:end])]
}

// headVerbs begin names of tools whatever their last word is: get_user_token.
var headVerbs = wordSet(`get list fetch read write send create delete update add remove run execute query set check open make call
	search find`)

// valueName reports whether an identifier names a parameter or a value rather than a tool.
func valueName(folded string) bool {
	head, _, ok := strings.Cut(folded, "_")
	if head == "not" || head == "is" || head == "has" {
		return true
	}
	switch lastPart(folded) {
	case "id", "ids", "time", "seconds", "date", "at", "expires", "in", "count", "size", "limit":
		return true
	}
	if ok && (headVerbs[head] || actions[head] && head != "sort" && head != "filter" && head != "message" && head != "email" && head != "order") {
		return false
	}
	if strings.HasSuffix(folded, "id") && !strings.Contains(folded, "_") {
		return true
	}
	return valueEnding(folded)
}

// valueEnding reports whether an identifier ends as names of values do.
func valueEnding(folded string) bool {
	switch lastPart(folded) {
	case "id", "ids", "name", "key", "type", "level", "date", "time", "url", "path", "token", "at", "by", "count",
		"size", "limit", "only", "mode", "from", "to", "status", "format", "code", "list", "params", "slug", "version", "field", "seconds", "expires", "in", "out", "text":
		return true
	}
	return false
}

// lastPart is what stands behind the last underscore of a name, or "".
func lastPart(name string) string {
	if k := strings.LastIndexByte(name, '_'); k >= 0 {
		return name[k+1:]
	}
	return ""
}

// besideToolNoun reports whether "tool", "function" or the like stands next to word i.
func (p *prose) besideToolNoun(i int) bool {
	for _, k := range []int{i - 1, i + 1, i + 2} {
		if k > 0 && k < len(p.doc.Words) && p.doc.Words[k].Sentence() == p.doc.Words[i].Sentence() {
			switch p.fold(k) {
			case "tool", "function", "tools", "endpoint":
				return true
			}
		}
	}
	return false
}

// besideFieldNoun reports whether word i is called a parameter, a field or the like: "the 'query_params' parameter".
func (p *prose) besideFieldNoun(i int) bool {
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(p.doc.Words) || p.doc.Words[k].Clause() != p.doc.Words[i].Clause() {
			continue
		}
		switch p.fold(k) {
		case "parameter", "param", "argument", "field", "option", "flag", "header", "property", "column", "variable", "attribute", "setting":
			return true
		}
	}
	return false
}

// markedName reports whether word i stands alone in quotation marks or back-ticks.
func (p *prose) markedName(i int) bool {
	w := p.doc.Words[i]
	q, ok := p.doc.Quoted(w.Start(), w.End())
	return ok && q.Start+4 >= w.Start() && q.End-4 <= w.End() && w.Start()-q.Start <= 3 && q.End-w.End() <= 3
}
