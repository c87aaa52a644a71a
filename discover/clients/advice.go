package clients

import (
	"cmp"
	"strings"
)

// reachable is what is written behind the name of the transport.
const reachable = " with the server's /mcp address"

// Secret is the advice about a credential that is written out in a variable, in a header, and anywhere else.
type Secret struct{ Env, Header, Other string }

func everywhere(s string) Secret { return Secret{s, s, s} }

// of returns the client one of whose marks the path of a file holds, or nil.
func of(file string, has func(*Client) bool) *Client {
	for i := range All {
		if has(&All[i]) && Holds("/"+strings.ToLower(file), All[i].Marks) {
			return &All[i]
		}
	}
	return nil
}

// SingleTool returns how a rule for a single tool looks in a file.
func SingleTool(file string) string {
	if c := of(file, func(c *Client) bool { return c.Tool != "" }); c != nil {
		return c.Tool
	}
	return All[0].Tool
}

// HTTP returns how Streamable HTTP is configured in a file whose configuration has a shape.
func HTTP(shape, file string) string {
	c := of(file, func(c *Client) bool { return c.HTTP != "" })
	for i := range All {
		if c == nil && All[i].Shape == shape && All[i].HTTP != "" {
			c = &All[i]
		}
	}
	switch {
	case c == nil:
		c = &All[0]
	case c.YAML != "" && !strings.HasSuffix(strings.ToLower(file), ".json"):
		return c.YAML
	}
	return cmp.Or(c.HTTP, All[0].HTTP)
}

// Reader returns the client whose configuration has a shape, or else, since others share a shape, the one that is likely to read the file, or nil.
func Reader(shape, file string) *Client {
	for i := range All[1:] {
		if c := &All[i+1]; c.Shape != "" && c.Shape == shape {
			return c
		}
	}
	return of(file, func(c *Client) bool { return c.Variable != "" || c.Secret != Secret{} })
}

// Called puts the name of a variable into what a client says of variables.
func Called(name, text string) string {
	low := strings.ToLower(name)
	return strings.NewReplacer("NAME", name, "input:na-me", "input:"+strings.ReplaceAll(low, "_", "-"), "user_config.name", "user_config."+low).Replace(text)
}
