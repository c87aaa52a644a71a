package check

import (
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

const (
	// wrapperMargin is how many bytes before and after an encoded run can make it something that is decoded and run.
	wrapperMargin = 120
)

var (
	// runsBefore is what precedes data that the machine is to decode and run.
	runsBefore = lazy.Regexp(`(?:\b(?:eval|exec|iex|invoke-expression|function|compile|loads)\b[^\n]{0,60}?(?:atob|b64decode|base64_decode|frombase64string|fromhex|unhexlify|base64\.decode64|buffer\.from|decompress)\s*\(?[^\n]{0,12}|\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}?\s[-/]e(?:c|nc|ncodedcommand|ncoded)?\s+['"]?|\beval\b[^\n]{0,40}?\$\(\s*(?:echo|printf|base64)\b[^\n]{0,40}|\b(?:ba|z)?sh\b\s*(?:<<<|<\(|-c)[^\n]{0,60}?(?:base64|xxd|openssl)[^\n]{0,60}?)$`)
	// runsAfter is what follows data that is piped through a decoder into an interpreter.
	runsAfter = lazy.Regexp(`^=*['"` + "`" + `]?[)\s]*(?:\|\s*)?(?:base64|gbase64|openssl\s+(?:enc|base64)|xxd|base32|rev|tr|gunzip|zcat|gzip|python[0-9.]*|perl)?\b[^\n]{0,80}?\|\s*(?:` + interpreterPattern + `)`)
)

// runners are what one of stands before such data.
var runners = []string{"eval", "exec", "iex", "invoke-", "function", "compile", "loads", "powershell", "pwsh", "sh"}

// wrapped reports whether the encoded run at [start, end) of s stands inside a construct that decodes and runs it, and
// the span of the whole construct. What such a run decodes to needs no further proof.
func wrapped(s string, start, end int) (from, to int, ok bool) {
	before := lowerBytes(s[max(0, start-wrapperMargin):start])
	after := lowerBytes(s[end:min(len(s), end+wrapperMargin)])
	if holdsAny(before, runners) {
		if m := runsBefore().FindStringIndex(before); m != nil {
			return start - len(before) + m[0], end, true
		}
	}
	if strings.Contains(after, "|") {
		if m := runsAfter().FindStringIndex(after); m != nil && strings.Contains(after[:m[1]], "|") {
			return start, end + m[1], true
		}
	}
	return 0, 0, false
}
