package didyoumean

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/wordset"
)

// Match is a well-known name that another one is like.
type Match struct {
	// Confidence is from 0 to 1. Note is set when the likeness is most often a choice.
	Confidence float64
	Note       bool

	of  knownPackage
	how likeness
	// detail is what to say, and remedy what to do; without it that is to write the name of the other one.
	detail, remedy string
	// plain is the name as people see it, where it is written in another way: the letters of a host in Punycode.
	plain string
}

type likeness uint8

const (
	oneLetter likeness = iota + 1 // a letter more, less, other or at its neighbour's place.
	separated                     // the same but for hyphens and their like.
	looksSame                     // letters that look like others.
	unscoped                      // the name of one that has a scope, without it.
	misplaced                     // the name of a package of another registry.
)

// Says is what to say of a name that is shown as it is written, and what to do.
func (l *Match) Says(shown string) string {
	detail := l.detail
	if l.how == looksSame || l.how == oneLetter && strings.ContainsAny(shown, "I01") {
		if odd := oddLetters(cmp.Or(l.plain, shown), l.of.name); odd != "" {
			detail += " (" + odd + ")"
		}
	}
	return detail + "; " + cmp.Or(l.remedy, "write "+l.of.name+" if you meant that")
}

func (f knownPackage) like(how likeness, confidence float64, detail string) *Match {
	return &Match{of: f, how: how, Confidence: confidence, detail: detail}
}

// near is a likeness of which the words of how say all: what is done with a name, and of what it is like.
func (f knownPackage) near(how likeness, confidence float64, what, of string) *Match {
	return f.like(how, confidence, what+" "+likenesses[how]+" "+of+f.described())
}

var likenesses = [...]string{
	oneLetter: "one letter away from", separated: "that differs only in its separators from", looksSame: "that looks like",
}

// noted is a likeness that is most often a choice.
func (f knownPackage) noted(how likeness, detail string) *Match {
	return &Match{of: f, how: how, Confidence: 0.35, Note: true, detail: detail}
}

// like finds what on the list a form is like and is not.
func (x *nameIndex) like(form string) *Match {
	if len(form) > maxNameLength || x.has(form) {
		return nil
	}
	key, least := detect.NameKey(form), cmp.Or(x.least, minAlike)
	at, how, confidence := x.withTypo(form), oneLetter, 0.7
	if at < 0 && len(key) >= least {
		at, how, confidence = slices.Index(x.keys, key), separated, 0.5
	}
	if at < 0 && len(key) >= minWord {
		at, how, confidence = slices.Index(x.looks, looksOf(form)), looksSame, 0.85
		if !wordset.IsASCII(form) {
			confidence = 0.95
		}
	}
	if at < 0 && len(key) >= least {
		at, how, confidence = x.oneEdit(form, func(of string) bool { return isTypo(form, of) }), oneLetter, 0.7
	}
	if at < 0 {
		return nil
	}
	return x.names[at].near(how, confidence, "runs "+x.kind, "")
}

func (f knownPackage) withoutScope() string {
	return "runs a package without the scope of " + f.described() + ", which anyone could have published"
}

// looksOf is the form in which names that look alike are one, accents left out.
func looksOf(s string) string {
	if !wordset.IsASCII(s) {
		s = text.Fold(s)
	}
	return detect.NameSkeleton(s)
}

// isTypo reports whether one letter makes a slip of a name, rather than another word: not in a short word or a number.
func isTypo(form, of string) bool {
	a, b := nameTokens(form), nameTokens(of)
	if len(a) != len(b) {
		return false
	}
	at := 0
	for at < len(a) && a[at] == b[at] {
		at++
	}
	if at == len(a) || !slices.Equal(a[at+1:], b[at+1:]) {
		return false
	}
	got, want := a[at], b[at]
	unnumbered := strings.TrimRight(got, wordset.Digits)
	switch {
	case want == "mcp":
		return wordset.Has(got, typos...)
	case wordset.Has(want, "server", "servers"):
		return !wordset.Has(unnumbered, "server", "servers", "serve", "serves")
	case len(want) < minWord:
		return doubled(got, want)
	}
	return unnumbered != strings.TrimRight(want, wordset.Digits)
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

func nameTokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r < utf8.RuneSelf && !isWordRune(r) })
}

func (k *wellKnown) npmLike(name string) *Match {
	form := npmName(name)
	if scope, rest, scoped := strings.Cut(form, "/"); scoped && form[0] == '@' {
		if k.npm.has(form) || k.scopes.has(scope) {
			return nil
		}
		return k.scopeLike(scope, rest)
	}
	form = strings.TrimPrefix(form, "@")
	i, listed := k.npm.exact[form]
	if listed && k.npm.names[i].listing != knownNonServer {
		return nil
	}
	if f, ok := k.scopedAs(form); ok {
		if listed {
			return f.noted(unscoped, f.withoutScope())
		}
		return f.like(unscoped, 0.5, f.withoutScope())
	}
	if listed {
		return nil
	}
	return cmp.Or(k.npm.like(form), misplacedName(&k.pypi, pypiName(form), "PyPI", "npm", "uvx"), k.referenceLike(form))
}

// scopedAs finds the package of which a name is the one without a scope: playwright-mcp, modelcontextprotocol-server-github, context7-mcp.
func (k *wellKnown) scopedAs(form string) (knownPackage, bool) {
	if key := detect.NameKey(form); len(key) >= minAlike {
		for i, f := range k.npm.names {
			if k.npm.keys[i] == key && strings.Contains(f.name, "/") {
				return f, true
			}
		}
	}
	f, ok := k.bare[form]
	return f, ok
}

