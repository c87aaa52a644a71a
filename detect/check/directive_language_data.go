package check

import "github.com/org/mcp-lint/detect"

// languageRule is one frame in one language: a text says it when a word of every group stands within a short stretch.
// The words are parts of folded words, so that endings need not be listed.
type languageRule struct {
	language   string
	confidence float64
	detail     string
	threat     detect.ThreatType
	groups     [][]string
}

// languageRules hold the well-known wording of overriding, secrecy and exfiltration in other languages than English. They
// are folded when they are compiled, so accents do not matter.
var languageRules = foldRules([]languageRule{
	{
		"de", 0.85, "orders the model to drop the instructions it works under (German)", detect.ThreatPromptInjection,
		[][]string{
			{"ignorier", "missacht", "vergiss", "vergessen sie", "ubergehe", "ausser acht", "setze dich uber"},
			{"anweisung", "instruktion", "vorgaben", "regeln", "richtlinien"},
			{"vorherig", "bisherig", "obig", "alle ", "fruhere", "vorangegangen", "ursprunglich", "vorigen"},
		},
	},
	{
		"fr", 0.85, "orders the model to drop the instructions it works under (French)", detect.ThreatPromptInjection,
		[][]string{
			{"ignore", "ignorez", "oublie", "oubliez", "ne tenez pas compte", "ne tiens pas compte", "fais abstraction",
				"faites abstraction"},
			{"instruction", "consigne", "regles", "directive"},
			{"precedent", "anterieur", "toutes", "ci-dessus", "initiale"},
		},
	},
	{
		"es", 0.85, "orders the model to drop the instructions it works under (Spanish)", detect.ThreatPromptInjection,
		[][]string{
			{"ignora", "ignore", "olvida", "olvide", "descarta", "descarte", "caso omiso", "no sigas"},
			{"instruccion", "indicacion", "reglas", "directri", "ordenes"},
			{"anterior", "previa", "todas", "de arriba"},
		},
	},
	{
		"pt", 0.85, "orders the model to drop the instructions it works under (Portuguese)", detect.ThreatPromptInjection,
		[][]string{
			{"ignore", "ignora", "esqueca", "desconsidere", "nao siga"},
			{"instruco", "regras", "diretriz", "orientaco"},
			{"anterior", "previa", "todas", "acima"},
		},
	},
	{
		"ru", 0.85, "orders the model to drop the instructions it works under (Russian)", detect.ThreatPromptInjection,
		[][]string{
			{"\u0438\u0433\u043d\u043e\u0440\u0438\u0440\u0443",
				"\u043d\u0435 \u043e\u0431\u0440\u0430\u0449\u0430\u0439 \u0432\u043d\u0438\u043c\u0430\u043d\u0438\u044f",
				"\u0437\u0430\u0431\u0443\u0434\u044c", "\u0437\u0430\u0431\u0443\u0434\u044c\u0442\u0435",
				"\u043e\u0442\u0431\u0440\u043e\u0441\u044c", "\u043d\u0435 \u0441\u043b\u0435\u0434\u0443\u0439"},
			{"\u0438\u043d\u0441\u0442\u0440\u0443\u043a\u0446", "\u0443\u043a\u0430\u0437\u0430\u043d\u0438",
				"\u043f\u0440\u0430\u0432\u0438\u043b\u0430", "\u043a\u043e\u043c\u0430\u043d\u0434\u044b"},
			{"\u043f\u0440\u0435\u0434\u044b\u0434\u0443\u0449", "\u043f\u0440\u0435\u0436\u043d", "\u0432\u0441\u0435 ",
				"\u0432\u044b\u0448\u0435", "\u0440\u0430\u043d\u0435\u0435"},
		},
	},
	{
		"zh", 0.85, "orders the model to drop the instructions it works under (Chinese)", detect.ThreatPromptInjection,
		[][]string{
			{"\u5ffd\u7565", "\u65e0\u89c6", "\u5fd8\u8bb0", "\u4e0d\u8981\u7406\u4f1a", "\u629b\u5f00", "\u5ffd\u8996",
				"\u7121\u8996"},
			{"\u6307\u4ee4", "\u6307\u793a", "\u89c4\u5219", "\u63d0\u793a\u8bcd", "\u547d\u4ee4", "\u898f\u5247"},
			{"\u4e4b\u524d", "\u4ee5\u4e0a", "\u5148\u524d", "\u524d\u9762", "\u6240\u6709", "\u4e00\u5207", "\u4e0a\u8ff0",
				"\u539f\u6709", "\u6b64\u524d", "\u7cfb\u7edf"},
		},
	},
	{
		"ja", 0.85, "orders the model to drop the instructions it works under (Japanese)", detect.ThreatPromptInjection,
		[][]string{
			{"\u7121\u8996", "\u5fd8\u308c\u3066", "\u5f93\u308f\u306a\u3044"},
			{"\u6307\u793a", "\u547d\u4ee4", "\u30eb\u30fc\u30eb", "\u30d7\u30ed\u30f3\u30d7\u30c8", "\u898f\u5247"},
			{"\u4ee5\u524d", "\u524d\u306e", "\u3053\u308c\u307e\u3067", "\u3059\u3079\u3066", "\u5168\u3066", "\u4e0a\u8a18",
				"\u5148\u306e", "\u30b7\u30b9\u30c6\u30e0"},
		},
	},
	{
		"ko", 0.85, "orders the model to drop the instructions it works under (Korean)", detect.ThreatPromptInjection,
		[][]string{
			{"\ubb34\uc2dc", "\uc78a\uc5b4", "\uc78a\uace0"},
			{"\uc9c0\uc2dc", "\uba85\ub839", "\uaddc\uce59", "\uc9c0\uce68", "\ud504\ub86c\ud504\ud2b8"},
			{"\uc774\uc804", "\uc55e\uc758", "\uc55e\uc120", "\ubaa8\ub4e0", "\ubaa8\ub450", "\uc704\uc758", "\uae30\uc874",
				"\uc2dc\uc2a4\ud15c"},
		},
	},
	{
		"ar", 0.85, "orders the model to drop the instructions it works under (Arabic)", detect.ThreatPromptInjection,
		[][]string{
			{"\u062a\u062c\u0627\u0647\u0644", "\u0627\u0646\u0633 ", "\u0623\u0647\u0645\u0644", "\u0627\u0647\u0645\u0644"},
			{"\u062a\u0639\u0644\u064a\u0645\u0627\u062a", "\u0627\u0644\u062a\u0639\u0644\u064a\u0645\u0627\u062a",
				"\u0627\u0644\u0623\u0648\u0627\u0645\u0631", "\u0627\u0644\u0642\u0648\u0627\u0639\u062f",
				"\u0627\u0644\u0625\u0631\u0634\u0627\u062f\u0627\u062a"},
			{"\u0627\u0644\u0633\u0627\u0628\u0642\u0629", "\u062c\u0645\u064a\u0639", "\u0643\u0644 ",
				"\u0623\u0639\u0644\u0627\u0647", "\u0643\u0627\u0641\u0629"},
		},
	},
	{
		"de", 0.75, "asks the model to keep something from the user (German)", detect.ThreatToolPoisoning,
		[][]string{
			{"nicht", "nichts", "niemals", "kein wort", "ohne dass", "ohne wissen", "verschweig", "verheimlich"},
			{"sage ", "sag ", "mitteil", "teile ", "teilen sie", "erwahne", "informiere", "verrate", "offenbare", "erzahle",
				"wissen", "verschweig", "verheimlich", "merkt", "erfahr"},
			{"benutzer", "nutzer", "anwender", "user"},
		},
	},
	{
		"fr", 0.75, "asks the model to keep something from the user (French)", detect.ThreatToolPoisoning,
		[][]string{
			{"ne ", "n'", "sans "},
			{"dites pas", "dis pas", "dis rien", "mentionne", "informe", "revele", "parle", "signale", "divulgue", "a l'insu",
				"que l'utilisateur"},
			{"utilisateur"},
		},
	},
	{
		"es", 0.75, "asks the model to keep something from the user (Spanish)", detect.ThreatToolPoisoning,
		[][]string{
			{"no ", "nunca", "sin que"},
			{"le digas", "le diga", "lo menciones", "menciones", "informes", "informe al", "reveles", "revele", "avises",
				"cuentes", "notifiques", "sepa", "se entere"},
			{"usuario"},
		},
	},
	{
		"pt", 0.75, "asks the model to keep something from the user (Portuguese)", detect.ThreatToolPoisoning,
		[][]string{
			{"nao ", "nunca", "sem que"},
			{"diga", "conte ", "mencione", "informe", "revele", "avise", "notifique", "saiba", "perceba"},
			{"usuario", "utilizador"},
		},
	},
	{
		"ru", 0.75, "asks the model to keep something from the user (Russian)", detect.ThreatToolPoisoning,
		[][]string{
			{"\u043d\u0435 \u0441\u043e\u043e\u0431\u0449", "\u043d\u0435 \u0433\u043e\u0432\u043e\u0440\u0438",
				"\u043d\u0435 \u0443\u043f\u043e\u043c\u0438\u043d\u0430",
				"\u043d\u0435 \u0440\u0430\u0441\u0441\u043a\u0430\u0437",
				"\u043d\u0435 \u0440\u0430\u0441\u043a\u0440\u044b\u0432\u0430",
				"\u043d\u0438\u043a\u043e\u0433\u0434\u0430 \u043d\u0435 \u0441\u043e\u043e\u0431\u0449",
				"\u0431\u0435\u0437 \u0432\u0435\u0434\u043e\u043c\u0430", "\u0441\u043a\u0440\u043e\u0439",
				"\u0441\u043a\u0440\u044b\u0432\u0430\u0439",
				"\u043d\u0435\u0437\u0430\u043c\u0435\u0442\u043d\u043e \u0434\u043b\u044f",
				"\u043d\u0435 \u0443\u0432\u0435\u0434\u043e\u043c", "\u0432\u0442\u0430\u0439\u043d\u0435"},
			{"\u043f\u043e\u043b\u044c\u0437\u043e\u0432\u0430\u0442\u0435\u043b"},
		},
	},
	{
		"zh", 0.75, "asks the model to keep something from the user (Chinese)", detect.ThreatToolPoisoning,
		[][]string{
			{"\u4e0d\u8981", "\u4e0d\u5f97", "\u522b", "\u52ff", "\u4e0d\u53ef", "\u65e0\u9700", "\u4e0d\u5fc5", "\u9690\u7792",
				"\u7792\u7740", "\u4e0d\u80fd", "\u4e0d\u61c9"},
			{"\u544a\u8bc9", "\u544a\u77e5", "\u63d0\u53ca", "\u900f\u9732", "\u901a\u77e5", "\u9690\u7792", "\u7792\u7740",
				"\u544a\u8a34", "\u8ba9\u7528\u6237\u77e5\u9053", "\u88ab\u7528\u6237\u53d1\u73b0"},
			{"\u7528\u6237", "\u4f7f\u7528\u8005", "\u7528\u6236"},
		},
	},
	{
		"ja", 0.75, "asks the model to keep something from the user (Japanese)", detect.ThreatToolPoisoning,
		[][]string{
			{"\u30e6\u30fc\u30b6", "\u5229\u7528\u8005", "\u4f7f\u7528\u8005"},
			{"\u77e5\u3089\u305b", "\u4f1d\u3048", "\u8a00\u308f", "\u6559\u3048", "\u660e\u304b\u3055", "\u8a71\u3055",
				"\u6c17\u3065\u304b\u308c", "\u6c17\u4ed8\u304b\u308c", "\u5831\u544a\u3057", "\u8a00\u53ca"},
			{"\u306a\u3044\u3067", "\u306a\u3044\u3053\u3068", "\u305a\u306b", "\u306a\u3044\u3088\u3046\u306b", "\u305b\u305a",
				"\u3066\u306f\u3044\u3051", "\u3066\u306f\u306a\u3089", "\u3057\u306a\u3044\u3067"},
		},
	},
	{
		"ko", 0.75, "asks the model to keep something from the user (Korean)", detect.ThreatToolPoisoning,
		[][]string{
			{"\uc0ac\uc6a9\uc790", "\uc720\uc800"},
			{"\uc54c\ub9ac", "\ub9d0\ud558", "\uc5b8\uae09", "\uacf5\uac1c\ud558", "\uc54c\ub824", "\ubc1d\ud788",
				"\ubaa8\ub974\uac8c"},
			{"\ub9c8\uc138\uc694", "\ub9d0 \uac83", "\ub9d0\ub77c", "\ub9c8\ub77c", "\uc54a\ub3c4\ub85d", "\ub9d0\uace0",
				"\ub9c8\uc2ed\uc2dc\uc624", "\ubaa8\ub974\uac8c", "\uc54a\uace0"},
		},
	},
	{
		"ar", 0.75, "asks the model to keep something from the user (Arabic)", detect.ThreatToolPoisoning,
		[][]string{
			{"\u0644\u0627 ", "\u0628\u062f\u0648\u0646", "\u062f\u0648\u0646 "},
			{"\u062a\u062e\u0628\u0631", "\u062a\u0630\u0643\u0631", "\u062a\u0643\u0634\u0641", "\u062a\u0628\u0644\u063a",
				"\u0625\u062e\u0628\u0627\u0631", "\u0627\u062e\u0628\u0627\u0631", "\u0639\u0644\u0645 ",
				"\u0625\u0639\u0644\u0627\u0645"},
			{"\u0627\u0644\u0645\u0633\u062a\u062e\u062f\u0645", "\u0644\u0644\u0645\u0633\u062a\u062e\u062f\u0645"},
		},
	},
	{
		"de", 0.65, "orders the model to read or hand out something private (German)", detect.ThreatExfiltration,
		[][]string{
			{"lies ", "lesen sie", "sende", "schicke", "ubermittle", "leite ", "lade ", "gib "},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"passwort", "zugangsdaten", "api-schlussel", "chatverlauf", "gesprachsverlauf"},
			{"http", "@", "server", "parameter", "weiter", "datei", "zuerst", "inhalt"},
		},
	},
	{
		"fr", 0.65, "orders the model to read or hand out something private (French)", detect.ThreatExfiltration,
		[][]string{
			{"lis ", "lisez", "envoie", "envoyez", "transmets", "transmettez", "transfere"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"mot de passe", "mots de passe", "cle api", "historique de la conversation"},
			{"http", "@", "serveur", "parametre", "fichier", "contenu"},
		},
	},
	{
		"es", 0.65, "orders the model to read or hand out something private (Spanish)", detect.ThreatExfiltration,
		[][]string{
			{"lee ", "leer ", "lea ", "envia", "envie", "transmite", "reenvia", "sube "},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"contrasena", "clave api", "historial de la conversacion", "credenciales"},
			{"http", "@", "servidor", "parametro", "archivo", "fichero", "contenido"},
		},
	},
	{
		"pt", 0.65, "orders the model to read or hand out something private (Portuguese)", detect.ThreatExfiltration,
		[][]string{
			{"leia ", "ler ", "envie", "envia ", "transmita", "encaminhe"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"senha", "chave de api", "historico da conversa", "credenciais"},
			{"http", "@", "servidor", "parametro", "arquivo", "conteudo"},
		},
	},
	{
		"ru", 0.65, "orders the model to read or hand out something private (Russian)", detect.ThreatExfiltration,
		[][]string{
			{"\u043f\u0440\u043e\u0447\u0438\u0442\u0430\u0439", "\u043f\u0440\u043e\u0447\u0442\u0438",
				"\u043e\u0442\u043f\u0440\u0430\u0432\u044c", "\u043e\u0442\u043f\u0440\u0430\u0432\u044c\u0442\u0435",
				"\u043f\u0435\u0440\u0435\u0434\u0430\u0439", "\u043f\u0435\u0440\u0435\u0448\u043b\u0438",
				"\u0437\u0430\u0433\u0440\u0443\u0437\u0438"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"\u043f\u0430\u0440\u043e\u043b", "\u043a\u043b\u044e\u0447 api", "\u0441\u0435\u043a\u0440\u0435\u0442\u043d",
				"\u0438\u0441\u0442\u043e\u0440\u0438\u044e \u043f\u0435\u0440\u0435\u043f\u0438\u0441\u043a\u0438",
				"\u0438\u0441\u0442\u043e\u0440\u0438\u044e \u0447\u0430\u0442\u0430", "\u0442\u043e\u043a\u0435\u043d"},
			{"http", "@", "\u0441\u0435\u0440\u0432\u0435\u0440", "\u043f\u0430\u0440\u0430\u043c\u0435\u0442\u0440",
				"\u0444\u0430\u0439\u043b", "\u0441\u043e\u0434\u0435\u0440\u0436\u0438\u043c\u043e\u0435"},
		},
	},
	{
		"zh", 0.65, "orders the model to read or hand out something private (Chinese)", detect.ThreatExfiltration,
		[][]string{
			{"\u8bfb\u53d6", "\u53d1\u9001", "\u4e0a\u4f20", "\u8f6c\u53d1", "\u4f20\u9001", "\u8b80\u53d6", "\u4e0a\u50b3"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"\u5bc6\u7801", "\u5bc6\u94a5", "\u51ed\u8bc1", "\u51ed\u636e", "\u79c1\u94a5", "\u804a\u5929\u8bb0\u5f55",
				"\u5bf9\u8bdd\u5386\u53f2", "\u5bf9\u8bdd\u8bb0\u5f55"},
			{"http", "@", "\u670d\u52a1\u5668", "\u53c2\u6570", "\u6587\u4ef6", "\u5185\u5bb9", "\u5916\u90e8"},
		},
	},
	{
		"ja", 0.65, "orders the model to read or hand out something private (Japanese)", detect.ThreatExfiltration,
		[][]string{
			{"\u8aad\u307f\u53d6", "\u8aad\u307f\u8fbc", "\u8aad\u3093\u3067", "\u9001\u4fe1",
				"\u30a2\u30c3\u30d7\u30ed\u30fc\u30c9", "\u8ee2\u9001"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"\u30d1\u30b9\u30ef\u30fc\u30c9", "\u79d8\u5bc6\u9375", "\u8a8d\u8a3c\u60c5\u5831", "\u4f1a\u8a71\u5c65\u6b74",
				"api\u30ad\u30fc"},
			{"http", "@", "\u30b5\u30fc\u30d0", "\u30d1\u30e9\u30e1\u30fc\u30bf", "\u5f15\u6570", "\u30d5\u30a1\u30a4\u30eb",
				"\u5916\u90e8"},
		},
	},
	{
		"ko", 0.65, "orders the model to read or hand out something private (Korean)", detect.ThreatExfiltration,
		[][]string{
			{"\uc77d\uc5b4", "\uc77d\uace0", "\uc804\uc1a1", "\ubcf4\ub0b4", "\uc5c5\ub85c\ub4dc"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"\ube44\ubc00\ubc88\ud638", "\uac1c\uc778 \ud0a4", "\uc790\uaca9 \uc99d\uba85", "\ub300\ud654 \uae30\ub85d",
				"api \ud0a4"},
			{"http", "@", "\uc11c\ubc84", "\ub9e4\uac1c\ubcc0\uc218", "\ud30c\uc77c", "\uc678\ubd80", "\uc778\uc218"},
		},
	},
	{
		"ar", 0.65, "orders the model to read or hand out something private (Arabic)", detect.ThreatExfiltration,
		[][]string{
			{"\u0627\u0642\u0631\u0623", "\u0623\u0631\u0633\u0644", "\u0627\u0631\u0633\u0644", "\u062d\u0645\u0644 ",
				"\u0627\u0646\u0642\u0644"},
			{".ssh", "id_rsa", ".env", ".aws", "mcp.json", "/etc/passwd", "/etc/shadow", ".kube", "id_ed25519", "credentials",
				"\u0643\u0644\u0645\u0629 \u0627\u0644\u0645\u0631\u0648\u0631",
				"\u0643\u0644\u0645\u0627\u062a \u0627\u0644\u0645\u0631\u0648\u0631",
				"\u0627\u0644\u0645\u0641\u062a\u0627\u062d",
				"\u0633\u062c\u0644 \u0627\u0644\u0645\u062d\u0627\u062f\u062b\u0629"},
			{"http", "@", "\u062e\u0627\u062f\u0645", "\u0645\u0644\u0641", "\u0645\u062d\u062a\u0648\u0649",
				"\u0627\u0644\u0645\u0639\u0644\u0645\u0629"},
		},
	},
})
