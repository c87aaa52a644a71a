package didyoumean

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/launcher"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pypi"
)

//go:embed wellknown.txt
var wellKnownText string

const (
	maxNameLength = 255 // The names that are compared: npm takes no longer ones, and images and hosts have none either.
	maxOdd        = 3   // The letters that are named.
	minBrand      = 5   // The shortest name of a vendor that is compared.
	minAlike      = 8   // The shortest name, less what separates, that another can be taken for.
	minWord       = 5   // The shortest word in which one letter may be wrong: shorter ones differ by one as a matter of course (git, gist).
	minScope      = 5   // The shortest scope that another can be taken for.
)

// listing says what a name on the list is.
type listing uint8

const (
	official listing = iota + 1 // official names are published by the vendor or project, popular ones by others.
	popular
	knownNonServer // names that are close to one of the others, honest, and not the vendor's.
)

// knownPackage is a name on the list: that of a package, an image, a repository, a host.
type knownPackage struct {
	name    string
	listing listing
}

func (f knownPackage) described() string {
	if f.listing == official {
		return "the official " + f.name
	}
	return "the well-known " + f.name
}

// Package finds what on the list the name of a package, image or repository is like and is not, or nil.
func Package(kind launcher.Source, name string) *Match {
	k := knownServers()
	like := map[launcher.Source]func(string) *Match{
		launcher.NPM: k.npmLike, launcher.PyPI: k.pypiLike, launcher.Image: k.imageLike, launcher.Git: k.gitLike,
	}[kind]
	if name == "" || like == nil || len(name) > maxNameLength {
		return nil
	}
	return like(name)
}

// nameIndex finds the names of one kind by what they are and what they look like.
type nameIndex struct {
	kind  string // what they name, as in "a package".
	names []knownPackage
	// forms are the names as they are compared, which exact finds; keys and looks are those of detect.NameKey and looksOf, "" of neighbours.
	forms, keys, looks []string
	exact              map[string]int
	least              int // the shortest key of which one letter may be wrong or a separator another, or 0 for minAlike.
}

type wellKnown struct {
	npm, pypi, images, repositories, imageHosts nameIndex
	// domains are those in which the hosts stand, under the names of the hosts; brands are their first labels.
	hosts, domains nameIndex
	brands         map[string]knownPackage
	// scopes are those of packages, owners those of repositories, spaces the registries and namespaces of images.
	scopes, owners, spaces nameIndex
	bare                   map[string]knownPackage // bare finds packages that have a scope by their name without it.
}

var knownServers = sync.OnceValue(func() *wellKnown {
	k := &wellKnown{
		brands: map[string]knownPackage{}, bare: map[string]knownPackage{}, scopes: nameIndex{least: minScope}, npm: nameIndex{kind: "a package"},
		pypi: nameIndex{kind: "a package"}, images: nameIndex{kind: "an image"}, repositories: nameIndex{kind: "code from a repository"},
	}
	is := map[string]listing{"official": official, "popular": popular, "neighbour": knownNonServer}
	for l := range Lines {
		k.add(l.Kind, knownPackage{l.Name, is[l.Group]})
	}
	return k
})

// Line is a name on the list, with its kind ("npm", "pypi", "host", ...) and its group: "official", "popular" or "neighbour".
type Line struct{ Group, Kind, Name string }

// Lines yields the lines of the list, in its order.
func Lines(yield func(Line) bool) {
	group := ""
	for line := range strings.Lines(wellKnownText) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "["); ok {
			group, _, _ = strings.Cut(rest, "]")
			continue
		}
		if words := strings.Fields(line); len(words) > 1 && words[0] != "#" && !yield(Line{group, words[0], words[1]}) {
			return
		}
	}
}

// dottedPrefix is the vendor's whose names of packages are published with a dot behind it; the list has them as PyPI compares them.
const dottedPrefix = "awslabs"

// add adds one line of the list.
func (k *wellKnown) add(kind string, f knownPackage) {
	switch kind {
	case "npm":
		k.npm.add(npmName(f.name), f)
		scope, name, ok := strings.Cut(f.name, "/")
		if !ok || f.listing == knownNonServer {
			return
		}
		k.scopes.add(scope, knownPackage{scope, f.listing})
		if _, has := k.bare[name]; !has && f.listing == official && namesBrand(name, scope) {
			k.bare[name] = f
		}
	case "scope":
		k.scopes.add(f.name, f)
	case "pypi":
		form := pypiName(f.name)
		if rest, ok := strings.CutPrefix(f.name, dottedPrefix+"-"); ok {
			f.name = dottedPrefix + "." + rest
		}
		k.pypi.add(form, f)
	case "image":
		name := imageName(f.name)
		k.images.add(name, f)
		if cut := strings.LastIndexByte(name, '/'); cut > 0 {
			k.spaces.add(name[:cut], knownPackage{name[:cut], f.listing})
		}
	case "repo":
		name := strings.ToLower(f.name)
		k.repositories.add(name, f)
		owner, _, _ := strings.Cut(name, "/")
		k.owners.add(owner, knownPackage{owner, f.listing})
	case "registry":
		k.imageHosts.add(f.name, f)
	case "host", "domain":
		k.hosts.add(f.name, f)
		domain, err := publicsuffix.EffectiveTLDPlusOne(f.name)
		if err != nil {
			domain = f.name
		}
		k.domains.add(domain, f)
		if brand, _, _ := strings.Cut(domain, "."); kind == "host" && len(brand) >= minBrand && !commonBrands[brand] {
			k.brands[brand] = f
		}
	}
}

// add adds a name under the form in which it is compared. Of two of one form the first stays.
func (x *nameIndex) add(form string, f knownPackage) {
	if x.exact == nil {
		x.exact = map[string]int{}
	}
	if x.has(form) {
		return
	}
	x.exact[form] = len(x.names)
	key, looks := "", ""
	if f.listing != knownNonServer {
		key, looks = detect.NameKey(form), looksOf(form)
	}
	x.names, x.forms, x.keys, x.looks = append(x.names, f), append(x.forms, form), append(x.keys, key), append(x.looks, looks)
}

// oneEdit finds the first name that is one edit away from a form and for which holds is so, or -1.
func (x *nameIndex) oneEdit(form string, holds func(of string) bool) int {
	return slices.IndexFunc(x.forms, func(of string) bool {
		near := len(of)-len(form) < utf8.UTFMax && len(form)-len(of) < utf8.UTFMax
		return near && detect.OneEditApart(form, of) && x.names[x.exact[of]].listing != knownNonServer && holds(of)
	})
}

func (x *nameIndex) has(form string) bool {
	_, ok := x.exact[form]
	return ok
}

// npmName is the form in which names of npm packages are compared: as they are, in lower case.
func npmName(s string) string { return strings.ToLower(s) }

// pypiName is the normal name of a PyPI package, without extras and what separates at its ends.
func pypiName(s string) string {
	s, _, _ = strings.Cut(s, "[")
	return strings.Trim(pypi.Normal(s), "-")
}

// imageName is the name of an image without the registry, where that is Docker Hub.
func imageName(s string) string {
	return hubPrefix().ReplaceAllString(strings.ToLower(s), "")
}

var hubPrefix = lazy.Regexp(`^(?:docker\.io/|index\.docker\.io/|registry-1\.docker\.io/|registry\.hub\.docker\.com/)*(?:library/)?`)
