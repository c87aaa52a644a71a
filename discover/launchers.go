package discover

import (
	"path"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
)

// What starts a server beside the manifests of package managers: containers, and the settings of clients. A file that is named in one runs,
// whatever its folder is called.

// isLauncher reports whether a file of that name starts programs of the repository.
func isLauncher(name string) bool {
	low := strings.ToLower(name)
	switch {
	case strings.HasPrefix(low, "dockerfile"), strings.HasSuffix(low, ".dockerfile"), strings.HasPrefix(low, "containerfile"), low == "procfile",
		low == "server.json", low == "manifest.json", low == "deno.json", low == "deno.jsonc", low == "smithery.yaml", low == "smithery.yml":
		return true
	case formats[path.Ext(low)] && (strings.HasPrefix(low, "docker-compose") || strings.HasPrefix(low, "compose")):
		return true
	}
	return isClientFile(name)
}

var (
	launchLine   = lazy.Regexp(`(?mi)^[ \t]*(?:CMD|ENTRYPOINT|RUN[^\n]*\bgo[ \t]+(?:build|install|run))\b(?:[^\n]*\\\r?\n)*[^\n]*`)
	launchModule = lazy.Regexp(`\s-m\s+([A-Za-z_][\w.]*)`)
	launchGo     = lazy.Regexp(`\bgo[\s:]+(?:args[\s:]+)?(?:run|build|install)\s(?:[^;&|{}]{0,200}?\s)?\./([\w./-]+)`)
	launchMarks  = strings.NewReplacer(`"`, " ", `'`, " ", `,`, " ", `[`, " ", `]`, " ", `{`, "{ ", "${", "${", `\/`, "/", "\\\n", " ")
)

// launched returns the files and folders of programs that a launcher starts, relative to its folder. An extension may be missing.
func launched(name string, data []byte) (files, folders []string) {
	text := launchMarks.Replace(launchText(name, data))
	for _, file := range entryFile().FindAllString(text, maxEntryPoints) {
		files = append(files, file)
		// The folder of the repository in a container: /app/server.py.
		if _, rest, ok := strings.Cut(file, "/"); ok {
			files = append(files, rest)
		}
	}
	for _, m := range launchModule().FindAllStringSubmatch(text, maxEntryPoints) {
		files = append(files, strings.ReplaceAll(m[1], ".", "/"))
	}
	for _, m := range launchGo().FindAllStringSubmatch(text, maxEntryPoints) {
		folders = append(folders, m[1])
	}
	return files, folders
}

// launchText is the part of a launcher that starts something: a container copies more than it starts.
func launchText(name string, data []byte) string {
	if strings.Contains(strings.ToLower(name), "erfile") {
		return strings.Join(launchLine().FindAllString(string(data), maxEntryPoints), "\n")
	}
	return string(data)
}

// setLaunched notes what a launcher in a folder starts. Those that lie among tests or examples start those, which makes no servers of them.
func (p *pack) setLaunched(dir, name string, data []byte) {
	if classOf(path.Join(dir, "-")) != ClassNone {
		return
	}
	files, folders := launched(name, data)
	// Programs are started in the folder of the launcher, in the one around the folder of a client, or at the top.
	for _, from := range []string{dir, parent(dir), ""} {
		for _, f := range files {
			p.start(path.Join(from, f))
		}
		for _, f := range folders {
			if rel := path.Join(from, f); !strings.HasPrefix(rel, "..") && len(p.folders) < maxStarted {
				p.folders[rel] = true
			}
		}
	}
}
