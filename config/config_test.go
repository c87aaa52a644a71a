package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/must"
)

var known = []string{"unicode.hidden", "secret.embedded", "payload.decoded"}

const digest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// whole sets every key.
const whole = `# all of it
fail-on: high
only: [payload.decoded, unicode.hidden, secret.embedded]
skip: secret.embedded
min-confidence: 0.4
strict: true
require-lock: false
checks:
  unicode.hidden: {level: soft, min-confidence: 0.5}
  payload.decoded: {level: off}
include: ["/servers/**", "*.json"]
exclude: [vendor/]
classes:
  test: qa/**
  served: [examples/live/, "docs/*.json"]
placeholders: ["sk-example-*"]
trusted-servers:
  - [notes, notes-beta]
ignore:
  - check: unicode.hidden
    server: notes
    tool: read_*
    path: servers/**
    digest: ` + digest + `
    reason: Looked at by the team.
    expires: 2026-12-31
  - {tool: delete_note, reason: "Meant so."}
`

func TestParseWhole(t *testing.T) {
	c := must.OK(Parse([]byte(whole), known))(t)
	yes, no, low, half := true, false, 0.4, 0.5
	assert.Equal(t, Config{
		FailOn: "high", Only: []string{"payload.decoded", "unicode.hidden", "secret.embedded"}, Skip: []string{"secret.embedded"},
		MinConfidence: &low, Strict: &yes, RequireLock: &no,
		Checks:       map[string]Check{"unicode.hidden": {Level: "soft", MinConfidence: &half}, "payload.decoded": {Level: "off"}},
		Include:      []string{"/servers/**", "*.json"},
		Exclude:      []string{"vendor/"},
		Classes:      map[string][]string{"test": {"qa/**"}, "served": {"examples/live/", "docs/*.json"}},
		Placeholders: []string{"sk-example-*"}, TrustedServers: [][2]string{{"notes", "notes-beta"}},
		Ignore: []Ignore{
			{
				Check: []string{"unicode.hidden"}, Server: "notes", Tool: "read_*", Path: "servers/**", Digest: digest,
				Reason: "Looked at by the team.", Expires: "2026-12-31", Line: 20,
			},
			{Tool: "delete_note", Reason: "Meant so.", Line: 27},
		},
	}, c)
	assert.Equal(t, []string{
		"fail-on: high",
		"only: payload.decoded, unicode.hidden, secret.embedded",
		"skip: secret.embedded",
		"min-confidence: 0.4",
		"strict: true",
		"require-lock: false",
		"checks: payload.decoded off, unicode.hidden soft at confidence 0.5 or more",
		"include: /servers/**, *.json",
		"exclude: vendor/",
		"classes: served: examples/live/, docs/*.json",
		"classes: test: qa/**",
		"placeholders: sk-example-*",
		"trusted-servers: notes and notes-beta",
		"ignore: 2 entries",
		`ignore at line 20: unicode.hidden, server notes, tool read_*, path servers/**, definition ` + digest + `, until 2026-12-31: "Looked at by the team."`,
		`ignore at line 27: all checks, tool delete_note: "Meant so."`,
	}, c.Describe())
}

func TestParseEmpty(t *testing.T) {
	for _, data := range []string{"", "# nothing\n", "---\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF# nothing\r\n", "null\n", "{}\n", "ignore: []\n", "checks: {}\n"} {
		c, err := Parse([]byte(data), known)
		require.NoError(t, err, "%q", data)
		assert.Empty(t, c.Describe(), "%q", data)
	}
}

func TestFormsFollowDetection(t *testing.T) {
	for _, word := range forms["severity"].words {
		_, ok := detect.ParseSeverity(word)
		assert.Equal(t, word != "never", ok, word)
	}
}

func TestByteOrderMarkAndLineEndings(t *testing.T) {
	c := must.OK(Parse([]byte("\xEF\xBB\xBFfail-on: high\r\nskip:\r\n  - secret.embedded\r\n"), known))(t)
	assert.Equal(t, "high", c.FailOn)
	assert.Equal(t, []string{"secret.embedded"}, c.Skip)
	_, err := Parse([]byte("\xEF\xBB\xBFfail-on: high\r\n\r\nskp: a\r\n"), known)
	assert.EqualError(t, err, `line 3: unknown setting "skp"`)
}

