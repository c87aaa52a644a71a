// Package pull fetches packages of MCP servers as archives and verifies what their registries state of them. It runs nothing of what it
// fetches. Answers of registries are an attacker's, so that all of them are bounded.
package pull

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/pypi"
)

// Ref names a package.
type Ref struct {
	// Kind is npm, pypi, git, mcpb or oci.
	Kind string
	// Name is the name in the registry, or the address.
	Name string
	// Version is the version, tag, commit or digest; "" is the newest.
	Version string
	// SHA256 is the digest that whoever names the package states, in hexadecimal, or "".
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

// Package is what was fetched.
type Package struct {
	Ref
	// File is the archive, and From the address that it came from, without credentials.
	File, From string
	// Digest is that of the archive, or the commit; Stated says who states it, or is "" when nobody does.
	Digest, Stated string
	// Notes are what people should know beside, such as that the version is deprecated.
	Notes []string
	// Others are the names of files that were not fetched, although they are of this version and people may get one of them instead.
	Others []string
	// called is the name that the registry gives the file, or "".
	called string
}

// Error is why a package cannot be had, in words for people, with a hint.
type Error struct {
	words, Hint string
	cause       error
}

func (e *Error) Error() string { return e.words }
func (e *Error) Unwrap() error { return e.cause }

func fail(hint, format string, args ...any) error {
	return &Error{words: fmt.Sprintf(format, args...), Hint: hint}
}

var (
	npmName = lazy.Regexp(`^(?:@[\w.~-]+/)?[\w.~-]+$`)
	version = lazy.Regexp(`^[\w.+!~-]+$`)
	hexadec = lazy.Regexp(`^[0-9a-fA-F]{64}$`)
)

// Kinds are the kinds of references, as they are written.
const Kinds = "npm:NAME[@VERSION], pypi:NAME[==VERSION], git:URL[@REF], mcpb:URL, oci:IMAGE[:TAG]"

// Parse reads a reference.
func Parse(s string) (Ref, error) {
	const longest = 2000
	kind, rest, ok := strings.Cut(s, ":")
	r := Ref{Kind: kind, Name: rest}
	switch {
	case !ok || rest == "" || len(s) > longest:
		return r, fail("Use one of "+Kinds+", or a server.json file.", "%q is not a package reference", s)
	case strings.HasPrefix(rest, "-") || strings.ContainsAny(rest, " \t\r\n\x00"):
		return r, fail("", "%q is not a package reference", s)
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
		// The user of an address stands before an @ as well.
		if at := strings.LastIndex(rest, "@"); at > strings.LastIndexAny(rest, "/:") {
			r.Name, r.Version = rest[:at], rest[at+1:]
			valid = r.Version != "" && !strings.HasPrefix(r.Version, "-")
		}
	case "mcpb":
		if name, sum, ok := strings.Cut(rest, "#sha256="); ok {
			r.Name, r.SHA256 = name, sum
			valid = hexadec().MatchString(sum)
		}
	case "oci":
	default:
		return r, fail("Use one of "+Kinds+", or a server.json file.", "%q is not a package reference: %q is not a known kind", s, kind)
	}
	if !valid {
		return r, fail("Give an exact name and version, as in "+Kinds+".", "%q is not a package reference", s)
	}
	return r, nil
}

// Fetch fetches a package into a folder. Nothing is left there when it fails.
func (c *Client) Fetch(ctx context.Context, r Ref, folder string) (*Package, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout())
	defer cancel()
	p := &Package{Ref: r}
	var err error
	switch r.Kind {
	case "npm":
		err = c.npm(ctx, p, folder)
	case "pypi":
		err = c.pypi(ctx, p, folder)
	case "git":
		err = c.git(ctx, p, folder)
	case "mcpb":
		err = c.mcpb(ctx, p, folder)
	case "oci":
		err = c.oci(ctx, p, folder)
	default:
		err = fail("", "%q is not a known kind of package", r.Kind)
	}
	if err != nil {
		if p.File != "" {
			_ = os.Remove(p.File)
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, fail("", "%s could not be fetched within %s", r, c.timeout())
		}
		return nil, fmt.Errorf("%s: %w", r, err)
	}
	return p, nil
}

// create opens the file of the archive of a package, whose name is made of harmless characters.
func (p *Package) create(folder, ext string) (*os.File, error) {
	name := strings.Trim(unsafe().ReplaceAllString(strings.TrimPrefix(p.Name, "@"), "-"), "-.")
	version := strings.Trim(unsafe().ReplaceAllString(p.Version, "-"), "-.")
	const longest = 80
	name = name[max(0, len(name)-longest):]
	if version != "" {
		name += "-" + version[:min(len(version), longest)]
	}
	if name == "" {
		name = "package"
	}
	if p.called != "" && !unusual().MatchString(p.called) {
		name, ext = p.called, ""
	}
	at := filepath.Join(folder, name+ext)
	f, err := os.OpenFile(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		p.File = at
	}
	return f, err
}

var (
	unsafe = lazy.Regexp(`[^A-Za-z0-9._]+`)
	// unusual finds what must not be the name of a file in a folder of the user.
	unusual = lazy.Regexp(`^[^A-Za-z0-9]|[^A-Za-z0-9._+-]|^.{150}`)
)
