package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/internal/gitread"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/internal/userfile"
	"github.com/org/mcp-lint/lint"
)

// originTime bounds the work of git: a hostile repository can be one that it never finishes reading.
const originTime = 10 * time.Second

// origin is the commit of what is scanned, for the format that names it. It is nil where git cannot read it, which is no reason to fail.
func (o *scanOptions) origin(paths []string) *lint.Origin {
	wanted := slices.ContainsFunc(o.outputs, func(v string) bool { return v == "html" || strings.HasPrefix(v, "html=") })
	if !wanted || o.Cwd != "" || o.Installed != nil || o.Places != nil || slices.Contains(paths, "-") {
		return nil
	}
	top := scannedTop(paths)
	if top == "" || !discover.OwnGit(top) {
		return nil
	}
	ctx, stop := context.WithTimeout(context.Background(), originTime)
	defer stop()
	git := gitread.At(top)
	head, err := git.Head(ctx)
	if err != nil {
		return nil
	}
	remote, _ := git.Remote(ctx) // there may be none
	files, _ := git.Files(ctx, head.ID, gitread.MaxTreeFiles)
	return lint.NewOrigin(remote, head.ID, head.Time, gitread.UnchangedIn(top, files, lint.DefaultFileBytes))
}

// scannedTop is the top of the repository that reported paths are relative to, or "": the one around the working directory, or else the
// one around the first path, if everything is in it.
func scannedTop(paths []string) string {
	here, err := userfile.Real(".")
	if err != nil {
		return ""
	}
	all := []string{here}
	if len(paths) > 0 {
		all = nil
	}
	for _, p := range paths {
		real, err := userfile.Real(p)
		if err != nil {
			return ""
		}
		all = append(all, real)
	}
	for _, from := range []string{here, all[0]} {
		top := discover.FindRepository(from)
		if top != "" && !slices.ContainsFunc(all, func(p string) bool { return !scanservice.Within(top, p) }) {
			return top
		}
	}
	return ""
}