func TestParseErrors(t *testing.T) {
	ignore := func(entry string) string { return "ignore:\n  - " + entry + "\n" }
	for name, tc := range map[string]struct {
		data, want string
		line       int
		// key is the unknown key.
		key string
	}{
		"unknown key":          {"strict: true\nfial-on: high\n", `unknown setting "fial-on"`, 2, "fial-on"},
		"unknown key below":    {ignore("tool: a\n    raeson: b\n    reason: c"), `ignore: unknown setting "raeson"`, 3, "raeson"},
		"unknown key of check": {"checks:\n  unicode.hidden:\n    leve: off\n", `checks: unicode.hidden: unknown setting "leve"`, 3, "leve"},
		"unknown check":        {"skip:\n- secret.embedded\n- unicode.hiden\n", `skip: unknown check "unicode.hiden"`, 3, "unicode.hiden"},
		"unknown check weight": {"checks:\n\n  unicode.hiden: {level: off}\n", `checks: unknown check "unicode.hiden"`, 3, "unicode.hiden"},
		"unknown ignored":      {ignore("{check: nothing, reason: b}"), `ignore: check: unknown check "nothing"`, 2, "nothing"},
		"unknown class":        {"classes: {tests: a}\n", `classes: "tests" is not one of test,`, 1, "tests"},
		"unknown level":        {"checks: {unicode.hidden: {level: hrad}}\n", `"hrad" is not one of off, note, low, medium, high, critical, soft, hard`, 1, "hrad"},
		"merge key":            {"checks:\n  <<: {unicode.hidden: {level: off}}\n", `unknown check "<<"`, 2, "<<"},
		"bad severity":         {"fail-on: none\n", "not one of", 1, "none"},
		"severity in a list":   {"fail-on: [high]\n", "must be a string", 1, ""},
		"null":                 {"fail-on:\n", "must not be empty", 1, ""},
		"not a number":         {"min-confidence: .nan\n", "not a number", 1, ""},
		"number too large":     {"min-confidence: 1.01\n", "not a number from 0 to 1", 1, ""},
		"negative":             {"min-confidence: -0.1\n", "not a number", 1, ""},
		"infinite":             {"min-confidence: 1e999\n", "not a number", 1, ""},
		"number in quotes":     {"min-confidence: \"0.4\"\n", `"0.4" is not a number`, 1, ""},
		"number of a check":    {"checks: {unicode.hidden: {min-confidence: 2}}\n", "not a number", 1, ""},
		"bad bool":             {"strict: yes please\n", "not true or false", 1, ""},
		"bool in quotes":       {"strict: \"true\"\n", "not true or false", 1, ""},
		"bool of YAML 1.1":     {"require-lock: on\n", "not true or false", 1, ""},
		"nested list":          {"skip:\n  - [a]\n", "list of strings", 2, ""},
		"mapping":              {"skip: {a: b}\n", "list of strings", 1, ""},
		"null list":            {"only:\n", "must not be empty", 1, ""},
		"empty only":           {"only: []\n", "must not be empty", 1, ""},
		"empty include":        {"include: []\n", "must not be empty", 1, ""},
		"empty word":           {"exclude: ['']\n", "must not be empty", 1, ""},
		"word is a number":     {ignore("{tool: 12, reason: b}"), `"12" is not a string in YAML: put it in quotes`, 2, ""},
		"word is a bool":       {ignore("{tool: true, reason: b}"), "put it in quotes", 2, ""},
		"twice":                {"strict: true\nstrict: false\n", `"strict" is set twice`, 2, ""},
		"twice in quotes":      {"strict: true\n'strict': false\n", `"strict" is set twice`, 2, ""},
		"twice below":          {ignore("tool: a\n    reason: b\n    tool: c"), `ignore: "tool" is set twice`, 4, ""},
		"check twice":          {"checks:\n  unicode.hidden: {level: off}\n  unicode.hidden: {level: hard}\n", "set twice", 3, ""},
		"class twice":          {"classes:\n  test: a\n  test: b\n", "set twice", 3, ""},
		"key no word":          {"[a]: b\n", "keys must be plain strings", 1, ""},
		"two documents":        {"strict: true\n---\nfail-on: never\n", "one document", 2, ""},
		"two, one broken":      {"strict: true\n---\nfail-on: [\n", "not valid YAML", 0, ""},
		"not a map":            {"- a\n", "must be a mapping", 1, ""},
		"a word":               {"strict\n", "must be a mapping", 1, ""},
		"not yaml":             {"a: [\n", "not valid YAML", 0, ""},
		"tab":                  {"checks:\n\tunicode.hidden: {}\n", "not valid YAML", 0, ""},
		"too large":            {strings.Repeat("#", MaxBytes+1), "larger than", 0, ""},
		"not valid UTF-8":      {"strict: true\nskip: \"\xff\"\n", "not valid UTF-8", 2, ""},
		"UTF-16":               {"\xff\xfea\x00:\x00", "not valid UTF-8", 1, ""},
		"anchor":               {"skip: &a [secret.embedded]\n", "anchors and aliases", 1, ""},
		"alias":                {"skip: &a [secret.embedded]\nonly: *a\n", "anchors and aliases", 1, ""},
		"alias of itself":      {"skip: &a [*a]\n", "anchors and aliases", 1, ""},
		"anchor of a key":      {"&a strict: true\n", "anchors and aliases", 1, ""},
		"tag":                  {"strict: true\nfail-on: !!str high\n", "tags such as", 2, ""},
		"unspecific tag":       {"strict: true\nfail-on: ! high\n", "tags such as", 2, ""},
		"unspecific, quoted":   {"strict: true\nskip: [a,\n  ! 'secret.embedded']\n", "tags such as", 3, ""},
		"unspecific of a list": {"\xEF\xBB\xBFskip: !\n  - secret.embedded\n", "tags such as", 1, ""},
		"unspecific of a key":  {"# \u00e9\r\n! strict: true\n", "tags such as", 2, ""},
		"unspecific of all":    {"! {strict: true}\n", "tags such as", 1, ""},
		"unspecific, far":      {"ignore: [{tool: \"\u00e9\u00e9\u00e9\", reason: ! b}]\n", "tags such as", 1, ""},
		"unknown alias":        {"strict: true\n# *gone\nskip: [*gone]\n", "unknown anchor", 3, ""},
		"own tag":              {"fail-on: !env HOME\n", "tags such as", 1, ""},
		"deep":                 {strings.Repeat("[", 500) + strings.Repeat("]", 500), "must be a mapping", 1, ""},
		"too deep":             {strings.Repeat("[", 30_000), "not valid YAML", 0, ""},
		"check without weight": {"checks: {unicode.hidden: {}}\n", "must have at least one of level or min-confidence", 1, ""},
		"check as a word":      {"checks: {unicode.hidden: off}\n", "must be a mapping of level or min-confidence", 1, ""},
		"checks as a list":     {"checks: [unicode.hidden]\n", "must be a mapping from a check", 1, ""},
		"classes as a word":    {"classes: test\n", "must be a mapping from a class", 1, ""},
		"pattern up":           {"exclude: [a, ../b]\n", `"../b" is not a valid pattern`, 1, ""},
		"pattern here":         {"exclude: ./b\n", `"./b" is not a valid pattern`, 1, ""},
		"pattern up inside":    {"exclude: a/../b\n", `is not a valid pattern`, 1, ""},
		"comment":              {"exclude: \"#a\"\n", `is not a valid pattern`, 1, ""},
		"root":                 {"exclude: /\n", `is not a valid pattern`, 1, ""},
		"blank":                {"exclude: \"  \"\n", `is not a valid pattern`, 1, ""},
		"negated":              {"exclude: [a, '!b']\n", `"!b" is not a valid pattern: it must be relative`, 1, ""},
		"long patterns":        {"exclude:\n" + strings.Repeat("  - "+strings.Repeat("a", 400)+"\n", 100), "more than 32768 bytes in total", 2, ""},
		"open set":             {"exclude: \"a[b\"\n", `a bracket is not closed`, 1, ""},
		"open set escaped":     {"exclude: 'a[b\\]'\n", `a bracket is not closed`, 1, ""},
		"no such set":          {"exclude: 'a[[:vowel:]]'\n", `a bracket is not closed`, 1, ""},
		"last backslash":       {"exclude: 'a\\'\n", `a backslash is at the end`, 1, ""},
		"folders of Windows":   {"exclude: 'src\\tools'\n", `separate folders with slashes`, 1, ""},
		"end of line":          {"exclude: \"a\\nb\"\n", `a line break`, 1, ""},
		"negated path":         {ignore("{path: '!a', reason: b}"), "is not a valid pattern", 2, ""},
		"long pattern":         {"exclude: " + strings.Repeat("é", 501) + "\n", "longer than 500 characters", 1, ""},
		"class pattern":        {"classes:\n  test:\n    - a\n    - ./b\n", `classes: test: "./b"`, 4, ""},
		"broad placeholder":    {"placeholders: ['sk-*']\n", "four characters", 1, ""},
		"scattered":            {"placeholders: ['a*b*c*d*']\n", "four characters in a row", 1, ""},
		"stars":                {"placeholders: ['******']\n", "four characters", 1, ""},
		"lone server":          {"trusted-servers: [a, b]\n", "list of pairs", 1, ""},
		"three servers":        {"trusted-servers: [[a, b, c]]\n", "list of pairs", 1, ""},
		"same server":          {"trusted-servers:\n  - [a, a]\n", "twice in one pair", 2, ""},
		"all servers":          {"trusted-servers:\n  - [a, '*']\n", "use the full name of one server", 2, ""},
		"trust as a word":      {"trusted-servers: a\n", "list of pairs", 1, ""},
		"ignore as a mapping":  {"ignore: {tool: a, reason: b}\n", "must be a list of mappings", 1, ""},
		"ignore as words":      {"ignore: [unicode.hidden]\n", "must be a mapping of check, server,", 1, ""},
		"ignore null":          {"ignore:\n  -\n", "must be a mapping of", 2, ""},
		"no reason":            {ignore("tool: a"), `ignore: "reason" is missing`, 2, ""},
		"empty reason":         {ignore("{tool: a, reason: ''}"), `must not be empty`, 2, ""},
		"null reason":          {ignore("tool: a\n    reason:"), `must not be empty`, 3, ""},
		"blank reason":         {ignore("{tool: a, reason: \" \\t\"}"), `it must say why`, 2, ""},
		"invisible reason":     {ignore("{tool: a, reason: \"\\u200b\\u3164\"}"), `it has only invisible characters`, 2, ""},
		"long reason":          {ignore("{tool: a, reason: \"" + strings.Repeat("a", 1001) + "\"}"), "longer than 1000", 2, ""},
		"nothing ignored":      {ignore("{reason: b, expires: 2026-12-31}"), "must have at least one of check, server, tool, path or digest", 2, ""},
		"empty check":          {ignore("{check: [], reason: b}"), "must not be empty", 2, ""},
		"no such day":          {ignore("{tool: a, reason: b, expires: 2026-02-30}"), "there is no such day", 2, ""},
		"day with a time":      {ignore("{tool: a, reason: b, expires: 2026-02-03T10:00:00Z}"), "is not a valid date", 2, ""},
		"short day":            {ignore("{tool: a, reason: b, expires: 2026-2-3}"), "is not a valid date", 2, ""},
		"another day":          {ignore("{tool: a, reason: b, expires: 31.12.2026}"), "is not a valid date", 2, ""},
		"digest without kind":  {ignore("{digest: " + digest[7:] + ", reason: b}"), "is not a valid digest", 2, ""},
		"digest in capitals":   {ignore("{digest: " + strings.ToUpper(digest) + ", reason: b}"), "is not a valid digest", 2, ""},
		"short digest":         {ignore("{digest: " + digest[:70] + ", reason: b}"), "is not a valid digest", 2, ""},
		"many":                 {"skip: [" + strings.Repeat("secret.embedded, ", MaxItems+1) + "]\n", "more than 500 items", 1, ""},
		"many ignores":         {"ignore:\n" + strings.Repeat("  - {tool: a, reason: b}\n", MaxItems+1), "more than 500 items", 2, ""},
		"many keys":            {manyKeys(), "more than 500 keys", 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := Parse([]byte(tc.data), known)
			var ce *Error
			require.True(t, errors.As(err, &ce), "%v", err)
			assert.Contains(t, ce.Error(), tc.want)
			assert.Equal(t, tc.key, ce.Key)
			assert.Equal(t, tc.key != "", len(ce.Known) > 0)
			if !strings.HasPrefix(ce.Reason, "not valid YAML") {
				assert.Equal(t, tc.line, ce.Line)
			}
			assert.Equal(t, Config{}, c, "nothing of a file that is wrong counts")
		})
	}
}

