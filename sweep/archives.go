package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/org/mcp-lint/discover/archive"
	"github.com/org/mcp-lint/internal/atomicfile"
	"github.com/org/mcp-lint/internal/pull"
	"github.com/org/mcp-lint/lint"
)

// eachAlone makes a unit of each item. The scan has a copy, to which a version may be added even after it was left behind.
func eachAlone(items []Item, scan func(ctx context.Context, it *Item) result) (units []unit) {
	for i, it := range items {
		units = append(units, unit{items[i : i+1], func(ctx context.Context) result { return scan(ctx, &it) }})
	}
	return units
}

// archive scans an archive. It is copied first, so that what is scanned is what the digest is of.
func (s *scanner) archive(ctx context.Context, it *Item) result {
	return s.inFolder(ctx, it, func(folder string) (string, string, *Apart) {
		rel := shownPath(it.Source)
		target := filepath.Join(folder, filepath.FromSlash(rel))
		sum, size, err := s.copyArchive(ctx, it.Source, target)
		switch {
		case err != nil:
			one := it.apart(Unreadable, "the archive cannot be read: "+err.Error())
			return "", sum, &one
		case size > s.ArchiveBytes:
			one := it.apart(TooLarge, fmt.Sprintf("the archive has more than %d bytes", s.ArchiveBytes))
			return "", sum, &one
		}
		return rel, sum, nil
	})
}

// fetched fetches a package and scans it.
func (s *scanner) fetched(ctx context.Context, it *Item) result {
	return s.inFolder(ctx, it, func(folder string) (string, string, *Apart) {
		ref, err := pull.Parse(it.Name)
		if err != nil {
			one := it.apart(Unreadable, err.Error())
			return "", "", &one
		}
		home, _ := os.UserHomeDir()
		client := &pull.Client{Env: os.Getenv, ReadFile: os.ReadFile, Home: home, Timeout: s.Time, Agent: "mcp-lint-sweep/" + s.Version}
		p, err := client.Fetch(ctx, ref, folder)
		if err != nil {
			one := it.apart(NotFetched, err.Error())
			return "", "", &one
		}
		// What was asked for may be the newest version; what was scanned has one.
		it.Name = p.String()
		return filepath.ToSlash(filepath.Base(p.File)), p.Digest, nil
	})
}

// inFolder scans the archive that get puts into a folder of its own.
func (s *scanner) inFolder(ctx context.Context, it *Item, get func(folder string) (rel, sum string, apart *Apart)) (r result) {
	folder, err := os.MkdirTemp("", "mcp-lint-sweep-")
	if err != nil {
		r.sum = unread
		r.apart = []Apart{it.apart(Unreadable, "there is no room to unpack it: "+err.Error())}
		return r
	}
	remove := func() { _ = os.RemoveAll(folder) }
	defer remove()
	defer atomicfile.OnAbandon(remove)()
	rel, sum, apart := get(folder)
	if r.sum = sum; apart != nil {
		r.apart = []Apart{*apart}
		return r
	}
	if !isArchive(filepath.Join(folder, filepath.FromSlash(rel))) {
		r.apart = []Apart{it.apart(Unreadable, "it is not an archive that can be read")}
		return r
	}
	report, err := lint.RunContext(ctx, lint.Options{
		Paths: []string{rel}, Cwd: folder, Root: folder, NoIgnores: true, Version: s.Version, Deadline: s.deadline(),
	})
	if err != nil {
		reason := Unreadable
		var whole *archive.Error
		switch {
		case errors.As(err, &whole) && whole.Problem == archive.Bounded:
			reason = TooLarge
		case errors.As(err, &whole) && whole.Problem == archive.Ended:
			reason = TooLong
		}
		r.apart = []Apart{it.apart(reason, err.Error())}
		return r
	}
	r.definitions = report.Summary.Definitions
	for i := range report.Findings {
		r.findings = append(r.findings, found{report.Findings[i], itemName(it), ""})
	}
	r.apart = append(gaps(it, report.Coverage.Failures, report.Coverage.Caps), missed(it, report)...)
	return r
}

// missed says which files of an archive were not read, or not in full.
func missed(it *Item, report *lint.Report) (out []Apart) {
	skips := report.Missed()
	for i := range skips[:min(len(skips), mostGaps)] {
		skip := &skips[i]
		one := it.apart(Incomplete, fmt.Sprintf("%s was not read: %s %s", skip.Path, skip.Reason, skip.Detail))
		one.Scanned = true
		out = append(out, one)
	}
	return out
}

func itemName(it *Item) string {
	if it.Name != "" {
		return it.Name
	}
	return it.Source
}

// shownPath is the path of an archive below the folder that it is scanned in: that of the input without what leads out.
func shownPath(source string) string {
	if _, rest, ok := strings.Cut(source, "://"); ok {
		source = rest
	}
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(filepath.ToSlash(source), ":", "_")), "/")
}

func isArchive(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, 512)
	n, _ := io.ReadFull(f, head)
	return archive.Is(filepath.Base(name), head[:n])
}

// unread stands for the digest of an archive that could not be opened or copied: it is scanned again when it can be.
const unread = "unread"

// copyArchive copies an archive, at most a byte more than it may have, and returns its digest and size. No target only reads it.
func (s *scanner) copyArchive(ctx context.Context, source, target string) (sum string, size int64, err error) {
	in, err := open(ctx, source)
	if err != nil {
		return unread, 0, err
	}
	defer func() { _ = in.Close() }()
	digest := sha256.New()
	to := io.Writer(digest)
	if target != "" {
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return unread, 0, err
		}
		f, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return unread, 0, err
		}
		defer func() { _ = f.Close() }()
		to = io.MultiWriter(f, digest)
	}
	size, err = io.Copy(to, io.LimitReader(in, s.ArchiveBytes+1))
	return hex.EncodeToString(digest.Sum(nil)), size, err
}
