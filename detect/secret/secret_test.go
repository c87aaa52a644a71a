package secret

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryPrefixRule draws tokens for each rule of the tables and wants them found whole, with that rule, in running text.
func TestEveryPrefixRule(t *testing.T) {
	seen := map[string]bool{}
	for i, r := range rules().prefixed {
		key := r.prefix + r.rule
		assert.False(t, seen[key], "%s stands twice", r.rule)
		seen[key] = true
		t.Run(r.rule, func(t *testing.T) {
			random := source(i + 1)
			for range 20 {
				n := r.min
				if r.rule == "openai-key" {
					n = 48
				}
				body := random.draw(alphabets[r.chars], n)
				if r.shape != nil {
					body = random.like(r.shape().String())
				}
				want := r.prefix + body
				for _, around := range [][2]string{{"", ""}, {"Use ", " as the header."}, {`{"v": "`, `"}`}, {"line\\n", "\\nnext"}, {"(", ")."}} {
					s := around[0] + want + around[1]
					got := Find(s)
					if !assert.Len(t, got, 1, "%q", s) {
						return
					}
					assert.Equal(t, want, s[got[0].Start:got[0].End])
					assert.Equal(t, r.rule, got[0].Rule, "%q", s)
					red := Redact(s)
					assert.NotContains(t, red, body[:min(8, len(body))])
					assert.Equal(t, red, Redact(red))
				}
			}
		})
	}
	assert.GreaterOrEqual(t, len(seen), 174)
}

func TestChecksums(t *testing.T) {
	random := source(7)
	for _, prefix := range []string{"ghp_", "gho_", "ghu_", "ghs_", "npm_"} {
		good := prefix + withChecksum(random.draw(letters, randomDigits))
		got := Find(good)
		require.Len(t, got, 1)
		assert.Equal(t, certain, got[0].Confidence)
		other := byte('a')
		if good[len(good)-1] == 'a' {
			other = 'b'
		}
		got = Find(good[:len(good)-1] + string(other))
		require.Len(t, got, 1)
		assert.Equal(t, Likely, got[0].Confidence)
	}
}

