package check

import (
	"strings"
)

// markedText are the marks of a conversation that text in a tool has no reason to carry: pseudo-tags and the role tokens of
// chat templates.
var markedText = regexpOf(`(?i)<\s*/?\s*(?:important|hidden|admin|assistant|critical|[a-z]*[_-]?(?:system|instructions?|override|directive)[a-z_-]*)\s*>|\[\s*system\b|\[/?inst\]|<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|<<sys>>|^\s*#{2,}\s*(?:system|instruction)\b|(?:^|\n)\s*(?:system|developer)\s*(?:prompt|message|note|notice|override|instruction)?\s*:\s*\S|\bnew (?:system )?(?:instructions|rules|orders)\s*:|\b(?:developer|god|jailbreak|dan) mode\b`)

func markedOrder(text string) (hiddenOrder, bool) {
	if m := markedText.FindStringIndex(text); m != nil {
		return hiddenOrder{"it poses as a message of the system", m[0], 0.9}, true
	}
	return hiddenOrder{}, false
}

// foreignFrame is an order in another language: a clause that holds one word of each group.
type foreignFrame struct {
	what   string
	groups [][]string
}

func languageFrame(what string, groups ...string) foreignFrame {
	f := foreignFrame{what: what}
	for _, g := range groups {
		f.groups = append(f.groups, strings.Split(g, "|"))
	}
	return f
}

const (
	toDrop = "to drop the rules it was given"
	toHide = "to keep something from the user"
	toSend = "to take or send what is sensitive"
)

