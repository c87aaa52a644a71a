// Package clients is what is known of the programs that start MCP servers and read instructions for agents: each has one entry in All.
// Paths are in lower case, with a slash in front where a name begins and a dollar behind where the path ends.
package clients

import (
	"slices"
	"strings"
)

// Client is one of these programs.
type Client struct {
	Name string
	// Shape is how the shape of its configuration is called, and Keys are the members that hold its servers and nothing else.
	Shape string
	Keys  []string
	// Files are those that it alone reads, Stems the beginnings of their names by which a broken one is worth a word.
	Files []File
	Stems string
	// User are where it keeps what it reads for a user (see Machine.Expand), and Project what it reads in a project. What ends with a slash is a folder
	// of something that it has installed.
	User, Project []string
	// Recent is a file of the user and, behind #, a member of it whose names are the folders of the projects that it was used in.
	Recent string
	// Folders are parts of the paths of its files; what is called as a setting is one in them.
	Folders []string
	// Plain are parts of the paths of files in which the word "servers" is that of MCP.
	Plain []string
	// Whole are parts of the paths of settings all of which bear on what an agent may do.
	Whole []string
	// Settings are the members of its settings that bear on trust, beside those in Approved. Others are passed over, unless Whole has the file.
	Settings []Setting
	// Contexts are the members, with points between names, that name files of instructions; Home is the folder of a project that the settings
	// may lie in.
	Contexts []string
	Home     string
	// Instructions are the names, Paths the ends of the paths, and Rules the folders of files that it reads as instructions. Shouted names count
	// only in these letters: pages are called so as well.
	Instructions, Shouted string
	Paths                 []string
	Rules                 []Rule
	// Marks are parts of the paths of files of which it is likely that it reads them: remedies for those are taken from Variable, Secret,
	// Tool and HTTP. HTTP is how Streamable HTTP is configured there, YAML how it is in files that are not JSON.
	Marks      []string
	HTTP, YAML string
	// Variable is how its files refer to a variable of the environment called NAME, where that is certain. What has other names of
	// its own is in lower case: input:na-me, user_config.name.
	Variable string
	// Secret is the advice about a credential that is written out, by its place, when there is more than to write Variable.
	Secret Secret
	// Tool is how a rule for a single tool that only reads looks.
	Tool string
}

// File is a file of which it is certain which client reads it.
type File struct {
	// Path is the end of its path, Key the member that holds the servers, and Also another name for it.
	Path, Key, Also string
}

// Setting is a member of settings.
type Setting struct {
	// Names are those of the members, with blanks between them.
	Names string
	// In are parts of the paths of the files in which the names mean that, with blanks between them, Beside, or "" when they do everywhere.
	In   string
	Kind Kind
	// Below is the member of an object that a Holder has: an object itself when Deeper is set, else a scalar.
	Below  string
	Deeper bool
}

// Beside is where common words mean a setting: beside servers and in files of clients.
const Beside = "beside servers"

// Kind restricts the values of a setting.
type Kind uint8

// The kinds of settings.
const (
	Any Kind = iota
	Object
	// Single is a string, number or boolean.
	Single
	// List counts only beside servers.
	List
	// Holder is an object that has the member Below.
	Holder
)

// Rule is a folder of files of instructions, which have one of the ends. A folder with a star at its end matches all that begin like it,
// one that is deep for what lies in its folders too.
type Rule struct {
	Folder, Ends string
	Deep         bool
}

// editors are the folders of settings of a user in VS Code and what was made from it, vscodes those of VS Code.
const (
	vscodes = "$APPS/{Code,Code - Insiders,VSCodium}/User"
	editors = "$APPS/{Code,Code - Insiders,VSCodium,Cursor,Windsurf}/User"
)

