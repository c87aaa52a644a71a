//go:build e2e

package e2e

import (
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	imageVersion  = "v9.8.7"
	imageRevision = "0123456789abcdef0123456789abcdef01234567"
	imageCreated  = "2026-01-02T03:04:05Z"
	// imageUser is who the image runs as.
	imageUser = 65532
)

// builder builds images without an engine: buildah in a root directory, in a store of its own.
type builder struct {
	t     *testing.T
	store []string
	// policy lets no image in but those of the store.
	policy string
	// golang is an image with a shell and this machine's Go in the places where the real one has them.
	golang string
}

func newBuilder(t *testing.T) *builder {
	t.Helper()
	require.Zero(t, os.Getuid(), "the image is built and run in a root directory of its own, which takes root")
	dir := t.TempDir()
	policy := filepath.Join(dir, "policy.json")
	require.NoError(t, os.WriteFile(policy, []byte(`{"default": [{"type": "reject"}], "transports": {"containers-storage": {"": [{"type": "insecureAcceptAnything"}]}}}`), 0o644))
	b := &builder{t: t, golang: "localhost/golang:e2e", policy: policy, store: []string{
		"--storage-driver", "vfs", "--root", filepath.Join(dir, "root"), "--runroot", filepath.Join(dir, "run"),
	}}
	// The image of Go is Alpine, whose shell is busybox too.
	shell := tool(t, "busybox")
	require.Empty(t, interpreter(t, shell), "%s needs libraries: install busybox-static", shell)
	rootfs := filepath.Join(dir, "rootfs")
	for _, d := range []string{"bin", "tmp", "usr/local/go"} {
		require.NoError(t, os.MkdirAll(filepath.Join(rootfs, d), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(rootfs, "bin", "sh"), contents(t, shell), 0o755))
	file := filepath.Join(dir, "golang.Dockerfile")
	require.NoError(t, os.WriteFile(file, []byte("FROM scratch\nCOPY . /\nENV PATH=/usr/local/go/bin:/bin GOPATH=/go GOCACHE=/cache\n"), 0o644))
	b.bud("-t", b.golang, "-f", file, rootfs)
	return b
}

func (b *builder) buildah(args ...string) string {
	b.t.Helper()
	cmd := exec.Command(tool(b.t, "buildah"), append(append([]string{}, b.store...), args...)...)
	cmd.Dir = root(b.t)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(b.t, err, "buildah %q:\n%s%s", args, out, errs.String())
	return string(out)
}

// bud builds an image from a Dockerfile, with nothing but chroot to keep the build apart.
func (b *builder) bud(args ...string) {
	b.t.Helper()
	b.buildah(append([]string{"bud", "--isolation", "chroot", "--pull-never", "--signature-policy", b.policy}, args...)...)
}

// build builds a target of the Dockerfile in a folder. Modules come from this machine's cache, and nothing from the network.
func (b *builder) build(context, target, platform string) (image string) {
	b.t.Helper()
	must(b.t, root(b.t), nil, "go", "mod", "download")
	image = "localhost/mcp-lint:" + strings.ReplaceAll(cmp.Or(target, "source")+"-"+cmp.Or(platform, "here"), "/", "-")
	args := []string{
		"--file", filepath.Join(root(b.t), "Dockerfile"), "--tag", image,
		"--build-arg", "GOPROXY=file:///modules", "--build-arg", "GOSUMDB=off",
		"--build-arg", "VERSION=" + imageVersion, "--build-arg", "REVISION=" + imageRevision, "--build-arg", "CREATED=" + imageCreated,
		"--volume", goEnv(b.t, "GOROOT") + ":/usr/local/go:ro", "--volume", filepath.Join(goEnv(b.t, "GOMODCACHE"), "cache", "download") + ":/modules:ro",
		"--volume", goEnv(b.t, "GOCACHE") + ":/cache:rw",
	}
	if target == "" {
		// In place of the first base. Engines do the same with --build-context.
		args = append(args, "--from", b.golang)
	} else {
		args = append(args, "--target", target)
	}
	if platform != "" {
		// What an engine that builds for other machines sets.
		system, machine, _ := strings.Cut(platform, "/")
		args = append(args, "--build-arg", "TARGETOS="+system, "--build-arg", "TARGETARCH="+machine, "--build-arg", "TARGETPLATFORM="+platform)
	}
	b.bud(append(args, context)...)
	return image
}

// files returns a folder with what is in an image.
func (b *builder) files(image string) string {
	b.t.Helper()
	container := strings.TrimSpace(b.buildah("from", "--pull-never", "--signature-policy", b.policy, image))
	return strings.TrimSpace(b.buildah("mount", container))
}

// interpreter returns the program that an executable needs to be started, which a static one does not.
func interpreter(t *testing.T, path string) string {
	t.Helper()
	f, err := elf.Open(path)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			return p.Type.String()
		}
	}
	return ""
}