// foreignFrames hold stems, so that inflection does not matter. Chinese, Japanese, Korean, Spanish and Portuguese,
// French, German, Italian, Russian, Arabic.
var foreignFrames = []foreignFrame{
	languageFrame(toDrop, "\u5ffd\u7565|\u65e0\u89c6|\u5fd8\u8bb0|\u5ffd\u8996|\u7121\u8996", "\u6307\u4ee4|\u6307\u793a|\u89c4\u5219|\u63d0\u793a|\u898f\u5247"),
	languageFrame(toHide, "\u4e0d\u8981|\u522b|\u8bf7\u52ff|\u4e0d\u5f97|\u5207\u52ff", "\u544a\u8bc9|\u63d0\u53ca|\u63d0\u5230|\u900f\u9732|\u544a\u77e5", "\u7528\u6237|\u7528\u6236"),
	languageFrame(toSend, "\u53d1\u9001|\u4e0a\u4f20|\u8bfb\u53d6|\u8f6c\u53d1", "\u5bc6\u94a5|\u5bc6\u7801|\u51ed\u636e|\u5bf9\u8bdd|.ssh|.env"),
	languageFrame(toDrop, "\u7121\u8996|\u5fd8\u308c|\u7121\u52b9", "\u6307\u793a|\u547d\u4ee4|\u30eb\u30fc\u30eb|\u30d7\u30ed\u30f3\u30d7\u30c8"),
	languageFrame(toHide, "\u30e6\u30fc\u30b6\u30fc|\u5229\u7528\u8005", "\u8a00\u308f\u306a\u3044|\u4f1d\u3048\u306a\u3044|\u77e5\u3089\u305b\u306a\u3044|\u660e\u304b\u3055\u306a\u3044|\u8a71\u3055\u306a\u3044"),
	languageFrame(toDrop, "\ubb34\uc2dc", "\uc9c0\uc2dc|\uba85\ub839|\uaddc\uce59|\uc9c0\uce68"),
	languageFrame(toHide, "\uc0ac\uc6a9\uc790", "\ub9d0\ud558\uc9c0|\uc54c\ub9ac\uc9c0|\uc5b8\uae09\ud558\uc9c0|\ubc1d\ud788\uc9c0"),
	languageFrame(toDrop, "ignora|olvida|descarta|omite|ignore |desconsider|esque\u00e7", "instruccion|instrucci\u00f3n|instru\u00e7|regla|regra|directric|diretriz"),
	languageFrame(toHide, "no se lo |no le |no lo |n\u00e3o |nunca |sin ", "digas|menciones|informes|reveles|revele|mencione|informe|diga|conte", "usuario|usu\u00e1rio"),
	languageFrame(toSend, "env\u00eda|envia|envie|reenv\u00eda|lee |leia ", "contrase\u00f1a|credencial|clave|senha|chave|.ssh|.env"),
	languageFrame(toDrop, "ignore|oublie|n\u00e9glige|contourne", "instructions pr\u00e9c\u00e9d|instructions ant\u00e9|r\u00e8gles|consignes|directives"),
	languageFrame(toHide, "ne ", "dis |dites|mentionne|r\u00e9v\u00e8le|informe|parle", "utilisateur"),
	languageFrame(toDrop, "ignorier|vergiss|missacht|\u00fcbergeh", "anweisung|regeln|vorgaben|instruktion|richtlinien"),
	languageFrame(toHide, "nicht|niemals|kein", "erw\u00e4hn|sag|verrat|mitteil|informier|zeig", "benutzer|nutzer|anwender"),
	languageFrame(toSend, "sende|schick|lies |\u00fcbermittl|kopier", "passw\u00f6rt|zugangsdaten|schl\u00fcssel|.ssh|.env"),
	languageFrame(toDrop, "ignora|dimentica|trascura", "istruzioni|regole|direttive"),
	languageFrame(toHide, "non ", "dire|menzionare|rivelare|informare", "utente"),
	languageFrame(toDrop, "\u0438\u0433\u043d\u043e\u0440\u0438\u0440|\u0437\u0430\u0431\u0443\u0434|\u043e\u0442\u043c\u0435\u043d\u0438", "\u0438\u043d\u0441\u0442\u0440\u0443\u043a\u0446|\u043f\u0440\u0430\u0432\u0438\u043b|\u0443\u043a\u0430\u0437\u0430\u043d\u0438"),
	languageFrame(toHide, "\u043d\u0435 ", "\u0433\u043e\u0432\u043e\u0440\u0438|\u0441\u043e\u043e\u0431\u0449\u0430\u0439|\u0443\u043f\u043e\u043c\u0438\u043d\u0430\u0439|\u0440\u0430\u0441\u043a\u0440\u044b\u0432\u0430\u0439", "\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b"),
	languageFrame(toDrop, "\u062a\u062c\u0627\u0647\u0644|\u0627\u0646\u0633", "\u0627\u0644\u062a\u0639\u0644\u064a\u0645\u0627\u062a|\u062a\u0639\u0644\u064a\u0645\u0627\u062a|\u0627\u0644\u0642\u0648\u0627\u0639\u062f|\u0627\u0644\u0623\u0648\u0627\u0645\u0631"),
	languageFrame(toHide, "\u0644\u0627 ", "\u062a\u062e\u0628\u0631|\u062a\u0630\u0643\u0631|\u062a\u0643\u0634\u0641", "\u0627\u0644\u0645\u0633\u062a\u062e\u062f\u0645"),
}

// foreignOrder looks for a frame of another language within one sentence.
func foreignOrder(text string) (hiddenOrder, bool) {
	low := strings.ToLower(text)
	at := 0
	for _, sentence := range strings.FieldsFunc(low, func(r rune) bool { return strings.ContainsRune("!?\n\u3002\uff01\uff1f", r) }) {
		if len(sentence) > 2<<10 {
			sentence = sentence[:2<<10]
		}
		for _, f := range foreignFrames {
			if holdsAll(sentence, f.groups) {
				if i := strings.Index(low[at:], sentence); i >= 0 {
					at += i
				}
				return hiddenOrder{f.what, min(at, len(text)), 0.9}, true
			}
		}
	}
	return hiddenOrder{}, false
}

func holdsAll(s string, groups [][]string) bool {
	for _, g := range groups {
		if !holdsAny(s, g) {
			return false
		}
	}
	return true
}
