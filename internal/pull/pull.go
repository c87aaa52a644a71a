// Package pull fetches packages of MCP servers as archives and verifies their digests. It runs nothing that it fetches. Answers of registries
// are untrusted and bounded.
package pull

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/internal/hint"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pypi"
)

// Ref names a package.
type Ref struct {
	// Kind is npm, pypi, git, mcpb or oci.
	Kind string
	// Name is the name in the registry, or the address.
	Name string
	// Version is the version, tag, commit or digest; "" means the newest.
	Version string
	// SHA256 is the expected digest in hexadecimal, or "".
	SHA256 string
}

func (r Ref) String() string {
	version := map[string]string{"pypi": "=="}[r.Kind]
	switch {
	case r.Version == "":
		return r.Kind + ":" + r.Name
	case version == "":
		version = "@"
	}
	return r.Kind + ":" + r.Name + version + r.Version
}

// Package is a fetched package.
type Package struct {
	Ref
	// File is the archive, and From its address without credentials.
	File, From string
	// Digest is that of the archive, or the commit; Stated is where the expected digest came from, or "".
	Digest, Stated string
	// Notes are remarks, such as that the version is deprecated.
	Notes []string
	// Others are the names of files that were not fetched, although they are of this version and people may get one of them instead.
	Others []string
	// fileName is the registry's name for the file, or "".
	fileName string
}

var (
	npmName   = lazy.Regexp(`^(?:@[\w.~-]+/)?[\w.~-]+$`)
	version   = lazy.Regexp(`^[\w.+!~-]+$`)
	sha256Hex = lazy.Regexp(`^[0-9a-fA-F]{64}$`)
)

// Kinds are the forms of references.
const Kinds = "npm:NAME[@VERSION], pypi:NAME[==VERSION], git:URL[@REF], mcpb:URL, oci:IMAGE[:TAG]"

// Parse parses a reference.
func Parse(s string) (Ref, error) {
	const longest = 2000
	kind, rest, ok := strings.Cut(s, ":")
	r := Ref{Kind: kind, Name: rest}
	switch {
	case !ok || rest == "" || len(s) > longest:
		return r, hint.Errorf("Use one of "+Kinds+", or a server.json file.", "%q is not a package reference", s)
	case strings.HasPrefix(rest, "-") || strings.ContainsAny(rest, " \t\r\n\x00"):
		return r, fmt.Errorf("%q is not a package reference", s)
	}
	valid := true
	switch kind {
	case "npm":
		if at := strings.LastIndex(rest, "@"); at > 0 {
			r.Name, r.Version = rest[:at], rest[at+1:]
			valid = version().MatchString(r.Version)
		}
		valid = valid && npmName().MatchString(r.Name)
	case "pypi":
		if name, v, ok := strings.Cut(rest, "=="); ok {
			r.Name, r.Version = name, v
			valid = version().MatchString(v)
		}
		valid = valid && pypi.Valid(r.Name)
	case "git":
		// An address may have a user before an @.
		if at := strings.LastIndex(rest, "@"); at > strings.LastIndexAny(rest, "/:") {
			r.Name, r.Version = rest[:at], rest[at+1:]
			valid = r.Version != "" && !strings.HasPrefix(r.Version, "-")
		}
	case "mcpb":
		if name, sum, ok := strings.Cut(rest, "#sha256="); ok {
			r.Name, r.SHA256 = name, sum
			valid = sha256Hex().MatchString(sum)
		}
	case "oci":
	default:
		return r, hint.Errorf("Use one of "+Kinds+", or a server.json file.", "%q is not a package reference: %q is not a known kind", s, kind)
	}
	if !valid {
		return r, hint.Errorf("Give an exact name and version, as in "+Kinds+".", "%q is not a package reference", s)
	}
	return r, nil
}

// Fetch fetches a package into a folder. It leaves no file there if it fails.
func (c *Client) Fetch(ctx context.Context, r Ref, folder string) (*Package, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout())
	defer cancel()
	p := &Package{Ref: r}
	err := fmt.Errorf("%q is not a known kind of package", r.Kind)
	fetchers := map[string]func(context.Context, *Package, string) error{"npm": c.npm, "pypi": c.pypi, "git": c.git, "mcpb": c.mcpb, "oci": c.oci}
	if fetch := fetchers[r.Kind]; fetch != nil {
		err = fetch(ctx, p, folder)
	}
	if err != nil {
		if p.File != "" {
			_ = os.Remove(p.File)
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, fmt.Errorf("%s could not be fetched within %s", r, c.timeout())
		}
		return nil, fmt.Errorf("%s: %w", r, err)
	}
	return p, nil
}

// create creates the archive of a package, with a safe name.
func (p *Package) create(folder, ext string) (*os.File, error) {
	name := strings.Trim(unsafeChars().ReplaceAllString(strings.TrimPrefix(p.Name, "@"), "-"), "-.")
	version := strings.Trim(unsafeChars().ReplaceAllString(p.Version, "-"), "-.")
	const longest = 80
	name = name[max(0, len(name)-longest):]
	if version != "" {
		name += "-" + version[:min(len(version), longest)]
	}
	name = cmp.Or(name, "package")
	if p.fileName != "" && !unsafeName().MatchString(p.fileName) {
		name, ext = p.fileName, ""
	}
	at := filepath.Join(folder, name+ext)
	f, err := os.OpenFile(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		p.File = at
	}
	return f, err
}

var (
	unsafeChars = lazy.Regexp(`[^A-Za-z0-9._]+`)
	// unsafeName matches names from the registry that are unsafe as file names.
	unsafeName = lazy.Regexp(`^[^A-Za-z0-9]|[^A-Za-z0-9._+-]|^.{150}`)
)
