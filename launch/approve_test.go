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