// listing lists every file of a folder, with its mode and owner.
func listing(t *testing.T, dir string) map[string]fs.FileMode {
	t.Helper()
	out := map[string]fs.FileMode{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if path == dir {
			return nil
		}
		info, err := d.Info()
		require.NoError(t, err)
		rel, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		out[rel] = info.Mode()
		owner, ok := info.Sys().(*syscall.Stat_t)
		require.True(t, ok)
		assert.Zero(t, owner.Uid, "%s belongs to somebody", rel)
		return nil
	}))
	return out
}

// container runs the program of an image as an engine would: in a root directory with nothing else, by a user without any right.
type container struct {
	t   *testing.T
	dir string
}

// newContainer copies what is in an image, and a folder as /src.
func newContainer(t *testing.T, files, src string) container {
	t.Helper()
	dir := t.TempDir()
	// The user of the image has to reach it.
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, os.Chmod(dir, 0o755))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "fs"), os.DirFS(files)))
	require.NoError(t, os.Chmod(filepath.Join(dir, "fs", "mcp-lint"), 0o755))
	if src != "" {
		require.NoError(t, os.CopyFS(filepath.Join(dir, "fs", "src"), os.DirFS(src)))
	}
	return container{t, filepath.Join(dir, "fs")}
}

func (c container) run(user uint32, args ...string) (out, errs string, code int) {
	c.t.Helper()
	cmd := exec.Command("/mcp-lint", args...)
	cmd.Dir, cmd.Env = "/src", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: c.dir, Credential: &syscall.Credential{Uid: user, Gid: user}}
	var o, e strings.Builder
	cmd.Stdout, cmd.Stderr = &o, &e
	err := cmd.Run()
	if cmd.ProcessState == nil {
		require.NoError(c.t, err)
	}
	return o.String(), e.String(), cmd.ProcessState.ExitCode()
}

