package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// TestSecretNames: a name that says API_KEY outright counts whatever stands before it.
func TestSecretNames(t *testing.T) {
	hex, id := drawnHex("names", 40), drawnUUID("names")
	for _, name := range []string{
		"CONTEXT7_API_KEY", "CLIENT_API_KEY", "FACEBOOK_PAGE_ACCESS_TOKEN", "PROMPT_API_KEY", "OUTPUT_SECRET", "contextApiKey", "AUTO_AUTH_TOKEN",
		"NEXT_API_KEY", "SITE_SECRET", "CLAVE_API", "CLAVE_SECRETA", "CONTRASENA", "CONTRASEÑA_BD", "SENHA_BANCO", "MOT_DE_PASSE", "DB_PASSWORT",
		"PAROLA", "CHAVE_API", "CLE_API", "x-vercel-protection-bypass", "AZURE_SEARCH_KEY",
	} {
		for _, value := range []string{hex, id} {
			marked, _ := secretsIn(launchWith(t, map[string]any{"env": map[string]any{name: value}}))
			assert.Equal(t, []string{value}, marked, name)
		}
	}
	for _, name := range []string{
		"FIGMA_FILE_KEY", "ALGOLIA_SEARCH_KEY", "ALGOLIA_SEARCH_API_KEY", "NEXT_PUBLIC_FIREBASE_API_KEY", "VITE_MAPS_API_KEY",
		"EXPO_PUBLIC_API_KEY", "REACT_APP_API_KEY", "ANALYTICS_WRITE_KEY", "GIT_COMMIT_KEY", "SPREADSHEET_KEY", "IDEMPOTENCY_KEY", "CONFIG_KEY",
		"PUBLIC_API_KEY", "SUPABASE_ANON_KEY", "NEXT_PAGE_TOKEN", "CLAVE_PRIMARIA", "API_KEY_ID", "PASSWORD_FILE",
	} {
		for _, value := range []string{hex, hex[:32], id} {
			marked, _ := secretsIn(launchWith(t, map[string]any{"env": map[string]any{name: value}}))
			assert.Empty(t, marked, name+"="+value)
		}
	}
	token := "ghp" + "_" + drawn("names", 36)
	marked, _ := secretsIn(launchWith(t, map[string]any{"env": map[string]any{"NEXT_PUBLIC_GITHUB_TOKEN": token}}))
	assert.Equal(t, []string{token}, marked, "a sure form counts wherever it stands")
	marked,
		_ = secretsIn(launchWith(t, map[string]any{"env": map[string]any{"NEXT_PUBLIC_FIREBASE_API_KEY": "AI" + "za" + drawn("fire", 35)}}))
	assert.Empty(t, marked)
}

