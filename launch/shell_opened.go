package launch

import "strings"

const (
	// callPattern is a call that runs its argument, up to the parenthesis.
	callPattern = `(?:(?:^|[^\w.])(?:eval|exec|instance_eval)\s*[( ]|\bnew function\s*\(|\bvm\.runin\w*\s*\(|\b_compile\s*\(|\b(?:child_process['")]*|cp)\.exec\s*\(|\bexec(?:file)?sync\s*\(|\bspawn(?:sync)?\s*\(|\bos['")]*\.(?:system|popen|exec\w*)\s*\(|\bsubprocess['")]*\.\w+\s*\(|\bpopen\s*\(|\bsystem\s*[( ]|\bshell_exec\s*\(|\bpassthru\s*\()`
	// shellWords are the words of a shell and its -c before the script.
	shellWords = `(?:\[?\s*['"](?:/bin/)?(?:ba|z|da)?sh['"]\s*,\s*\[?\s*['"]-l?c['"]\s*,\s*)?`
	// openings are what may stand between a call and what decodes its argument: further calls, and modules that are loaded in place.
	openings = `(?:[\w.(\s]|__import__\(['"]\w+['"]\)|require\(['"][\w:]+['"]\))*`
	// payloads are literals that may be a command: base64, hexadecimal and escapes, or numbers.
	payloads = `(?:[bru]{0,2}['"` + "`" + `]{1,3}[\w+/=\-\\%@|.\s]{12,}['"` + "`" + `]|(?:\d{2,3}\s*,\s*){7,}\d)`
)

var (
	// openNested is a call whose argument begins with a decoder; openRuby is one whose literal stands before it.
	openNested = compiled(callPattern + shellWords + openings + `\b(` + openPattern + `)`)
	openRuby   = compiled(callPattern + `\s*` + payloads + `\s*\.\s*(?:unpack1?\s*\(?\s*['"][^'"]*|unhex\b|decode64\b)`)
	// openAssigned is a decoder whose result gets a name, and openCalled the name of what is run.
	openAssigned = compiled(`\b([a-z_]\w*)\s*=\s*` + openings + `\b(` + openPattern + `)`)
	openCalled   = compiled(callPattern + shellWords + `\(*(?:compile\s*\()?\s*\$?([a-z_]\w*)`)
	// openLiteral is a literal where an argument begins; openNamed is a name there; openGiven is a name that is a literal.
	openLiteral = compiled(`^\s*` + payloads)
	openNamed   = compiled(`^\s*\$?([a-z_]\w*)\s*[,).]`)
	openGiven   = compiled(`\b([a-z_]\w*)\s*=\s*` + payloads)
	openBuffer  = compiled(`\bbuffer\.from\s*\(([^)]*)`)
)

// openPattern is what opens an encoded text, up to the parenthesis where it has one.
const openPattern = `(?:atob\s*\(|[ab](?:16|32|64|85)decode\s*\(|decodebytes\s*\(|unhexlify\s*\(|fromhex\s*\(|fromcharcode\s*\(|buffer\.from\s*\([^)]*['"](?:base64|hex)|base64_decode\s*\(|decode_base64\s*\(?|decode64\s*\(|gzinflate\s*\(|rot_?13\s*\(|(?:decodeuricomponent|unescape)\s*\(|marshal\.loads\s*\(|zlib\.decompress\s*\()`

// decodedAndRun returns where code runs what it decodes, in one expression or by a name, or nil, and whether what is decoded stands in
// the code. What is decoded for anything else (an argument, a variable) is data.
func decodedAndRun(low string) (at []int, literal bool) {
	given := map[string]bool{}
	for _, m := range openGiven().FindAllStringSubmatch(low, maxNames) {
		given[m[1]] = true
	}
	isLiteral := func(from, to int) (end int, ok bool) {
		if b := openBuffer().FindStringSubmatchIndex(low[from:to]); b != nil {
			to = from + b[2]
		}
		rest := low[to:]
		if m := openLiteral().FindStringIndex(rest); m != nil {
			return to + len(strings.TrimRight(rest[:m[1]], "'\"`")), true
		}
		m := openNamed().FindStringSubmatch(rest)
		return to, m != nil && given[m[1]]
	}
	if m := openRuby().FindStringIndex(low); m != nil {
		return trimmed(low, m), true
	}
	for _, m := range openNested().FindAllStringSubmatchIndex(low, maxNames) {
		end, ok := isLiteral(m[2], m[3])
		if at == nil || ok {
			at, literal = trimmed(low, []int{m[0], max(m[1], end)}), ok
		}
		if ok {
			return at, true
		}
	}
	type named struct {
		from    int
		literal bool
	}
	names := map[string]named{}
	for _, m := range openAssigned().FindAllStringSubmatchIndex(low, maxNames) {
		_, ok := isLiteral(m[4], m[5])
		names[low[m[2]:m[3]]] = named{from: m[0], literal: ok}
	}
	if len(names) == 0 {
		return at, literal
	}
	for _, m := range openCalled().FindAllStringSubmatchIndex(low, maxNames) {
		if n, ok := names[low[m[2]:m[3]]]; ok && n.from < m[1] && (at == nil || n.literal) {
			at, literal = []int{n.from, m[1]}, n.literal
		}
	}
	return at, literal
}

// trimmed leaves out the character before a word that a pattern begins with.
func trimmed(s string, at []int) []int {
	for at[0] < at[1] && strings.IndexByte("; \n\t({,=", s[at[0]]) >= 0 {
		at[0]++
	}
	return at
}
