package launch

import (
	"cmp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/secret"
)

// Credential is the place of a credential in a view.
type Credential struct {
	// Field is the index of a field in ToolView.Fields; Start and End are the bytes in its text, half open.
	Field, Start, End int
}

// minHidden is the fewest bytes of a value that is hidden for its name alone: less is a number or a switch.
const minHidden = 3

// Credentials returns the places in a launch or settings that must not be shown or kept: all that launch.secret reports, whether or not
// that check runs, and, to be on the safe side, what is known by nothing but its place and is no placeholder or reference: the values
// of variables, headers, parameters, members and options whose names promise a password, a token or a key, what follows user: behind
// -u, passwords behind the short options of database clients, and passwords in addresses of the machine itself. They are in the order of
// fields and places and do not overlap. The result is no finding: much of it is not secret at all.
func Credentials(t detect.ToolView) []Credential {
	f := finder{t: t, around: surroundings(t), generous: true}
	f.gather()
	slices.SortFunc(f.found, func(a, b credential) int { return cmp.Or(a.field-b.field, a.start-b.start, b.end-a.end) })
	var out []Credential
	for _, c := range f.found {
		if n := len(out); n > 0 && out[n-1].Field == c.field && c.start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, c.end)
			continue
		}
		if c.start < c.end {
			out = append(out, Credential{Field: c.field, Start: c.start, End: c.end})
		}
	}
	return out
}

// hidden returns the whole value behind a name that promises a credential, where nothing surer was found: for Credentials.
func (f *finder) hidden(p promise, v string, found []secret.Match) []secret.Match {
	if !f.generous || p == nothing || len(v) < minHidden || len(v) > maxHidden || open(v) || secret.Placeholder(v) || plainWord(v) {
		return found
	}
	return append(found, secret.Match{Rule: "generic-key", End: len(v), Confidence: secret.Faint})
}

// maxHidden bounds the values that are hidden for their names.
const maxHidden = 64 << 10

// plainWord reports whether a value is a switch or a number of few digits.
func plainWord(v string) bool {
	return plainValues[strings.ToLower(v)] || len(v) < 8 && onlyOf(v, digits+".,")
}

var plainValues = wordSet("true false yes no none null nil off auto default basic bearer oauth oauth2 jwt apikey api_key token password")