func manyKeys() string {
	var b strings.Builder
	for i := range MaxItems + 1 {
		fmt.Fprintf(&b, "k%d: a\n", i)
	}
	return b.String()
}

func TestAllMistakesAreReported(t *testing.T) {
	_, err := Parse([]byte("strct: true\nignore:\n  - tool: a\n    expires: 2026-02-30\n  - reason: b\nskip: [nothing, unicode.hidden]\n"), known)
	var all Problems
	require.ErrorAs(t, err, &all)
	var got []string
	for _, e := range all {
		got = append(got, e.Error())
	}
	assert.Equal(t, []string{
		`line 1: unknown setting "strct"`,
		`line 3: ignore: "reason" is missing`,
		`line 4: ignore: expires: "2026-02-30" is not a valid date: there is no such day`,
		`line 5: ignore: must have at least one of check, server, tool, path or digest`,
		`line 6: skip: unknown check "nothing"`,
	}, got)
	assert.EqualError(t, err, `line 1: unknown setting "strct" (and 4 more)`)

	_, err = Parse([]byte(strings.Repeat("- &a b\n", 100)), known)
	require.ErrorAs(t, err, &all)
	assert.Len(t, all, MaxProblems)
}

func TestMessagesAreFitToBePrinted(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4", 4) + "e5F6"
	_, err := Parse([]byte(`"`+strings.Repeat(`\u202e`, 150)+`": b`+"\nfail-on: "+secret+"\n"), known)
	var all Problems
	require.ErrorAs(t, err, &all)
	require.Len(t, all, 2)
	assert.Less(t, len(all[0].Reason), 200)
	assert.Contains(t, all[0].Reason, "U+202E")
	assert.NotContains(t, all[1].Reason, secret)
}