// TestSecretElsewhere has what reviewers found unseen.
func TestSecretElsewhere(t *testing.T) {
	key, hex, id := drawn("elsewhere", 40), drawnHex("elsewhere", 40), drawnUUID("elsewhere")
	pw := "Kirsch" + "kern#88"
	env := func(pairs ...string) map[string]any {
		m := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return map[string]any{"env": m}
	}
	run := func(command string, args ...string) map[string]any {
		return map[string]any{"command": command, "args": args}
	}
	seed := "orbit velvet canyon ripple harvest saddle mimic lantern quarter tissue beyond oyster"
	mixed := "isQgym" + "FafYoMGjJjgMKL"
	for _, c := range []struct {
		name string
		def  map[string]any
		want string
	}{
		{"member", map[string]any{"bearer_token": key}, key},
		{"member of oauth", map[string]any{"oauth": map[string]any{"clientId": id, "clientSecret": hex}}, hex},
		{"member of auth", map[string]any{"auth": map[string]any{"CLIENT_ID": hex, "CLIENT_SECRET": key}}, key},
		{"member of settings", map[string]any{"settings": map[string]any{"acme_access_token": hex}}, hex},
		{"named item", map[string]any{"variables": []any{map[string]any{"name": "ACME_TOKEN", "value": hex}}}, hex},
		{"JSON of passwords", run("npx", "p@1.0.0", "--config", `{"mysqlHost":"db.acme.net","mysqlPassword":"`+pw+`","acmeApiKey":"`+id+
			`"}`), pw + " | " + id},
		{"escaped JSON", run("npx", "p@1.0.0", "--config", `{\"acmeApiKey\":\"`+id+`\"}`), id},
		{"letters only", env("DB_HOST", "db.acme.net", "DB_PASSWORD", mixed), mixed},
		{"letters only behind a key", env("ACME_API_TOKEN", mixed), mixed},
		{"camel case is no key", env("ACME_API_TOKEN", "MyProductionAPIKeyOfTheUIAtHome"), ""},
		{"letters only here", env("DB_HOST", "localhost", "DB_PASSWORD", mixed), ""},
		{
			"name of the server in it",
			map[string]any{"name": "neo4j", "env": map[string]any{"NEO4J_URI": "bolt://graph.acme.net", "NEO4J_PASSWORD": "neo4j" + "Pw9xQ"}},
			"neo4j" + "Pw9xQ",
		},
		{"name of the server behind it", map[string]any{"name": "odoo", "env": map[string]any{"ODOO_PASSWORD": "Kfrt" + "4827&Odoo"}}, "Kfrt" +
			"4827&Odoo"},
		{"nothing but the name", map[string]any{"name": "odoo", "env": map[string]any{"ODOO_PASSWORD": "odoo-2024!"}}, ""},
		{"the name and admin", map[string]any{"name": "odoo", "env": map[string]any{"ODOO_PASSWORD": "odooadmin1"}}, ""},
		{"address of zapier", map[string]any{"url": "https://mcp.zapier.com/api/mcp/s/" + drawn("zap", 48) + "/mcp"}, drawn("zap", 48)},
		{"address of make", map[string]any{"url": "https://eu2.make.com/mcp/api/v1/u/" + id + "/sse"}, id},
		{"other addresses", map[string]any{"url": "https://h.acme.net/mcp/s/" + drawn("zap", 48) + "/mcp"}, ""},
		{"bypass", map[string]any{"url": "https://h.acme.net/mcp?x-vercel-protection-bypass=" + drawn("byp", 32)}, drawn("byp", 32)},
		{"sshpass", run("sshpass", "-p", pw, "ssh", "-p", "2222", "a@h.acme.net"), pw},
		{"sshpass glued", run("sshpass", "-p"+pw, "ssh", "a@h.acme.net"), pw},
		{"mysql", run("sh", "-c", "mysql -u svc -p"+pw+" -h db.acme.net"), pw},
		{"port of another program", run("ssh", "-p", "2222x#Ab!", "a@h.acme.net"), ""},
		{"curl -u", run("curl", "-u", "svc:"+pw, "https://h.acme.net"), pw},
		{"--auth", run("http", "--auth", "svc:"+pw, "https://h.acme.net"), pw},
		{"seed", env("WALLET_MNEMONIC", seed), seed},
		{"seed of a chain for tests", env("WALLET_MNEMONIC", "test test test test test test test test test test test junk"), ""},
		{"seed to fill in", env("WALLET_MNEMONIC", "put your twelve words here like this one and never commit them"), ""},
		{"root:root in public", env("DATABASE_URL", "mysql://root:root@db.hoster.net:3306/app"), "root"},
		{"root:root here", env("DATABASE_URL", "mysql://root:root@localhost:3306/app"), ""},
		{"root:root in a net of containers", env("DATABASE_URL", "mysql://root:root@db:3306/app"), ""},
		{"root:root in a private net", env("DATABASE_URL", "mysql://root:root@10.1.2.3:3306/app"), ""},
		{"root:root in a manual", env("DATABASE_URL", "mysql://root:root@db.example.com:3306/app"), ""},
		{"inner name", env("CONF", "${GITHUB_TOKEN:-"+key+"}"), key},
		{"password for a key", env("ODOO_URL", "https://erp.hoster.net", "ODOO_API_KEY", "Kirsch!"+"7290"), "Kirsch!" + "7290"},
		{"password for a key of nowhere", env("ODOO_API_KEY", "Kirsch!"+"7290"), ""},
		{"port that is listened on", map[string]any{"command": "x", "args": []string{"--listen=127.0.0.1:8080"}, "env": map[string]any{
			"ORACLE_HOST": "db.acme.net", "ORACLE_PASSWORD": pw,
		}}, pw},
		{"host beside another here", map[string]any{"command": "x", "args": []string{"127.0.0.1"}, "env": map[string]any{
			"ORACLE_HOST": "db.acme.net", "ORACLE_PASSWORD": pw,
		}}, pw},
		{"documented chain", env("PRIVATE_KEY", "0xac0974bec39a17e36ba4a6b4d238ff94"+"4bacb478cbed5efcae784d7bf4f2ff80"), ""},
		{"documented database", env("COSMOS_KEY", "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM"+
			"+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="), ""},
		{"documented storage", env("AZURE_STORAGE_ACCOUNT_KEY", "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1"+
			"OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="), ""},
		{"padding", env("CONN", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey="+drawn("pad", 86)+
			"==;EndpointSuffix=core.windows.net"), drawn("pad", 86) + "=="},
		{"option of files", run("npx", "p@1.0.0", "--file-key", drawn("file", 22)), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			marked, _ := secretsIn(launchWith(t, c.def))
			assert.Equal(t, c.want, strings.Join(marked, " | "))
		})
	}
}

