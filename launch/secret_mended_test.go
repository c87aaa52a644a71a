package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
