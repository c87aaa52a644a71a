package detect

// LaunchContext is the member of the definition of a launch, or of settings, that says where it stands. NewView moves it to
// ToolView.Context: it is no part of what is approved and shown.
//
// The definition of a KindLaunch view is normalised: whatever a client calls them, its members have these names. All are optional.
//
//	name       the name under which the server is configured
//	command    the program; args its arguments, a list of strings (numbers stay numbers)
//	env        variables and their values; headers the headers of requests, both objects
//	url        the address of a server that is reached and not started
//	cwd        the folder it is started in
//	transport  how it is reached: stdio, sse, http and so on, in the client's word
//	package    the package or image as a registry manifest names it, with registry (npm, pypi, oci, ...) and version
//
// and, as the client spells them, all further members that bear on what runs and what is let through: headersHelper, envFile, trust,
// autoApprove, alwaysAllow, auth and their like. That of a
// KindSettings view has permissions, hooks, env, inputs, enableAllProjectMcpServers and so on, as the client spells them, and keys: the
// names of those members of the file that hold servers.
//
// The context has client, the shape of the file ("mcpServers", "vscode", "codex", "server.json"), file, its path from the folder of
// the repository on, and inputs, the ids of the inputs that the file declares; and
// disabled or enabled, as the client spells it, which are moved there from the definition.
const LaunchContext = "config"

// split takes the context out of the definition of a launch: what it is given as such, and whether the server is switched on, which says
// nothing of what runs when it is. What is known of the context already stands behind that.
func split(def, known *Node) (rest, context *Node) {
	if def == nil {
		return nil, known
	}
	rest, context = &Node{Kind: def.Kind, Ref: def.Ref}, &Node{Kind: NodeObject}
	for _, m := range def.Members {
		switch {
		case m.missing():
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

// launchRoles are the roles of the members of what is looked at by checks of its own; the others have RoleOther.
var launchRoles = map[string]Role{
	"keys": RoleKey, "name": RoleName, "description": RoleDescription, "title": RoleTitle, "command": RoleCommand, "args": RoleArgument, "env": RoleEnv,
	"headers": RoleHeader, "url": RoleURI, "websiteUrl": RoleURI, "text": RoleText,
}

// launch walks a launch, settings, or what else is looked at by checks of its own.
func (w *walker) launch(def *Node) {
	for p, m := range w.members(root, def) {
		role, known := launchRoles[m.Name.Text]
		if !known {
			role = RoleOther
		}
		w.any(p.as(role), m.Value)
	}
}
