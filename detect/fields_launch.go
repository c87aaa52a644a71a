package detect

// LaunchContext is the member of a launch or settings definition that says where it was found. NewView moves it to ToolView.Context: it
// is not part of what is approved and shown.
//
// The definition of a KindLaunch view is normalised to these member names, whatever the client calls them. All are optional.
//
//	name       the name under which the server is configured
//	command    the program; args its arguments, a list of strings (numbers stay numbers)
//	env        variables and their values; headers the headers of requests, both objects
//	url        the address of a server that is reached and not started
//	cwd        the working directory
//	transport  stdio, sse, http and so on, as the client spells it
//	package    the package or image as a registry manifest names it, with registry (npm, pypi, oci, ...) and version
//
// Further members that affect what runs and what is approved keep the client's spelling: headersHelper, envFile, trust, autoApprove,
// alwaysAllow, auth and so on. The definition of a KindSettings view has permissions, hooks, env, inputs, enableAllProjectMcpServers and
// so on in the client's spelling, and keys: the names of the members of the file that hold servers.
//
// The context has client, the shape of the file ("mcpServers", "vscode", "codex", "server.json"); file, its path in the repository;
// inputs, the IDs of the inputs that the file declares; and disabled or enabled, moved there from the definition.
const LaunchContext = "config"

// splitContext separates the context from the definition of a launch: the LaunchContext member, unless the context is known, and whether
// the server is enabled, which does not affect what runs. A known context is appended.
func splitContext(def, known *Node) (rest, context *Node) {
	if def == nil {
		return nil, known
	}
	rest, context = &Node{Kind: def.Kind, Ref: def.Ref}, &Node{Kind: NodeObject}
	for _, m := range def.Members {
		switch {
		case m.incomplete():
		case known == nil && m.Name.Text == LaunchContext && m.Value.Kind == NodeObject:
			context.Members = append(context.Members, m.Value.Members...)
		case (m.Name.Text == "disabled" || m.Name.Text == "enabled") && m.Value.Kind == NodeScalar:
			context.Members = append(context.Members, m)
		default:
			rest.Members = append(rest.Members, m)
		}
	}
	if len(context.Members) == 0 {
		return def, known
	}
	if known != nil {
		context.Members = append(context.Members, known.Members...)
	}
	return rest, context
}

// launchRoles are the roles of the members of views with checks of their own; others have RoleOther.
var launchRoles = map[string]Role{
	"keys": RoleKey, "name": RoleName, "description": RoleDescription, "title": RoleTitle, "command": RoleCommand, "args": RoleArgument, "env": RoleEnv,
	"headers": RoleHeader, "url": RoleURI, "websiteUrl": RoleURI, "text": RoleText,
}

// launch walks the definition of a kind with checks of its own.
func (w *walker) launch(def *Node) {
	for p, m := range w.members(root, def) {
		role, known := launchRoles[m.Name.Text]
		if !known {
			role = RoleOther
		}
		w.value(p.withRole(role), m.Value)
	}
}
