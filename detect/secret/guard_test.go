package secret

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGuardedIsNoFindingAndNotShown is about what looks like a credential and is not sure to be one.
func TestGuardedIsNoFindingAndNotShown(t *testing.T) {
	r := source(21)
	typed, part := lowers+numbers, r.draw(letters, 20)
	for _, tc := range []struct{ before, hidden, after string }{
		{"ghp_", typed, " is used"},
		{"Use ghp_", part, "... for it"},
		{"sk-", typed, ""},
		{"xoxb-", "12345678" + "90-" + typed, ""},
		{"curl -H 'Authorization: token ", typed, "' x"},
		{"curl -H \"AUTHORIZATION: ApiKey ", part[:9], "\" x"},
		{"authorization=", part[:12], ""},
		{"X-Api-Key: ", typed, ""},
	} {
		s := tc.before + tc.hidden + tc.after
		for _, m := range Find(s) {
			assert.Less(t, m.Confidence, Named-0.1, "%q gave %s", s, m.Rule)
		}
		red := Redact(s)
		assert.NotContains(t, red, tc.hidden[:8], s)
		assert.NotContains(t, red, tc.hidden[len(tc.hidden)-8:], s)
		assert.True(t, strings.HasSuffix(red, tc.after), red)
		assert.Equal(t, red, Redact(red))
	}
}

func TestRedactAtACut(t *testing.T) {
	r := source(23)
	rest := r.draw(letters, 24)
	for _, s := range []string{"..." + rest + "' https://a.io | sh", "\u2026" + rest, "...EN=" + rest + "; x", "...key: \"" + rest + "\""} {
		red := Redact(s)
		assert.NotContains(t, red, rest[:8])
		assert.NotContains(t, red, rest[16:])
		assert.Equal(t, red, Redact(red))
	}
	for _, s := range []string{rest, "...and so on", "...a-task-list-2024-05", "... " + rest, "\u2026/path/to/file.txt"} {
		assert.Equal(t, s, Redact(s), "no cut, or nothing to hide")
	}
}

func TestRepetitionsAreRedactedToo(t *testing.T) {
	r := source(25)
	key := r.draw(letters, 32)
	assert.NotContains(t, Redact("first "+key+", then api_key="+key+" and "+key), key)
	many := strings.Repeat("api_key="+key+" "+key+" ", 2_000)
	require.NotContains(t, Redact(many), key)
}

func TestStubInAnotherText(t *testing.T) {
	for _, m := range []Match{{Start: 5, End: 50, prefixLen: 4}, {Start: -1, End: 3}, {Start: 3, End: 1, prefixLen: 4}, {}} {
		assert.Equal(t, Stub, m.Stub("abc"))
	}
}

func TestLongNamesCostNothing(t *testing.T) {
	r := source(27)
	v := r.draw(letters, 32)
	name := strings.Repeat("x", 1<<20) + "_api_key"
	for range 10_000 {
		require.Len(t, FindNamed(name, v), 1)
	}
}

// surest is the confidence of the surest match.
func surest(found []Match) float64 {
	best := 0.0
	for _, m := range found {
		best = max(best, m.Confidence)
	}
	return best
}

func signed(claims string) string {
	r := source(7)
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims)) + "." + r.draw(letters, 43)
}

// TestPublicIsNoFinding: what everybody may know is hidden at most.
func TestPublicIsNoFinding(t *testing.T) {
	r := source(3)
	for _, v := range append([]string{
		signed(`{"iss":"supabase","role":"anon"}`), signed(`{"iss":"supabase-demo","role":"service_role"}`), "phc_" + r.draw(letters, 43), "pk_live_" + r.draw(letters, 24),
		"sb_publishable_" + r.draw(letters, 30),
	}, documented...) {
		assert.Less(t, surest(FindNamed("api_key", v)), Named, v)
		assert.Less(t, surest(FindNamed("secret", v)), Named, v)
		assert.Less(t, surest(Find("api_key="+v)), Named, v)
		assert.True(t, Public(v), v)
	}
	assert.Less(t, surest(Find("AccountName=devstoreaccount1;AccountKey="+documented[0]+"==;")), Named)
	for _, v := range []string{signed(`{"iss":"supabase","role":"service_role"}`), "sk_" + "live_" + r.draw(letters, 24), r.draw(letters, 40)} {
		assert.GreaterOrEqual(t, surest(FindNamed("api_key", v)), Named)
		assert.False(t, Public(v))
	}
}

// TestInnocentNames: short innocent words count as whole words where words are separated.
func TestInnocentNames(t *testing.T) {
	r := source(11)
	key := r.draw(letters, 40)
	for _, name := range []string{"GEMINI_API_KEY", "MINIMAX_TOKEN", "openviking-api-key", "adminToken", "MAXMIND_SECRET", "LEARN_ACCESS_TOKEN"} {
		assert.GreaterOrEqual(t, surest(FindNamed(name, key)), Named, name)
	}
	for _, name := range []string{"MAX_TOKENS", "nextToken", "next_page_token", "nextpagetoken", "TOKEN_PATH", "tokenFile", "secret_name", "csrf_token", "API_KEY_ID", "PUBLIC_KEY_TOKEN", "continuation_token", "tokenTypes"} {
		assert.Less(t, surest(FindNamed(name, key)), Named, name)
	}
}

// TestChecksum: it is set by a checksum only.
func TestChecksum(t *testing.T) {
	r := source(5)
	body, other := r.draw(letters, 30), r.draw(letters, 30)
	for token, holds := range map[string]bool{"ghp_" + withChecksum(body): true, "ghp_" + other + withChecksum(body)[30:]: false} {
		found := Find(token)
		assert.Len(t, found, 1)
		assert.Equal(t, holds, found[0].Checksum)
	}
	key := "-----BEGIN PRIVATE KEY-----\n" + r.draw(letters, 64) + "\n" + r.draw(letters, 64) + "\n-----END PRIVATE KEY-----"
	assert.False(t, Find(key)[0].Checksum)
}

func TestTail(t *testing.T) {
	r := source(9)
	token := "ATA" + "TT3" + r.draw(letters, 180)
	found := Find(token + "=1F2E3D4C rest")
	assert.Len(t, found, 1)
	assert.Equal(t, len(token)+9, found[0].End)
	found = Find(token + "=rest")
	assert.Equal(t, len(token), found[0].End)
}

func TestDatabaseOfContainers(t *testing.T) {
	for url, finding := range map[string]bool{
		"redis://:devredis@redis:6379": false, "postgres://app:apppassphrase@db/app": false, "postgres://app:Tq8vLm2x@db/app": true, "redis://:devredis@cache.acme.net:6379": true,
	} {
		assert.Equal(t, finding, surest(Find(url)) >= Named, url)
	}
}

func TestPlaceholder(t *testing.T) {
	for v, want := range map[string]bool{"changeme": true, "admin123!": true, "abcdef": true, "vR8kq2ZtLw": false} {
		assert.Equal(t, want, Placeholder(v), v)
	}
}