func TestNoChecksMeansAny(t *testing.T) {
	c := must.OK(Parse([]byte("skip: anything\nchecks: {other: {level: off}}\n"), nil))(t)
	assert.Equal(t, []string{"anything"}, c.Skip)
	assert.Contains(t, c.Checks, "other")
}

func TestDescribeIsBounded(t *testing.T) {
	var c Config
	for i := range MaxItems {
		c.Exclude = append(c.Exclude, strings.Repeat("x", maxName)+fmt.Sprint(i))
		c.Ignore = append(c.Ignore, Ignore{Tool: strings.Repeat("y", maxName), Reason: strings.Repeat("z", maxReason), Line: i + 1})
	}
	lines := c.Describe()
	require.Len(t, lines, 1+1+maxDescribed+1)
	for _, line := range lines {
		assert.Less(t, utf8.RuneCountInString(line), 400)
	}
	assert.Contains(t, lines[0], " and 498 more")
	assert.Equal(t, "skip: "+strings.Repeat("a, ", maxDescribed-1)+"a and 10 more", Config{Skip: strings.Split(strings.Repeat("a", maxDescribed+10), "")}.Describe()[0])
	assert.Equal(t, "ignore: 500 entries", lines[1])
	assert.Equal(t, "ignore: and 480 more", lines[len(lines)-1])
}

