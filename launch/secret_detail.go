package launch

import (
	"cmp"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

func (f *finder) detail(c credential) string {
	var b strings.Builder
	b.WriteString("a credential (" + strings.ReplaceAll(c.rule, "-", " "))
	if c.checked {
		b.WriteString(" whose checksum holds, so that it was really issued")
	}
	b.WriteString(") is written out")
	if name := shownName(c.name); name != "" {
		b.WriteString(" as the value of " + name)
	}
	return b.String() + "; revoke it and " + f.instead(c)
}

// shownName is a name that is fit to be shown: one that is no credential itself.
func shownName(name string) string {
	if len(name) > maxShownName || len(secret.Find(name)) > 0 || strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 || !isAlnum(byte(r)) && !strings.ContainsRune("_-.", r) }) {
		return ""
	}
	return name
}

// vague are names that do not say whose credential it is.
var vague = wordset.Of("authorization proxy-authorization key code u user token auth cookie config header headers password pass pwd pw p a e env secret value default " +
	"session sid api-key apikey x-api-key api_key access-token access_token bearer bearer_token data json")

// variableFor is the name of a variable for a credential: ACCESS_TOKEN for --access-token, ACME_TOKEN for the --token of a server acme.
func (f *finder) variableFor(c credential) string {
	name := shownName(c.name)
	whole := f.whole(c)
	if whole && c.at == inEnv && name != "" {
		return name
	}
	if name != "" && !vague[strings.ToLower(name)] && !(c.at == inEnv && strings.HasSuffix(c.rule, "-url")) {
		own := screaming(name)
		if c.at == inEnv && c.name == f.variable(c) {
			own += "_" + kindOf(c)
		}
		return own
	}
	server := screaming(shownName(f.t.Name))
	if server == "" || f.t.Kind == detect.KindSettings || server[0] >= '0' && server[0] <= '9' {
		server = "API"
	}
	return server + "_" + kindOf(c)
}

// screaming is a name as those of variables are written: EXA_API_KEY for exaApiKey and exa-api-key.
func screaming(name string) string {
	name = hump().ReplaceAllString(name, "${1}_${2}")
	return strings.ToUpper(strings.Trim(strings.NewReplacer("-", "_", ".", "_").Replace(name), "_"))
}

var hump = lazy.Regexp(`([a-z0-9])([A-Z])`)

func kindOf(c credential) string {
	switch low := strings.ToLower(c.name); {
	case strings.HasSuffix(c.rule, "-url"), c.rule == "password", c.rule == "app-password", strings.HasSuffix(low, "password"):
		return "PASSWORD"
	case strings.HasSuffix(low, "key"):
		return "KEY"
	}
	return "TOKEN"
}

func (f *finder) variable(c credential) string { return entryName(f.t.Fields[c.field].Pointer) }

// whole reports whether a credential is all of what stands in its field, but for blanks, quotes and the scheme of a header.
func (f *finder) whole(c credential) bool {
	text := f.t.Fields[c.field].Text
	from, to := bareValue(text)
	if start, end, _ := fallback(text[from:to]); end > start {
		from, to = from+start, from+end
	}
	return c.start <= from && c.end >= to
}

// instead is what to write in place of a credential, in the words of the client that reads the file.
func (f *finder) instead(c credential) string {
	if f.t.Kind == detect.KindSettings {
		if strings.HasPrefix(f.t.Fields[c.field].Pointer, "/inputs/") {
			return "leave the default out, so that the client asks for it"
		}
		return "set it in the environment that the client is started from"
	}
	shape := f.t.Context.StringAt("client")
	reader := clients.Reader(shape, f.t.Context.StringAt("file"))
	if reader == nil {
		reader = &clients.Client{}
	}
	name := f.variableFor(c)
	if own := shownName(f.variable(c)); c.at == inEnv && !f.whole(c) && shape != registryClient {
		// A variable cannot be put into itself.
		all := "set the whole of " + cmp.Or(own, "the variable") + " outside of this file"
		if reader.Variable != "" {
			return all + ", or put " + clients.Called(name, reader.Variable) + " at the place of the marked part"
		}
		return all
	}
	advice := reader.Secret.Other
	switch c.at {
	case inEnv:
		advice = reader.Secret.Env
	case inHeader:
		advice = reader.Secret.Header
	case anywhere:
	}
	if advice == "" && reader.Variable == "" {
		return "let the server read it from the environment (" + name + ")"
	}
	return clients.Called(name, cmp.Or(advice, "write "+reader.Variable))
}
