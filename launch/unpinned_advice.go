package launch

import "strings"

const (
	// maxAdvice is the number of words of a launch that advice shows.
	maxAdvice = 10
	// maxSpelled is the number of packages of one launch whose advice is in the words of the launch.
	maxSpelled = 32
)

// advice is the launch as it is written, with the place for a version behind the package, which is the nth that is told of.
func (r *reading) advice(a *artifact, n int) string {
	form, versioned := a.safeForm(), a.versioned()
	if versioned == "" || n >= maxSpelled {
		return form
	}
	words, at := r.around(a)
	if at < 1 {
		return form
	}
	first, _, _ := strings.Cut(a.launcher, " ")
	from := at - 1
	for from > 0 && programName(words[from].text) != first {
		from--
	}
	if programName(words[from].text) != first {
		return form
	}
	return strings.Join(spelled(a, words, from, at, versioned), " ")
}

// around returns the words of the innermost command that an artifact is named in, and which of them names it, or -1.
func (r *reading) around(a *artifact) (words []word, at int) {
	at = -1
	for i := range r.commands {
		c := &r.commands[i]
		for j, w := range c.args {
			if w.field == a.spec.field && w.start <= a.spec.start && a.spec.end <= w.end && strings.HasSuffix(w.text, a.spec.text) && !strings.ContainsAny(w.text, " \t\n") &&
				(at < 0 || len(c.args) < len(words)) {
				words, at = append([]word{c.program}, c.args...), j+1
			}
		}
	}
	return words, at
}

// spelled are the words from the launcher on up to the package, and the program in it that is run. What may hold anything is left out.
func spelled(a *artifact, words []word, from, at int, versioned string) []string {
	first := programName(words[from].text)
	out := []string{first}
	asked := false
	for i := from + 1; i < at; i++ {
		asked = asked || words[i].text == "-y" || words[i].text == "--yes"
	}
	switch {
	case first == "npx" && !asked:
		out = append(out, "-y")
	case first == "npm" && !asked && words[at].text == a.spec.text && !strings.HasPrefix(words[at-1].text, "-"):
		return append(out, strings.TrimPrefix(a.launcher, "npm "), "--yes", "--", versioned)
	}
	for i := from + 1; i < at; i++ {
		text := words[i].text
		if plainWords[text] || i > from && i == at-1 && text == "--from" || isPythonVersion(text, words[i-1].text) || isPackageOption(words[i-1].text) && !strings.ContainsAny(text, ":%?") {
			out = append(out, clip(text))
		} else if out[len(out)-1] != "…" {
			out = append(out, "…")
		}
		if len(out) > maxAdvice {
			return append(out[:2], "…", versioned)
		}
	}
	named := strings.TrimSuffix(words[at].text, a.spec.text)
	out = append(out, clip(named)+versioned)
	if option := strings.TrimSuffix(named, "="); !isPackageOption(option) && !(named == "" && isPackageOption(words[at-1].text)) {
		return out
	}
	// The program of the package that is run.
	for _, w := range words[at+1 : min(len(words), at+4)] {
		between := isOneOf(w.text, "--", "dlx", "exec")
		if between || isPlainName(w.text) {
			out = append(out, w.text)
		}
		if !between {
			break
		}
	}
	return out
}

var plainWords = wordSet("-y --yes -q --quiet -- --bun dlx exec x tool tools run --from --with -w -p --package --spec --python --isolated --refresh --no-cache --prefer-offline --prefer-online " +
	"--ignore-existing --prerelease --silent --no-progress")

func isPackageOption(s string) bool {
	return isOneOf(s, "--from", "-p", "--package", "--spec")
}

func isPythonVersion(s, option string) bool {
	return isOneOf(option, "--python", "-p") && s != "" && onlyOf(s, digits+".")
}

func isPlainName(s string) bool {
	return len(s) <= 40 && isLetter(s) && onlyOf(strings.ToLower(s), lowerAlpha+digits+"-_.")
}

// versioned is the package with the place for a version, or "" for what is not named by a package and its version in one word.
func (a *artifact) versioned() string {
	name := clip(a.name)
	switch {
	case name == "" || name != a.name:
		return ""
	case a.kind == fromPyPI:
		return name + extras(a.spec.text) + "==X.Y.Z"
	case a.kind == fromNPM && !strings.HasPrefix(a.launcher, "deno") && a.launcher != "dx":
		if alias, _, ok := strings.Cut(a.spec.text, "@npm:"); ok && alias != "" {
			return clip(alias) + "@npm:" + name + "@X.Y.Z"
		}
		return name + "@X.Y.Z"
	}
	return ""
}

// extras are those of a requirement, with their brackets: [cli].
func extras(spec string) string {
	_, behind, _ := strings.Cut(spec, "[")
	inner, _, ok := strings.Cut(behind, "]")
	if !ok || len(inner) >= maxQuoted {
		return ""
	}
	return "[" + inner + "]"
}

// mistaken returns the package that is meant where uvx is given a verb of uv in front of it: uvx run NAME.
func (r *reading) mistaken(a *artifact, n int) string {
	if n >= maxSpelled || a.launcher != "uvx" && a.launcher != "uv tool run" || a.spec.text != "run" && a.spec.text != "tool" {
		return ""
	}
	words, at := r.around(a)
	if at < 1 || words[at].text != a.spec.text {
		return ""
	}
	rest := words[at+1:]
	if a.name == "tool" {
		if len(rest) == 0 || rest[0].text != "run" {
			return ""
		}
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return ""
	}
	meant, ok := pypiSpec(rest[0].text)
	if !ok || meant.kind != fromPyPI || isScript(rest[0].text) {
		return ""
	}
	return meant.name + extras(rest[0].text)
}
