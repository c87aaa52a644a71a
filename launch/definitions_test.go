package launch

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/internal/must"
)

// TestDefinitions holds what a check says of definitions. A file of testdata is named after the check and what it is about. A line is a launch or,
// with "settings" before it, settings as an object, a command as an array or as words between blanks, or NAME=VALUE for a variable.
// What is said is the weight, the words it is on or the place and value, and the detail.
func TestDefinitions(t *testing.T) {
	checks := map[string]detect.Check{}
	for _, c := range All() {
		checks[c.ID()] = c
	}
	golden.Each(t, "testdata/*.txt", func(t *testing.T, file string) {
		name, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".txt"), "_")
		check := checks["launch."+name]
		require.NotNil(t, check)
		golden.Lines(t, file, func(line string) []string {
			kind, def, written := detect.KindLaunch, expand(line), shortener(line)
			if settings, ok := strings.CutPrefix(def, "settings "); ok {
				kind, def = detect.KindSettings, settings
			} else if !strings.HasPrefix(def, "{") {
				def = launchLine(t, def)
			}
			said := saidOf(t, check, kind, def)
			for i := range said {
				said[i] = written.Replace(said[i])
			}
			return said
		})
	})
}

var variable = regexp.MustCompile(`^([^\s=\["]+)=(.*)`)

// launchLine makes the definition of a launch from a line that is no object.
func launchLine(t *testing.T, line string) string {
	t.Helper()
	if m := variable.FindStringSubmatch(line); m != nil {
		return string(must.OK(json.Marshal(map[string]any{"env": map[string]string{m[1]: m[2]}}))(t))
	}
	argv := strings.Split(line, " ")
	if strings.HasPrefix(line, "[") {
		require.NoError(t, json.Unmarshal([]byte(line), &argv), line)
	}
	return launchJSON(t, argv, nil)
}

// saidOf renders what a check says of a definition, and holds every signal to what holds for all.
func saidOf(t *testing.T, check detect.Check, kind detect.Kind, def string) []string {
	t.Helper()
	v, err := detect.ViewJSON(kind, "server", []byte(def))
	require.NoError(t, err, def)
	var out []string
	for _, s := range check.Inspect(v, detect.RegistryView{}) {
		assertDetail(t, s.Detail)
		weight, on := s.Tier.String(), "whole"
		if s.Note {
			weight = "note"
		}
		if s.Value != nil {
			on = s.Field + "=" + s.Value.Text
		} else if len(v.Fields) > 0 {
			on = v.Fields[s.FieldIndex].Text[s.Start:s.End]
			if s.Evidence != on && !s.Sensitive {
				on += "|" + s.Evidence
			}
			on = strconv.Quote(on)
		}
		out = append(out, fmt.Sprintf("%s %s %.2f %s: %s", weight, s.Severity, s.Confidence, on, s.Detail))
	}
	return out
}

// placeholder is what stands in testdata for a text that looks like a credential and was never issued, or that nobody can read.
var placeholder = regexp.MustCompile(`<(drawn|hex|uuid|jwt|base64|utf16|split)(?: ([^<>]*?)(?: (\d+))?)?>`)

func expand(line string) string {
	return placeholder.ReplaceAllStringFunc(line, func(p string) string {
		m := placeholder.FindStringSubmatch(p)
		n, _ := strconv.Atoi(m[3])
		switch text := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(p, "<"+m[1]+" "), ">"), `\n`, "\n"); m[1] {
		case "drawn":
			return drawn(m[2], n)
		case "hex":
			return drawnHex(m[2], n)
		case "uuid":
			return drawnUUID(m[2])
		case "jwt":
			return jwtOf(`{"iss":"supabase","role":"` + m[2] + `","iat":1752000000}`)
		case "base64":
			return plainBase64(text)
		case "utf16":
			return utf16Base64(text)
		}
		return "" // It splits what others would take for a credential.
	})
}

// shortener puts the placeholders of a line back.
func shortener(line string) *strings.Replacer {
	var pairs []string
	for _, p := range placeholder.FindAllString(line, -1) {
		if text := expand(p); text != "" {
			pairs = append(pairs, strings.Trim(strconv.Quote(text), `"`), p)
		}
	}
	return strings.NewReplacer(pairs...)
}

func launchJSON(t *testing.T, argv []string, env map[string]string) string {
	t.Helper()
	def := map[string]any{"command": argv[0], "args": argv[1:]}
	if env != nil {
		def["env"] = env
	}
	raw, err := json.Marshal(def)
	require.NoError(t, err)
	return string(raw)
}

func utf16Base64(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return base64.StdEncoding.EncodeToString(b)
}

func plainBase64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

// assertDetail holds a detail to a predicate, as in "runs a package", with one remedy at most.
func assertDetail(t *testing.T, detail string) {
	t.Helper()
	assert.Regexp(t, `(?s)^(?:[a-z]+s|does not) .*[^.]$`, detail)
	assert.LessOrEqual(t, strings.Count(detail, "; "), 1, detail)
}
