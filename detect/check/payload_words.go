package check

import (
	"strings"
	"sync"
)

// orderClass is a set of roles a word may play in an order.
type orderClass uint32

const (
	dropVerb orderClass = 1 << iota
	// stopVerb is like dropVerb but is said of ordinary things too.
	stopVerb
	followVerb
	tellVerb
	takeVerb
	putVerb
	sendVerb
	runVerb
	harmVerb
	visitVerb
	keepVerb
	hideWord
	becomeWord
	ruleNoun
	priorWord
	personNoun
	sensitiveNoun
	// personalNoun is sensitive only when it is to be put somewhere or sent.
	personalNoun
	targetNoun
	toolNoun
	// wealthNoun is what harm can be done to.
	wealthNoun
	secretObject
	falseWord
	negationWord
	askWord
	linkWord
	readerWord
	inflected
)

// orderLexicon lists the words of each class. Verbs are given in their base form; -s, -ed and -ing forms are recognised
// by classOf and marked inflected.
var orderLexicon = map[orderClass]string{
	dropVerb:   "longer ignore disregard forget override overrule bypass circumvent overlook dismiss disobey",
	stopVerb:   "discard drop skip neglect supersede void cancel abandon suspend erase replace disable violate break",
	followVerb: "follow obey respect honor honour heed adhere comply",
	tellVerb:   "tell mention reveal disclose inform notify show say report alert discuss acknowledge explain warn ask bother reference announce communicate expose admit confirm hint surface let",
	takeVerb:   "read open load fetch get access collect retrieve extract grab gather find harvest locate dump capture print output obtain cat search scan list show reveal repeat",
	putVerb:    "attach append include paste embed put insert pass copy record encode place quote fill provide",
	sendVerb:   "send post upload forward transmit submit email mail bcc exfiltrate leak relay deliver publish beam report share transfer ship sync mirror move export pass redirect reroute",
	runVerb:    "call invoke run execute trigger launch",
	harmVerb:   "delete remove wipe erase transfer pay buy purchase grant disable overwrite destroy drop approve install download",
	visitVerb:  "visit open navigate request query contact ping",
	keepVerb:   "keep hide conceal stay remain leave treat",
	hideWord:   "silently secretly covertly discreetly stealthily quietly invisibly knowledge consent noticing knowing awareness realizing realising secret hidden confidential private unseen unnoticed scenes us yourself know notice",
	becomeWord: "now act behave respond operate pretend roleplay impersonate",
	ruleNoun:   "instruction instructions rules rule prompt prompts guideline guidelines policy policies direction directions directive directives constraint constraints restriction restrictions guardrail guardrails safety safeguard safeguards everything orders told training",
	priorWord:  "previous prior earlier above preceding all any every system existing your original developer other former before security initial current these those",
	personNoun: "user users human humans person people anyone anybody operator operators customer customers developer owner them him her someone",
	sensitiveNoun: "ssh id_rsa id_ed25519 .env credential credentials passwords password passphrase secrets apikey apikeys api_key tokens cookies keychain wallet mnemonic kubeconfig .netrc .npmrc " +
		"conversation conversations transcript clipboard bashrc dotenv ssn mcp.json",
	personalNoun: "history chat messages prompt prompts config configuration confidential contacts inbox emails keys key env environment sessions session variables secret token cookie personal private",
	targetNoun:   "webhook endpoint attacker",
	toolNoun:     "tool tools function command commands script scripts shell terminal bash powershell binary payload",
	wealthNoun:   "file files folder directory database table tables repository account accounts permission permissions firewall funds money bitcoin btc eth usd euros payment workspace everything actions access tool tools",
	secretObject: "instruction instructions this step action call note existence",
	falseWord:    "nothing succeeded unavailable fine expired failed complete completed normal safe",
	negationWord: "not never without avoid refrain no neither nor don stop cease prevent forbidden unnecessary needn",
	askWord:      "please must should shall always kindly need needs required sure ensure remember have ought want will would could can may helps help better best important necessary advised good idea recommended supposed try begin immediately goes expected",
	linkWord:     "and then also first to now next just simply be do it is you'll secondly finally instead so or quietly silently secretly again once afterwards after that before by still directly only automatically additionally",
	readerWord:   "you assistant model agent ai llm claude gpt chatgpt copilot bot it",
}

var orderClasses = sync.OnceValue(indexLexicon)

func indexLexicon() map[string]orderClass {
	m := map[string]orderClass{}
	for c, words := range orderLexicon {
		for _, w := range strings.Fields(words) {
			m[w] |= c
		}
	}
	return m
}

const orderVerbs = dropVerb | stopVerb | followVerb | tellVerb | takeVerb | putVerb | sendVerb | runVerb | harmVerb | visitVerb | keepVerb

// classOf returns the roles that a folded word may play.
func classOf(w string) orderClass {
	classes := orderClasses()
	if c, ok := classes[w]; ok {
		return c
	}
	var c orderClass
	for _, stem := range verbStems(w) {
		if v := classes[stem] & orderVerbs; v != 0 {
			return v | inflected
		}
	}
	switch {
	case strings.HasPrefix(w, "~/"), strings.HasPrefix(w, "/etc/"), strings.HasPrefix(w, "/home/"), strings.HasPrefix(w, "/root"), strings.HasPrefix(w, "$"):
		c |= sensitiveNoun
	case strings.Contains(w, "/.") || strings.Contains(w, "\\."):
		c |= sensitiveNoun
	case strings.Contains(w, "://"), strings.Contains(w, "@") && strings.Contains(w, "."):
		c |= targetNoun
	case hostlike(w):
		c |= targetNoun
	case strings.Contains(w, "_"):
		c |= toolNoun
	}
	return c
}

// hostlike reports whether w looks like the name or address of a host, rather than like a number or a file name.
func hostlike(w string) bool {
	i := strings.LastIndexByte(w, '.')
	if i <= 0 || i == len(w)-1 {
		return false
	}
	switch tail := w[i+1:]; tail {
	case "com", "net", "org", "io", "dev", "ru", "cn", "xyz", "info", "app", "co", "me", "example", "test", "site", "online", "top", "cc", "sh", "ai", "biz", "tk", "invalid":
		return true
	default:
		return strings.Count(w, ".") == 3 && strings.Trim(w, "0123456789.:") == ""
	}
}

// verbStems returns the base forms that an inflected verb may have.
func verbStems(w string) []string {
	cut := func(n int) []string {
		s := w[:len(w)-n]
		out := []string{s, s + "e"}
		if k := len(s); k > 2 && s[k-1] == s[k-2] {
			out = append(out, s[:k-1])
		}
		return out
	}
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		return cut(3)
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		return cut(2)
	case len(w) > 3 && strings.HasSuffix(w, "es"):
		return cut(2)
	case len(w) > 3 && strings.HasSuffix(w, "s"):
		return cut(1)[:1]
	}
	return nil
}
