package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/must"

	"github.com/org/mcp-lint/internal/golden"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mcp-lint": main, "measured": measured})
}

// statusFile is the environment variable with the file that measured writes what Linux says of the process to.
const statusFile = "MCP_LINT_TEST_STATUS"

// measured is the program, with its own peak memory: what the parent of a process is told holds that of the parent as well.
func measured() {
	code := runProcess()
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		if err := os.WriteFile(os.Getenv(statusFile), status, 0o600); err != nil {
			code = exitUsage
		}
	}
	os.Exit(code)
}

// self is the path of the program, which TestMain makes of the tests where they are called mcp-lint.
func self(t *testing.T) string { return selfAs(t, "mcp-lint") }

func selfAs(t *testing.T, command string) string {
	t.Helper()
	tests := must.OK(os.Executable())(t)
	name := filepath.Join(t.TempDir(), command)
	require.NoError(t, os.Symlink(tests, name))
	return name
}

func contents(t *testing.T, name string) string {
	t.Helper()
	return string(must.OK(os.ReadFile(name))(t))
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// What the machine sets must not decide what the program prints.
			for _, name := range []string{"NO_COLOR", "FORCE_COLOR", "CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "COLUMNS"} {
				e.Setenv(name, "")
			}
			e.Setenv("TERM", "dumb")
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"-cache")
			wd, err := os.Getwd()
			if err != nil {
				return err
			}
			e.Setenv("REPO", wd+"/../..")
			return nil
		},
	})
}

const (
	hashA = "0123456789abcdef0123456789abcdef01234567"
	hashB = "fedcba9876543210fedcba9876543210fedcba98"
)

func recorded(module string, settings ...string) *debug.BuildInfo {
	info := &debug.BuildInfo{Main: debug.Module{Path: "github.com/org/mcp-lint", Version: module}}
	for i := 0; i+1 < len(settings); i += 2 {
		info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
	}
	return info
}

func TestDescribeBuild(t *testing.T) {
	const day, pseudo = "2026-01-02T03:04:05Z", "v1.2.4-0.20260102030405-0123456789ab"
	stamped := buildVersion{Version: pseudo, Commit: hashA, Date: day, Modified: true}
	vcs := func(hash, modified string) *debug.BuildInfo {
		return recorded(pseudo, "vcs.revision", hash, "vcs.time", day, "vcs.modified", modified)
	}
	for name, c := range map[string]struct {
		linked linked
		info   *debug.BuildInfo
		want   buildVersion
	}{
		"a release": {linked{"v1.2.3", hashA, day}, recorded("(devel)"), buildVersion{Version: "v1.2.3", Commit: hashA, Date: day}},
		"a release with a date of another zone": {
			linked{"v1.2.3", hashA, "2026-01-02T05:04:05+02:00"}, nil, buildVersion{Version: "v1.2.3", Commit: hashA, Date: day},
		},
		"a release of a checkout that Go stamped too": {
			linked{"v1.2.3", hashA, ""}, vcs(hashA, "false"), buildVersion{Version: "v1.2.3", Commit: hashA, Date: day},
		},
		"a stamp of another commit says nothing of this one": {
			linked{"v1.2.3", hashB, ""}, vcs(hashA, "true"), buildVersion{Version: "v1.2.3", Commit: hashB},
		},
		"a stamp of another commit lends no date": {linked{"", "", "2020-01-01T00:00:00Z"}, vcs(hashA, "true"), stamped},
		"go build in a checkout":                  {linked{}, vcs(hashA, "true"), stamped},
		"go install of a tag":                     {linked{}, recorded("v1.2.3"), buildVersion{Version: "v1.2.3"}},
		"go install of a commit": {
			linked{},
			recorded("v0.0.0-20260102030405-0123456789ab"),
			buildVersion{Version: "v0.0.0-20260102030405-0123456789ab", Commit: "0123456789ab", Date: day},
		},
		"go install of a commit after a pre-release": {
			linked{},
			recorded("v1.3.0-rc.1.0.20260102030405-0123456789ab"),
			buildVersion{Version: "v1.3.0-rc.1.0.20260102030405-0123456789ab", Commit: "0123456789ab", Date: day},
		},
		"a source build that knows its commit only": {linked{commit: hashA}, recorded("(devel)"), buildVersion{Version: "dev", Commit: hashA}},
		"an archive of the source":                  {linked{}, recorded("(devel)"), buildVersion{Version: "dev"}},
		"no build info at all":                      {linked{}, nil, buildVersion{Version: "dev"}},
		"what is no date":                           {linked{"v1.2.3", hashA, "yesterday"}, nil, buildVersion{Version: "v1.2.3", Commit: hashA}},
		"what only looks like a date":               {linked{}, recorded("v0.0.0-20269902030405-0123456789ab"), buildVersion{Version: "v0.0.0-20269902030405-0123456789ab"}},
	} {
		c.want.Name, c.want.Go, c.want.OS, c.want.Arch = "mcp-lint", runtime.Version(), runtime.GOOS, runtime.GOARCH
		assert.Equal(t, c.want, describeBuild(c.linked, c.info), name)
	}
}

func TestVersionText(t *testing.T) {
	v := buildVersion{Name: "mcp-lint", Version: "v1.2.3", Commit: hashA, Date: "2026-01-02T03:04:05Z", Modified: true, Go: "go1.26.1", OS: "plan9", Arch: "386"}
	assert.Equal(t, `mcp-lint v1.2.3
commit   `+hashA+`
date     2026-01-02T03:04:05Z
modified yes
go       go1.26.1
platform plan9/386
`, v.text())
	assert.Equal(t, `mcp-lint dev
commit   unknown
date     unknown
go       go1.26.1
platform plan9/386
`, buildVersion{Name: "mcp-lint", Version: "dev", Go: "go1.26.1", OS: "plan9", Arch: "386"}.text())
}

// TestLinkedNames looks up every variable that a build sets: the linker says nothing about a name that does not exist.
func TestLinkedNames(t *testing.T) {
	file := must.OK(parser.ParseFile(token.NewFileSet(), "version.go", nil, parser.SkipObjectResolution))(t)
	declared := map[string]bool{}
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.VAR {
			for _, s := range g.Specs {
				for _, name := range s.(*ast.ValueSpec).Names {
					declared[name.Name] = true
				}
			}
		}
	}
	set := regexp.MustCompile(`-X[ =]main\.(\w+)=`)
	for _, path := range []string{"../../.goreleaser.yaml", "../../action/install.sh", "../../Dockerfile", "../../SECURITY.md"} {
		names := set.FindAllStringSubmatch(contents(t, path), -1)
		assert.NotEmpty(t, names, "%s sets no variable", path)
		for _, m := range names {
			assert.True(t, declared[m[1]], "%s sets main.%s, and there is no such variable", path, m[1])
		}
	}
}