// TestSecretSettings: settings are read by the names of their members, inputs by their ids.
func TestSecretSettings(t *testing.T) {
	hex := drawnHex("settings", 32)
	for _, c := range []struct{ def, want string }{
		{`{"openRouterApiKey":"` + hex + `"}`, hex},
		{`{"provider":{"acme":{"options":{"apiKey":"` + hex + `"}}}}`, hex},
		{`{"inputs":[{"id":"acme-token","type":"promptString","default":"` + hex + `"}]}`, hex},
		{`{"inputs":[{"id":"commit","type":"promptString","default":"` + hex + `"}]}`, ""},
		{`{"inputs":[{"id":"acme-token","default":"ghp` + "_" + drawn("in", 36) + `"}]}`, ""},
		{`{"model":"` + hex + `","theme":"dark"}`, ""},
	} {
		v, err := detect.ViewJSON(detect.KindSettings, "s", []byte(c.def))
		require.NoError(t, err)
		marked, _ := secretsIn(v)
		assert.Equal(t, c.want, strings.Join(marked, " | "), c.def)
	}
}

// TestSecretAdvice: a variable is never written into itself, and names are such as people give.
func TestSecretAdvice(t *testing.T) {
	key, hex := drawn("advice", 40), drawnHex("advice", 64)
	for _, c := range []struct{ client, file, member, want, not string }{
		{"mcpServers", ".cursor/mcp.json", `"env":{"OPENAPI_MCP_HEADERS":"{\"Authorization\":\"Bearer ` + key + `\"}"}`, "set all of " +
			"OPENAPI_MCP_HEADERS outside this file, or write ${env:OPENAPI_MCP_HEADERS_TOKEN} in place", "${env:OPENAPI_MCP_HEADERS}"},
		{"mcpServers", ".mcp.json", `"env":{"AMQP_URL":"amqp://svc:` + key + `@mq.acme.net"}`, "set all of AMQP_URL outside this " +
			"file, or write ${ACME_PASSWORD} in place", "${AMQP_URL}"},
		{"mcpServers", "claude_desktop_config.json", `"env":{"AMQP_URL":"amqp://svc:` + key +
			`@mq.acme.net"}`, "set all of AMQP_URL outside this file", "place"},
		{"mcpServers", ".mcp.json", `"env":{"ACME_TOKEN":"${ACME_TOKEN:-` + key + `}"}`, "write ${ACME_TOKEN}", "all of"},
		{"mcpServers", ".mcp.json", `"url":"https://mcp.acme.net/mcp?exaApiKey=` + key +
			`"`, ") in exaApiKey; revoke it and write ${EXA_API_KEY}", "EXAAPI"},
		{"mcpServers", ".mcp.json", `"headers":{"Cookie":"session=` + key +
			`"}`, ") in session; revoke it and write ${ACME_TOKEN}", "session_token"},
		{"mcpServers", ".mcp.json", `"command":"java","args":["-Dspring.datasource.password=` + key + `"]`, ") in " +
			"spring.datasource.password; revoke it and write ${SPRING_DATASOURCE_PASSWORD}", "Dspring"},
		{"mcpServers", ".mcp.json", `"command":"acme","args":["--token","` + key + `"]`, "write ${ACME_TOKEN}", "API_TOKEN"},
		{"mcpServers", ".mcp.json", `"command":"acme","args":["--api-key=` + key + `"]`, "write ${ACME_KEY}", "API_TOKEN"},
		{"goose", "config.yaml", `"headers":{"Authorization":"Bearer ` + key + `"}`, "list ACME_TOKEN in env_keys and write $ACME_TOKEN in the " +
			"header", "(ACME"},
		{"goose", "config.yaml", `"env":{"SOME_TOKEN":"` + key + `"}`, "list SOME_TOKEN in env_keys", "header"},
		{"mcpServers", ".mcp.json", `"env":{"EXA_API_KEY":"` + hex + `"}`, "(api key)", "mistral"},
	} {
		_, signals := secretsIn(launchOf(t, `{"name":"acme","config":{"client":"`+c.client+`","file":"`+c.file+`"},`+c.member+`}`))
		require.Len(t, signals, 1, c.member)
		assert.Contains(t, signals[0].Detail, c.want)
		assert.NotContains(t, signals[0].Detail, c.not)
	}
}

