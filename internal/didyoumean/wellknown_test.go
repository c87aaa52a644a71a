package didyoumean

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWellKnownListIsSound(t *testing.T) {
	seen := map[string]bool{}
	counts := map[string]int{}
	for line := range strings.Lines(wellKnownText) {
		if strings.HasPrefix(line, "[") {
			assert.Regexp(t, `^\[(official|popular|neighbour)\].*, 20\d\d-\d\d-\d\d$`, strings.TrimSpace(line), "a group says when it was read")
		}
	}
	for l := range Lines {
		kind, name := l.Kind, l.Name
		assert.Contains(t, []string{"npm", "pypi", "scope", "image", "repo", "host", "domain", "registry"}, kind)
		assert.False(t, seen[kind+name], "%s %s stands there twice", kind, name)
		seen[kind+name] = true
		counts[kind]++
		if kind != "repo" {
			assert.Equal(t, strings.ToLower(name), name)
		}
		if kind == "pypi" {
			assert.Equal(t, pypiName(name), name)
		}
	}
	assert.Greater(t, counts["npm"]+counts["pypi"], 150)
	assert.Greater(t, counts["host"], 50)
}

// TestListedNamesAreSilent checks that nothing on the list is taken for something like another on it.
func TestListedNamesAreSilent(t *testing.T) {
	k := knownServers()
	for _, x := range []*nameIndex{&k.npm, &k.pypi, &k.images, &k.repositories, &k.scopes, &k.imageHosts} {
		for form := range x.exact {
			assert.Nil(t, x.like(form), form)
		}
	}
}

// TestSlipsOfWellKnownNamesAreFound makes slips of every long word on the list.
func TestSlipsOfWellKnownNamesAreFound(t *testing.T) {
	k := knownServers()
	typos := func(word string) []string {
		mid := len(word) / 2
		return []string{word[:mid] + word[mid+1:], word[:mid] + word[mid:mid+1] + word[mid:], word[:mid] + "q" + word[mid+1:]}
	}
	made, found := 0, 0
	for l := range Lines {
		kind, name := l.Kind, l.Name
		like := map[string]func(string) *Match{"npm": k.npmLike, "pypi": k.pypiLike, "image": k.imageLike, "repo": k.gitLike}[kind]
		if like == nil || l.Group == "neighbour" {
			continue
		}
		scope, _, _ := strings.Cut(name, "/")
		if kind == "pypi" || kind == "npm" && scope == name {
			scope = slices.MaxFunc(nameTokens(name), func(a, b string) int { return len(a) - len(b) })
		}
		if len(scope) < 7 || strings.Contains(scope, ".") || scope == "server" {
			continue
		}
		for _, slip := range typos(scope) {
			made++
			if like(strings.Replace(name, scope, slip, 1)) != nil {
				found++
			}
		}
	}
	require.Greater(t, made, 300)
	assert.Greater(t, float64(found)/float64(made), 0.95, "%d of %d", found, made)
}
