package schemacheck

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect"
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
		if list == nil || list.Kind != detect.NodeArray {
			return
		}
		if len(list.Items) > maxListed {
			v.capped(capListed, join(at, name), maxListed, len(list.Items))
		}
		for i, one := range list.Items[:min(len(list.Items), maxListed)] {
			if one != nil && one.Kind == detect.NodeObject && !yield(item(join(at, name), i), one) {
				return
			}
		}
	}
}

// text returns a member that is a text. It reports when there is no such member.
func (v *inspection) text(p *detect.Node, at, name, missing string) (*detect.Node, string) {
	n, nAt := str(p, at, name)
	if n == nil && p.Get(name) == nil {
		v.report(note, nAt, nil, "%s", missing)
	}
	return n, nAt
}

// need returns a member that is a text and not empty. It reports when there is none; one of another type is passed over.
func (v *inspection) need(p *detect.Node, at, name, missing string) (*detect.Node, string) {
	n, nAt := v.text(p, at, name, missing)
	if n != nil && n.Text == "" {
		v.report(note, nAt, n, "%s", missing)
		return nil, nAt
	}
	return n, nAt
}

// short reports a text of too many characters.
func (v *inspection) short(n *detect.Node, at, what string, has, most int) {
	if has > most {
		v.report(note, at, n, "has a %s of %d characters, but the registry accepts only %d; shorten it", what, has, most)
	}
}

// serverName looks at the name, which says who publishes the server.
func (v *inspection) serverName(def *detect.Node) {
	const write = "; write one such as io.github.owner/server"
	n, at := v.text(def, "", "name", "has no name, which the registry requires"+write)
	if n == nil || isTemplate(n.Text) {
		return
	}
	namespace, name, ok := strings.Cut(n.Text, "/")
	switch {
	case !ok:
		v.report(note, at, n, "has a name without a namespace, which the registry requires; write one such as io.github.owner/%s",
			cut(strings.Trim(kept(n.Text, "._-"), "._-")))
	case strings.Contains(name, "/"):
		v.report(note, at, n, "has several slashes in its name, but the registry accepts only one"+write)
	case !isNamePart(namespace, ".-") || !isNamePart(name, "._-"):
		v.report(note, at, n, "has characters in its name that the registry rejects; use letters, digits, dots and hyphens, and underscores "+
			"only after the slash")
	default:
		v.short(n, at, "name", len(n.Text), maxServerName)
	}
}

// isNamePart reports whether s is made of letters, digits and others, and begins and ends with one of the former.
func isNamePart(s, others string) bool {
	if s == "" || strings.ContainsRune(others, rune(s[0])) || strings.ContainsRune(others, rune(s[len(s)-1])) {
		return false
	}
	return kept(s, others) == s
}

// kept is s without what is neither a letter, a digit nor one of others.
func kept(s, others string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(others, r) {
			return r
		}
		return -1
	}, s)
}

// serverTexts looks at the description, the title and the version.
func (v *inspection) serverTexts(def *detect.Node, r release) {
	n, at := v.need(def, "", "description",
		fmt.Sprintf("has no description, which the registry requires; write 1 to %d characters", maxServerWords))
	if n != nil {
		v.short(n, at, "description", utf8.RuneCountInString(n.Text), maxServerWords)
	}
	if n, at = str(def, "", "title"); n != nil && r >= templates {
		v.short(n, at, "title", utf8.RuneCountInString(n.Text), maxServerWords)
	}
	if n, at = v.text(def, "", "version", `has no version, which the registry requires; write one such as "version": "1.0.0"`); n != nil {
		v.short(n, at, "version", len(n.Text), maxVersion)
		v.version(at, n)
	}
}

// version reports a version that is none: latest, or a range.
func (v *inspection) version(at string, n *detect.Node) {
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
	switch {
	case source == nil && repo.Get("source") == nil:
		v.report(note, at, address, `has a repository without a source; add "source": "github" or "gitlab"`)
	case source == nil:
	case source.Text == "github" && !isRepository(address.Text, "github.com", true),
		source.Text == "gitlab" && !isRepository(address.Text, "gitlab.com", false):
		v.report(note, at, address, "has a repository address that does not fit the source %[1]q; write https://%[1]s.com/owner/name",
			source.Text)
	}
}

// isRepository reports whether s is the address of a repository: of two names, or of more in groups.
func isRepository(s, host string, two bool) bool {
	address, isAddress := strings.CutPrefix(strings.Replace(s, "http://", "https://", 1), "https://")
	rest, ok := strings.CutPrefix(strings.TrimPrefix(address, "www."), host+"/")
	parts := strings.Split(strings.TrimSuffix(rest, "/"), "/")
	odd := slices.ContainsFunc(parts, func(p string) bool { return p == "" || kept(p, "_.-") != p })
	return isAddress && ok && !odd && (len(parts) == 2 || len(parts) > 2 && !two)
}

// web looks at addresses that people open.
func (v *inspection) web(def *detect.Node) {
	if n, at := str(def, "", "websiteUrl"); n != nil {
		if s := scheme(n.Text); n.Text != "" && s != "https" && s != "javascript" && s != "vbscript" && !isTemplate(n.Text) {
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
