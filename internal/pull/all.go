package pull

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/archive"
	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/safe"
	"github.com/org/mcp-lint/internal/userfile"
)

// ParseAll reads arguments: packages, or files that name them.
func ParseAll(args []string) (refs []Ref, err error) {
	const most = 50
	if len(args) == 0 {
		return nil, hint.Errorf("Give one of "+Kinds+", or a server.json.", "no package was given")
	}
	for _, arg := range args {
		if IsServerJSON(arg) && (userfile.Exists(arg) || !strings.Contains(arg, ":")) {
			named, err := ReadServerJSON(arg)
			if err != nil {
				return nil, err
			}
			refs = append(refs, named...)
			continue
		}
		r, err := Parse(arg)
		if err != nil && NPMName().MatchString(arg) {
			err = hint.Add(err, "Did you mean npm:"+arg+"?")
		}
		if err != nil {
			return nil, err
		}
		refs = append(refs, r)
	}
	if len(refs) > most {
		return nil, fmt.Errorf("%d packages were given; at most %d can be fetched at once", len(refs), most)
	}
	return refs, nil
}

// NPMName matches the name of a package of npm in a scope, with or without a version.
var NPMName = lazy.Regexp(`^@[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*(@[0-9A-Za-z.+-]+)?$`)

// Launch is the command that runs a package; "" if that is not known.
func (r Ref) Launch() string {
	launch := map[string]string{"npm": "npx -y %s", "pypi": "uvx %s", "oci": "docker run -i --rm %s"}
	_, name, _ := strings.Cut(r.String(), ":")
	how := launch[r.Kind]
	if how == "" || !plainArgument().MatchString(name) {
		return ""
	}
	return fmt.Sprintf(how, name)
}

// plainArgument matches what a shell takes as one word.
var plainArgument = lazy.Regexp(`^[A-Za-z0-9@._/:=+-]+$`)

// FetchAll fetches packages, each into a folder of its own below folder, and makes sure that each is an archive. It calls got for each.
func (c *Client) FetchAll(ctx context.Context, refs []Ref, folder string, got func(*Package)) ([]*Package, error) {
	var all []*Package
	for i, ref := range refs {
		own := filepath.Join(folder, fmt.Sprint(i+1))
		if len(refs) == 1 {
			own = folder
		} else if err := os.Mkdir(own, 0o700); err != nil {
			return nil, err
		}
		p, err := c.Fetch(ctx, ref, own)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			return nil, err
		}
		got(p)
		all = append(all, p)
	}
	return all, nil
}

// check makes sure that what was fetched is read as an archive, and not as a file of whatever it holds.
func (p *Package) check() error {
	head, err := userfile.Read(p.File, 512)
	if err != nil {
		return err
	}
	if !archive.Is(filepath.Base(p.File), head) {
		return fmt.Errorf("%s: the download is not an archive that can be read", p)
	}
	return nil
}

// Describe says what was fetched, and how it was compared.
func (p *Package) Describe(w io.Writer) {
	line := func(label, words string) {
		if words != "" {
			fmt.Fprintf(w, "  %-8s %s\n", label, safe.Line(words))
		}
	}
	stated := "computed here; no digest was given to compare it with"
	if p.Stated != "" {
		stated = "matches " + p.Stated
	}
	fmt.Fprintln(w, safe.Line(p.String()))
	line("from", p.From)
	line("digest", p.Digest+" ("+stated+")")
	for _, n := range p.Notes {
		line("note", n)
	}
}
