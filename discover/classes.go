package discover

import (
	"path"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/link"
	"github.com/org/mcp-lint/discover/manifest"
	"github.com/org/mcp-lint/internal/wordset"
)

// gitFolder holds the private data of git. It is never looked into.
const gitFolder = ".git"

// vcsFolders hold the private data of other version control systems, with what lies in each. What has only the name is a folder as any other.
var vcsFolders = map[string]string{".hg": "requires", ".svn": "wc.db", ".bzr": "branch-format", ".jj": "repo", "CVS": "Entries", ".sl": "requires"}

// isVCS reports whether a folder holds the private data of a version control system.
func (t *tree) isVCS(rel, name string) bool {
	mark := vcsFolders[name]
	if mark == "" {
		return name == gitFolder
	}
	_, err := t.Lstat(path.Join(rel, mark))
	return err == nil
}

// dependencyFolders hold the code of others. The output of builds is not among them: it may be all there is of a server.
var dependencyFolders = wordset.Of(`node_modules bower_components jspm_packages .yarn .pnpm-store vendor .venv venv site-packages
	__pypackages__ Pods .bundle`)

// buildFolders hold what builds leave behind, as in the ignore lists of package managers and build tools. What git tracks there is scanned.
var buildFolders = wordset.Of(`__pycache__ .tox .nox .eggs .mypy_cache .pytest_cache .ruff_cache dist build target .next .nuxt .svelte-kit
	.turbo .parcel-cache .cache .gradle .terraform .dart_tool .build DerivedData _build .stack-work`)

// HoldsDependencies reports whether a folder of that name holds the code of others, such as node_modules.
func HoldsDependencies(name string) bool { return dependencyFolders[name] }

func isVendored(folder string) bool { return dependencyFolders[folder] || buildFolders[folder] }

func isBuilt(folder string) bool { return isVendored(folder) || folder == "out" || folder == "lib" }

// want says whether a file is opened.
type want uint8

const (
	// wantNo is a file that is left alone.
	wantNo want = iota
	// wantSniff is opened to see whether its beginning looks like a document.
	wantSniff
	// wantYes is read.
	wantYes
)

// formats are the extensions of the notations that manifests and configurations are written in.
var formats = wordset.Of(`.json .jsonc .json5 .ndjson .jsonl .yaml .yml .toml .code-workspace`)

func wantsFile(name string) want {
	if _, ok := lex.OfFile(name); ok {
		return wantYes
	}
	return wantsManifest(name)
}

func wantsManifest(name string) want {
	ext := strings.ToLower(path.Ext(name))
	// A name such as .mcp has no extension.
	if len(ext) == len(name) {
		ext = ""
	}
	switch {
	case formats[ext], formats[strings.ToLower(path.Ext(manifest.TrimWrappers(name)))]:
		return wantYes
	case ext == "", manifest.IsWrapper(ext):
		return wantSniff
	}
	return wantNo
}

// isClientFile reports whether a client reads a file of that name as one of MCP's, so that a broken one is worth a word.
func isClientFile(name string) bool {
	name = strings.ToLower(manifest.TrimWrappers(name))
	if !formats[path.Ext(name)] {
		return false
	}
	return anyClient(func(c *clients.Client) bool {
		return slices.ContainsFunc(strings.Fields(c.Stems), func(known string) bool {
			rest, ok := strings.CutPrefix(stem(name), known)
			return ok && (rest == "" || strings.IndexByte("._-", rest[0]) >= 0)
		})
	})
}

// headBytes is how much of a file decides whether it is text, as much as git and grep look at.
const headBytes = 8 << 10

// looksLikeDocument reports whether the beginning of a file of unknown notation may be JSON, or events that carry it.
func looksLikeDocument(head []byte) bool {
	if manifest.IsEventStream(head) || manifest.HoldsMessages(head) {
		return true
	}
	s := string(head)
	if _, _, wide := utf16Order(head); wide {
		s = decodeUTF16(head)
	}
	s = strings.TrimLeft(strings.TrimPrefix(s, "\uFEFF"), " \t\r\n")
	for strings.HasPrefix(s, "//") {
		_, rest, _ := strings.Cut(s, "\n")
		s = strings.TrimLeft(rest, " \t\r\n")
	}
	return s != "" && (s[0] == '{' || s[0] == '[') && strings.Contains(s, `"`)
}

// Class says what a file is for when that is not to be a server that somebody runs. What is found in it is reported and weighs
// less.
type Class string

// The classes.
const (
	ClassNone          Class = ""
	ClassTest          Class = "test"
	ClassFixture       Class = "fixture"
	ClassExample       Class = "example"
	ClassDocumentation Class = "documentation"
	ClassGenerated     Class = "generated"
	// ClassTranslation is the words of a program's pages in other languages.
	ClassTranslation Class = "translation"
	// ClassScanner is what a program that looks for attacks says of them: its patterns, rules and samples.
	ClassScanner Class = "scanner"
	// ClassSibling is not a class of a file: the definition only resembles one of another server of the same repository.
	ClassSibling Class = "sibling"
)

// Words says for people what a file of the class is.
func (c Class) Words() string { return classWords[c] }

var classWords = map[Class]string{
	ClassTest: "a test file", ClassFixture: "a fixture", ClassExample: "an example", ClassDocumentation: "documentation", ClassGenerated: "a generated file",
	ClassTranslation: "a translation", ClassScanner: "the texts of a scanner", ClassSibling: "another server of the same repository",
}

