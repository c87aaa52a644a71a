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

// TestSecretPlaces has credentials that have no form of their own, so that the place must decide, and whose bytes must be marked exactly.
func TestSecretPlaces(t *testing.T) {
	key, hex, id := drawn("places", 40), drawnHex("places", 32), drawnUUID("places")
	env := func(name, value string) map[string]any { return map[string]any{"env": map[string]any{name: value}} }
	run := func(command string, args ...string) map[string]any {
		return map[string]any{"command": command, "args": args}
	}
	header := func(name, value string) map[string]any {
		return map[string]any{"url": "https://h.example/mcp", "headers": map[string]any{name: value}}
	}
	at := func(url string) map[string]any { return map[string]any{"url": url} }
	for _, c := range []struct {
		name string
		def  map[string]any
		want string
	}{
		{"name with a short innocent word in it", env("GEMINI_API_KEY", key), key},
		{"name of many words", env("ACME_PROD_SERVICE_ACCESS_TOKEN_V2", hex), hex},
		{"camel case", env("acmeApiKey", key), key},
		{"capitals run on", env("acmeAPIKey", key), key},
		{"number behind", env("API_KEY2", key), key},
		{"uuid behind a key", env("SEARCH_API_KEY", id), id},
		{"blanks around", env("ACME_TOKEN", "  "+key+"\n"), key},
		{"quotes within", env("ACME_TOKEN", `"`+key+`"`), key},
		{"scheme in a variable", env("ACME_AUTH", "Bearer "+key), key},
		{"unknown scheme", header("Authorization", "Token "+hex), hex},
		{"bare in a header", header("authorization", key), key},
		{"header of a vendor", header("Ocp-Apim-Subscription-Key", hex), hex},
		{"private token", header("PRIVATE-TOKEN", key), key},
		{"words before the key", env("ACME_TOKEN", "acme-token-"+drawn("tail", 32)), "acme-token-" + drawn("tail", 32)},
		{"words and digits before", env("WEBHOOK_SECRET", "wh.v2."+hex), "wh.v2." + hex},
		{"flag and value", run("node", "a.js", "--api-token", key), key},
		{"flag with equals", run("node", "a.js", "--apiToken="+key), key},
		{"one dash", run("java", "-jar", "a.jar", "-token", key), key},
		{"slash of Windows is no flag but an assignment is", run("a.exe", "API_TOKEN="+key), key},
		{"docker -e", run("docker", "run", "-i", "-e", "API_TOKEN="+key, "i:1"), key},
		{"docker --env=", run("docker", "run", "-i", "--env=API_TOKEN="+key, "i:1"), key},
		{"docker -e glued", run("docker", "run", "-i", "-eAPI_TOKEN="+key, "i:1"), key},
		{"header flag", run("npx", "mcp-remote@1.0.0", "https://h.example", "--header", "X-API-Key: "+key), key},
		{"header flag without a blank", run("npx", "mcp-remote@1.0.0", "https://h.example", "--header", "X-API-Key:"+hex), hex},
		{"header flag with equals", run("npx", "p@1.0.0", "--header=X-API-Key: "+hex), hex},
		{"JSON in an argument", run("npx", "p@1.0.0", "--config", `{"acmeApiKey":"`+key+`","debug":true}`), key},
		{"escaped JSON", run("npx", "p@1.0.0", "--config", `"{\"apiKey\":\"`+key+`\"}"`), key},
		{"env program", run("env", "ACME_TOKEN="+hex, "npx", "p@1.0.0"), hex},
		{"script in double quotes", run("sh", "-c", `ACME_TOKEN="`+hex+`" node a.js`), hex},
		{"script in single quotes", run("sh", "-c", `ACME_TOKEN='`+hex+`' node a.js`), hex},
		{"export", run("bash", "-c", "export ACME_PAT="+hex+"; node a.js"), hex},
		{"flag in a script", run("bash", "-lc", "cd /srv && exec node a.js --acme-token "+hex), hex},
		{"quoted flag in a script", run("bash", "-lc", `node a.js --acme-token "`+hex+`"`), hex},
		{"header in a script", run("bash", "-c", `curl -H "X-Api-Key: `+hex+`" https://h.example`), hex},
		{"password of curl", run("sh", "-c", "curl -u bot:"+hex+" https://h.example"), hex},
		{"whole command line", map[string]any{"command": "npx -y p@1.0.0 --api-key " + hex}, hex},
		{"set of cmd", run("cmd", "/c", "set", "ACME_TOKEN="+hex, "&&", "node", "a.js"), hex},
		{"powershell", run("powershell", "-Command", `$env:ACME_TOKEN = "`+hex+`"; node a.js`), hex},
		{"broken script", run("sh", "-c", `ACME_TOKEN=`+hex+` node 'a.js`), hex},
		{"address", at("https://h.example/mcp?key=" + id), id},
		{"second parameter", at("https://h.example/mcp?v=2&accessToken=" + key + "#top"), key},
		{"percent-encoded", at("https://h.example/mcp?api_key=" + drawn("pct", 30) + "%2B%3D"), drawn("pct", 30) + "%2B%3D"},
		{"user of an address", at("https://" + hex + "@h.example/mcp"), hex},
		{
			"configuration in base64", at("https://h.example/mcp?config=" +
				base64.RawURLEncoding.EncodeToString([]byte(`{"acmeApiKey":"`+key+`"}`))),
			base64.RawURLEncoding.EncodeToString([]byte(`{"acmeApiKey":"` + key + `"}`)),
		},
		{"address in a variable", env("MCP_ENDPOINT", "https://h.example/sse?token="+hex), hex},
		{"default of a reference", env("ACME_TOKEN", "${ACME_TOKEN:-"+hex+"}"), hex},
		{"session of express", header("Cookie", "connect.sid="+key), key},
		{"service role", env("SUPABASE_KEY", jwtOf(`{"iss":"supabase","role":"service_role","iat":1752000000}`)), jwtOf(
			`{"iss":"supabase","role":"service_role","iat":1752000000}`)},
		{"headers in a variable", env("OPENAPI_MCP_HEADERS", `{"Authorization":"Bearer `+key+`","Notion-Version":"2022-06-28"}`), key},
		{"key of Laravel", env("APP_KEY", "base64:"+key+"="), "base64:" + key + "="},
		{"private key of a chain", env("WALLET_PRIVATE_KEY", "0x"+drawnHex("wallet", 64)), "0x" + drawnHex("wallet", 64)},
		{"cookie", header("Cookie", "a=b; session_token="+hex+"; c=d"), hex},
		{"password of a person", env("SMTP_PASSWORD", "Kirsch"+"kern#88"), "Kirsch" + "kern#88"},
		{"password in a flag", run("a", "--host", "db.acme.example", "--password", "blau"+"Wal_1907"), "blau" + "Wal_1907"},
		{"connection string", env("CONN", "Server=tcp:acme.database.windows.net,1433;User ID=svc;Password="+drawn("conn", 12)+
			";Encrypt=True"), drawn("conn", 12)},
		{"WordPress", env("WP_APP_PASSWORD", "aB3d Ef6h Jk9m Np2r St5v Wx8z"), "aB3d Ef6h Jk9m Np2r St5v Wx8z"},
		{"program that makes headers", map[string]any{"url": "https://h.example", "headersHelper": `printf '{"Authorization":"Bearer ` + key +
			`"}'`}, key},
	} {
		t.Run(c.name, func(t *testing.T) {
			marked, _ := secretsIn(launchWith(t, c.def))
			assert.Equal(t, []string{c.want}, marked)
		})
	}
}

