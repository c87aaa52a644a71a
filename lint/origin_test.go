package lint

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/internal/golden"
)

const checkedOut = "0123456789abcdef0123456789abcdef01234567"

func TestOriginOfARemote(t *testing.T) {
	of := func(remote string) []string {
		o := NewOrigin(remote, checkedOut, 0, func(string) bool { return true })
		if o.Repository == "" {
			assert.Empty(t, o.CommitURL(), remote)
			assert.Empty(t, o.URL(Place{Rel: "a"}), remote)
			return nil
		}
		return []string{o.Repository}
	}
	golden.Lines(t, "testdata/remotes.txt", func(line string) []string {
		remote, _ := golden.Snippet(line)
		return of(remote)
	})
	assert.Empty(t, of("https://github.com/"+token+"/r"))
	assert.Empty(t, of("https://github.com/o/"+strings.Repeat("r", maxRemote)))
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
