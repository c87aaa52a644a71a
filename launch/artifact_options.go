package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/wordset"
)

type option struct {
	name string // the option with its dashes.
	// flag is the word that it stands in, value the part of a word that is its value: the zero word when it has none.
	flag, value word
	given       bool
}

func (o option) is(names ...string) bool { return slices.Contains(names, o.name) }

// grammar says which options of a program take the next word as their value.
type grammar struct {
	// bools are the long options that do not, when all others do; without it only those of valued do.
	bools, valued map[string]bool
	short         string // the letters of the short options that do.
	words         bool   // set when one dash begins a long option too, as in go.
}

// parse reads the options in front of the first word that is none. Dashed is set when "--" ended them.
func (g *grammar) parse(t detect.ToolView, args []word) (opts []option, rest []word, dashed bool) {
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w.text == "--":
			return opts, args[i+1:], true
		case len(w.text) < 2 || w.text[0] != '-':
			return opts, args[i:], false
		case g.words || strings.HasPrefix(w.text, "--"):
			name, _, equals := strings.Cut(w.text, "=")
			o := option{name: name, flag: w}
			if equals {
				o.value, o.given = w.slice(t, len(name)+1, len(w.text)), true
			} else if g.takes(name) && i+1 < len(args) && args[i+1].text != "--" {
				i++
				o.value, o.given = args[i], true
			}
			opts = append(opts, o)
		default:
			var took bool
			if opts, took = g.cluster(t, opts, w, args[i+1:]); took {
				i++
			}
		}
	}
	return opts, nil, false
}

func (g *grammar) takes(name string) bool {
	return g.valued[name] || g.bools != nil && !g.bools[name] && !strings.HasPrefix(name, "--no-")
}

// cluster reads short options that share a dash; took is set when the last one takes the next word.
func (g *grammar) cluster(t detect.ToolView, opts []option, w word, next []word) (_ []option, took bool) {
	for j := 1; j < min(len(w.text), maxCluster); j++ {
		o := option{name: "-" + w.text[j:j+1], flag: w}
		if valued := strings.IndexByte(g.short, w.text[j]) >= 0; valued && j+1 < len(w.text) {
			from := len(w.text) - len(strings.TrimPrefix(w.text[j+1:], "="))
			o.value, o.given = w.slice(t, from, len(w.text)), true
			return append(opts, o), false
		} else if valued && len(next) > 0 {
			o.value, o.given, took = next[0], true, true
		}
		opts = append(opts, o)
	}
	return opts, took
}

// split reads options, with mixed also behind the other words, up to "--". Behind is what follows the first of the others, or "--".
func (g *grammar) split(t detect.ToolView, args []word, mixed bool) (opts []option, others, behind []word) {
	for {
		more, rest, dashed := g.parse(t, args)
		opts = append(opts, more...)
		switch {
		case !mixed && len(rest) > 0:
			return opts, rest, rest[1:]
		case dashed:
			return opts, others, rest
		case len(rest) == 0:
			return opts, others, nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

func flagged(opts []option, names ...string) bool {
	return slices.ContainsFunc(opts, func(o option) bool { return o.is(names...) })
}

func verb(rest []word) (string, []word) {
	if len(rest) == 0 {
		return "", nil
	}
	return rest[0].text, rest[1:]
}

var (
	// engineOptions are those in front of the verb of docker and its like, runOptions those of docker run, podman run and nerdctl run.
	engineOptions = &grammar{bools: wordset.Of("--debug --tls --tlsverify --remote --version --help --insecure-registry " +
		"--debug-full"), short: "cHln"}
	runOptions = &grammar{
		bools: wordset.Of("--rm --interactive --tty --detach --init --privileged --read-only --publish-all --no-healthcheck --oom-kill-disable " +
			"--sig-proxy --disable-content-trust --quiet --replace --no-hosts --no-hostname --rmi --help --env-host --http-proxy --passwd " +
			"--read-only-tmpfs --rootfs --tls-verify --unsetenv-all --use-api-socket --ssh --virtualization --remove --rosetta --remove-on-exit"),
		short: "acehlmpuvw",
	}
)

func (f *fetcher) container(name string, args []word) {
	_, rest, _ := engineOptions.parse(f.t, args)
	do, more := verb(rest)
	if do == "container" {
		do, more = verb(more)
	}
	if do != "run" {
		if f.packaged {
			// The options of a manifest, which leaves the verb to the client.
			opts, _, _ := runOptions.parse(f.t, args)
			f.runs = append(f.runs, containerRun{opts: opts})
		}
		return
	}
	opts, rest, _ := runOptions.parse(f.t, more)
	image, behind := verb(rest)
	f.runs = append(f.runs, containerRun{opts: opts, image: image})
	there := func(o option) bool { return o.is("--pull") && o.value.text == "never" || o.is("--rootfs") }
	if len(rest) == 0 || f.packaged || slices.ContainsFunc(opts, there) {
		return
	}
	program, behind := verb(behind)
	before := len(f.found)
	f.add(name+" run", rest[0], imageSpec, false)
	if len(f.found) > before {
		if host, at, _ := strings.Cut(f.found[before].name, "/"); host == "localhost" && name == "docker" && strings.Contains(at, "/") {
			// What Podman names so was built on the machine; Docker asks a registry there.
			f.found[before].local = false
		}
	}
	if at := slices.IndexFunc(opts, func(o option) bool { return o.is("--entrypoint") && o.given }); at >= 0 {
		program, behind = opts[at].value.text, rest[1:]
	}
	f.command(programName(program), behind)
}

// officialImages are images without a namespace that people start servers in. Others without one are built on the machine.
var officialImages = wordset.Of("node python alpine ubuntu debian busybox golang rust ruby php openjdk eclipse-temurin nginx caddy " +
	"postgres redis mongo mysql mariadb neo4j elasticsearch bash docker fedora amazoncorretto maven gradle pypy")

func imageSpec(s string) (artifact, bool) {
	s = strings.TrimPrefix(s, "docker://")
	if s == "" || strings.IndexByte("-./~", s[0]) >= 0 || strings.Contains(s, `\`) || strings.ContainsAny(s, " \t\n") ||
		strings.Contains(s, "://") {
		return artifact{}, false
	}
	a := artifact{kind: fromImage}
	rest, sum, pinned := strings.Cut(s, "@")
	a.name = rest
	slash := strings.LastIndexByte(rest, '/')
	if colon := strings.IndexByte(rest[slash+1:], ':'); colon >= 0 {
		// The colon of ${env:X} and ${X:-y} begins no tag.
		if name := rest[:slash+1+colon]; strings.LastIndexByte(name, '{') <= strings.LastIndexByte(name, '}') {
			a.name, a.version = name, rest[len(name)+1:]
		}
	}
	switch a.pin = fromImage.pin(a.version); {
	case pinned && isVariable(sum), a.version == "" && undecided(rest[slash+1:]):
		a.pin = unknown
	case pinned:
		a.pin = digested
	}
	if pinned {
		a.version = sum
	}
	host, _, _ := strings.Cut(a.name, "/")
	a.local = slash < 0 && !officialImages[a.name] && !isVariable(s) || host == "localhost" || a.version == "local" ||
		strings.HasPrefix(a.version, "local-")
	return a, true
}
