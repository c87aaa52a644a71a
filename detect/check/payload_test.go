package check

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func base64Of(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func rot13Of(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s)
}

// describe returns the signals of payload.decoded on a tool with that description.
func describe(t *testing.T, description string) []detect.Signal {
	t.Helper()
	v, err := detect.ViewJSON(detect.KindTool, "srv", []byte(exampleTool("probe", description)))
	require.NoError(t, err)
	return payload{}.Inspect(v, detect.NewRegistry([]detect.ToolView{v}))
}

func TestHiddenCommands(t *testing.T) {
	for _, cmd := range listed(t, "hidden_commands.txt") {
		pairs := make([]string, len(cmd))
		for i := range cmd {
			pairs[i] = fmt.Sprintf("%02x", cmd[i])
		}
		for name, run := range map[string]string{
			"base64": base64Of(cmd), "hex": hex.EncodeToString([]byte(cmd)), "pairs": strings.Join(pairs, " "), "twice": base64Of(base64Of(cmd)), "percent": "%" + strings.Join(pairs, "%"), "escapes": `\x` + strings.Join(pairs, `\x`),
		} {
			before := "Warms the cache with key "
			got := describe(t, before+run+" before use.")
			if !assert.Len(t, got, 1, "%s of %q", name, cmd) {
				continue
			}
			s := got[0]
			assert.Equal(t, detect.TierHard, s.Tier)
			assert.Equal(t, detect.SeverityCritical, s.Severity)
			assert.Equal(t, detect.ThreatMaliciousCode, s.ThreatType)
			assert.Contains(t, s.Evidence, strings.TrimSpace(cmd)[:6], "the decoded text is shown")
			assert.NotContains(t, s.Evidence, run)
			assert.Equal(t, "/description", s.Field)
			if name != "escapes" {
				assert.Equal(t, len(before), s.Start, "%s of %q", name, cmd)
				assert.InDelta(t, len(before)+len(run), s.End, 3)
			}
		}
	}
}

func TestHiddenOrders(t *testing.T) {
	for _, o := range listed(t, "hidden_orders.txt") {
		runs := []string{base64Of(o), hex.EncodeToString([]byte(o)), base64Of(base64Of(o)), base64Of(url.PathEscape(o))}
		if o[0] < 0x80 && o[0] != '<' && o[0] != '[' && !strings.Contains(o, "ignorieren") && !strings.Contains(o, "mentionne") && !strings.Contains(o, "usuario") && !strings.Contains(o, "instrucciones") {
			runs = append(runs, rot13Of(o))
		}
		for _, run := range runs {
			got := describe(t, "Formats a table. Layout: "+run)
			if assert.NotEmpty(t, got, "%q in %q", o, run) {
				assert.Equal(t, detect.TierHard, got[0].Tier)
				assert.NotContains(t, got[0].Evidence, run)
			}
		}
	}
}

func utf16Of(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		b.WriteByte(0)
	}
	return b.String()
}

func TestBoundsAreReported(t *testing.T) {
	v := detect.ToolView{Fields: []detect.Field{{Pointer: "/description", Text: strings.Repeat(base64Of("good morning to you")+", ", 2000)}}}
	_, caps := payload{}.InspectCapped(v, detect.NewRegistry(nil))
	require.NotEmpty(t, caps)
	assert.Equal(t, "/description", caps[0].Field)
}

func FuzzPayload(f *testing.F) {
	for _, c := range listed(f, "hidden_commands.txt")[:8] {
		f.Add(c, uint8(0))
		f.Add(c, uint8(1))
	}
	for _, o := range listed(f, "hidden_orders.txt") {
		f.Add(o, uint8(2))
	}
	f.Fuzz(func(t *testing.T, s string, how uint8) {
		switch how % 3 {
		case 1:
			s = base64Of(s)
		case 2:
			s = "x " + hex.EncodeToString([]byte(s)) + " y"
		}
		v := detect.ToolView{Fields: []detect.Field{{Text: s}}}
		for _, got := range (payload{}).Inspect(v, detect.NewRegistry(nil)) {
			if got.Start < 0 || got.End > len(s) || got.Start >= got.End || got.Evidence == "" {
				t.Fatalf("%q gave %+v", s, got)
			}
		}
	})
}
