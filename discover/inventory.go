// Package discover walks files and folders and lists what they define: tools with their origin, servers, and what was
// skipped and why. It is the only package, beside the loaders of config and lock, that reads files.
package discover

import (
	"cmp"
	"io"
	"io/fs"
	"time"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/discover/source"
)

// Options says what to look through.
type Options struct {
	// Paths are files and folders; "-" is one document on Stdin. None means the working directory.
	Paths []string
	Stdin io.Reader
	// Cwd is the working directory; "" asks the system.
	Cwd string
	// InContext has the repositories around Paths walked as a whole, as if nothing had been named, and only what concerns Paths
	// counted, noted and listed as skipped; Inventory.Focused says what that is.
	InContext bool
	// OnlyNeeded has InContext read only the files that Paths need: what they import, what imports them, and their package where imports name
	// no files.
	OnlyNeeded bool
	// Deadline, when not zero, is when reading ends: files and folders that were not read by then are skipped as SkipTime.
	Deadline time.Time
	// Root, when not "", is a folder that nothing is read outside of, whatever leads there: paths, links, what code names. What
	// git ignores counts as far as that is written in the folder.
	Root string
	// Include, when not empty, are patterns as in .gitignore of the only files to look at, and Exclude those of files not to look at;
	// both are relative to the root of the scan, as source.File.Rel is, and count for what is named too. What is left out defines
	// nothing, and other code is read as if it were not there, but for plain texts that code reads. See ignore.NewPatterns.
	Include, Exclude []string
	// Classes are patterns of files by the class they have whatever they are called and wherever they lie, also when they are named; ClassNone
	// is the class of what is served, and the first one where several fit.
	Classes map[Class][]string
	// AgentsFiles has files of instructions for agents read as well, such as AGENTS.md and the rules of editors. One that is named is read
	// without it.
	AgentsFiles bool
	// Places are looked at beside Paths; without Paths nothing else is, also when they are empty and not nil.
	Places []Place
	// Overlay holds, by absolute path, what counts as the content of a file in place of what is stored, such as what an editor has not
	// saved yet. Only files that exist are looked at.
	Overlay map[string][]byte
	// Limits bounds the work; zero values mean the defaults.
	Limits Limits
	// Progress, when set, is called now and then with the number of files seen. It must be quick.
	Progress func(files int)

	// link, list and document are what tests put in place of link.Files, tree.list and readManifest, keep in place of maxKeptBytes.
	link     linker
	list     func(t *tree, rel string) (entries []fs.DirEntry, cut bool, err error)
	document func(f *source.File, named bool) found
	keep     int
}

// Limits bounds the work on a hostile tree.
type Limits struct {
	// FileBytes is the size above which a file is skipped.
	FileBytes int64
	// Files is how many files are read, Depth how deep folders nest.
	Files, Depth int
}

const (
	// DefaultFileBytes is the default of Limits.FileBytes: room for tens of thousands of tools in one list, and for a text of 10 MB, while the
	// tree of values, which takes many times the bytes of its file, still fits in the memory of a CI runner for each worker.
	DefaultFileBytes = 16 << 20
	// DefaultFiles is the default of Limits.Files: more files of these kinds than any ordinary monorepo has, and still a
	// matter of seconds.
	DefaultFiles = 200_000
	// DefaultDepth is the default of Limits.Depth: source trees stay far below it, and each level costs stack.
	DefaultDepth = 128
	// KeptSkips bounds the skips of one reason that Inventory.Skips lists; further ones are only counted.
	KeptSkips = 1_000
)

func (l Limits) withDefaults() Limits {
	l.FileBytes = cmp.Or(l.FileBytes, DefaultFileBytes)
	l.Files = cmp.Or(l.Files, DefaultFiles)
	l.Depth = cmp.Or(l.Depth, DefaultDepth)
	return l
}

// Inventory is what was found, in a stable order: by path, then by place in the file.
type Inventory struct {
	Tools   []Tool
	Servers []Server
	// Launches are views of the kinds launch, settings and manifest: how clients start servers, what their settings say beside them, and
	// registry manifests.
	Launches []Tool
	// Agents are views of the kind agents, one of each file of instructions for agents; see Options.AgentsFiles.
	Agents []Tool
	// LooseStrings holds, for each source file with any, one view of the strings that are part of no definition.
	LooseStrings []Tool
	// Notes are what people should know of code that is not text.
	Notes []Note
	// Gaps are the places where code registers tools, or rewrites them, whose texts the files that were read do not hold.
	Gaps []Note
	// Skips are the first KeptSkips of each reason, by path; Skipped counts all of them by reason.
	Skips   []Skip
	Skipped map[Reason]int
	// Archives are the archives that were named, as people are shown them.
	Archives []string
	// Files are the files that something was found in; FilesRead counts all that were opened, FilesSeen all that
	// the walk met.
	Files     []*source.File
	FilesRead int
	FilesSeen int

	focus    *focus
	coverage *coverage
	// agentsAsked is Options.AgentsFiles.
	agentsAsked bool
}

