package launch

import "strings"

var (
	// engineOptions are those in front of the verb of docker and its like, runOptions those of docker run, podman run and nerdctl run.
	engineOptions = &grammar{bools: wordSet("--debug --tls --tlsverify --remote --version --help --insecure-registry --debug-full"), short: "cHln"}
	runOptions    = &grammar{
		bools: wordSet("--rm --interactive --tty --detach --init --privileged --read-only --publish-all --no-healthcheck --oom-kill-disable --sig-proxy --disable-content-trust --quiet " +
			"--replace --no-hosts --no-hostname --rmi --help --env-host --http-proxy --passwd --read-only-tmpfs --rootfs --tls-verify --unsetenv-all --use-api-socket --ssh " +
			"--virtualization --remove --rosetta --remove-on-exit"),
		short: "acehlmpuvw",
	}
)

// containerRun splits the words behind docker and its like at run: the options of run, and the image with what follows it.
func (f *fetcher) containerRun(args []word) (opts []option, rest []word, ok bool) {
	_, rest, _ = engineOptions.parse(f.t, args)
	do, more := verb(rest)
	if do == "container" {
		do, more = verb(more)
	}
	if f.packaged && do != "run" {
		// The options of a manifest, which leaves the verb to the client.
		opts, _, _ = runOptions.parse(f.t, args)
		return opts, nil, true
	}
	if do != "run" {
		return nil, nil, false
	}
	opts, rest, _ = runOptions.parse(f.t, more)
	return opts, rest, true
}

// container looks at the words behind docker and its like.
func (f *fetcher) container(name string, args []word) {
	opts, rest, ok := f.containerRun(args)
	if ok {
		run := containerRun{opts: opts}
		if len(rest) > 0 {
			run.image = rest[0].text
		}
		f.runs = append(f.runs, run)
	}
	if !ok || len(rest) == 0 || f.packaged {
		return
	}
	for _, o := range opts {
		if o.is("--pull") && o.given && o.value.text == "never" || o.is("--rootfs") {
			return
		}
	}
	before := len(f.found)
	f.add(name+" run", rest[0], imageSpec, false)
	if len(f.found) > before {
		if host, at, _ := strings.Cut(f.found[before].name, "/"); host == "localhost" && name == "docker" && strings.Contains(at, "/") {
			// What Podman names so was built on the machine; Docker asks a registry there.
			f.found[before].local = false
		}
	}
	for _, o := range opts {
		if o.is("--entrypoint") && o.given {
			f.command(programName(o.value.text), rest[1:])
			return
		}
	}
	if len(rest) > 1 {
		f.command(programName(rest[1].text), rest[2:])
	}
}

// officialImages are images without a namespace that people start servers in. Others without one are built on the machine.
var officialImages = map[string]bool{
	"node": true, "python": true, "alpine": true, "ubuntu": true, "debian": true, "busybox": true, "golang": true, "rust": true, "ruby": true, "php": true,
	"openjdk": true, "eclipse-temurin": true, "nginx": true, "caddy": true, "postgres": true, "redis": true, "mongo": true, "mysql": true, "mariadb": true,
	"neo4j": true, "elasticsearch": true, "bash": true, "docker": true, "fedora": true, "amazoncorretto": true, "maven": true, "gradle": true, "pypy": true,
}

// imageSpec reads the name of an image.
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
	switch {
	case pinned:
		a.version, a.pin = sum, digested
		if isVariable(sum) {
			a.pin = unknown
		}
	case a.version == "" && undecided(rest[slash+1:]):
		a.pin = unknown
	default:
		a.pin = tagPin(a.version)
	}
	host, _, _ := strings.Cut(a.name, "/")
	a.local = slash < 0 && !officialImages[a.name] && !isVariable(s) || host == "localhost" || a.version == "local" || strings.HasPrefix(a.version, "local-")
	return a, true
}

// inBraces reports whether what follows s is inside of ${…: the colon of ${env:X} and ${X:-y} begins no tag.
func inBraces(s string) bool { return strings.LastIndexByte(s, '{') > strings.LastIndexByte(s, '}') }

// tagPin is how exact the tag of an image is. By custom 1 and 1.2 follow the latest release of that line, while 1.2.3, a date and a commit
// stay; that they do is not enforced.
func tagPin(tag string) pin {
	switch {
	case tag == "":
		return unversioned
	case undecided(tag):
		return unknown
	}
	bare := strings.TrimPrefix(strings.TrimPrefix(tag, "sha-"), "sha256-")
	if len(bare) >= 7 && isHex(bare, len(bare)) && strings.ContainsAny(bare, "0123456789") {
		return exact
	}
	v := strings.TrimLeft(tag, "vV")
	if isVersion(v) || isRelease(tag) {
		return exact
	}
	if len(v) >= 10 && v[4] == '-' && v[7] == '-' && isNumber(v[:4]) && isNumber(v[5:7]) && isNumber(v[8:10]) {
		return exact
	}
	return moving
}
