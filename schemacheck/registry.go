package schemacheck

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

// release is a version of the schema of server.json, by its date.
type release string

// The versions whose rules are known. Before camelCase its members had other names; nothing is said of those.
const (
	camelCase   release = "2025-09-16"
	released929 release = "2025-09-29"
	taggedImage release = "2025-10-11"
	anyBundle   release = "2025-10-17"
	templates   release = "2025-12-11"
)

// releaseOf returns the version that a manifest names, or "" when it names none that is known.
func releaseOf(def *detect.Node) release {
	s := def.StringAt("$schema")
	const before, after = "modelcontextprotocol.io/schemas/", "/server.schema.json"
	at := strings.Index(s, before)
	if at < 0 {
		return ""
	}
	date, ok := strings.CutSuffix(strings.TrimSuffix(s[at+len(before):], "#"), after)
	if r := release(date); ok && slices.Contains([]release{camelCase, released929, taggedImage, anyBundle, templates}, r) {
		return r
	}
	return ""
}

// manifest holds a server.json to the rules of the registry.
func (v *inspection) manifest() {
	def := v.t.Definition
	r := releaseOf(def)
	if r == "" {
		return
	}
	v.serverName(def)
	v.serverTexts(def, r)
	v.repository(def)
	v.web(def)
	for at, p := range v.objects(def, "", "packages") {
		v.pack(at, p, r)
	}
	for at, p := range v.objects(def, "", "remotes") {
		v.remote(at, p)
	}
	const official = "io.modelcontextprotocol.registry/official"
	if meta := def.Get("_meta"); meta != nil && meta.Get(official) != nil {
		v.report(note, join("/_meta", official), nil,
			"sets a member that only the registry may set; put yours under io.modelcontextprotocol.registry/publisher-provided")
	}
}

// objects are the objects in a list, as many as are looked at, with their pointers.
func (v *inspection) objects(n *detect.Node, at, name string) iter.Seq2[string, *detect.Node] {
	list := n.Get(name)
	return func(yield func(string, *detect.Node) bool) {
		if list != nil && len(list.Items) > maxListed {
			v.capped(capListed, join(at, name), maxListed, len(list.Items))
		}
		for i, one := range itemsOf(list, detect.NodeObject) {
			if i >= maxListed || !yield(item(join(at, name), i), one) {
				return
			}
		}
	}
}

// textRule is what the registry demands of a member that is a text; one of another type is passed over.
type textRule struct {
	name string
	// missing is said when there is no such member, and when it is empty if it has to be filled.
	missing string
	filled  bool
	// words are those that it may be, if not nil, and unknown is said of another one.
	words   map[string]bool
	unknown string
}

// text returns a member that keeps to a rule, or nil, and its pointer. It reports one that does not.
func (v *inspection) text(p *detect.Node, at string, r textRule) (*detect.Node, string) {
	n, at := str(p, at, r.name)
	switch {
	case n == nil && p.Get(r.name) == nil, n != nil && n.Text == "" && r.filled:
		v.report(note, at, n, "%s", r.missing)
		return nil, at
	case n != nil && r.words != nil && !r.words[n.Text]:
		v.report(note, at, n, r.unknown, cut(n.Text))
		return nil, at
	}
	return n, at
}

// short reports a text of too many characters.
func (v *inspection) short(n *detect.Node, at, what string, most int) {
	if has := utf8.RuneCountInString(n.Text); has > most {
		v.report(note, at, n, "has a %s of %d characters, but the registry accepts only %d; shorten it", what, has, most)
	}
}

// serverName looks at the name, which says who publishes the server.
func (v *inspection) serverName(def *detect.Node) {
	const write = "; write one such as io.github.owner/server"
	n, at := v.text(def, "", textRule{name: "name", missing: "has no name, which the registry requires" + write})
	if n == nil || isTemplate(n.Text) {
		return
	}
	switch slashes := strings.Count(n.Text, "/"); {
	case slashes == 0:
		v.report(note, at, n, "has a name without a namespace, which the registry requires; write one such as io.github.owner/%s",
			cut(strings.Trim(foreignToNames().ReplaceAllString(n.Text, ""), "._-")))
	case slashes > 1:
		v.report(note, at, n, "has several slashes in its name, but the registry accepts only one"+write)
	case !serverName().MatchString(n.Text):
		v.report(note, at, n, "has characters in its name that the registry rejects; use letters, digits, dots and hyphens, and underscores "+
			"only after the slash")
	default:
		v.short(n, at, "name", maxServerName)
	}
}