// All are the clients. What no one client claims is in the first entry.
var All = []Client{
	{
		Name: "any", Shape: "mcpServers", Keys: []string{"mcpServers"}, Stems: "mcp .mcp smithery", Instructions: "agents.md agents.override.md skill.md .rules",
		Settings: []Setting{{Names: "autoAccept coreTools allowMCPServers", In: Beside}},
		Shouted:  "AGENT.md", Rules: []Rule{{".agents/skills", ".md", true}},
		HTTP: `"type": "http"` + reachable, Tool: `"mcp__docs__search"`,
	},
	{
		Name: "MCP registry", Shape: "server.json", HTTP: `"type": "streamable-http"` + reachable,
		Secret: everywhere(`declare it with "isSecret": true and no value, so that clients ask for it`),
	},
	{Name: "MCPB", Shape: "mcpb", Variable: "${user_config.name}", Secret: everywhere(`write ${user_config.name} with "sensitive": true`)},
	{Name: "Smithery", Shape: "smithery", Secret: everywhere("move it to the configuration that users fill in")},
	{Name: "Docker", Shape: "docker", Secret: everywhere("declare it in the server's secrets")},
	{Name: "ToolHive", Shape: "toolhive", Secret: everywhere("declare it in the server's secrets")},
	{
		Name: "Claude Code",
		User: []string{
			"{~,$CLAUDE_CONFIG_DIR}/.claude.json",
			"{~/.claude,$CLAUDE_CONFIG_DIR}/{settings.json,settings.local.json,.mcp.json}",
			"~/.claude/plugins/cache/*/*/*/",
		},
		Recent:  "{~,$CLAUDE_CONFIG_DIR}/.claude.json#projects",
		Project: []string{".mcp.json", ".claude/{settings.json,settings.local.json}"},
		Shape:   "plugin", Marks: []string{"/.claude", "/.mcp.json$"}, Variable: "${NAME}", Files: []File{{Path: "/.mcp.json", Key: "mcpServers", Also: "servers"}}, // Visual Studio reads it too
		Folders: []string{"/.claude"}, Whole: []string{"/.claude/settings.json$", "/.claude/settings.local.json$"},
		Settings: []Setting{
			{Names: "enabledMcpjsonServers disabledMcpjsonServers"},
			{Names: "env apiKeyHelper statusLine awsAuthRefresh awsCredentialExport otelHeadersHelper", In: "/.claude/settings"},
		},
		Instructions: "claude.md claude.local.md",
		Rules: []Rule{
			{".claude/commands", ".md", true},
			{".claude/agents", ".md", true},
			{".claude/skills", ".md", true},
			{".claude/rules", ".md", true},
			{".claude/output-styles", ".md", true},
		},
	},
	{
		Name: "Claude Desktop",
		User: []string{
			"$APPS/Claude/claude_desktop_config.json",
			"%LOCALAPPDATA%/{Packages/Claude_*/LocalCache/Roaming/Claude,Claude-Data/*}/claude_desktop_config.json",
			"$APPS/Claude/Claude Extensions/*/",
		},
		Files: []File{{Path: "/claude_desktop_config.json", Key: "mcpServers"}}, Stems: "claude_desktop_config",
		Plain: []string{"/claude_desktop_config"},
	},
	{
		Name: "VS Code",
		User: []string{
			vscodes + "/{mcp.json,settings.json,profiles/*/mcp.json,profiles/*/settings.json}",
			"~/{.vscode-server,.vscode-server-insiders}/data/User/mcp.json", // for windows on another machine, and in WSL
		},
		Project: []string{".vscode/{mcp.json,settings.json}"},
		Shape:   "vscode", Keys: []string{"mcp.servers"}, Files: []File{{Path: "/.vscode/mcp.json", Key: "servers"}},
		Marks: []string{"/.vscode/"}, Variable: "${input:na-me}", Secret: everywhere(`write ${input:na-me} with an input of "password": true`),
		Folders: []string{"/.vscode/"}, Plain: []string{"/.vscode/"},
		Settings: []Setting{{Names: "chat.mcp.autostart"}, {Names: "inputs", In: Beside}},
		Paths:    []string{"/.github/copilot-instructions.md$"},
		Rules: []Rule{
			{".github/instructions", ".instructions.md", true},
			{".github/prompts", ".prompt.md", true},
			{".github/chatmodes", ".md", false},
			{".github/agents", ".md", false},
			{".github/skills", ".md", true},
		},
	},
	{
		Name: "Cursor",
		User: []string{
			"~/.cursor/{mcp.json,cli-config.json,permissions.json}",
		},
		Project: []string{".cursor/{mcp.json,cli.json,permissions.json}"},
		Files:   []File{{Path: "/.cursor/mcp.json", Key: "mcpServers"}}, Folders: []string{"/.cursor/"},
		Instructions: ".cursorrules", Rules: []Rule{{".cursor/rules", ".mdc .md", true}, {".cursor/skills", ".md", true}, {".cursor/commands", ".md", true}},
		Marks: []string{"/.cursor/"}, Variable: "${env:NAME}", HTTP: `"url"` + reachable + " and without a type", Tool: `"Mcp(docs:search)"`,
	},
	{
		Name: "Windsurf",
		User: []string{
			"~/.codeium/{mcp_config.json,windsurf/mcp_config.json,windsurf-next/mcp_config.json}",
			"{$XDG_CONFIG_HOME,%APPDATA%}/devin/mcp_config.json", // Its name since it is called Devin Desktop.
		},
		Project: []string{".windsurf/mcp_config.json", ".devin/{mcp_config.json,mcp_config.local.json}"},
		Files: []File{
			{Path: "/windsurf/mcp_config.json", Key: "mcpServers"},
			{Path: "/.codeium/mcp_config.json", Key: "mcpServers"},
			{Path: "/.windsurf/mcp_config.json", Key: "mcpServers"},
			{Path: "/devin/mcp_config.json", Key: "mcpServers"},
			{Path: "/.devin/mcp_config.json", Key: "mcpServers"},
		},
		Instructions: ".windsurfrules", Rules: []Rule{{".windsurf/rules", ".md", true}, {".windsurf/workflows", ".md", true}},
		Marks: []string{"windsurf", "/.codeium/", "mcp_config.json$"}, Variable: "${env:NAME}", HTTP: `"serverUrl"` + reachable + " and without a type",
	},
	{
		Name: "Cline",
		User: []string{
			editors + "/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
			"{~/.cline,$CLINE_DIR}/data/settings/cline_mcp_settings.json",
		},
		Stems: "cline_mcp_settings", Instructions: ".clinerules", Rules: []Rule{{".clinerules", ".md .txt", true}},
		Marks: []string{"cline"}, HTTP: `"type": "streamableHttp"` + reachable,
	},
	{
		Name: "Roo Code",
		User: []string{
			editors + "/globalStorage/rooveterinaryinc.roo-cline/settings/{mcp_settings.json,cline_mcp_settings.json}",
		},
		Project:      []string{".roo/mcp.json"},
		Files:        []File{{Path: "/.roo/mcp.json", Key: "mcpServers"}},
		Instructions: ".roorules", Rules: []Rule{{".roo/rules*", ".md .txt", true}},
		Marks: []string{"/.roo/"}, Variable: "${env:NAME}", HTTP: `"type": "streamable-http"` + reachable,
	},
	{
		Name: "Kilo Code", User: []string{editors + "/globalStorage/kilocode.kilo-code/settings/mcp_settings.json", "~/.kilocode/cli/global/settings/mcp_settings.json"},
		Project: []string{"{.kilocode,.kilo}/mcp.json"}, Marks: []string{"/.kilocode/", "/.kilo/"}, HTTP: `"type": "streamable-http"` + reachable,
	},
	{
		Name: "Gemini CLI",
		User: []string{
			"~/.gemini/{settings.json,config/mcp_config.json,antigravity/mcp_config.json}",
			"~/.gemini/extensions/*/",
		},
		Project: []string{".gemini/settings.json"},
		Files: []File{
			{Path: "/.gemini/settings.json", Key: "mcpServers"}, {Path: "/gemini-extension.json", Key: "mcpServers"},
		},
		Stems: "gemini-extension", Folders: []string{"/.gemini/settings"}, Plain: []string{"/.gemini/settings.json$"}, Whole: []string{"/.gemini/settings.json$"},
		Settings: []Setting{{Names: "contextFileName"}},
		Contexts: []string{"contextFileName", "context.fileName"}, Home: ".gemini",
		Instructions: "gemini.md", Shouted: "QWEN.md", Rules: []Rule{{".gemini/commands", ".toml", true}},
		Marks: []string{"/.gemini/", "/gemini-extension.json$"}, Variable: "$NAME", HTTP: `"httpUrl"` + reachable + ` in place of "url"`, Tool: `"read_file"`,
	},
	{
		Name: "Codex",
		User: []string{
			"{~/.codex,$CODEX_HOME}/config.toml",
		},
		Project: []string{".codex/config.toml"},
		Shape:   "codex", Keys: []string{"mcp_servers"}, Files: []File{{Path: "/.codex/config.toml", Key: "mcp_servers"}},
		Whole:    []string{"/.codex/config.toml$"},
		Settings: []Setting{{Names: "profile", In: "/.codex/config.toml$"}},
		Rules:    []Rule{{".codex/prompts", ".md", false}}, HTTP: "url" + reachable, Marks: []string{"/.codex/"},
		Secret: Secret{Env: `list its name in env_vars = ["NAME"]`, Header: "name a variable in bearer_token_env_var or env_http_headers"},
	},
	{
		Name: "opencode",
		User: []string{
			"$XDG_CONFIG_HOME/opencode/{opencode.json,opencode.jsonc,config.json}",
		},
		Project: []string{"{opencode.json,opencode.jsonc}"},
		Shape:   "opencode", Files: []File{{Path: "/opencode.json", Key: "mcp"}, {Path: "/opencode.jsonc", Key: "mcp"}},
		Stems: "opencode", Folders: []string{"/opencode.json"}, Whole: []string{"/opencode.json$", "/opencode.jsonc$"},
		Settings: []Setting{{Names: "instructions", Kind: List}}, Contexts: []string{"instructions"}, Home: ".opencode",
		Rules: []Rule{{".opencode/agent", ".md", true}, {".opencode/agents", ".md", true}, {".opencode/command", ".md", true}, {".opencode/commands", ".md", true}},
		HTTP:  `"type": "remote"` + reachable, Variable: "{env:NAME}",
	},
	{
		Name: "Zed",
		User: []string{
			"{$XDG_CONFIG_HOME/zed,~/Library/Application Support/Zed,%APPDATA%/Zed}/settings.json",
		},
		Project: []string{".zed/settings.json"},
		Shape:   "zed", Keys: []string{"context_servers"}, Files: []File{{Path: "/.zed/settings.json", Key: "context_servers"}},
		// Its settings of all projects lie in a folder of any name.
		Whole: []string{"/.zed/settings.json$"}, HTTP: "url" + reachable,
	},
	{
		Name: "Goose",
		User: []string{
			"{$XDG_CONFIG_HOME/goose,~/Library/Application Support/Block/goose,%APPDATA%/Block/goose/config}/config.yaml",
		},
		Shape: "goose", Instructions: ".goosehints", HTTP: "type: streamable_http" + reachable,
		Secret: Secret{Env: "list NAME in env_keys", Header: "list NAME in env_keys and write $NAME in the header", Other: "list NAME in env_keys"},
	},
	{
		Name: "Kiro",
		User: []string{
			"~/.kiro/{settings/mcp.json,agents/*.json,agents/*.md}",
		},
		Project: []string{".kiro/{settings/mcp.json,agents/*.json,agents/*.md}"},
		Files:   []File{{Path: "/.kiro/settings/mcp.json", Key: "mcpServers"}},
		Shouted: "POWER.md", Rules: []Rule{{".kiro/steering", ".md", true}},
		Marks: []string{"/.kiro/"}, Variable: "${NAME}", Tool: `"@docs/search"`,
	},
	{
		Name: "Amazon Q",
		User: []string{
			"~/.aws/amazonq/{mcp.json,default.json,agents/*.json,cli-agents/*.json}",
		},
		Project: []string{".amazonq/{mcp.json,default.json,cli-agents/*.json}"},
		Files:   []File{{Path: "/.amazonq/mcp.json", Key: "mcpServers"}},
		Rules:   []Rule{{".amazonq/rules", ".md", true}},
		Marks:   []string{"/.amazonq/"}, Variable: "${env:NAME}", Tool: `"@docs/search"`,
	},
	{Name: "Junie", User: []string{"~/.junie/mcp/mcp.json"}, Project: []string{".junie/mcp/mcp.json"}, Files: []File{{Path: "/.junie/mcp/mcp.json", Key: "mcpServers"}}, Paths: []string{"/.junie/guidelines.md$"}},
	{Name: "Trae", User: []string{"~/.trae/mcp.json", "$APPS/Trae/User/mcp.json"}, Project: []string{".trae/mcp.json"}, Files: []File{{Path: "/.trae/mcp.json", Key: "mcpServers"}}, Rules: []Rule{{".trae/rules", ".md", true}}},
	{
		Name: "Continue",
		User: []string{
			"~/.continue/{config.yaml,config.json,mcpServers/*.yaml,mcpServers/*.yml,mcpServers/*.json}",
		},
		Project: []string{".continue/mcpServers/{*.yaml,*.yml,*.json}"},
		Shape:   "continue", Keys: []string{"modelContextProtocolServers"}, Rules: []Rule{{".continue/rules", ".md", true}},
		HTTP: `"type": "streamable-http"` + reachable, YAML: "type: streamable-http" + reachable, Variable: "${{ secrets.NAME }}",
	},
	{Name: "Augment", Paths: []string{"/.augment-guidelines$"}, Rules: []Rule{{".augment/rules", ".md", true}}},
	{Name: "Warp", User: []string{"~/.warp/.mcp.json"}, Project: []string{".warp/.mcp.json"}, Shouted: "WARP.md"},
	{Name: "LM Studio", User: []string{"~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"}, Marks: []string{"/.lmstudio/", "/lm-studio/"}},
	{Name: "Copilot CLI", User: []string{"{~/.copilot,$COPILOT_HOME}/mcp-config.json"}, Project: []string{".github/mcp.json"}, Marks: []string{"/.copilot/"}},
	{Name: "Visual Studio", User: []string{"~/.mcp.json"}},
}