func (c container) write(name, data string, mode os.FileMode) {
	c.t.Helper()
	path := filepath.Join(c.dir, "src", name)
	require.NoError(c.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(c.t, os.WriteFile(path, []byte(data), mode))
	require.NoError(c.t, os.Chmod(path, mode))
}

// TestImage builds the image as it is built everywhere, but for the base, and runs it.
func TestImage(t *testing.T) {
	nightly(t)
	b := newBuilder(t)
	image := b.build(".", "", "")

	t.Run("configuration", func(t *testing.T) {
		var inspected struct {
			OCI struct {
				Config struct {
					User       string
					Entrypoint []string
					Cmd        []string
					WorkingDir string
					Env        []string
					Labels     map[string]string
				} `json:"config"`
			} `json:"OCIv1"`
		}
		require.NoError(t, json.Unmarshal([]byte(b.buildah("inspect", "--type", "image", image)), &inspected))
		config := inspected.OCI.Config
		assert.Equal(t, "65532:65532", config.User)
		assert.Equal(t, []string{"/mcp-lint"}, config.Entrypoint)
		assert.Empty(t, config.Cmd)
		assert.Equal(t, "/src", config.WorkingDir)
		for _, variable := range config.Env {
			assert.True(t, strings.HasPrefix(variable, "PATH="), variable)
		}
		const at = "org.opencontainers.image."
		for name, want := range map[string]string{
			"title": "mcp-lint", "version": imageVersion, "revision": imageRevision, "created": imageCreated, "licenses": "Apache-2.0",
			"source": "https://github.com/org/mcp-lint", "documentation": "https://github.com/org/mcp-lint/blob/main/docs/docker.md",
		} {
			assert.Equal(t, want, config.Labels[at+name], name)
		}
		assert.NotEmpty(t, config.Labels[at+"description"])
	})

	files := b.files(image)
	t.Run("files", func(t *testing.T) {
		got := listing(t, files)
		for name, mode := range got {
			assert.Zero(t, mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSymlink|fs.ModeDevice), name)
			assert.Zero(t, mode.Perm()&0o022, "%s can be written by others", name)
		}
		var names []string
		for name := range got {
			names = append(names, name)
		}
		assert.ElementsMatch(t, []string{"LICENSE", "mcp-lint", "src"}, names)
		assert.NotZero(t, got["mcp-lint"].Perm()&0o001)
		assert.Empty(t, interpreter(t, filepath.Join(files, "mcp-lint")))
		// What tools that list the parts of an image read.
		info, err := buildinfo.ReadFile(filepath.Join(files, "mcp-lint"))
		require.NoError(t, err)
		assert.Equal(t, "github.com/org/mcp-lint", info.Main.Path)
		assert.Greater(t, len(info.Deps), 5)
	})

	t.Run("poisoned and clean", func(t *testing.T) {
		c := newContainer(t, files, filepath.Join(root(t), "examples", "servers", "poisoned"))
		for _, args := range [][]string{{"/src"}, {}, {"--in-context", "--", "weather.json"}} {
			out, errs, code := c.run(imageUser, args...)
			assert.Equal(t, 1, code, "%q: %s", args, errs)
			assert.Contains(t, out, "medium[directive.imperative]: tool “get_forecast” of server “weather” ")
			assert.Contains(t, out, "--> weather.json:10:58\n")
			assert.Contains(t, out, "read ~/.aws/credentials")
		}
		out, errs, code := c.run(imageUser, "--output", "sarif", "/src")
		assert.Equal(t, 1, code, errs)
		var log struct {
			Version string
			Runs    []struct{ Results []any }
		}
		require.NoError(t, json.Unmarshal([]byte(out), &log))
		assert.Equal(t, "2.1.0", log.Version)
		require.Len(t, log.Runs, 1)
		assert.NotEmpty(t, log.Runs[0].Results)

		out, errs, code = newContainer(t, files, filepath.Join(root(t), "examples", "servers", "clean")).run(imageUser, "/src")
		assert.Zero(t, code, "%s%s", out, errs)
		assert.Contains(t, out, "No findings.")
	})

	t.Run("what the user may not", func(t *testing.T) {
		c := newContainer(t, files, "")
		c.write("mine.json", hookClean, 0o644)
		_, errs, code := c.run(imageUser, "--output", "sarif=/src/x.sarif", "/src")
		assert.Equal(t, 2, code)
		assert.Contains(t, errs, `cannot write "/src/x.sarif": permission denied`)
		assert.NoFileExists(t, filepath.Join(c.dir, "src", "x.sarif"))

		c.write("locked.json", hookPoisoned, 0o600)
		out, _, code := c.run(imageUser, "--strict", "/src")
		assert.Equal(t, 3, code)
		assert.Contains(t, out, "locked.json")
		// With --user it is read by whom it belongs to.
		_, _, code = c.run(0, "/src")
		assert.Equal(t, 1, code)
	})

	t.Run("a checkout of somebody else without git", func(t *testing.T) {
		c := newContainer(t, files, "")
		c.write(".git/HEAD", "ref: refs/heads/main\n", 0o644)
		c.write(".gitignore", "/private/\n", 0o644)
		c.write("private/tools.json", hookPoisoned, 0o644)
		c.write("tools.json", hookClean, 0o644)
		require.NoError(t, os.Chown(filepath.Join(c.dir, "src", ".git"), 12345, 12345))
		out, errs, code := c.run(imageUser, "/src")
		assert.Zero(t, code, "%s%s", out, errs)
		assert.Contains(t, out, "1 ignored")
	})

	t.Run("version", func(t *testing.T) {
		out, _, code := newContainer(t, files, "").run(imageUser, "version")
		assert.Zero(t, code)
		assert.Contains(t, out, "mcp-lint "+imageVersion+"\n")
		assert.Contains(t, out, imageRevision)
		assert.Contains(t, out, imageCreated)
	})

	t.Run("the same binary outside", func(t *testing.T) {
		out := filepath.Join(t.TempDir(), "mcp-lint")
		must(t, root(t), []string{"CGO_ENABLED=0"}, "go", "build", "-mod=readonly", "-trimpath", "-buildvcs=false", "-o", out, "-ldflags",
			"-s -w -buildid= -X main.release="+imageVersion+" -X main.commit="+imageRevision+" -X main.commitDate="+imageCreated, "./cmd/mcp-lint")
		assert.Equal(t, sha256Of(t, out), sha256Of(t, filepath.Join(files, "mcp-lint")))
	})

	t.Run("for another machine", func(t *testing.T) {
		f, err := elf.Open(filepath.Join(b.files(b.build(".", "", "linux/arm64")), "mcp-lint"))
		require.NoError(t, err)
		defer func() { _ = f.Close() }()
		assert.Equal(t, elf.EM_AARCH64, f.Machine)
	})

	t.Run("release", func(t *testing.T) {
		// What goreleaser hands to the builder: no source, the binaries by platform.
		context := t.TempDir()
		for from, to := range map[string]string{filepath.Join(files, "mcp-lint"): "linux/amd64/mcp-lint", filepath.Join(root(t), "LICENSE"): "LICENSE"} {
			path := filepath.Join(context, to)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, contents(t, from), 0o755))
		}
		released := b.files(b.build(context, "release", "linux/amd64"))
		assert.Len(t, listing(t, released), 3)
		assert.Equal(t, sha256Of(t, filepath.Join(files, "mcp-lint")), sha256Of(t, filepath.Join(released, "mcp-lint")))
	})
}

