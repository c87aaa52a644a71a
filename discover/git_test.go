package discover

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/org/mcp-lint/discover/ignore"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// git runs the real git, isolated from the configuration of the machine. It skips the test when there is none.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git to compare with")
	}
	cmd := exec.Command("git", append([]string{
		"-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main",
		"-c", "core.quotePath=false", "-c", "core.autocrlf=false",
	}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "HOME="+t.TempDir(), "XDG_CONFIG_HOME=/nonexistent")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "git %v: %s", args, out)
	return string(out)
}

// everything lists the files that a walk would take on if it wanted all of them.
func everything(t testing.TB, dir string) ([]string, *Inventory) {
	t.Helper()
	w := newWalker(Options{Cwd: dir})
	w.wants = func(string) want { return wantYes }
	defer w.close()
	require.NoError(t, w.collect())
	var rels []string
	for _, c := range w.list {
		rels = append(rels, c.rel)
	}
	slices.Sort(rels)
	return rels, w.inv
}

func write(t testing.TB, dir, name, data string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
	require.NoError(t, os.WriteFile(p, []byte(data), 0o644))
}

// gitSees lists what git tracks or would add.
func gitSees(t testing.TB, dir string) []string {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range strings.Split(git(t, dir, "ls-files", "-z", "-co", "--exclude-standard"), "\x00") {
		if p != "" {
			seen[p] = true
		}
	}
	var list []string
	for p := range seen {
		list = append(list, p)
	}
	slices.Sort(list)
	return list
}

func TestIgnoreAgainstGit(t *testing.T) {
	if testing.Short() {
		t.Skip("too slow under the race detector")
	}
	names := []string{"a", "b", "ab", "foo", "bar", "foobar", "a.json", "b.json", ".x", "#c", "!d", "sp ", "q r", "[a]", "x*y", `e\f`, "-", "Z", "9"}
	atoms := []string{
		"a", "b", "foo", "bar", ".json", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[^b-z]", "[[:alpha:]]", "[]a]", `\`, " ", `\ `, "!",
		"#", `\#`, `\!`, "[", "]", "[a-", "9", "Z", ".", "x", "***", "[\\]a]", "[a\\-z]", "[[:nope:]]", "[[:a]", "-",
	}
	for seed := range uint64(25) {
		rng := rand.New(rand.NewPCG(seed, 7))
		pick := func(list []string) string { return list[rng.IntN(len(list))] }
		dir := t.TempDir()
		git(t, dir, "init", "-q")
		for range 60 {
			parts := make([]string, 1+rng.IntN(4))
			for i := range parts {
				parts[i] = pick(names)
			}
			p := filepath.Join(dir, filepath.Join(parts...))
			if os.MkdirAll(filepath.Dir(p), 0o755) == nil {
				_ = os.WriteFile(p, nil, 0o644)
			}
		}
		patterns := func(n int) string {
			var b strings.Builder
			for range n {
				switch rng.IntN(8) {
				case 0:
					b.WriteString("!")
				case 1:
					b.WriteString("/")
				}
				switch rng.IntN(3) {
				case 0:
					for range 1 + rng.IntN(5) {
						b.WriteString(pick(atoms))
					}
				case 1:
					b.WriteString(pick(names))
				case 2:
					b.WriteString(pick(names) + "/" + pick(atoms) + "/" + pick(names))
				}
				if rng.IntN(4) == 0 {
					b.WriteString("/")
				}
				b.WriteString(pick([]string{"\n", "\n", "\n", "\r\n", " \n", "\t\n", "\\ \n"}))
			}
			return b.String()
		}
		dirs := []string{""}
		_ = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(dir, p)
			if d.IsDir() && rel != "." && !strings.HasPrefix(rel, ".git") {
				dirs = append(dirs, rel)
			}
			return err
		})
		write(t, dir, ".gitignore", "\uFEFF"+patterns(4))
		for range 3 {
			write(t, filepath.Join(dir, pick(dirs)), ".gitignore", patterns(3))
		}
		write(t, dir, ".git/info/exclude", patterns(2))
		// Some files are tracked, whatever the patterns say.
		for range 6 {
			if d := pick(dirs); d != "" {
				if rng.IntN(3) == 0 {
					git(t, dir, "add", "-f", "--", d)
				}
			}
		}
		if seed%3 == 0 {
			git(t, dir, "update-index", "--index-version", "4")
		}
		got, _ := everything(t, dir)
		if !assert.Equal(t, gitSees(t, dir), got, "seed %d", seed) {
			_ = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
				if d.Name() == ".gitignore" || d.Name() == "exclude" {
					data, _ := os.ReadFile(p)
					t.Logf("%s:\n%q", p, data)
				}
				return err
			})
			return
		}
	}
}

