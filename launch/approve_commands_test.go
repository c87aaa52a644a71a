package launch

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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