// classFolders are the names of folders, in lower case, that say what is in them.
var classFolders = classSet(map[Class]string{
	ClassTest: `test tests __tests__ spec specs __specs__ e2e testing testdata test-data test_data testutil testutils unittest
		unittests integration-test integration-tests integration_tests smoke-tests testfixtures cypress`,
	ClassFixture: `fixture fixtures __fixtures__ mock mocks __mocks__ corpus corpora dataset datasets benchmark benchmarks bench
		eval evals evaluation evaluations`,
	ClassExample:       `example examples sample samples demo demos playground`,
	ClassDocumentation: `doc docs documentation cookbook cookbooks tutorial tutorials guides issue_template`,
	ClassGenerated:     `generated __generated__`,
	ClassTranslation:   `locale locales i18n l10n translations`,
})

func classSet(words map[Class]string) map[string]Class {
	set := map[string]Class{}
	for class, list := range words {
		for w := range wordset.Of(list) {
			set[w] = class
		}
	}
	return set
}

// classRank orders the classes of the parts of one path: the first decides.
var classRank = []Class{ClassTest, ClassDocumentation, ClassGenerated, ClassFixture, ClassExample, ClassTranslation}

// classOf returns the class of a file by its path, relative to the folder that was named. The first of classRank on the way decides.
func classOf(rel string) Class {
	found := map[Class]bool{classOfName(path.Base(rel)): true}
	wellKnown := false
	manifest := formats[strings.ToLower(path.Ext(rel))]
	for dir := parent(rel); dir != ""; dir = parent(dir) {
		name := path.Base(dir)
		wellKnown = wellKnown || name == ".well-known"
		class := classOfFolder(name)
		switch {
		case class == ClassDocumentation && inFolder(dir, func(name string) bool { return productFolders[strings.ToLower(name)] }):
			// Tools that are about documents, not documents about tools.
			continue
		case manifest && (strings.EqualFold(name, "spec") || strings.EqualFold(name, "specs")):
			// Specifications: only code is tested there.
			continue
		}
		found[class] = true
	}
	for _, c := range classRank {
		// Sites are published from folders of documentation, and what is well known there is for clients.
		if found[c] && (c != ClassDocumentation || !wellKnown) {
			return c
		}
	}
	return ClassNone
}

// productFolders are names of folders, in lower case, that hold what a program is made of.
var productFolders = wordset.Of(`src lib app apps source sources tools commands cmd pkg internal crates`)

// classOfFolder returns the class of a folder by its name, or by the first or last word of it: mcp-servers-example, Weather.Tests,
// commonTest.
func classOfFolder(name string) Class {
	// Test with a capital ends the name of a source set of Gradle and of a project of MSBuild and Xcode: commonTest, ToolTests.
	if wordset.HasSuffix(name[min(len(name), 1):], "Test", "Tests", "TestFixtures") {
		return ClassTest
	}
	name = strings.ToLower(name)
	i := strings.IndexAny(name, "-_.")
	if class := classFolders[name]; class != ClassNone || i < 0 {
		return class
	}
	if class := classFolders[name[strings.LastIndexAny(name, "-_.")+1:]]; class == ClassTest || class == ClassFixture || class == ClassExample {
		return class
	}
	if class := classFolders[name[:i]]; class == ClassFixture || class == ClassExample && name[:i] != "demo" {
		return class
	}
	return ClassNone
}

func classOfName(name string) Class {
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	low := strings.ToLower(stem)
	of := func(exts ...string) bool { return slices.Contains(exts, strings.ToLower(ext)) }
	switch {
	case of(".py") && (strings.HasPrefix(low, "test_") || low == "conftest"),
		// Test, Tests and TestCase end the name of a class, with a capital: Latest is none.
		of(".java", ".kt", ".cs", ".swift", ".php", ".scala") && wordset.HasSuffix(stem, "Test", "Tests", "TestCase", "IT"),
		of(".rb", ".js", ".ts", ".mjs", ".cjs", ".jsx", ".tsx", ".dart", ".ex", ".exs") && wordset.HasSuffix(low, "_spec", ".cy"),
		wordset.HasSuffix(low, "_test", "_tests", ".test", ".tests", ".spec", ".e2e", "-test", ".stories"):
		return ClassTest
	case wordset.HasSuffix(low, ".pb", "_pb2", "_pb2_grpc", ".generated", "_generated", ".gen", ".g", ".freezed", ".designer"):
		return ClassGenerated
	case strings.HasPrefix(low, "mock_"), strings.HasPrefix(low, "fixture_"):
		return ClassFixture
	}
	return ClassNone
}

// weighed is the class where findings in a file of it weigh less, else none. In code all classes do but translations, which may be those of
// tools. A manifest in a folder of examples is one that people copy.
func (c Class) weighed(source, scanner bool) Class {
	switch {
	case (c == ClassFixture || c == ClassExample) && !source && !scanner, c == ClassTranslation && source:
		return ClassNone
	}
	return c
}

func anyClient(is func(*clients.Client) bool) bool {
	return slices.ContainsFunc(clients.All, func(c clients.Client) bool { return is(&c) })
}

func stem(rel string) string { return strings.TrimSuffix(rel, path.Ext(rel)) }

// inFolder reports whether a file lies in a folder with a name that is so.
func inFolder(rel string, is func(name string) bool) bool {
	return slices.ContainsFunc(strings.Split(parent(rel), "/"), is)
}

// importName is the name by which other files import the one of a path: its own, or that of its folder.
func importName(rel string) []byte {
	if link.IsFolder(rel) {
		return []byte(path.Base(parent(rel)))
	}
	return []byte(path.Base(stem(rel)))
}