var (
	// serverName is a namespace and a name, each of which begins and ends with a letter or a digit.
	serverName = lazy.Regexp(`^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$`)
	// foreignToNames is what stands in no name.
	foreignToNames = lazy.Regexp(`[^a-zA-Z0-9._-]+`)
)

// serverTexts looks at the description, the title and the version.
func (v *inspection) serverTexts(def *detect.Node, r release) {
	n, at := v.text(def, "", textRule{
		name: "description", missing: fmt.Sprintf("has no description, which the registry requires; write 1 to %d characters", maxServerWords),
		filled: true,
	})
	if n != nil {
		v.short(n, at, "description", maxServerWords)
	}
	if n, at = str(def, "", "title"); n != nil && r >= taggedImage {
		v.short(n, at, "title", maxServerWords)
	}
	n, at = v.text(def, "", textRule{name: "version", missing: `has no version, which the registry requires; write one such as "version": "1.0.0"`})
	if n != nil {
		v.version(at, n)
	}
}

// version reports a version that is too long or none: latest, or a range.
func (v *inspection) version(at string, n *detect.Node) {
	v.short(n, at, "version", maxVersion)
	if n.Text == "latest" || isRange(n.Text) {
		v.report(note, at, n, `has %q in place of an exact version, which the registry rejects; write one such as "1.0.0"`, cut(n.Text))
	}
}

// repository looks at where the code is.
func (v *inspection) repository(def *detect.Node) {
	repo := def.Get("repository")
	if repo == nil {
		return
	}
	if repo.Kind == detect.NodeString {
		v.report(note, "/repository", repo, `has a repository that is not an object; write {"url": "https://github.com/owner/name", "source": `+
			`"github"}`)
		return
	}
	address, at := str(repo, "/repository", "url")
	source, _ := str(repo, "/repository", "source")
	if repo.Kind != detect.NodeObject || address == nil || address.Text == "" || isTemplate(address.Text) {
		return
	}
	if source == nil {
		if repo.Get("source") == nil {
			v.report(note, at, address, `has a repository without a source; add "source": "github" or "gitlab"`)
		}
	} else if fits := repositories[source.Text]; fits != nil && !fits().MatchString(address.Text) {
		v.report(note, at, address, "has a repository address that does not fit the source %[1]q; write https://%[1]s.com/owner/name",
			source.Text)
	}
}

// repositories are the addresses of repositories by their source: of two names, or of more in groups.
var repositories = map[string]func() *regexp.Regexp{
	"github": lazy.Regexp(`^https?://(?:www\.)?github\.com(?:/[\w.-]+){2}/?$`),
	"gitlab": lazy.Regexp(`^https?://(?:www\.)?gitlab\.com(?:/[\w.-]+){2,}/?$`),
}

// web looks at addresses that people open.
func (v *inspection) web(def *detect.Node) {
	if n, at := str(def, "", "websiteUrl"); n != nil {
		if s := scheme(n.Text); n.Text != "" && s != "https" && !isScript(s) && !isTemplate(n.Text) {
			v.report(note, at, n, "has a website address that is not https:, which the registry rejects; write one such as https://example.com")
		}
	}
	for at, icon := range v.objects(def, "", "icons") {
		if src, at := str(icon, at, "src"); src != nil && !isTemplate(src.Text) {
			if s := scheme(src.Text); s == "http" || s == "" || s == "data" && isImage(src.Text) {
				v.report(note, at, src, "has an icon address that is not https:, which the registry rejects; write one such as "+
					"https://example.com/icon.png")
			}
		}
	}
}