func TestPlaces(t *testing.T) {
	r := source(11)
	key := func(n int) string { return r.draw(letters, n) }
	hex := func(n int) string { return r.draw("0123456789abcdef", n) }
	b64key := r.draw(letters+"+/", 1200)
	pass := "Kj7" + "vQ2mXw9"
	jwt := token(`{"alg":"HS256","typ":"JWT"}`, `{"sub":"u-7731","iat":1735000000,"role":"service"}`, key(43))
	tests := []struct{ rule, before, secret, after string }{
		{"aws-secret-key", "aws_secret_access_key = ", key(38) + "/" + key(1), ""},
		{"aws-secret-key", `"AWS_SECRET_ACCESS_KEY": "`, key(40), `"`},
		{"heroku-api-key", "HEROKU_API_KEY=", "7d1f" + "3a90-1b2e-4c47-9f6a-" + hex(12), ""},
		{"datadog-key", "DATADOG_API_KEY: ", hex(32), "\n"},
		{"cloudflare-key", "export CLOUDFLARE_API_TOKEN='", key(40), "'"},
		{"twilio-auth-token", "TWILIO_AUTH_TOKEN=", hex(32), " "},
		{"okta-token", "okta token: ", key(42), ""},
		{"algolia-key", "algoliaApiKey => ", hex(32), ","},
		{"azure-storage-key", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=", key(86), "==;EndpointSuffix=core.windows.net"},
		{"azure-client-secret", "secret ", key(3) + "8Q~" + key(34), ""},
		{"generic-key", "api_key=", key(32), ""},
		{"generic-key", `"apiKey": "`, key(24), `"`},
		{"generic-key", "Access token: ", key(40), "."},
		{"generic-key", "--auth-token ='", key(32), "'"},
		{"postgres-url", "postgres://svc:", pass, "@db.internal.acme.io:5432/app"},
		{"mysql-url", "mysql://root:", pass, "@10.2.0.9/app"},
		{"mongodb-url", "mongodb+srv://app:", pass, "@cluster0.ab1cd.mongodb.net/?retryWrites=true"},
		{"redis-url", "redis://:", pass, "@cache.acme.io:6379/0"},
		{"amqp-url", "amqps://worker:", pass, "@mq.acme.io/vhost"},
		{"basic-auth-url", "https://deploy:", pass, "@git.acme.io/app.git"},
		{"basic-auth-url", "https://deploy:", "p%40" + pass, "@git.acme.io/app.git"},
		{"bearer-token", "Authorization: Bearer ", key(40), ""},
		{"bearer-token", "curl -H 'bearer ", key(32), "'"},
		{"basic-auth", "Authorization: Basic ", base64.StdEncoding.EncodeToString([]byte("svc:" + pass)), ""},
		{"jwt", "token ", jwt, " ."},
		{"slack-webhook", "https://hooks.slack.com/services/", "T0" + key(8)[:0] + "1A2B3C9D/B0" + "4E5F6G7/" + key(24), ""},
		{"discord-webhook", "https://discord.com/api/webhooks/98765" + "4321098" + "765432/", key(68), ""},
		{"telegram-bot-token", "bot ", "718293" + "6450:AA" + key(33), ""},
		{"discord-bot-token", "token: ", "M" + key(25) + ".G" + key(5) + "." + key(38), ""},
		{"mailchimp-key", "key ", hex(32) + "-us14", ""},
		{"terraform-token", "token ", key(14) + ".atlasv1." + key(64), ""},
		{"cloudinary-url", "cloudinary://8273" + "64519283746:", key(27), "@demoapp"},
		{"openssh-private-key", "key:\n", pem("OPENSSH PRIVATE KEY", b64key[:400]), "\n"},
		{"private-key", "", pem("RSA PRIVATE KEY", b64key), ""},
		{"private-key", "", strings.ReplaceAll(pem("EC PRIVATE KEY", b64key[:160]), "\n", `\n`), ""},
		{"private-key", "", "-----BEGIN PRIVATE KEY-----\n" + b64key[:300], ""},
		{"gcp-service-account-key", `{"type": "service_account", "private_key": "`, strings.ReplaceAll(pem("PRIVATE KEY", b64key[:800]), "\n", `\n`), `"}`},
		{"pgp-private-key", "", pem("PGP PRIVATE KEY BLOCK", b64key[:500]), ""},
		{"payment-card", "card number ", luhn("451289763" + "401827"), " exp 09/29"},
		{"payment-card", "Pay with ", "4512 8976 3401 " + luhn("451289763" + "401827")[12:], ""},
		{"payment-card", "amex ", luhn("37428819" + "503164"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			s := tt.before + tt.secret + tt.after
			got := Find(s)
			i := slices.IndexFunc(got, func(m Match) bool { return m.Rule == tt.rule })
			if !assert.GreaterOrEqual(t, i, 0, "%q gave %+v", s, got) {
				return
			}
			m := got[i]
			assert.Equal(t, strings.TrimRight(tt.secret, "="), strings.TrimRight(s[m.Start:m.End], "="))
			assert.GreaterOrEqual(t, m.Confidence, Named)
			red := Redact(s)
			assert.NotContains(t, red, tt.secret)
			assert.Contains(t, red, Stub)
			assert.Equal(t, red, Redact(red), "redacting twice changes nothing")
			assert.Empty(t, Find(red))
			assert.True(t, strings.HasPrefix(red, tt.before[:min(len(tt.before), 6)]))
		})
	}
}

func TestSilent(t *testing.T) {
	for _, s := range []string{
		"", "A plain sentence about risk-assessment and task-sk-lists.",
		"AKIA" + "IOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY", "aws_secret_access_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
		"ghp_" + strings.Repeat("x", 36), "ghp_" + strings.Repeat("aB3", 12), "ghp_1234567890" + "abcdefghijklmnopqrstuvwxyz", "ghp_" + "your_token_here", "sk-" + strings.Repeat("x", 48), "sk-...", "sk-proj-...",
		"sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"[:8], "sk_test_" + "xxxxxxxxxxxxxxxxxxxxxxxx", "xoxb-" + "your-token", "xoxb-" + "123456789012-123456789012-abcdefghijklmnopqrstuvwx",
		"api_key=${API_KEY}", "api_key: <YOUR_API_KEY>", "api_key = {{token}}", "token: $GITHUB_TOKEN", "apiKey: process.env.OPENAI_API_KEY", `os.environ["API_KEY"]`, "api_key=your-api-key-goes-here", "password=changeme", "PASSWORD=********", "secret: [REDACTED]", "token=%TOKEN%",
		"postgres://user:pass@localhost:5432/db", "postgres://user:password@host:5432/db", "postgresql://postgres:postgres@db/app", "mysql://root:root@127.0.0.1", "mongodb://<user>:<password>@cluster", "https://user:${TOKEN}@github.com/x", "https://x-access-token:$TOKEN@github.com",
		"http://localhost:8080/path@v2", "see http://a:1/b@c", "npm i @scope/name@1.2.3", "ssh://git@github.com:22/x",
		"Authorization: Bearer <token>", "Authorization: Bearer YOUR_ACCESS_TOKEN", "Bearer abcdef1234567890abcdef", "bearer of the message who reads", "Authorization: Basic dXNlcjpwYXNz", "Basic authentication is used",
		"nextPageToken: CAoQAA1b2c3d4e5f6g7h8i9j0", "max_tokens: 4096", "tokenAddress: 0x" + "dAC17F958D2ee523a2206206994597C13D831ec7", "key: value", "primary_key: customer_identifier_number_two", "token: string", "secret_name: projects/my-project/secrets/db",
		"4242 4242 4242 4242", "card 4111111111111111", "card: 378282246310005", "order 451289763401820", "1234567890123456", "id 9007199254740993", "2024-01-15 10:30:45", "phone +1 415 555 2671",
		"550e8400-e29b-41d4-a716-446655440000", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "arn:aws:iam::123456789012:role/demo",
		"-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----", "-----BEGIN OPENSSH PRIVATE KEY-----\nYOUR KEY HERE\n-----END OPENSSH PRIVATE KEY-----",
		token(`{"alg":"HS256","typ":"JWT"}`, `{"sub":"1234567890","name":"John Doe","iat":1516239022}`, "SflKxwRJSMeKKF2QT4fw"+"pMeJf36POk6yJV_adQssw5c"), "eyJhbGciOiJIUzI1NiJ9",
		"https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX", "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "sha512-" + "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg", "authorization_code", "auth: oauth2",
	} {
		for _, m := range Find(s) {
			assert.Less(t, m.Confidence, Named-0.1, "%q gave %s %q", s, m.Rule, s[m.Start:m.End])
		}
	}
}

func TestAllHitsWithoutOverlap(t *testing.T) {
	r := source(3)
	a, b, c := "ghp_"+r.draw(letters, 36), "AKIA"+r.draw(alphabets[upperDigits], 16), "npm_"+r.draw(letters, 36)
	s := "first " + a + " then key=" + b + ", token: " + c
	got := Find(s)
	require.Len(t, got, 3)
	for i, want := range []string{a, b, c} {
		assert.Equal(t, want, s[got[i].Start:got[i].End])
	}
}

func TestFindNamed(t *testing.T) {
	r := source(5)
	v := r.draw(letters, 32)
	assert.Empty(t, Find(v))
	got := FindNamed("api_key", v)
	require.Len(t, got, 1)
	assert.Equal(t, Match{Rule: "generic-key", Start: 0, End: 32, Confidence: Named}, got[0])
	assert.Empty(t, FindNamed("page_token", v))
	assert.Empty(t, FindNamed("api_key", "your_api_key_goes_here"))
}

func TestStubShowsNoMoreThanThePrefix(t *testing.T) {
	r := source(9)
	s := "x ghp_" + r.draw(letters, 36) + " y"
	assert.Equal(t, "x ghp_[REDACTED] y", Redact(s))
	assert.Equal(t, "x AKIA[REDACTED]", Redact("x AKIA"+r.draw(alphabets[upperDigits], 16)))
	assert.Equal(t, "api_key=[REDACTED]", Redact("api_key="+r.draw(letters, 32)))
}

func FuzzFind(f *testing.F) {
	r := source(13)
	for _, s := range []string{
		"ghp_" + r.draw(letters, 36), "a://b:c@d", "postgres://u:pAssw9rd@h.io", "api_key=" + r.draw(letters, 32), "Bearer " + r.draw(letters, 40),
		"-----BEGIN PRIVATE KEY-----\n" + r.draw(letters, 80), "eyJ.eyJ.x", "4512 8976 3401 8276", "xoxb-1-2", ":AA", "-us1", "Basic YTpi", "=", "\\n", "sk-", "dp.pt.", "\xff\xfe",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, m := range Find(s) {
			if m.Start < last || m.End <= m.Start || m.End > len(s) || m.Rule == "" || m.Confidence <= 0 || m.Confidence > 1 {
				t.Fatalf("bad match %+v", m)
			}
			last = m.End
		}
		red := Redact(s)
		if left := Find(red); len(left) > 0 {
			t.Fatalf("%q redacted to %q leaves %+v", s, red, left)
		}
		if twice := Redact(red); twice != red {
			t.Fatalf("%q redacted twice gives %q", red, twice)
		}
	})
}
