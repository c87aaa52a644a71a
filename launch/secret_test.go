package launch

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// drawn is a random-looking text of n characters that was never issued.
func drawn(seed string, n int) string {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		for _, c := range sha256.Sum256(fmt.Appendf(nil, "%s %d", seed, i)) {
			b.WriteByte(letters[int(c)%len(letters)])
		}
	}
	return b.String()[:n]
}

// drawnHex is the same of hexadecimal digits.
func drawnHex(seed string, n int) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(seed)))[:n]
}

func drawnUUID(seed string) string {
	h := drawnHex(seed, 32)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:]
}

// jwtOf is a signed token with these claims.
func jwtOf(claims string) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode([]byte(claims)) + "." + drawn(claims, 43)
}

// secretsIn returns what the check marks in a view.
func secretsIn(v detect.ToolView) (marked []string, signals []detect.Signal) {
	signals = literalSecret{}.Inspect(v, detect.RegistryView{})
	for _, s := range signals {
		marked = append(marked, v.Fields[s.FieldIndex].Text[s.Start:s.End])
	}
	return marked, signals
}

func launchWith(t *testing.T, def map[string]any) detect.ToolView {
	t.Helper()
	raw, err := json.Marshal(def)
	require.NoError(t, err)
	return launchOf(t, string(raw))
}

// TestSecretCorpus holds the check to the entries that were written for it.
func TestSecretCorpus(t *testing.T) {
	f, err := os.Open("../corpus/data/launch_secret.jsonl")
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var e struct {
			ID, Label, Server, Payload string
			Kind                       detect.Kind
			Tool                       json.RawMessage
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &e))
		v, err := detect.ViewJSON(e.Kind, e.Server, e.Tool)
		require.NoError(t, err)
		marked, signals := secretsIn(v)
		if e.Label == "benign" {
			assert.Empty(t, marked, e.ID)
			continue
		}
		assert.NotEmpty(t, marked, e.ID)
		assert.True(t, strings.Contains(strings.Join(marked, "\n"), e.Payload), e.ID)
		for _, s := range signals {
			for _, m := range marked {
				assert.NotContains(t, s.Evidence+s.Detail, m, e.ID)
			}
		}
	}
	require.NoError(t, lines.Err())
}

// TestNumbersAreNoHosts: a password is that of this machine for a host that is this machine, and for no number that reads as its address.
func TestNumbersAreNoHosts(t *testing.T) {
	for v, local := range map[string]bool{
		"0": false, "0.0": false, "0:30": false, "127": false, "": false, "/tmp/localhost": false, "db.kirsch.io": false,
		"localhost.kirsch.io": false, "localhost": true, "localhost:5432": true, "127.0.0.1": true, "127.0.0.1:5432": true, "0.0.0.0": true,
		"::1": true, "[::1]:5432": true, "postgres": true, "db:5432": true, "host.docker.internal": true, "mysql://root@localhost:3306/a": true,
		"postgres://db:5432/a": true, "https://acme.io": false,
	} {
		assert.Equal(t, local, loopback(v), v)
	}
	for host, open := range map[string]bool{
		"db.kirsch.io": true, "db.kirsch.io:5432": true, "8.8.8.8:5432": true, "[2a00:1450::1]:1": true, "192.0.2.7": false, "2001:db8::1": false,
		"[2001:db8::1]:5432": false, "10.0.0.1": false, "1.2.3.4": false, "db": false, "localhost": false, "db.example.com": false,
		"your-db.io": false, "${HOST}": false, "": false,
	} {
		assert.Equal(t, open, openHost(host), host)
	}
}
