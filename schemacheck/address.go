package schemacheck

import (
	"net"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/lazy"
)

// addresses looks at what a client shows and opens of a definition.
func (v *inspection) addresses(def *detect.Node) {
	for name, value := range membersOf(def) {
		v.address(name, value)
	}
}

// address looks at one member of a definition, if it holds icons or addresses.
func (v *inspection) address(name string, n *detect.Node) {
	switch name {
	case "icons", "icon", "iconUrl":
		v.icons(join("", name), n, 0)
	case "websiteUrl", "uri", "uriTemplate", "url", "homepage":
		if n.Kind == detect.NodeString && isScript(scheme(n.Text)) {
			v.report(soft, join("", name), n, "has a script as an address, so opening it runs code in the client; use https:")
		}
	}
}

// icons looks at icons in any of the forms in which they are given: an address, an object with one, or a list of these.
func (v *inspection) icons(pointer string, n *detect.Node, depth int) {
	switch n.Kind {
	case detect.NodeString:
		v.icon(pointer, n)
	case detect.NodeArray:
		for i, one := range n.Items {
			if one != nil && depth < 1 && len(v.out) < maxReported {
				v.icons(item(pointer, i), one, depth+1)
			}
		}
	case detect.NodeObject:
		for _, name := range [...]string{"src", "url"} {
			if src, at := str(n, pointer, name); src != nil {
				v.icon(at, src)
			}
		}
	}
}

func (v *inspection) icon(pointer string, n *detect.Node) {
	const use = "; use an https: or data:image/png address"
	switch s := scheme(n.Text); {
	case isScript(s):
		v.report(soft, pointer, n, "has a script as an icon, so showing it runs code in the client"+use)
	case s == "file":
		v.report(soft, pointer, n, "has an icon that is a file on the user's machine, which clients must not open for a server"+use)
	case s == "http" && !(v.t.Kind == detect.KindManifest && releaseOf(v.t.Definition) != "") && isElsewhere(n.Text), s == "ftp":
		// Of manifests, what the registry accepts is reported.
		v.report(note, pointer, n, "has an icon with an %s: address, but clients accept only https: and data: for icons"+use, s)
	case s == "data" && !isImage(n.Text):
		v.report(soft, pointer, n, "has an icon whose data is not an image"+use)
	}
}

func isScript(scheme string) bool { return scheme == "javascript" || scheme == "vbscript" }

// isElsewhere reports whether an address is written out and leads to another machine.
func isElsewhere(s string) bool {
	host := hostOf(s)
	return host != "" && !strings.ContainsAny(s, "{}<>$") && !isThisMachine(host)
}

func isThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// hostOf returns the host of an address, whose port may be a gap to fill in.
func hostOf(s string) string {
	_, rest, _ := strings.Cut(strings.ToLower(s), "//")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if inner, _, ok := strings.Cut(strings.TrimPrefix(rest, "["), "]"); ok {
		return inner
	}
	host, _, _ := strings.Cut(rest, ":")
	return host
}

// scheme returns the scheme of an address in lower case, or "", without what browsers pass over: leading blanks, tabs and line breaks.
func scheme(s string) string {
	const longest = 16
	name, _, ok := strings.Cut(strings.TrimLeftFunc(s, func(r rune) bool { return r <= ' ' }), ":")
	name = strings.ToLower(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(name))
	if !ok || len(name) > longest || !schemeName().MatchString(name) {
		return ""
	}
	return name
}

var schemeName = lazy.Regexp(`^[a-z][a-z0-9+.-]*$`)

// isImage reports whether a data: address says that it is an image, or nothing of what it is.
func isImage(s string) bool {
	return imageData().MatchString(s)
}

var imageData = lazy.Regexp(`^[^:]*:(?:\s*|(?i:\s*image/[^;,]*))[;,]`)