// TestCredentials: for what must not be shown names and places are enough, and what refers to a value is none.
func TestCredentials(t *testing.T) {
	for _, c := range []struct{ def, want string }{
		{`{"env":{"DB_HOST":"localhost","DB_PASSWORD":"hunter22"}}`, "hunter22"},
		{`{"command":"npx","args":["p","--password","blau","--token=rblx","--api-key","kurz"]}`, "blau" + " | " + "rblx" + " | " + "kurz"},
		{`{"command":"mysql-mcp","args":["-p","blau","-u","root"]}`, "blau"},
		{`{"command":"npx","args":["-y","mysql-mcp","-p","blau"]}`, "blau"},
		{`{"command":"curl","args":["-u","svc:blau","https://h.example"]}`, "blau"},
		{`{"env":{"DATABASE_URL":"postgres://app:blau@localhost/a"}}`, "blau"},
		{`{"headers":{"Authorization":"Bearer kurz-und-gut"}}`, "kurz-und-gut"},
		{`{"oauth":{"clientSecret":"kurz"}}`, "kurz"},
		{`{"command":"npx","args":["p","--config","{\"password\":\"blau\"}"]}`, "blau"},
		{`{"env":{"TOKEN":"${TOKEN}","API_KEY":"your-api-key","PASSWORD":"","AUTH":"true","MAX_TOKENS":"4096","PORT":"8080",` +
			`"TOKEN_PATH":"/a/b"}}`, ""},
		{`{"command":"ssh","args":["-p","2222","--port","80"]}`, ""},
	} {
		v := launchOf(t, c.def)
		var got []string
		for _, s := range Credentials(v) {
			got = append(got, v.Fields[s.Field].Text[s.Start:s.End])
		}
		assert.Equal(t, c.want, strings.Join(got, " | "), c.def)
	}
	long := strings.Repeat(`{"password":"x`, 40_000)
	Credentials(launchWith(t, map[string]any{"env": map[string]any{"TOKEN": long, "A": strings.Repeat(`\"`,
		400_000)}, "args": []string{long}, "url": long}))
}
