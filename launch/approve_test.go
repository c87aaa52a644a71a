package launch

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

func TestEffects(t *testing.T) {
	for want, names := range map[effect][]string{
		runs: {
			"execute_command", "executeCommand", "run-command", "runShellCommand", "run_in_terminal", "run_terminal_cmd", "bash", "Bash", "shell",
			"exec", "kubectl_exec", "browser_run_code", "execute_python", "execute_sql", "run_sql_query", "sql_execute", "start_process",
			"write_to_terminal", "send_input_to_terminal", "execute_applescript", "eval", "ssh_exec", "executeCode", "shell_exec", "acme_bash",
			"jupyter_execute", "run_remote_command", "run_command_in_background", "invoke_shell",
		},
		changes: {
			"browser_evaluate", "puppeteer_evaluate", "evaluate_script", "evaluate", "write_file", "edit_file", "delete_entities", "delete_*",
			"git_push", "push_files", "send_email", "slack_post_message", "merge_pull_request", "create_pull_request", "create_or_update_file",
			"add_issue_comment", "apply_migration", "deploy_to_vercel", "transfer_funds", "kill_process", "removeUser", "git_*", "publish-post",
		},
		reads: {
			"read_file", "list_deleted_files", "get_run_command_history", "search_send_logs", "resolve-library-id", "query-docs", "get_*", "list*",
			"fetch_doc", "github_get_file", "describe_push_subscriptions", "getExecutionResult", "browser_snapshot", "read_process_output",
			"get_post", "explain_query",
		},
		unclearEffect: {
			"interactive_feedback", "sequentialthinking", "run_tests", "runTests", "execute_plan", "run_code_review", "evaluate_model",
			"workflow_run", "batch_process", "clear_console", "close_terminal", "bash_history_size", "workflow_execute", "execute_resource_command",
			"model_evaluate", "run", "create_entities", "update_task", "git_commit", "rebuild_index", "", "startup", "code_mode",
			"python_version_manager", "\u6267\u884c", strings.Repeat("delete_", 1000),
		},
	} {
		for _, name := range names {
			assert.Equal(t, want, effectOf(name), name)
		}
	}
}

func TestServerApprovals(t *testing.T) {
	reading := make([]string, 40)
	for i := range reading {
		reading[i] = fmt.Sprintf(`"list_things_%d"`, i)
	}
	assertGrades(t, autoApprove{}, detect.KindLaunch, []gradeCase{
		{"all", `{"command":"x","alwaysAllow":["*"]}`, "soft *"},
		{"all of a word", `{"command":"x","autoApprove":"*"}`, "soft *"},
		{"all of true", `{"command":"x","autoApprove":true}`, "soft /autoApprove=true"},
		{"all of a map", `{"command":"x","autoApprove":{"execute_command":true,"run_shell":false,"list_a":true}}`, "soft execute_command"},
		{"none", `{"command":"x","autoApprove":[],"alwaysAllow":false,"trust":false,"default_tools_approval_mode":"prompt"}`, ""},
		{"trusted", `{"command":"x","trust":true}`, "soft /trust=true"},
		{"trusted in words", `{"command":"x","trust":"true"}`, "soft true"},
		{"trusted but off", `{"command":"x","trust":true,"enabled":false}`, ""},
		{"said twice", `{"command":"x","trust":false,"trust":true,"alwaysAllow":["*"],"alwaysAllow":["bash"]}`, "soft /trust=true" + " | soft *" +
			" | " + "soft bash"},
		{"many that read", `{"command":"x","alwaysAllow":[` + strings.Join(reading, ",") + `]}`, ""},
		{"many and one unclear", `{"command":"x","alwaysAllow":[` + strings.Join(reading, ",") + `,"frobnicate"]}`, "note frobnicate"},
		{"a name like a remedy", `{"command":"x","alwaysAllow":["delete_a; ;  run it"]}`, "note delete_a; ;  run it"},
		{"few and one unclear", `{"command":"x","alwaysAllow":["list_a","frobnicate"]}`, ""},
		{"changing ones are one note", `{"command":"x","alwaysAllow":["list_a","delete_a","push_b","send_c","write_d"]}`, "note delete_a"},
		{"each that runs", `{"command":"x","alwaysAllow":["bash","list_a","delete_a","execute_code"]}`, "soft bash" + " | " + "note delete_a" +
			" | " + "soft execute_code"},
		{"no strings", `{"command":"x","alwaysAllow":[1,null,[],{"a":["*"]}]}`, ""},
		{"an agent", `{"command":"npx","args":["-y","@x/agent@1.0.0","--dangerously-skip-permissions"]}`, "soft --dangerously-skip-permissions"},
		{"an agent and its mode", `{"command":"claude","args":["mcp","serve","--permission-mode",` +
			`"bypassPermissions"]}`, "soft bypassPermissions"},
		{"an agent that asks", `{"command":"gemini","args":["--yolo=false","--approval-mode","default"]}`, ""},
	})
}