func TestTrackedFilesAreSeenAlthoughIgnored(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		for _, version := range []string{"2", "3", "4"} {
			t.Run(format+" v"+version, func(t *testing.T) {
				dir := t.TempDir()
				git(t, dir, "init", "-q", "--object-format="+format)
				write(t, dir, ".gitignore", "dist/\n*.json\n")
				long := strings.Repeat("long/", 40) + "a.json"
				for _, f := range []string{"a.json", "b.json", "dist/c.txt", "dist/d.txt", "node_modules/x/e.json", "vendor/f.txt", "vendor/g.txt", long} {
					write(t, dir, f, "{}")
				}
				git(t, dir, "add", "-f", "a.json", "dist/c.txt", "node_modules/x/e.json", "vendor/f.txt", long)
				if version == "3" {
					write(t, dir, "new.json", "{}")
					git(t, dir, "add", "-f", "-N", "new.json")
				} else {
					git(t, dir, "update-index", "--index-version", version)
				}
				want := []string{".gitignore", "a.json", "dist/c.txt", long, "node_modules/x/e.json", "vendor/f.txt"}
				if version == "3" {
					want = append(want, "new.json")
					slices.Sort(want)
				}
				got, inv := everything(t, dir)
				assert.Equal(t, want, got)
				assert.Equal(t, 1, inv.Skipped[SkipIgnored], "b.json: %v", inv.Skips)
				assert.Equal(t, 2, inv.Skipped[SkipVendored], "dist/d.txt and vendor/g.txt: %v", inv.Skips)
			})
		}
	}
}

func TestWorktreesAndSubmodules(t *testing.T) {
	top := t.TempDir()
	main, lib := filepath.Join(top, "main"), filepath.Join(top, "lib")
	for _, d := range []string{main, lib} {
		require.NoError(t, os.Mkdir(d, 0o755))
		git(t, d, "init", "-q")
		write(t, d, ".gitignore", "*.json\n")
		write(t, d, "kept.json", "{}")
		git(t, d, "add", "-f", ".")
		git(t, d, "commit", "-q", "-m", "x")
	}
	git(t, main, "submodule", "--quiet", "add", lib, "deps/lib")
	git(t, main, "commit", "-q", "-m", "y")
	tree := filepath.Join(top, "tree")
	git(t, main, "worktree", "add", "-q", tree)
	write(t, main, "deps/lib/other.json", "{}")
	write(t, tree, "other.json", "{}")
	write(t, main, ".git/info/exclude", "*.tmp\n")
	write(t, tree, "a.tmp", "")

	got, inv := everything(t, main)
	assert.Equal(t, []string{".gitignore", ".gitmodules", "deps/lib/.gitignore", "deps/lib/kept.json", "kept.json"}, got)
	assert.Equal(t, map[Reason]int{SkipIgnored: 1}, inv.Skipped, "%v", inv.Skips)

	got, inv = everything(t, tree)
	assert.Equal(t, []string{".gitignore", ".gitmodules", "kept.json"}, got)
	assert.Equal(t, map[Reason]int{SkipIgnored: 2}, inv.Skipped, "%v", inv.Skips)
}

func TestForeignGitdirIsNotFollowed(t *testing.T) {
	top := t.TempDir()
	victim, dir := filepath.Join(top, "victim"), filepath.Join(top, "dir")
	require.NoError(t, os.Mkdir(victim, 0o755))
	git(t, victim, "init", "-q")
	write(t, victim, "a.json", "{}")
	git(t, victim, "add", ".")
	write(t, dir, "a.json", "{}")
	write(t, dir, ".gitignore", "*")
	write(t, dir, ".git", "gitdir: "+filepath.Join(victim, ".git")+"\n")
	got, inv := everything(t, dir)
	assert.Equal(t, []string{".gitignore", "a.json"}, got, "what is tracked is not known, and so nothing is ignored")
	require.Len(t, inv.Skips, 1)
	assert.Equal(t, SkipUnreadable, inv.Skips[0].Reason)
	assert.NotContains(t, inv.Skips[0].Detail, top)
}

func TestDamagedIndexIsSaid(t *testing.T) {
	dir := t.TempDir()
	git(t, dir, "init", "-q")
	write(t, dir, ".gitignore", "*.json")
	for i := range 30 {
		write(t, dir, fmt.Sprintf("d/%d.json", i), "{}")
	}
	git(t, dir, "add", "-f", ".")
	data, err := os.ReadFile(filepath.Join(dir, ".git/index"))
	require.NoError(t, err)
	_, err = ignore.ParseIndex(data)
	require.NoError(t, err)
	// The count is part of the header: every shorter file lacks entries.
	for n := range len(data) - 40 {
		if _, err := ignore.ParseIndex(data[:n]); n < 2000 {
			require.Error(t, err, "%d bytes", n)
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".git/index"), data[:200], 0o644))
	got, inv := everything(t, dir)
	assert.Len(t, got, 31)
	assert.Equal(t, 1, inv.Skipped[SkipUnreadable])
	assert.False(t, inv.Skips[0].Quiet())

	git(t, dir, "init", "-q", "fresh")
	fresh := filepath.Join(dir, "fresh")
	write(t, fresh, "a.json", "{}")
	git(t, fresh, "add", "a.json")
	git(t, fresh, "update-index", "--split-index")
	data, err = os.ReadFile(filepath.Join(fresh, ".git/index"))
	require.NoError(t, err)
	_, err = ignore.ParseIndex(data)
	assert.ErrorContains(t, err, "split into two files")
}

func TestIgnorePatternsAreBounded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".gitignore", "*.json\n")
	write(t, dir, "a.json", "{}")
	w := newWalker(Options{Cwd: dir})
	defer w.close()
	w.steps = ignore.MaxSteps
	require.NoError(t, w.collect())
	assert.Len(t, w.list, 2, "what cannot be matched in time is scanned")
	assert.Equal(t, map[Reason]int{SkipPartial: 1}, w.inv.Skipped)

	many := strings.Repeat("*.json\n", 20_001)
	write(t, dir, ".gitignore", many)
	got, _ := everything(t, dir)
	assert.Equal(t, []string{".gitignore", "a.json"}, got)
}
