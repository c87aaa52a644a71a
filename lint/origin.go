package lint

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/org/mcp-lint/detect/secret"
)

// Origin is the commit that the scanned files were checked out from. Its fields can be printed and contain no credential; those that are not
// known are "". A nil Origin is not known at all.
type Origin struct {
	// Repository is the host and the path of the remote, such as github.com/org/mcp-lint.
	Repository string
	// Commit is the ID of the commit, Date its day in UTC, such as 2026-11-22.
	Commit, Date string

	forge     forge
	unchanged func(rel string) bool
}

// forge is how a site for Git repositories addresses a commit and a line of a file. It is empty for an unknown site.
type forge struct{ commit, file, line string }

// forgeOf returns the forge of a repository. It knows public sites only: a guess by the name of a host could lead to a host of an attacker's.
func forgeOf(repository string) forge {
	host, rest, _ := strings.Cut(repository, "/")
	if strings.Count(rest, "/") != 1 && host != "gitlab.com" {
		return forge{} // only GitLab has groups in groups
	}
	switch host {
	case "github.com":
		return forge{"commit/", "blob/", "?plain=1#L%d"}
	case "gitlab.com":
		return forge{"-/commit/", "-/blob/", "?plain=1#L%d"}
	case "bitbucket.org":
		return forge{"commits/", "src/", "#lines-%d"}
	case "codeberg.org", "gitea.com":
		return forge{"commit/", "src/commit/", "?display=source#L%d"}
	}
	return forge{}
}

var (
	// remoteAddress matches the address of a remote with a host and at least two plain path segments. What comes before the host, such as a
	// password, is left out.
	remoteAddress = regexp.MustCompile(`^(?:(?i:https?|ssh|git)://(?:[^/?#]*@)?([A-Za-z0-9.-]+)(?::[0-9]+)?/|(?:[^/:@?#]+@)?([A-Za-z0-9.-]+):/?)` +
		`([\w.~][\w.~-]*(?:/[\w.~][\w.~-]*)+)/?$`)
	hostName = regexp.MustCompile(`^[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$`)
	commitID = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
)

const (
	// maxRemote bounds the address of a remote, maxLinkedPath the path of a file in a link.
	maxRemote, maxLinkedPath = 500, 2_000
	// lastSecond is the last one of the year 9999.
	lastSecond = 253_402_300_799
)

// NewOrigin reads an origin from the address of a remote, the ID of a commit and its time in seconds since 1970, all of which are untrusted.
// What is not in the usual form is left out. unchanged reports whether a file, named relative to the repository, is as it is in the commit;
// nil stands for no file.
func NewOrigin(remote, commit string, seconds int64, unchanged func(rel string) bool) *Origin {
	o := &Origin{unchanged: unchanged}
	if commitID.MatchString(commit) {
		o.Commit = commit
		if seconds > 0 && seconds <= lastSecond {
			o.Date = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
		}
	}
	if m := remoteAddress.FindStringSubmatch(remote); m != nil && len(remote) <= maxRemote {
		host := strings.ToLower(m[1] + m[2])
		name := host + "/" + strings.TrimSuffix(m[3], ".git")
		if hostName.MatchString(host) && !oddPath(name) && secret.Redact(name) == name {
			o.Repository, o.forge = name, forgeOf(name)
		}
	}
	return o
}

// CommitURL returns the https address of the commit at a known site, or "".
func (o *Origin) CommitURL() string {
	if o == nil || o.Commit == "" || o.forge == (forge{}) {
		return ""
	}
	return "https://" + o.Repository + "/" + o.forge.commit + o.Commit
}

// URL returns the https address of a place at a known site, or "". A file that is not as it is in the commit has none, since other lines
// stand there.
func (o *Origin) URL(p Place) string {
	if o.CommitURL() == "" || o.unchanged == nil || len(p.Rel) > maxLinkedPath || oddPath(p.Rel) || !o.unchanged(p.Rel) {
		return ""
	}
	segments := strings.Split(p.Rel, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	address := "https://" + o.Repository + "/" + o.forge.file + o.Commit + "/" + strings.Join(segments, "/")
	if p.First > 0 && !p.Whole {
		address += fmt.Sprintf(o.forge.line, p.First)
	}
	return address
}

// oddPath reports whether a path has segments that a browser or a server would not take by name.
func oddPath(p string) bool {
	return slices.ContainsFunc(strings.Split(p, "/"), func(s string) bool { return s == "" || s == "." || s == ".." })
}
