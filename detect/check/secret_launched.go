package check

import (
	"strconv"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// launchLists are the lists of named values in configurations and registry manifests that say how a server is started.
var launchLists = map[string]bool{
	"environmentVariables": true, "environment_variables": true, "runtimeArguments": true, "runtime_arguments": true,
	"packageArguments": true, "package_arguments": true, "env": true, "environment": true, "envs": true, "headers": true,
}

// launched reports whether a field of a server is a value that it is started with. Those are looked at by launch.secret, in the view of
// the launch: of a value and a default it has the value.
func launched(t detect.ToolView, pointer string) bool {
	list, item, ok := cutLast(pointer)
	if !ok || item != "value" && item != "default" {
		return false
	}
	list, index, _ := cutLast(list)
	owner, name, _ := cutLast(list)
	if !launchLists[name] || strings.Trim(index, "0123456789") != "" {
		return false
	}
	// Deeper lists, such as those of variables within a value, are no part of a launch.
	if n := strings.Count(owner, "/"); n > 3 {
		return false
	}
	return item == "value" || !holdsValue(nodeAt(t.Definition, list+"/"+index), "value")
}

// holdsValue reports whether an object has a value of that name that is no object or list.
func holdsValue(n *detect.Node, name string) bool {
	if n == nil {
		return false
	}
	v := n.Get(name)
	return v != nil && (v.Kind == detect.NodeString || v.Kind == detect.NodeScalar && v.Text != "null")
}

// nodeAt returns what stands at a JSON pointer, whose names are plain, or nil.
func nodeAt(n *detect.Node, pointer string) *detect.Node {
	for _, token := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		switch {
		case n == nil:
			return nil
		case n.Kind == detect.NodeArray:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.Items) {
				return nil
			}
			n = n.Items[i]
		default:
			n = n.Get(token)
		}
	}
	return n
}

// cutLast cuts the last token off a JSON pointer.
func cutLast(pointer string) (rest, token string, ok bool) {
	i := strings.LastIndexByte(pointer, '/')
	if i < 0 {
		return "", pointer, false
	}
	return pointer[:i], pointer[i+1:], true
}