func TestSettingsApprovals(t *testing.T) {
	assertGrades(t, autoApprove{}, detect.KindSettings, []gradeCase{
		{"rules", `{"permissions":{"allow":["mcp__*","*","Bash","Bash(*)","Bash( : * ` +
			`)","PowerShell","mcp__a","mcp__a__*","mcp__a__execute_command"]}}`, "soft mcp__*" + " | " + "soft *" + " | " + "soft Bash" +
			" | soft Bash(*)" + " | " + "soft Bash( : * )" + " | " + "soft PowerShell" + " | " + "note mcp__a" + " | " + "note mcp__a__*" +
			" | soft mcp__a__execute_command"},
		{"narrow rules", `{"permissions":{"allow":["Bash(npm run ` +
			`*)","Bash(git:*)","Read","Edit(**)","WebFetch(domain:acme.io)","mcp__a__list_b","mcp__a__create_b","Skill(x)"]}}`, ""},
		{"changing tools are one note", `{"permissions":{"allow":["mcp__a__list_b","mcp__a__delete_b",` +
			`"mcp__c__send_mail"]}}`, "note mcp__a__delete_b"},
		{"refused all the same", `{"permissions":{"allow":["Bash","mcp__a"],"deny":["Bash"],"ask":["mcp__a"]}}`, ""},
		{"refused in part", `{"permissions":{"allow":["Bash(*)"],"deny":["Bash(rm:*)"]}}`, "soft Bash(*)"},
		{"asked", `{"permissions":{"ask":["Bash","mcp__*"],"defaultMode":"plan"}}`, ""},
		{"refused unless allowed", `{"permissions":{"defaultMode":"dontAsk"}}`, ""},
		{"nothing asked", `{"permissions":{"defaultMode":"bypassPermissions"}}`, "soft bypassPermissions"},
		{"value without a string near", `{"enableAllProjectMcpServers":true}`, "soft /enableAllProjectMcpServers=true"},
		{"off", `{"enableAllProjectMcpServers":false,"yolo":false,"chat.tools.autoApprove":false,"enabledMcpjsonServers":["a","b"]}`, ""},
		{"null", `{"enableAllProjectMcpServers":null,"permissions":null,"permission":null,"sandbox_mode":1}`, ""},
		{"terminal of VS Code", `{"chat.tools.terminal.autoApprove":{"npm":true,"/^git ` +
			`/":true,"/.*/":{"approve":true,"matchCommandLine":true}}}`, "soft /.*/"},
		{"other ways to say all", `{"chat.tools.terminal.autoApprove":{"/^(.*)$/i":true}}`, "soft /^(.*)$/i"},
		{"terminal that refuses", `{"chat.tools.terminal.autoApprove":{"/.*/":false,"rm":false}}`, ""},
		{"codex", `{"approval_policy":"never","sandbox_mode":"danger-full-access"}`, "soft never"},
		{"codex without sandbox", `{"approval_policy":"on-request","sandbox_mode":"danger-full-access"}`, "note danger-full-access"},
		{"codex in its sandbox", `{"approval_policy":"never","sandbox_mode":"workspace-write"}`, ""},
		{"opencode", `{"permission":"allow"}`, "soft allow"},
		{"opencode, commands ask", `{"permission":{"*":"allow","bash":"ask"}}`, "note allow"},
		{"opencode, no questions either", `{"permission":{"*":"allow","question":"deny"}}`, "soft allow"},
		{"opencode, all commands", `{"permission":{"bash":{"*":"allow"}}}`, "note allow"},
		{"opencode, some commands", `{"permission":{"bash":{"*":"allow","rm *":"deny"},"edit":"allow","webfetch":"allow"}}`, ""},
		{"agents of Kiro", `{"allowedTools":["fs_read","@git/git_status","@docs","execute_bash"]}`, "note @docs" + " | " + "soft execute_bash"},
	})
}

func TestHugeApprovals(t *testing.T) {
	list := make([]string, 9_000)
	on := map[string]bool{}
	for i := range list {
		list[i] = "execute_command"
		on[fmt.Sprintf("/.*/%d", i)] = true
	}
	for _, def := range []map[string]any{
		{"command": "x", "autoApprove": list},
		{"permissions": map[string]any{"allow": list, "deny": list}},
		{"autoApprove": on, "chat.tools.terminal.autoApprove": on},
		{"alwaysAllow": []string{strings.Repeat("run_", 1<<18)}},
		{"permission": map[string]any{"bash": on}},
	} {
		raw, err := json.Marshal(def)
		require.NoError(t, err)
		for _, kind := range []detect.Kind{detect.KindLaunch, detect.KindSettings} {
			v, err := detect.ViewJSON(kind, "s", raw)
			require.NoError(t, err)
			assert.LessOrEqual(t, len(autoApprove{}.Inspect(v, detect.RegistryView{})), maxApprovals)
		}
	}
	twice := `{` + strings.Repeat(`"trust":"true",`, 5_000) + `"x":1}`
	v, err := detect.ViewJSON(detect.KindLaunch, "s", []byte(twice))
	require.NoError(t, err)
	assert.LessOrEqual(t, len(autoApprove{}.Inspect(v, detect.RegistryView{})), maxApprovals)
}
