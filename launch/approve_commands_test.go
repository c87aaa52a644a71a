package launch

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestRulesForCommands(t *testing.T) {
	for want, rules := range map[commandRule][]string{
		anyCode: {
			"bash *", "bash:*", "bash*", "sh:*", "python:*", "python3 -c:*", `python3 -c ":*`, "node -e ':*", "ruby -e *", "command *",
			"osascript *", "timeout:*", "timeout 30s:*", "ssh:*", "sudo:*", "sudo -n:*", "eval *", "env:*", "env A=b:*", "xargs:*", "xargs -I {}:*",
			"powershell:*", "pwsh -Command *", "cmd /c *", "cmd.exe /C:*", "/usr/bin/python3.12:*", "./.venv/Scripts/python.exe -c ' *",
			"nice -n 5 bash:*", "uv run python:*", "poetry run python -c:*", "exec zsh -lc *", "sudo sudo sudo:*", "perl -pi -e:*",
		},
		anyPackage: {"npx:*", "npx -y *", "uvx:*", "bunx:*", "pipx run:*", "timeout 9 npx:*"},
		narrowRule: {
			"", "git:*", "npm run:*", "npm run test:unit", "python manage.py:*", "python3 -m pytest:*", "node scripts/x.js", "node scripts/x.js:*",
			"node --check:*", "python --version:*", "bash", "bash -n *", "command -v:*", "command -v node", "sudo -l:*",
			"sudo systemctl restart nginx", "sudo apt-get install:*", "timeout 10s npm test:*", "ssh-add:*", "ssh host.lan uptime:*",
			"eval \"$(direnv hook bash)\":*", "env", "env A=b npm test:*", "xargs grep:*", "npx tsc:*", "npx -y prettier:*", "uv run:*",
			"uv run pytest:*", "uv:*", "php -l:*", "ruby -c:*", "shasum:*", "pythonic:*", "nodemon:*", "* --help", "bash * --dry-run",
			"printenv:*", "docker:*", "make *", "cmdkey:*", strings.Repeat("a", maxRule) + "*",
		},
	} {
		for _, rule := range rules {
			assert.Equal(t, want, ruleOf(rule, false), rule)
		}
	}
	assert.Equal(t, anyCode, ruleOf("python", true))
	assert.Equal(t, anyCode, ruleOf("node:*", true))
	assert.Equal(t, narrowRule, ruleOf("git", true))
	assert.Equal(t, narrowRule, ruleOf("python:manage.py *", true))
	assert.Equal(t, anyCode, ruleOf(strings.Repeat("sudo ", 100)+"*", false))
}

func TestRulesAreReportedOnceForEachGrade(t *testing.T) {
	assertGrades(t, autoApprove{}, detect.KindSettings, []gradeCase{
		{"committed", `{"permissions":{"allow":["Bash(bash *)","Bash(python:*)","Bash(npx:*)","Bash(uvx:*)","Bash(git:*)"]}}`, "soft Bash(bash " +
			"*)" + " | " + "note Bash(npx:*)"},
		{"one's own", `{"permissions":{"allow":["Bash(bash *)"]},"config":{"file":"x/.claude/settings.local.json"}}`, "note Bash(bash *)"},
		{"refused", `{"permissions":{"allow":["Bash(bash *)"],"deny":["Bash(bash *)"]}}`, ""},
		{"no tool for commands", `{"permissions":{"allow":["Read(bash *)","WebFetch(domain:bash*)","Skill(python:*)","Bash x*"]}}`, ""},
		{"Cursor", `{"permissions":{"allow":["Shell(python)","Shell(git)","Mcp(docs:*)"]}}`, "soft Shell(python)" + " | " + "note Mcp(docs:*)"},
		{
			"Cursor, in lists", `{"mcpAllowlist":["docs:search","docs:*","a:run_command","*:*"],"terminalAllowlist":["git status","bash","*"]}`,
			"note docs:* | soft a:run_command | soft *:* | soft bash | soft *",
		},
		{"Cursor, in lists with rules of others", `{"mcpAllowlist":["@x","@x/*"],"terminalAllowlist":["","@x","mcp__x","mcp__x__run_command"]}`, ""},
		{"several servers", `{"permissions":{"allow":["mcp__git*"]}}`, "note mcp__git*"},
	})
}

func TestSafeFormsOfRules(t *testing.T) {
	for def, want := range map[string]string{
		`{"permissions":{"allow":["Mcp(docs:*)"]}}`:                                       `"Mcp(docs:list_things)"`,
		`{"permissions":{"allow":["Mcp(*:*)"]},"config":{"file":".cursor/cli.json"}}`:     `"Mcp(docs:search)"`,
		`{"mcpAllowlist":["docs:*"]}`:                                                     `"docs:list_things"`,
		`{"mcpAllowlist":["*:*"]}`:                                                        `"docs:search"`,
		`{"terminalAllowlist":["*"]}`:                                                     `"npm test"`,
		`{"terminalAllowlist":["bash"]}`:                                                  `just as * would (bash)`,
		`{"terminalAllowlist":["npx"]}`:                                                   `(npx)`,
		`{"permissions":{"allow":["mcp__*"]},"config":{"file":".claude/settings.json"}}`:  `"mcp__docs__search"`,
		`{"permissions":{"allow":["mcp__git*"]}}`:                                         `every tool of every server called “git…”`,
		`{"permissions":{"allow":["mcp__github__*"]}}`:                                    `"mcp__github__list_things"`,
		`{"allowedTools":["*"],"config":{"file":".kiro/agents/a.json"}}`:                  `"@docs/search"`,
		`{"permissions":{"allow":["PowerShell"]},"config":{"file":".claude/settings.x"}}`: `"PowerShell(npm test:*)"`,
	} {
		v, err := detect.ViewJSON(detect.KindSettings, "s", []byte(def))
		require.NoError(t, err)
		s := autoApprove{}.Inspect(v, detect.RegistryView{})
		require.Len(t, s, 1, def)
		assert.Contains(t, s[0].Detail, want)
	}
}