func (k *wellKnown) scopeLike(scope, name string) *Match {
	serves := slices.ContainsFunc(nameTokens(name), func(w string) bool { return w == "mcp" || w == "server" })
	if f, ok := k.scopeStem(scope); ok && (serves || k.npm.has(name) || k.npm.has(f.name+"/"+name)) {
		l := f.like(separated, 0.4, "runs a package from a scope other than the vendor's, which is "+f.name)
		l.Note, l.remedy = true, "look for the package there"
		return l
	}
	l := k.scopes.like(scope)
	if l == nil {
		return nil
	}
	listed := k.npm.has(l.of.name + "/" + name)
	if !listed && (!serves || l.how == oneLetter && len(scope) < minAlike+1) {
		// Vendors of other things have names like those of vendors of servers.
		return nil
	}
	if listed {
		l.Confidence = max(l.Confidence, 0.8)
		l.of.name += "/" + name
	}
	l.detail = "runs a package from a scope " + likenesses[l.how] + " that of " + l.of.described()
	return l
}

// scopeTails are what vendors add to their name where that is taken.
var scopeTails = [...]string{"-ai", "ai", "-hq", "hq", "-io", "-inc", "-labs", "-dev", "-js", "-org", "official", "protocol"}

// scopeStem finds the scope of a vendor by its name alone: @anthropic for @anthropic-ai. Models make up names of packages there.
func (k *wellKnown) scopeStem(scope string) (knownPackage, bool) {
	for _, tail := range scopeTails {
		if i, ok := k.scopes.exact[scope+tail]; ok && len(scope) > minWord {
			return k.scopes.names[i], true
		}
	}
	return knownPackage{}, false
}

func (k *wellKnown) pypiLike(name string) *Match {
	form := pypiName(name)
	if k.pypi.has(form) {
		return nil
	}
	return cmp.Or(k.pypi.like(form), misplacedName(&k.npm, form, "npm", "PyPI", "npx"))
}

// misplacedName finds a package that is started from a registry other than its own, where the name is anybody's.
func misplacedName(own *nameIndex, form, registry, other, launcher string) *Match {
	i, ok := own.exact[form]
	if !ok || own.names[i].listing == knownNonServer || len(form) < minAlike {
		return nil
	}
	f := own.names[i]
	l := f.like(misplaced, 0.5, "runs a package from "+other+", but "+f.described()+" is on "+registry)
	l.remedy = "start it with " + launcher + " " + f.name
	return l
}

var commonWords = wordset.Of("mcp server servers client cli tool tools api app dev docs sdk kit addon plugin react remote local proxy " +
	"code assist inspector fetch pulse chart browser observability cloud run actors plane clarity")

// referenceScope is that of the reference servers, whose names begin with "server" and no other.
const referenceScope = "@modelcontextprotocol"

// namesBrand reports whether a name that has a scope says without it whose it is.
func namesBrand(name, scope string) bool {
	brand, serves := 0, false
	for _, w := range nameTokens(name) {
		switch {
		case wordset.Has(w, "mcp", "server"):
			serves = true
		case len(w) > 2 && !commonWords[w]:
			brand++
		}
	}
	if scope == referenceScope {
		return strings.HasPrefix(name, "server-")
	}
	return (brand > 0 && serves || brand > 1) && len(name) >= minAlike
}

func differ(a, b string) int {
	n, other := 0, []rune(strings.ToLower(b))
	for i, r := range []rune(strings.ToLower(a)) {
		if i >= len(other) || r != other[i] {
			n++
		}
	}
	return n
}

// oddLetters names the letters that only look like those of another name: those that are not ASCII, or else those that differ.
func oddLetters(name, of string) string {
	wanted, got := []rune(of), []rune(name)
	ascii := wordset.IsASCII(name)
	same := len(wanted) == len(got) && (!ascii || differ(name, of) == 1 || detect.NameSkeleton(name) == detect.NameSkeleton(of))
	var said []string
	for i, r := range got {
		odd := r >= utf8.RuneSelf && r != utf8.RuneError || ascii && same && unicode.ToLower(r) != unicode.ToLower(wanted[i])
		if odd && len(said) < maxOdd {
			said = append(said, fmt.Sprintf("letter %d is U+%04X %s", i+1, r, runenames.Name(r)))
		}
	}
	return strings.Join(said, ", ")
}

// doubled reports whether a word is another one with a letter twice, as keys that stick write it: gitt.
func doubled(got, want string) bool {
	if len(got) != len(want)+1 || len(want) < len("git") {
		return false
	}
	for i := 1; i < len(got); i++ {
		if got[i] == got[i-1] && got[i] > '9' && got[:i]+got[i+1:] == want {
			return true
		}
	}
	return false
}

// withTypo finds the name whose mcp fingers made something else of, within a word as well: fastmpc.
func (x *nameIndex) withTypo(form string) int {
	for _, slip := range typos {
		if before, after, ok := strings.Cut(form, slip); ok && len(before)+len(after) >= len("fast") {
			if i, ok := x.exact[before+"mcp"+after]; ok && x.names[i].listing != knownNonServer {
				return i
			}
		}
	}
	return -1
}

// commonServers are reference servers that are called after what they do, as those of others are.
var commonServers = wordset.Of("memory filesystem everything sequential-thinking postgres redis")

// referenceLike finds the reference server that a name is made up after: mcp-server-github.
func (k *wellKnown) referenceLike(form string) *Match {
	rest, ok := strings.CutPrefix(form, "mcp-server-")
	i, listed := k.npm.exact[referenceScope+"/server-"+rest]
	if !ok || !listed || len(rest) < minWord || commonWords[rest] || commonServers[rest] {
		return nil
	}
	f := k.npm.names[i]
	return f.noted(unscoped, f.withoutScope())
}
