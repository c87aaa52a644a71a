package secret

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/wordset"
)

// Kind is what the name of a variable, header, option or parameter says of its value.
type Kind uint8

// What names promise.
const (
	Nothing  Kind = iota // only a form of its own makes a credential of the value.
	Key                  // a key, a token, a secret. Those are drawn at random.
	Password             // Password may also be one that a person thought of.
	Mnemonic             // the words that a wallet is made of.
)

// keyEnds and passwordEnds are how words end that promise: GITHUB_TOKEN, but also AUTHTOKEN; of other languages too.
var (
	keyEnds = []string{
		"token", "secret", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "licensekey", "servicekey", "sessionid", "sessid",
		"accountkey",
	}
	keyNames = wordset.Of("key pat jwt bearer credential credentials creds cred authorization auth clave chave chiave jeton secreto " +
		"segredo segreto schluessel")
	passwordEnds = []string{
		"password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "contrasena", "contraseña", "contrasenya", "senha", "motdepasse",
		"parola", "wachtwoord", "haslo", "heslo", "jelszo", "losenord", "salasana",
	}
	passwordShort = wordset.Of("pass pwd pw")
)

// after are words that make another thing of the promise before them: TOKEN_PATH, SECRET_NAME, KEY_ID.
var after = wordset.Of("id ids name names path paths file files dir directory folder url uri urls endpoint endpoints host hosts port " +
	"type types kind mode method format prefix suffix header headers field param parameter limit limits max min count length size sizes ttl " +
	"expiry expires expiration timeout duration age env var variable alg algorithm issuer audience scope scopes provider realm version " +
	"address contract mint symbol chain hash fingerprint checksum enabled disabled required store storage cache manager arn location region " +
	"group groups user username email role policy rotation budget usage sock socket domain client server service strategy flow pool label " +
	"length strength template schema helper command cmd script primaria foranea publica")

// before are words that make another thing of the promise behind them: NEXT_TOKEN, ANON_KEY.
var before = wordset.Of("next page max min csrf xsrf cache partition sort primary foreign project issue object host primaria site client " +
	"instrumentation ingestion registry index count total input output prompt completion context thinking file commit spreadsheet sheet " +
	"document idempotency config write board ticket redirect auto no use enable disable require allow skip has is stop eos bos pad mask")

// beforeKey are those of them that do so before a bare KEY only: SITE_SECRET is a secret.
var beforeKey = wordset.Of("project issue object host site client registry index primary input output file commit spreadsheet sheet " +
	"document idempotency config write board ticket")

// everybody are those that do so before everything: PUBLIC_KEY, SUPABASE_ANON_KEY.
var everybody = wordset.Of("public publishable anon anonymous publica")

// outright are the words before KEY or TOKEN with which no word before them counts but those of everybody: CLIENT_API_KEY, PAGE_ACCESS_TOKEN.
var outright = wordset.Of("api access auth bearer private refresh personal bot")

// forBrowsers are how names of variables begin that build tools put into web pages and apps.
var forBrowsers = []string{"NEXT_PUBLIC_", "EXPO_PUBLIC_", "NUXT_PUBLIC_", "GATSBY_", "REACT_APP_", "VITE_", "VUE_APP_", "PUBLIC_"}

// Published reports whether a name, which is made of words in lower case, is of what everybody may know: what stands in web pages, and keys that only search.
func Published(name string, words []string) bool {
	return wordset.HasPrefix(name, forBrowsers...) || slices.Contains(words, "algolia") && slices.Contains(words, "search")
}

// KindOf says what a name promises, which is made of words in lower case. The last word that promises counts, with the text around it.
func KindOf(name string, words []string) Kind {
	if Published(name, words) {
		return Nothing
	}
	for i := len(words) - 1; i >= 0; i-- {
		p := kindOfWord(words, i)
		if p == Nothing {
			continue
		}
		for _, w := range words[i+1:] {
			if after[w] {
				return Nothing
			}
		}
		plain := Outright(words[:i+1])
		for _, w := range words[:i] {
			if everybody[w] || before[w] && !plain && (words[i] == "key" || !beforeKey[w]) {
				return Nothing
			}
		}
		return p
	}
	return Nothing
}

// Outright reports whether the last word of a name says so outright, alone or with the one before it: API_KEY, apikey, CLIENT_SECRET.
func Outright(words []string) bool {
	i := len(words) - 1
	if i < 0 {
		return false
	}
	w := words[i]
	if wordset.Has(w, "key", "token") {
		return i > 0 && (outright[words[i-1]] || strings.HasSuffix(words[i-1], "secret"))
	}
	return wordset.HasSuffix(w, "secret", "key", "token")
}

func kindOfWord(words []string, i int) Kind {
	w := words[i]
	pair := func(first, second string) bool { return w == second && i > 0 && words[i-1] == first }
	switch {
	case wordset.HasAny(w, "csrf", "xsrf"):
		return Nothing
	case wordset.HasSuffix(w, passwordEnds...), len(words) > 1 && passwordShort[w], w == "pass", w == "passe" && i > 1 && words[i-2] == "mot":
		return Password
	case w == "mnemonic", w == "mnemonics", pair("seed", "phrase"), pair("recovery", "phrase"), pair("secret", "phrase"):
		return Mnemonic
	case wordset.HasSuffix(w, keyEnds...), keyNames[w], pair("cle", "api"), pair("protection", "bypass"):
		return Key
	}
	return Nothing
}