func TestApprovalsOfClients(t *testing.T) {
	yes := `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`
	hook := func(event, matcher, command string) string {
		raw,
			err := json.Marshal(
			map[string]any{"hooks": map[string]any{event: []any{map[string]any{
				"matcher": matcher, "hooks": []any{map[string]any{"type": "command", "command": command}},
			}}}})
		require.NoError(t, err)
		return string(raw)
	}
	echo := "echo '" + yes + "'"
	groups := make([]any, 0, 70)
	for i := range 70 {
		matcher := "Read"
		if i == 69 {
			matcher = "*"
		}
		groups = append(groups, map[string]any{"matcher": matcher, "hooks": []any{map[string]any{"type": "command", "command": echo}}})
	}
	behind, err := json.Marshal(map[string]any{"hooks": map[string]any{"PreToolUse": groups}})
	require.NoError(t, err)
	assertGrades(t, autoApprove{}, detect.KindSettings, []gradeCase{
		{"Zed", `{"agent":{"always_allow_tool_actions":true,` +
			`"tool_permissions":{"default":"allow"}}}`, "soft /agent/always_allow_tool_actions=true" + " | " + "soft allow"},
		{"Zed, commands ask", `{"agent":{"tool_permissions":{"default":"allow","tools":{"terminal":{"default":"confirm"}}}}}`, "note allow"},
		{"Zed, commands alone", `{"agent":{"tool_permissions":{"default":"confirm","tools":{"terminal":{"default":"allow"}}}}}`, "note allow"},
		{"Zed, asks", `{"agent":{"always_allow_tool_actions":false,"tool_permissions":{"default":"confirm",` +
			`"tools":{"grep":{"default":"allow"}}}}}`, ""},
		{"Goose", `{"GOOSE_MODE":"auto"}`, "note auto"},
		{"Goose asks", `{"GOOSE_MODE":"approve"}`, ""},
		{"Gemini", `{"general":{"defaultApprovalMode":"yolo"},"tools":{"allowed":["*","run_shell_command","run_shell_command(git)",` +
			`"run_shell_command(bash)"]}}`, "soft yolo" + " | " + "soft *" + " | " + "soft run_shell_command" + " | soft run_shell_command(bash)"},
		{"Gemini asks", `{"general":{"defaultApprovalMode":"auto_edit"},"autoAccept":true,"tools":{"autoAccept":true,"allowed":["read_file"],` +
			`"core":["*"]}}`, ""},
		{"profile", `{"profile":"x","profiles":{"x":{"approval_policy":"never","sandbox_mode":"danger-full-access"}}}`, "soft never"},
		{"profile not chosen", `{"profiles":{"x/y":{"approval_policy":"never","sandbox_mode":"danger-full-access"},` +
			`"z":{"approval_policy":"never"}}}`, "note never"},
		{"hook", hook("PreToolUse", "mcp__.*", echo), "soft " + echo},
		{"hook of all", hook("PreToolUse", "", echo), "soft " + echo},
		{"hook of one server", hook("PreToolUse", "mcp__docs__.*", echo), "note " + echo},
		{"hook of one tool", hook("PreToolUse", "mcp__docs__search|Read|Edit", echo), ""},
		{"hook that looks", hook("PreToolUse", "*", "jq 'if .tool_name == \"Read\" then "+yes+" else empty end'"), ""},
		{"hook behind many of one tool", string(behind), "soft " + echo},
		{"hook in a script", hook("PreToolUse", "*", "./allow.sh"), ""},
		{"hook that says no", hook("PreToolUse", "*", strings.Replace(echo, `"allow"`, `"deny"`, 1)), ""},
		{"hook behind", hook("PostToolUse", "*", echo), ""},
		{"odd shapes", `{"hooks":{"PreToolUse":[1,{"hooks":[1,null,{}]},{"matcher":3,"hooks":{}}]},"agent":"x","tools":[1],"general":null,` +
			`"profiles":[{}],"GOOSE_MODE":7}`, ""},
	})
}

func TestApprovalsOfServersThatReadOnly(t *testing.T) {
	assert.Equal(t, []string{"note execute_sql", "note apply_migration"},
		gradesOf(t, autoApprove{}, detect.KindLaunch, `{"command":"x","args":["--read-only"],"alwaysAllow":["execute_sql","apply_migration"]}`))
	assert.Equal(t, []string{"soft AHK_Run", "soft AHK_Analyze_Fix_Run", "note execute_query"},
		gradesOf(t, autoApprove{}, detect.KindLaunch, `{"command":"x","args":["--read-only=false"],"alwaysAllow":["AHK_Run",`+
			`"AHK_Analyze_Fix_Run","execute_query","AHK_Lint"]}`))
}