// shapes finds the shape of the configuration that has its servers under a key without other meaning.
var shapes = func() map[string]string {
	shapes := map[string]string{}
	for i := range All {
		for _, key := range All[i].Keys {
			shapes[key] = All[i].Shape
		}
	}
	return shapes
}()

// settings finds what is known of a name, as a setting of a client or as the beginning of the place of an approval.
var settings = func() map[string][]Setting {
	settings := map[string][]Setting{}
	add := func(name string, s Setting) {
		if !slices.Contains(settings[name], s) {
			settings[name] = append(settings[name], s)
		}
	}
	for i := range All {
		for _, s := range All[i].Settings {
			for name := range strings.FieldsSeq(s.Names) {
				add(name, s)
			}
		}
	}
	for _, a := range Approved {
		for at := range strings.FieldsSeq(a.At) {
			if a.Shape.OfSettings() {
				name, rest, _ := strings.Cut(at[1:], "/")
				below, _, deeper := strings.Cut(rest, "/")
				if a.Kind != Holder || below != "" { // else it is read in the client's own file
					add(name, Setting{In: a.In, Kind: a.Kind, Below: below, Deeper: deeper})
				}
			}
		}
	}
	return settings
}()

// SettingFiles are parts of the paths of the files in which common words are settings.
var SettingFiles = func() (files []string) {
	for _, list := range settings {
		for _, s := range list {
			if s.In != Beside {
				files = append(files, strings.Fields(s.In)...)
			}
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}()

// ShapeOf returns the shape of the configuration that has its servers under a key without other meaning, or "".
func ShapeOf(key string) string { return shapes[key] }

// SettingsOf returns what is known of a member of settings.
func SettingsOf(name string) []Setting { return settings[name] }

// FileOf returns the client that alone reads the file at a path, and what is known of the file, or nil.
func FileOf(path string) (*Client, *File) {
	for i := range All {
		for k := range All[i].Files {
			if strings.HasSuffix(path, All[i].Files[k].Path) {
				return &All[i], &All[i].Files[k]
			}
		}
	}
	return nil, nil
}

// Holds reports whether a path holds a part of a list. A part with a dollar at its end matches the end of the path.
func Holds(path string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(path+"$", part) })
}

// AnyHolds reports whether a path holds one of the parts that a client has in a list.
func AnyHolds(path string, of func(*Client) []string) bool {
	return slices.ContainsFunc(All, func(c Client) bool { return Holds(path, of(&c)) })
}
