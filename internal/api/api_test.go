// Package api tests that what other modules import of this one stays as it is written down in the folder api.
package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/golden"
)

const (
	module = "github.com/org/mcp-lint"
	root   = "../.."
	folder = root + "/api"
	// exceptions is the file of what is exported without a promise.
	exceptions = "unpromised"
)

var (
	// promised are the packages that promise all that they export.
	promised = []string{"detect", "detect/check", "lint", "mcplint", "report", "sarif"}
	// partly are packages of which only those types are promised that promised ones mention.
	partly = []string{"config", "discover", "discover/source", "lock"}
)

// TestAPI compares what the packages export with what is written down. With -update what is new is added; what is gone or has
// changed stays written down, and fails, until somebody takes the line out by hand.
func TestAPI(t *testing.T) {
	now := exported(t)
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	require.NoError(t, err)
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".txt"); name != exceptions {
			assert.Contains(t, now, name, "there is a file for a package that promises nothing")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		file := filepath.Join(folder, name+".txt")
		data, err := os.ReadFile(file)
		if err != nil && !(golden.Update() && errors.Is(err, os.ErrNotExist)) {
			require.NoError(t, err)
		}
		written := strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' })
		gone, fresh := compare(written, now[name])
		if golden.Update() && len(fresh) > 0 {
			all := slices.Concat(written, fresh)
			slices.Sort(all)
			require.NoError(t, os.WriteFile(file, []byte(strings.Join(all, "\n")+"\n"), 0o644))
			fresh = nil
		}
		assert.Empty(t, gone, "api/%s.txt promises what is gone or has changed. Code of others no longer compiles: restore it, and let the new stand beside it. "+
			"If it must go it needs a new major version: say so in CHANGELOG.md and take the lines out of the file by hand.", name)
		assert.Empty(t, fresh, "api/%s.txt lacks what is new. Look whether it is to be promised, then record it: go test ./internal/api -update", name)
	}
}

// compare returns the lines that are only in one of two lists.
func compare(written, now []string) (gone, fresh []string) {
	lacks := func(list []string) func(string) bool {
		return func(line string) bool { return slices.Contains(list, line) }
	}
	gone = slices.DeleteFunc(slices.Clone(written), lacks(now))
	fresh = slices.DeleteFunc(slices.Clone(now), lacks(written))
	return gone, fresh
}

// exported lists the features of all packages that promise something, by the names of their files.
func exported(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	load := loader(t)
	left := unpromised(t)
	leaves := func(room string) func(string) bool {
		return func(name string) bool {
			_, ok := left[room+"."+name]
			if ok {
				left[room+"."+name] = true
			}
			return ok
		}
	}
	// seen are the types that are mentioned, todo those of them that are not listed yet.
	seen := map[string]map[string]bool{}
	var todo []*types.TypeName
	mentions := func(o *types.TypeName) {
		if o.Pkg() == nil || !o.Exported() {
			return
		}
		room, ours := strings.CutPrefix(o.Pkg().Path(), module+"/")
		if !ours || seen[room][o.Name()] {
			return
		}
		if slices.Contains(promised, room) {
			assert.False(t, leaves(room)(o.Name()), "%s.%s is part of what is promised, and is not promised itself", room, o.Name())
			return
		}
		assert.Contains(t, partly, room, "%s.%s is part of what is promised, and its package promises nothing", room, o.Name())
		if seen[room] == nil {
			seen[room] = map[string]bool{}
		}
		seen[room][o.Name()] = true
		todo = append(todo, o)
	}
	for _, room := range promised {
		all[fileOf(room)] = features(load(room), nil, leaves(room), mentions)
	}
	for len(todo) > 0 {
		o := todo[0]
		todo = todo[1:]
		names := append(constantsOf(o), o.Name())
		room := strings.TrimPrefix(o.Pkg().Path(), module+"/")
		all[fileOf(room)] = append(all[fileOf(room)], features(load(room), names, leaves(room), mentions)...)
	}
	for name, met := range left {
		assert.True(t, met, "api/unpromised.txt names %s, which is not there", name)
	}
	for name := range all {
		slices.Sort(all[name])
		all[name] = slices.Compact(all[name])
	}
	return all
}

// unpromised reads which names are exported without a promise; the values say which occurred.
func unpromised(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, exceptions+".txt"))
	require.NoError(t, err)
	names := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			names[line] = false
		}
	}
	return names
}

// constantsOf returns the names of the constants of a type, which come with it.
func constantsOf(o *types.TypeName) []string {
	var names []string
	for _, name := range o.Pkg().Scope().Names() {
		if c, ok := o.Pkg().Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), o.Type()) {
			names = append(names, name)
		}
	}
	return names
}

func fileOf(room string) string { return strings.ReplaceAll(room, "/", "_") }

// loader returns a function that loads a package of the project from what the compiler has written of it.
func loader(t *testing.T) func(room string) *types.Package {
	t.Helper()
	watch(t)
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export"}
	for _, room := range slices.Concat(promised, partly) {
		args = append(args, "./"+room)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	files := map[string]string{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); dec.More(); {
		var p struct{ ImportPath, Export string }
		require.NoError(t, dec.Decode(&p))
		files[p.ImportPath] = p.Export
	}
	gc := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		if files[path] == "" {
			return nil, fmt.Errorf("there is no export data of %s", path)
		}
		return os.Open(files[path])
	})
	return func(room string) *types.Package {
		p, err := gc.Import(module + "/" + room)
		require.NoError(t, err)
		return p
	}
}

// watch looks at the files of the packages: what other programs read is not known to the cache of test results.
func watch(t *testing.T) {
	t.Helper()
	for _, room := range slices.Concat(promised, partly) {
		files, err := filepath.Glob(filepath.Join(root, room, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, room)
		for _, file := range files {
			_, err := os.Stat(file)
			require.NoError(t, err)
		}
	}
}
