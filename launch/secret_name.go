package launch

import (
	"slices"
	"strings"
)

// promise is what the name of a variable, header, flag or parameter says of its value.
type promise uint8

const (
	// nothing: a credential there is told by its own form only.
	nothing promise = iota
	// aKey: a key, a token, a secret. Those are drawn at random.
	aKey
	// aPassword may also be one that a person thought of.
	aPassword
)

// maxName bounds the names that are read: of a longer one the end counts.
const maxName = 128

// keyEnds and passwordEnds are how words end that promise: GITHUB_TOKEN, but also AUTHTOKEN.
var (
	keyEnds      = []string{"token", "secret", "apikey", "accesskey", "secretkey", "privatekey", "authkey", "licensekey", "servicekey", "sessionid", "sessid", "accountkey"}
	keyWords     = []string{"key", "pat", "jwt", "bearer", "credential", "credentials", "creds", "cred", "authorization", "auth"}
	passwordEnds = []string{"password", "passwd", "passphrase", "passcode", "passwort"}
	passwordName = []string{"pass", "pwd", "pw"}
)

// after are words that make another thing of the promise before them: TOKEN_PATH, SECRET_NAME, KEY_ID.
var after = wordSet("id ids name names path paths file files dir directory folder url uri urls endpoint endpoints host hosts port type types kind mode " +
	"method format prefix suffix header headers field param parameter limit limits max min count length size sizes ttl expiry expires expiration " +
	"timeout duration age env var variable alg algorithm issuer audience scope scopes provider realm version address contract mint symbol chain " +
	"hash fingerprint checksum enabled disabled required store storage cache manager arn location region group groups user username email role " +
	"policy rotation budget usage sock socket domain client server service strategy flow pool label length strength template schema")

// before are words that make another thing of the promise behind them: PUBLIC_KEY, NEXT_TOKEN, ANON_KEY.
var before = wordSet("public publishable anon anonymous next page max min csrf xsrf cache partition sort primary foreign project issue object host " +
	"site client instrumentation ingestion registry index count total input output prompt completion context thinking " +
	"redirect auto no use enable disable require allow skip has is stop eos bos pad mask")

// beforeKey are those of them that do so before a bare KEY only: SITE_SECRET is a secret.
var beforeKey = wordSet("project issue object host site client registry index primary input output")

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// promised tells what a name promises. The last word that promises counts, with what stands around it.
func promised(name string) promise {
	words := nameWords(name)
	for i := len(words) - 1; i >= 0; i-- {
		p := promiseOf(words[i], len(words))
		if p == nothing {
			continue
		}
		for _, w := range words[i+1:] {
			if after[w] {
				return nothing
			}
		}
		for _, w := range words[:i] {
			if before[w] && (words[i] == "key" || !beforeKey[w]) {
				return nothing
			}
		}
		return p
	}
	return nothing
}

func promiseOf(w string, of int) promise {
	ends := func(s string) bool { return strings.HasSuffix(w, s) }
	switch {
	case strings.Contains(w, "csrf"), strings.Contains(w, "xsrf"):
		return nothing
	case slices.ContainsFunc(passwordEnds, ends), of > 1 && slices.Contains(passwordName, w), w == "pass":
		return aPassword
	case slices.ContainsFunc(keyEnds, ends), slices.Contains(keyWords, w):
		return aKey
	}
	return nothing
}

// nameWords are the words of a name in lower case: of API_KEY2, x-api-key, apiKey and APIKey alike api and key.
func nameWords(name string) []string {
	name = name[max(len(name)-maxName, 0):]
	var words []string
	from := 0
	flush := func(to int) {
		if w := strings.ToLower(strings.TrimRight(name[from:to], "0123456789")); w != "" {
			words = append(words, w)
		}
		from = to
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case !isAlnum(c):
			flush(i)
			from = i + 1
		case i > from && isCapital(c) && !isCapital(name[i-1]):
			flush(i)
		case i > from && isCapital(c) && i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z':
			flush(i)
		}
	}
	flush(len(name))
	return words
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

func isAlnum(c byte) bool {
	return isCapital(c) || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}