// Tool is a view with its origin.
type Tool struct {
	View detect.ToolView
	// File is where it is defined and Span the whole definition.
	File *source.File
	Span source.Span
	// Head is the text before the part of the code that Span begins with and belongs to it: it goes from the first annotation,
	// attribute or decorator on. It is empty where nothing does.
	Head source.Span
	// Texts are the sources of View.Fields, index by index.
	Texts []source.Text
	// Scalars are the sources of numbers, booleans and nulls of View.Definition, by their Node.Ref.
	Scalars []source.Text
	// Shape names the recognised shape, such as "tools/list".
	Shape string
	// Code is set for what source code defines.
	Code bool
	// Repo stands for the repository, or the folder that was named, that the code lies in.
	Repo string
	// Static says how much of its text is known without running the code; Why says what is not, for people, and At where.
	Static Static
	Why    string
	At     source.Span
	// Class says why findings in the file weigh less, or is ClassNone when they do not.
	Class Class
	// Also are further files that define the same tool of the same server with the same fields, such as a snapshot of it.
	Also []Copy
}

// Copy is where a tool is defined once more. What was found in View.Fields[i] of the tool stands in Texts[i] here too; the text is
// empty where the copy lacks the field.
type Copy struct {
	File  *source.File
	Span  source.Span
	Texts []source.Text
	Shape string
	Class Class
	// View is the definition as it stands there, which may differ from that of the tool in what is not text and in its schema, and
	// Own are the texts of its fields.
	View detect.ToolView
	Own  []source.Text
	// Scalars are as in Tool.
	Scalars []source.Text
}

// Static says how much of a definition's text is known without running the code.
type Static = link.Static

// The degrees; what manifests define is known in full.
const (
	Full       = link.Full
	Partly     = link.Partly
	Unresolved = link.Unresolved
)

// Note is something that people should know of a source file although it is not text of a definition, such as that code
// rewrites one at run time.
type Note struct {
	File  *source.File
	Span  source.Span
	Text  string
	Class Class
}

// Server is a configured server with its origin.
type Server struct {
	manifest.Server
	File *source.File
}

// AddSkips adds what was not looked at before the walk began.
func (inv *Inventory) AddSkips(skips []Skip) {
	for _, s := range skips {
		inv.Skipped[s.Reason]++
		inv.Skips = append(inv.Skips, s)
	}
}

// Reason says why something was skipped.
type Reason string

// The reasons for a skip.
const (
	SkipIgnored    Reason = "ignored"         // by .gitignore and not tracked
	SkipVendored   Reason = "vendored"        // dependency, build or VCS folder
	SkipBinary     Reason = "binary"          // not text
	SkipTooLarge   Reason = "too_large"       // above Limits.FileBytes
	SkipTooMany    Reason = "too_many_files"  // above Limits.Files
	SkipTime       Reason = "time_limit"      // not read by Options.Deadline
	SkipTooDeep    Reason = "too_deep"        // above Limits.Depth
	SkipSymlink    Reason = "symlink_outside" // leads out of the scanned root
	SkipSpecial    Reason = "special_file"    // device, FIFO, socket
	SkipUnreadable Reason = "unreadable"      // permission or I/O error
	SkipBroken     Reason = "broken"          // not what it claims to be
	SkipTemplate   Reason = "template"        // the source of a template, such as a Helm chart's
	SkipMinified   Reason = "minified"        // the output of a bundler
	SkipPartial    Reason = "partial"         // a limit cut the document short
	SkipExcluded   Reason = "excluded"        // by Options.Include or Options.Exclude
)

// Skip is a file, folder or part of a file that was not looked at.
type Skip struct {
	Path string `json:"path"`
	// Rel is the path as in source.File.Rel; it is empty when nothing in the tree is meant.
	Rel    string `json:"-"`
	Reason Reason `json:"reason"`
	// Line is where in the file, counted from 1, or 0.
	Line int `json:"line,omitempty"`
	// Detail is a sentence for people, fit to be printed.
	Detail string `json:"detail,omitempty"`
	// Missed is set when the skip may hide something all the same: it may be why nothing was found in a package that mentions MCP, a client
	// reads the file, or a link that is looked at leads there. It is not quiet then.
	Missed bool `json:"-"`
}

// Quiet reports whether the skip is an ordinary one that is only counted: what git ignores, what people exclude, vendored trees, binary
// files, templates, minified scripts.
// The others mean that something may have been missed.
func (s Skip) Quiet() bool {
	return !s.Missed && (s.Reason == SkipIgnored || s.Reason == SkipVendored || s.Reason == SkipBinary || s.Reason == SkipSpecial ||
		s.Reason == SkipTemplate || s.Reason == SkipMinified || s.Reason == SkipExcluded)
}

// Place is a file or folder that nobody has named: what is there is known from elsewhere, and what cannot be had is a skip and no error. No
// repository around it is looked at.
type Place struct {
	// Path is absolute, without links. A folder is looked at as if it had been named; of a file nothing is read but the file, and what it
	// imports.
	Path string
	// Shown is how people are shown the path, with slashes; readers of manifests go by it.
	Shown string
	// Top is a folder around Path that links and imports may lead to; "" is Path, or the folder of the file.
	Top string
	// Server, when not "", is the server that runs what lies there, whatever it calls itself.
	Server string
}

// linker is link.Files, or what a test puts in its place.
type linker func([]*link.Module, link.FileReader, link.DocumentParser) []link.Found