// TestSecretInnocent has texts at those places that are not credentials.
func TestSecretInnocent(t *testing.T) {
	key, hex, id := drawn("innocent", 40), drawnHex("innocent", 32), drawnUUID("innocent")
	for _, set := range []string{
		"TOKEN_PATH=/home/a/tokens/" + hex + ".json", `KEY_FILE=C:\keys\` + hex, "ACME_PROJECT_ID=" + id, "ACME_CLIENT_ID=" + hex,
		"API_KEY=${API_KEY}", "API_KEY=${env:API_KEY}", "API_KEY=${input:api-key}", "API_KEY=$API_KEY", "API_KEY=%API_KEY%",
		"API_KEY={env:ACME_KEY_2024_PROD}", "API_KEY={{acme.key2024}}", "API_KEY=<YOUR_KEY_HERE_2024>", "API_KEY=your-api-key-1234567890",
		"API_KEY=${API_KEY:-}", "API_KEY=${API_KEY:-changeme}", "API_KEY=sk-...", "API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx", "API_KEY=[REDACTED]",
		"API_KEY=REPLACE_WITH_KEY_9f8e7d6c5b4a", "API_KEY=op://Private/acme-2f9c/credential", "API_KEY=ACME_API_KEY_V2_PRODUCTION",
		"API_KEY=1234567890abcdef1234567890abcdef", "API_KEY=00000000-0000-0000-0000-000000000000", "API_KEY=sk-1234567890",
		"TOKEN_LIMIT=1048576", "MAX_TOKENS=64000", "NEXT_PAGE_TOKEN=" + key, "CACHE_KEY=" + key, "PUBLIC_KEY=" + key, "SITE_KEY=" + key,
		"JIRA_PROJECT_KEY=LAGER2024", "AUTH_URL=https://login.acme.example/" + id + "/oauth2/v2.0/authorize", "AUTH_MODE=client_credentials",
		"SSH_KEY_PATH=~/.ssh/id_ed25519", "MODEL=claude-3-5-sonnet-20241022-v2:0", "GIT_SHA=" + drawnHex("sha", 40),
		"DATASET=gs://acme-" + hex + "/a", "SESSION_NAME=" + key, "POSTHOG_API_KEY=phc_" + key, "STRIPE_KEY=pk_live_" + drawn("pk", 24),
		"PGPASSWORD=postgres", "DB_PASSWORD=password123", "DB_PASSWORD=P@ssw0rd!", "DB_PASSWORD=Admin123!", "DB_PASSWORD=changeme-2024",
		"DB_PASSWORD=MY_DB_PASSWORD1", "ROOT_PASSWORD=root1234", "NEO4J_PASSWORD=neo4j-2024", "GMAIL_PASSWORD=xxxx xxxx xxxx xxxx",
		"APP_PASSWORD=abcd efgh ijkl mnop", "DATABASE_URL=postgresql://postgres:hunter42x@localhost:5432/a",
		"DATABASE_URL=postgres://app:secret@db/app", "REDIS_URL=redis://:redispass@redis:6379", "SECRET_NAME=prod/mcp/" + key,
		"PASSWORD_POLICY=min12-upper-digit!", "API_KEY=Ваш_ключ_API_12345678", "API_KEY=•••••••••••••••••9f3a", "CARD=4539 5787 6362 1486",
		"PWD=/srv/acme2024", "SECRET_ARN=arn:aws:secretsmanager:eu-west-1:482913057216:secret:mcp-" + drawn("arn", 6),
		"TWILIO_ACCOUNT_SID=AC" + hex, "TELEGRAM_CHAT=-1002184417093", "WETH_TOKEN=0x" + drawnHex("weth", 40), "TOKEN_STORE=" + key,
		"csrftoken=" + key, "PASSWORD_HASH=" + key, "KEY_VAULT_NAME=kv-mcp-" + hex,
		"SUPABASE_KEY=" + jwtOf(`{"iss":"supabase","role":"anon","iat":1752000000}`), "OPENAI_API_KEY=sk-local-dev-key", "TOKEN=${TOKEN-}",
	} {
		name, value, _ := strings.Cut(set, "=")
		marked, _ := secretsIn(launchWith(t, map[string]any{"env": map[string]any{name: value}}))
		assert.Empty(t, marked, set)
	}
	for _, args := range []string{
		"--token-file|/etc/" + hex, "--api-key|--verbose", "--max-tokens=4096|--key-id=" + hex, "--env-file|.env." + hex,
		"-e|API_KEY|-e|API_TOKEN=$API_TOKEN", "--header|X-Request-Id: " + id, "--header|Authorization: Bearer ${TOKEN}",
		"--header|Authorization:Bearer $TOKEN", "--profile=" + id, "--project-ref|" + drawn("ref", 20), "pkg@1.2.3|sha256:" + drawnHex("d", 64),
		"--password|postgres|--host|localhost", "--host=127.0.0.1|--password|blauWal_1907", "https://h.example/?code=" + key + "&state=" + hex,
		"git+https://github.com/a/b@" + drawnHex("c", 40), "--folder-id|" + drawn("folder", 33),
		"--secret|projects/1234567890/secrets/mcp-key/versions/7",
	} {
		marked, _ := secretsIn(launchWith(t, map[string]any{"command": "node", "args": strings.Split(args, "|")}))
		assert.Empty(t, marked, args)
	}
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
