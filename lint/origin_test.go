package lint

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const checkedOut = "0123456789abcdef0123456789abcdef01234567"

func TestOriginOfARemote(t *testing.T) {
	for remote, want := range map[string]string{
		"https://github.com/org/mcp-lint":                        "github.com/org/mcp-lint",
		"https://GitHub.com/org/mcp-lint.git/":                   "github.com/org/mcp-lint",
		"HTTP://github.com:80/org/.github":                       "github.com/org/.github",
		"git@github.com:org/mcp-lint.git":                        "github.com/org/mcp-lint",
		"gitlab.com:/group/sub/repo.git":                         "gitlab.com/group/sub/repo",
		"ssh://git@codeberg.org:22/o/r.git":                      "codeberg.org/o/r",
		"https://x-access-token:ghs_0123@github.com/o/r":         "github.com/o/r",
		"https://user:p@ss:word@git.corp.example:8443/team/repo": "git.corp.example/team/repo",
	} {
		assert.Equal(t, want, NewOrigin(remote, checkedOut, 0, nil).Repository, remote)
	}
	for _, remote := range []string{
		"", "/home/me/repo", "../repo", "file:///home/me/repo", `C:\\me\\repo`, "C:/me/repo", "work:org/repo", "localhost:8080/o/r",
		"javascript:alert(1)/x/y", "data:text/html,x/y", "javascript://github.com/o/r", "ext::sh -c x/y", "-oProxyCommand=x/y",
		"https://github.com/o/r\"onmouseover=x", "https://github.com/o/<b>", "https://github.com/o/r'", "https://github.com/o/r x",
		"https://github.com/o/r\nx", "https://github.com/o/r\n", "https://github.com/o/\u200br", "https://git\u04bbub.com/o/r",
		"https://github.com/o/../r", "https://github.com/./r", "https://github.com/o//r", "https://github.com/o", "https://github.com/o/.git",
		"https://github.com/o/%2e%2e/r", "https://github.com/o/r?token=secret", "https://github.com/o/r#secret",
		"https://user:secret/word@github.com/o/r", "https://user:secret?@github.com/o/r", "user:secret@github.com:o/r",
		"https://github.com@evil.example:x/o/r", "https://.github.com/o/r", "https://github..com/o/r", "https://-github.com/o/r",
		"https://github.com/" + token + "/r", "https://github.com/o/" + strings.Repeat("r", maxRemote),
	} {
		o := NewOrigin(remote, checkedOut, 0, func(string) bool { return true })
		assert.Empty(t, o.Repository, remote)
		assert.Empty(t, o.CommitURL(), remote)
		assert.Empty(t, o.URL(Place{Rel: "a"}), remote)
	}
}

func TestOriginLinks(t *testing.T) {
	place := Place{Path: "x", Rel: "a b/#?%\"'<\u200b.json", Start: Position{Line: 8}, First: 7}
	const file = "a%20b/%23%3F%25%22%27%3C%E2%80%8B.json"
	for remote, want := range map[string][2]string{
		"git@github.com:o/r":             {"https://github.com/o/r/commit/ID", "https://github.com/o/r/blob/ID/FILE?plain=1#L7"},
		"git@gitlab.com:o/g/r":           {"https://gitlab.com/o/g/r/-/commit/ID", "https://gitlab.com/o/g/r/-/blob/ID/FILE?plain=1#L7"},
		"git@bitbucket.org:o/r":          {"https://bitbucket.org/o/r/commits/ID", "https://bitbucket.org/o/r/src/ID/FILE#lines-7"},
		"git@codeberg.org:o/r":           {"https://codeberg.org/o/r/commit/ID", "https://codeberg.org/o/r/src/commit/ID/FILE?display=source#L7"},
		"http://gitea.com/o/r":           {"https://gitea.com/o/r/commit/ID", "https://gitea.com/o/r/src/commit/ID/FILE?display=source#L7"},
		"git@github.com:o/g/r":           {},
		"git@gitlab.corp.example:o/r":    {},
		"https://github.com.evil.co/o/r": {},
	} {
		o := NewOrigin(remote, checkedOut, 0, func(rel string) bool { return rel == place.Rel })
		full := strings.NewReplacer("ID", checkedOut, "FILE", file)
		assert.Equal(t, full.Replace(want[0]), o.CommitURL(), remote)
		assert.Equal(t, full.Replace(want[1]), o.URL(place), remote)
		assert.Empty(t, o.URL(Place{Rel: "other.json", First: 7}), "it is not as in the commit")
		whole := place
		whole.Whole = true
		assert.NotContains(t, o.URL(whole), "#")
	}
	anything := NewOrigin("git@github.com:o/r", checkedOut, 0, func(string) bool { return true })
	for _, rel := range []string{"", "../a", "a/../b", "/a", "a//b", "a/", ".", "..", strings.Repeat("a", maxLinkedPath+1)} {
		assert.Empty(t, anything.URL(Place{Rel: rel}), rel)
	}
	assert.Empty(t, NewOrigin("git@github.com:o/r", checkedOut, 0, nil).URL(place), "no file is known to be as in the commit")
	var none *Origin
	assert.Empty(t, none.URL(place)+none.CommitURL())
}

func TestOriginOfACommit(t *testing.T) {
	for _, id := range []string{"", "HEAD", "0123456", strings.ToUpper(checkedOut), checkedOut + "\n", "x" + checkedOut[1:], checkedOut + "0"} {
		o := NewOrigin("git@github.com:o/r", id, 1_700_000_000, func(string) bool { return true })
		assert.Empty(t, o.Commit+o.Date+o.CommitURL()+o.URL(Place{Rel: "a"}), id)
	}
	for seconds, want := range map[int64]string{
		1_700_000_000: "2023-11-14", lastSecond: "9999-12-31", lastSecond + 1: "", 0: "", -1: "", math.MaxInt64: "", math.MinInt64: "",
	} {
		assert.Equal(t, want, NewOrigin("", checkedOut, seconds, nil).Date)
	}
}
