package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// argumentLists are the lists of the arguments of packages in registry manifests, and valueLists those of named values in manifests and
// configurations.
var (
	argumentLists = map[string]bool{"runtimeArguments": true, "runtime_arguments": true, "packageArguments": true, "package_arguments": true}
	valueLists    = map[string]bool{"environmentVariables": true, "environment_variables": true, "env": true, "environment": true, "envs": true, "headers": true}
)

// coveredByLaunch reports whether a field of a server is a value that the view of its launch surely has, so that launch.secret looks at it: the
// value, or without one the default, of a named item of these lists, where they belong to a server, a package or a remote. What is spelled
// in any other way is reported here.
func coveredByLaunch(t detect.ToolView, pointer string) bool {
	rest, member, _ := cutLast(pointer)
	if index := member; strings.Trim(index, "0123456789") == "" && index != "" {
		// Several values of one name.
		rest, member, _ = cutLast(rest)
	}
	place, index, _ := cutLast(rest)
	owner, list, ok := cutLast(place)
	if !ok || index == "" || strings.Trim(index, "0123456789") != "" || !ownsLaunch(owner) {
		return false
	}
	item := t.Definition.At(rest)
	switch {
	case item == nil:
		return false
	case argumentLists[list] && !strings.HasPrefix(owner, "/packages/"):
		return false
	case argumentLists[list] && member == "name":
		// What sets named arguments apart from others is not always in the view.
		kind, name := item.Get("type"), item.Get("name")
		return isString(kind) && kind.Text == "named" || kind == nil && isString(name) && strings.HasPrefix(name.Text, "-")
	case valueLists[list] && !isString(item.Get("name")), !argumentLists[list] && !valueLists[list]:
		return false
	}
	value := item.Get("value")
	return member == "value" || member == "default" && (value == nil || value.Kind == detect.NodeScalar && value.Text == "null")
}

// ownsLaunch reports whether what stands at a pointer is started or reached: the server itself, its configuration, a package, a remote, or
// the transport of one.
func ownsLaunch(pointer string) bool {
	pointer = strings.TrimSuffix(pointer, "/transport")
	if pointer == "" || pointer == "/config" {
		return true
	}
	owner, index, _ := cutLast(pointer)
	return (owner == "/packages" || owner == "/remotes") && strings.Trim(index, "0123456789") == ""
}

func isString(n *detect.Node) bool { return n != nil && n.Kind == detect.NodeString }

// cutLast cuts the last token off a JSON pointer.
func cutLast(pointer string) (rest, token string, ok bool) {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return "", pointer, false
	}
	return pointer[:i], pointer[i+1:], true
}
