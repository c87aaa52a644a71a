package check

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// argumentLists are the argument lists of packages in registry manifests, valueLists the lists of named values in manifests and
// configurations.
var (
	argumentLists = map[string]bool{"runtimeArguments": true, "runtime_arguments": true, "packageArguments": true, "package_arguments": true}
	valueLists    = map[string]bool{"environmentVariables": true, "environment_variables": true, "env": true, "environment": true, "envs": true, "headers": true}
)

// coveredByLaunch reports whether the view of a server's launch has this value too, so that launch.secret reports it: the value, or else
// the default, of a named item of these lists in a server, a package or a remote. Values in any other form are reported here.
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
		// The view does not always have what distinguishes named arguments.
		kind, name := item.Get("type"), item.Get("name")
		return isString(kind) && kind.Text == "named" || kind == nil && isString(name) && strings.HasPrefix(name.Text, "-")
	case valueLists[list] && !isString(item.Get("name")), !argumentLists[list] && !valueLists[list]:
		return false
	}
	value := item.Get("value")
	return member == "value" || member == "default" && (value == nil || value.Kind == detect.NodeScalar && value.Text == "null")
}

// ownsLaunch reports whether the object at a pointer is started or reached: the server, its configuration, a package, a remote, or a
// transport.
func ownsLaunch(pointer string) bool {
	pointer = strings.TrimSuffix(pointer, "/transport")
	if pointer == "" || pointer == "/config" {
		return true
	}
	owner, index, _ := cutLast(pointer)
	return (owner == "/packages" || owner == "/remotes") && strings.Trim(index, "0123456789") == ""
}

func isString(n *detect.Node) bool { return n != nil && n.Kind == detect.NodeString }

// cutLast splits off the last token of a JSON pointer.
func cutLast(pointer string) (rest, token string, ok bool) {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return "", pointer, false
	}
	return pointer[:i], pointer[i+1:], true
}
