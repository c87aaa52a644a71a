package launch

import (
	"slices"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

var (
	// engineOptions are those in front of the verb of docker and its like, runOptions those of docker run, podman run and nerdctl run.
	engineOptions = &grammar{bools: wordset.Of("--debug --tls --tlsverify --remote --version --help --insecure-registry --debug-full"), short: "cHln"}
	runOptions    = &grammar{
		bools: wordset.Of("--rm --interactive --tty --detach --init --privileged --read-only --publish-all --no-healthcheck --oom-kill-disable --sig-proxy --disable-content-trust --quiet " +
			"--replace --no-hosts --no-hostname --rmi --help --env-host --http-proxy --passwd --read-only-tmpfs --rootfs --tls-verify --unsetenv-all --use-api-socket --ssh " +
			"--virtualization --remove --rosetta --remove-on-exit"),
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
var officialImages = wordset.Of("node python alpine ubuntu debian busybox golang rust ruby php openjdk eclipse-temurin nginx caddy postgres redis mongo mysql mariadb neo4j elasticsearch bash " +
	"docker fedora amazoncorretto maven gradle pypy")

func imageSpec(s string) (artifact, bool) {
	s = strings.TrimPrefix(s, "docker://")
	if s == "" || strings.IndexByte("-./~", s[0]) >= 0 || strings.Contains(s, `\`) || strings.ContainsAny(s, " \t\n") || strings.Contains(s, "://") {
		return artifact{}, false
	}
	a := artifact{kind: fromImage}
	rest, sum, pinned := strings.Cut(s, "@")
	a.name = rest
	slash := strings.LastIndexByte(rest, '/')
	if colon := strings.IndexByte(rest[slash+1:], ':'); colon >= 0 && !strings.HasSuffix(rest[:slash+1+colon], "{env") && !inBraces(rest[:slash+1+colon]) {
		a.name, a.version = rest[:slash+1+colon], rest[slash+1+colon+1:]
	}
	a.pin = tagPin(a.version)
	if pinned && isVariable(sum) || a.version == "" && undecided(rest[slash+1:]) {
		a.pin = unknown
	} else if pinned {
		a.pin = digested
	}
	if pinned {
		a.version = sum
	}
	host, _, _ := strings.Cut(a.name, "/")
	a.local = slash < 0 && !officialImages[a.name] && !isVariable(s) || host == "localhost" || a.version == "local" || strings.HasPrefix(a.version, "local-")
	return a, true
}

// inBraces reports whether what follows s is inside of ${…: the colon of ${env:X} and ${X:-y} begins no tag.
func inBraces(s string) bool { return strings.LastIndexByte(s, '{') > strings.LastIndexByte(s, '}') }

// tagPin is how exact the tag of an image is. By custom 1 and 1.2 follow the latest release of that line; 1.2.3, dates and commits stay.
func tagPin(tag string) pin {
	switch {
	case tag == "":
		return unversioned
	case undecided(tag):
		return unknown
	}
	bare := strings.TrimPrefix(strings.TrimPrefix(tag, "sha-"), "sha256-")
	v := strings.TrimLeft(tag, "vV")
	if len(bare) >= 7 && isHex(bare, len(bare)) && strings.ContainsAny(bare, digits) || isVersion(v) || isRelease(tag) || startsWithDate().MatchString(v) {
		return exact
	}
	return moving
}

var startsWithDate = lazy.Regexp(`^\d{4}-\d\d-\d\d`)