func TestDescribeIsFitToBePrinted(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4", 4) + "e5F6"
	data := fmt.Sprintf("placeholders: [%s]\nignore:\n  - tool: \"read\\u200b\\n*\"\n    reason: \"the key %s\\u202e is old\\x1b[31m\"\n", secret, secret)
	c := must.OK(Parse([]byte(data), nil))(t)
	assert.Equal(t, []string{secret}, c.Placeholders)
	all := strings.Join(c.Describe(), "\n")
	assert.NotContains(t, all, secret)
	assert.Contains(t, all, "[REDACTED]")
	assert.Contains(t, all, `tool readU+200B\n*`)
	for _, hiddenCharacter := range []string{"\u200b", "\u202e", "\x1b"} {
		assert.NotContains(t, all, hiddenCharacter)
	}
}

func TestRemarks(t *testing.T) {
	c, err := Parse([]byte(`skip: [unicode.hidden, secret.embedded]
only: [unicode.hidden, payload.decoded]
checks:
  secret.embedded: {level: soft}
  payload.decoded: {level: off}
ignore:
  - {tool: a, reason: b, expires: 2026-11-21}
  - {tool: a, reason: b, expires: 2026-11-22}
  - {tool: "*", path: "**/*", reason: b}
  - {tool: "*", check: [unicode.hidden, payload.decoded], reason: b}
  - {tool: "*", check: [payload.decoded, unicode.hidden], reason: c}
`), known)
	require.NoError(t, err)
	assert.Equal(t, []Remark{
		{0, "unicode.hidden is in both only and skip, so it does not run"},
		{0, "secret.embedded is in skip, so its settings in checks have no effect"},
		{0, "payload.decoded is in only but off in checks, so it does not run"},
		{7, "the entry expired on 2026-11-21 and has no effect"},
		{9, "the entry ignores everything that any check finds"},
		{11, "the entry repeats the one on line 10"},
	}, c.Remarks("2026-11-22"))
	for _, r := range c.Remarks("") {
		assert.NotContains(t, r.Text, "expired", "without a day nothing has expired")
	}
}
