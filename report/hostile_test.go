package report

import (
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

// hostileWords try to leave whatever they are quoted in.
var hostileWords = []string{
	"| a | b |", "a\n\n# x\n\n- y", "`` ` ``` ````", "<script>alert(1)</script><!--", "[click](https://evil.example)", "![x](http://e.example/p.png)",
	"[[x]][1]\n\n[1]: http://e.example", "@octocat @org/team", "a@evil.example", "www.evil.example WWW.evil.example", "www", "http://evil.example ftp://e.example", "#1 GH-1 org/repo#2",
	"**b** _i_ ~~s~~ $x$ $$y$$", `\| \\| \`, "&lt;b&gt; &#96; &amp;", "</code></td></tr></table><h1>", "::error::x", "##[error]x", "##\u200B[error]", ":\u200D:set-output name=a::b",
	"%0A::add-mask::x", "\r\n::stop-commands::x", "\x00\x1b]0;x\x07\xff", "\u202Egnp.exe\u202C", "\U000E0041\U000E007F", ":tada: :+1:", "<https://evil.example>", "\u65E5\u672C \U0001F600", "####[[", ":::::",
	"\u0301:\u0301:\u0301", "#\u0301#\u0301[error]", strings.Repeat("|`<@", 4000),
	"\x1b[31mred\x1b]0;title\a", "\u202eevil\u2066", "tag\U000E0041\U000E0042", "\u2028next", "\xff\xfe", "\x9b2J", "\ufeffbom",
	"\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\", "</details><details open><summary>0 findings suppressed</summary>", "\r  3 findings suppressed:\r",
}

func hostileReport(words string, severity detect.Severity) *lint.Report {
	f := source.NewFile(words, words, []byte("{\n\"a\": \""+words+"\"\n}"))
	s := detect.Signal{
		CheckID: "unicode.hidden", Tier: detect.TierHard, Evidence: words, Detail: words, Field: words,
		Related: []detect.Related{{Server: words, Tool: words, Note: words}, {ToolIndex: detect.Outside, Server: words, Tool: words, Field: words, Note: words, Text: words}},
	}
	here := source.Location{File: f, Span: source.Span{Start: 8, End: 10}, Exact: true}
	suppressed := lint.Suppressed{Finding: lint.Finding{
		Finding: detect.Finding{Kind: detect.KindPrompt, Server: words, Tool: words, Severity: severity, CheckIDs: []string{"unicode.hidden"}, Signals: []detect.Signal{s, s}},
		ID:      "id", File: f, Places: []lint.Place{{Where: here, Related: []source.Location{here, here}}, {Where: here}}, Digest: lock.Digest(words),
	}}
	again := suppressed
	again.By = 1
	return &lint.Report{
		Suppressed: []lint.Suppressed{suppressed, again},
		Suppressions: []lint.Suppression{
			{Kind: lint.SuppressedByConfig, Reason: words, Where: here, Count: 1},
			{Kind: lint.SuppressionKind(words), Reason: words, Where: here, Count: 1},
			{Kind: lint.SuppressedByComment, Reason: words},
		},
		Lock:     &lint.LockStatus{Path: words, Approved: 1, Pending: 2, Changed: 3, Removed: 4, Renamed: 5},
		Settings: []string{words},
		Findings: []lint.Finding{{
			Finding: detect.Finding{
				Kind: detect.KindTool, Server: words, Tool: words, Severity: severity, CheckIDs: []string{"unicode.hidden"}, Signals: []detect.Signal{s, s},
			},
			ID: "id", File: f, Places: []lint.Place{{Where: here, Related: []source.Location{here, here}}, {Where: here}}, Digest: lock.Digest(words),
		}},
		Skips: []discover.Skip{{Path: words, Reason: discover.SkipBroken, Line: 2, Detail: words}},
		Coverage: detect.Coverage{
			Failures: []detect.CheckFailure{{Check: "unicode.hidden", Server: words, Tool: words, Reason: words}},
			Caps:     []detect.CapHit{{Cap: detect.CapText, Server: words, Tool: words, Field: words, Limit: 1, Seen: 2}},
		},
		Summary: lint.Summary{
			Findings: 1, Suppressed: 2, BelowConfidence: 3, Severities: map[detect.Severity]int{severity: 1},
			Skipped: map[discover.Reason]int{discover.SkipBroken: 1},
		},
	}
}

// many returns a report of n findings like the first one of r; severity gives each its own.
func many(r *lint.Report, n int, severity func(i int) detect.Severity) *lint.Report {
	base := r.Findings[0]
	out := *r
	out.Findings = nil
	for i := range n {
		base.Severity = severity(i)
		out.Findings = append(out.Findings, base)
	}
	return &out
}