// TestImageContext keeps what the build does not read from being sent to it.
func TestImageContext(t *testing.T) {
	nightly(t)
	b := newBuilder(t)
	file := filepath.Join(t.TempDir(), "Dockerfile")
	require.NoError(t, os.WriteFile(file, []byte("FROM scratch\nCOPY . /\n"), 0o644))
	b.bud("-t", "localhost/context", "-f", file, ".")
	for name := range listing(t, b.files("localhost/context")) {
		top, _, _ := strings.Cut(name, "/")
		assert.NotContains(t, []string{".git", ".ci", ".github", "e2e", "docs", "examples", "dist", "scripts", "mcp-lint", "README.md", "Dockerfile"}, top)
		assert.False(t, strings.HasSuffix(name, "_test.go"), name)
	}
}

// TestImageFile checks the words of the Dockerfile, and that its base cannot change.
func TestImageFile(t *testing.T) {
	nightly(t)
	node(t, filepath.Join("node_modules", "dockerfile-utils", "bin", "dockerfile-utils"), "lint", filepath.Join(root(t), "Dockerfile"))
	pinned := regexp.MustCompile(`^docker\.io/library/golang:1\.\d+\.\d+-alpine3\.\d+@sha256:[0-9a-f]{64}$`)
	stages := map[string]bool{"scratch": true}
	for line := range strings.Lines(projectFile(t, "Dockerfile")) {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] != "FROM" {
			continue
		}
		words = words[1:]
		if strings.HasPrefix(words[0], "--platform=") {
			words = words[1:]
		}
		assert.True(t, stages[words[0]] || pinned.MatchString(words[0]), "%q comes from something that can change", line)
		if len(words) == 3 {
			stages[words[2]] = true
		}
	}
}
