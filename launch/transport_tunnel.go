package launch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/org/mcp-lint/detect"
)

// tunnels are the endings of the names that tunnels to somebody's own machine are given for as long as they are open.
var tunnels = []string{
	"trycloudflare.com", "loca.lt", "ngrok-free.app", "ngrok-free.dev", "ngrok.io", "serveo.net", "serveousercontent.com", "lhr.life", "localhost.run", "free.pinggy.link",
	"a.pinggy.link", "a.free.pinggy.link", "bore.pub", "telebit.io", "pagekite.me",
}

// passing reports the address of a server that a tunnel was given, one note for each.
func (x *transport) passing(l link, at func(from, to int) detect.Signal) {
	if l.plain() || l.reach != publicHost {
		return
	}
	host := strings.TrimSuffix(strings.ToLower(l.host), ".")
	if !slices.ContainsFunc(tunnels, func(end string) bool { return endsIn(host, end) && host != end }) {
		return
	}
	x.add(l.signal(at), true, fmt.Sprintf("%s is the name of a tunnel to somebody's machine, and may be given to somebody else when that one closes, who then answers the model; "+
		"name the server's own host, or http://localhost:PORT if it runs on this machine", shownHost(l.host)))
}

// bridges reports whether the address among the words of a command is that of a server.
func (c *command) bridges() bool {
	if bridges[c.plainName()] {
		return true
	}
	return slices.ContainsFunc(c.args[:min(len(c.args), 6)], func(w word) bool {
		name, _, _ := strings.Cut(w.text, "@")
		return bridges[name]
	})
}

// toldAsIndex reports whether launch.remote-code tells, of a registry at that address, that it is reached without encryption. Of a bare
// public address it tells that nobody answers for it.
func (l link) toldAsIndex() bool {
	_, numeric := ipAddress(l.host)
	return l.plain() && l.reach > thisMachine && !(numeric && l.reach == publicHost)
}

func (x *transport) isIndex(w word) bool {
	if x.indexes == nil {
		x.indexes = map[[2]int]bool{}
		r := read(x.t)
		for i := range r.commands {
			for _, o := range newFetcher(x.t, &r.commands[i]).indexes {
				x.indexes[[2]int{o.value.field, o.value.end}] = true
			}
		}
	}
	return x.indexes[[2]int{w.field, w.end}]
}

// overSocket reports whether curl reaches what answers by a socket on this machine, whatever host the address names.
func (c *command) overSocket() bool {
	return c.name() == "curl" && c.any(func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return isOneOf(name, "--unix-socket", "--abstract-unix-socket")
	})
}
