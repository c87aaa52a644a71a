// Package launcher knows the programs that start others: which of their options take values, where the package stands that they fetch or the
// program that they start, and how packages and their versions are named.
package launcher

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/org/mcp-lint/internal/wordset"
)

//go:embed launchers.txt
var text string

// Grammar says which options of a program take the next word as their value.
type Grammar struct {
	// flags are the long options that do not, when all others do; without it only those of valued do.
	flags, valued map[string]bool
	// Short are the letters of the short options that do.
	Short string
	// Words is set when one dash begins a long option too, as in go.
	Words bool
}

// Takes reports whether a long option takes the next word as its value.
func (g *Grammar) Takes(option string) bool {
	return g.valued[option] || g.flags != nil && !g.flags[option] && !strings.HasPrefix(option, "--no-")
}

// Fetch says where the package stands in a command that fetches one, in the words of launchers.txt.
type Fetch struct {
	Options                                 *Grammar
	Read, NamedRead                         Reader
	Named, Unless, Beside, Version, Offline []string
	Mixed, All, Indexed, Runs, Project      bool
}

// Starter says where the program stands that another one starts, in the words of launchers.txt.
type Starter struct {
	Verbs, Valued  []string
	Skip           int
	Dashes, Runner bool
}

// List gives programs words.
type List string

// The lists of launchers.txt.
const (
	// Servers are the commands that start most servers, and Nested those that other programs are given to start one.
	Servers List = "server"
	Nested  List = "nested"
	// Scripts are the options of programs that a script for a shell follows, Code those that code follows, Passwords those of passwords.
	Scripts   List = "script"
	Code      List = "code"
	Passwords List = "password"
	// AnyCode are the programs that run whatever code, AnyPackage those that run whatever package, and the words that may stand before it.
	AnyCode    List = "anycode"
	AnyPackage List = "anypackage"
	// Wrappers run the command behind them, and so do ProjectRunners behind a word.
	Wrappers       List = "wrapper"
	ProjectRunners List = "project"
	// The others are programs by what they do.
	Shells      List = "shell"
	Downloaders List = "download"
	Copiers     List = "copy"
	Netcats     List = "netcat"
	Shims       List = "shim"
)

// Of returns the words that a list gives a program, or nil when the program does not stand in it.
func (l List) Of(program string) []string { return programs().lists[l][program] }

// Has reports whether a program stands in a list.
func (l List) Has(program string) bool { return l.Of(program) != nil }

// table is what launchers.txt says.
type table struct {
	options  map[string]*Grammar
	front    map[string]*Grammar
	fetches  map[string]Fetch
	starters map[string]Starter
	lists    map[List]map[string][]string
}

var programs = sync.OnceValue(read)

// FetchOf returns how a command fetches packages, by its words.
func FetchOf(command string) (f Fetch, ok bool) { f, ok = programs().fetches[command]; return f, ok }

// FrontOf reports whether commands that fetch packages begin with a program, and returns the options, or nil, that it takes in front of its
// verb.
func FrontOf(program string) (g *Grammar, ok bool) { g, ok = programs().front[program]; return g, ok }

// StarterOf returns how a program starts another one.
func StarterOf(program string) (s Starter, ok bool) {
	s, ok = programs().starters[program]
	return s, ok
}

// Options are those of a program, or of its verb, which has none when it is unknown.
func Options(program string) *Grammar { return cmp.Or(programs().options[program], &Grammar{}) }

func read() *table {
	x := table{map[string]*Grammar{}, map[string]*Grammar{}, map[string]Fetch{}, map[string]Starter{}, map[List]map[string][]string{}}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n  ", " "), "\n") {
		head, list, ok := strings.Cut(line, ":")
		if !ok || line[0] == '#' {
			continue
		}
		words := strings.Fields(head)
		x.add(words[0], words[1:], strings.Fields(list), list)
	}
	return &x
}

// add adds what a line says: its kind, the further words of its head, and the list behind it.
func (x *table) add(kind string, head, names []string, list string) {
	is := func(flag string) bool { return slices.Contains(head, flag) }
	of := func(key string) []string {
		for _, w := range head {
			if value, ok := strings.CutPrefix(w, key+"="); ok {
				return strings.Split(value, ",")
			}
		}
		return nil
	}
	one := func(key string) string { return strings.Join(of(key), "") }
	switch kind {
	case "options":
		g := &Grammar{Short: one("short"), Words: len(names) > 0 && !strings.HasPrefix(names[0], "--")}
		if is("flags") {
			g.flags = wordset.Of(list)
		} else {
			g.valued = wordset.Of(list)
		}
		x.options[head[0]] = g
		for _, program := range of("front") {
			x.front[program] = g
		}
	case "fetch":
		f := Fetch{
			x.options[head[0]], readers[one("read")], readers[one("namedRead")], of("named"), of("unless"), of("beside"), of("version"), of("offline"),
			is("mixed"), is("all"), is("index"), is("runs"), is("project"),
		}
		for command := range strings.SplitSeq(list, ",") {
			command = strings.TrimSpace(command)
			x.fetches[command] = f
			program, _, _ := strings.Cut(command, " ")
			if _, ok := x.front[program]; !ok {
				x.front[program] = nil
			}
		}
	case "start":
		skip, _ := strconv.Atoi(one("skip"))
		for _, name := range names {
			x.starters[name] = Starter{of("verbs"), of("valued"), skip, is("dashes"), is("runner")}
		}
	default:
		if x.lists[List(kind)] == nil {
			x.lists[List(kind)] = map[string][]string{}
		}
		for _, name := range names {
			x.lists[List(kind)][name] = head
		}
	}
}
