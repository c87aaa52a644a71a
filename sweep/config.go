package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// The formats of findings.
const (
	FormatJSONL = "jsonl"
	FormatSARIF = "sarif"
)

// maxShards bounds the shards of a kind; each is three files.
const maxShards = 10_000

// Config says how to sweep. Workers get it as it is.
type Config struct {
	// Output is the folder of the results: a local path, or an address such as gs://bucket/folder.
	Output string
	// Format is FormatJSONL or FormatSARIF.
	Format string
	// Shards is the number of shards of each kind of input.
	Shards int
	// Registry bounds the definitions of one registry that are scanned side by side, and RegistryBytes the size of all of one registry.
	Registry, RegistryBytes int
	// Memory bounds about what definitions that are scanned side by side take; a registry that takes more is compared in parts.
	Memory int
	// ArchiveBytes bounds the size of an archive, and LineBytes that of a line of a list.
	ArchiveBytes int64
	LineBytes    int
	// Time bounds the scan of one registry or archive, and the download of a package.
	Time time.Duration
	// Version is the version of mcp-lint, and Build identifies the program: another build scans everything again.
	Version, Build string
}

// DefaultConfig returns the defaults of all but Output, Version and Build.
func DefaultConfig() Config {
	return Config{
		Format: FormatJSONL, Shards: 64, Registry: 20_000, RegistryBytes: 256 << 20, Memory: 512 << 20, ArchiveBytes: 256 << 20, LineBytes: 16 << 20,
		Time: 5 * time.Minute,
	}
}

// Check says what is wrong with the configuration, for people.
func (c *Config) Check() error {
	switch {
	case c.Output == "":
		return errors.New("--output is missing: name a folder for the results")
	case c.Format != FormatJSONL && c.Format != FormatSARIF:
		return fmt.Errorf("invalid --format %q: use jsonl or sarif", c.Format)
	case c.Shards < 1 || c.Shards > maxShards:
		return fmt.Errorf("invalid --shards %d: use 1 to %d", c.Shards, maxShards)
	case c.Registry < 1 || c.Registry > mostTools:
		return fmt.Errorf("invalid --registry-limit %d: use 1 to %d", c.Registry, mostTools)
	case c.Time < time.Second:
		return fmt.Errorf("invalid --time-limit %s: use 1s or more", c.Time)
	case c.ArchiveBytes < 1:
		return errors.New("invalid --archive-limit: use 1 or more megabytes")
	}
	return nil
}

// settings is the digest of what decides about the results of a shard.
func (c *Config) settings() string {
	one := *c
	one.Output = ""
	data, _ := json.Marshal(one) //nolint:errchkjson // It has only strings and numbers.
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// The kinds of input, which begin the names of shards.
const (
	Definitions = "definitions"
	Archives    = "archives"
	Packages    = "packages"
)

// Source is a file of the input.
type Source struct{ Kind, Path string }

// Inputs are patterns of files, by kind: lists of definitions, archives, and lists of packages.
type Inputs map[string][]string

// Expand finds the files, sorted, each once. A pattern that matches nothing is an error.
func (in Inputs) Expand(ctx context.Context) ([]Source, error) {
	var all []Source
	for _, kind := range []string{Definitions, Archives, Packages} {
		for _, pattern := range in[kind] {
			files, err := filesystem.New(ctx, pattern)
			if err != nil {
				return nil, fmt.Errorf("--%s %q: paths of that kind are not supported; use a local path or gs://", kind, pattern)
			}
			found, err := files.List(ctx, pattern)
			_ = files.Close()
			switch {
			case err != nil:
				return nil, fmt.Errorf("--%s %q cannot be listed: %w", kind, pattern, err)
			case len(found) == 0:
				return nil, fmt.Errorf("--%s %q matches no file", kind, pattern)
			}
			for _, path := range found {
				all = append(all, Source{kind, path})
			}
		}
	}
	if len(all) == 0 {
		return nil, errors.New("nothing to scan: give --definitions, --archives or --packages")
	}
	slices.SortFunc(all, compareSources)
	return slices.Compact(all), nil
}

// Prepare makes the folder of the results and makes sure that it has no shards of another division, which would stay.
func (c *Config) Prepare(ctx context.Context, sources []Source) error {
	if !remote(c.Output) {
		if err := os.MkdirAll(c.Output, 0o750); err != nil {
			return fmt.Errorf("--output cannot be made: %w", err)
		}
	}
	there, err := c.list(ctx)
	if err != nil {
		return fmt.Errorf("--output %q cannot be listed: %w", c.Output, err)
	}
	expected := map[string]bool{}
	for _, name := range c.shardNames(sources) {
		at := c.files(name)
		for _, file := range []string{at.results, at.apart, at.manifest, at.suspects} {
			expected[path.Base(file)] = true
		}
	}
	for _, name := range there {
		if !expected[name] {
			return fmt.Errorf("--output %q has results of another run (%s): use the same --shards, --format and kinds of input, or another folder", c.Output, name)
		}
	}
	return nil
}

// ofShard matches the names of files of shards.
var ofShard = regexp.MustCompile(`^(?:` + Definitions + `|` + Archives + `|` + Packages + `)-\d{5}-of-\d{5}\.`)

// list names the files of shards in the folder of the results.
func (c *Config) list(ctx context.Context) (names []string, err error) {
	if remote(c.Output) {
		files, err := filesystem.New(ctx, c.Output)
		if err != nil {
			return nil, errors.New("paths of that kind are not supported; use a local path or gs://")
		}
		defer func() { _ = files.Close() }()
		if names, err = files.List(ctx, join(c.Output, "*-of-*")); err != nil {
			return nil, err
		}
	} else {
		entries, err := os.ReadDir(c.Output)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
	}
	for i := range names {
		names[i] = path.Base(names[i])
	}
	return slices.DeleteFunc(names, func(name string) bool { return !ofShard.MatchString(name) }), nil
}

// ReadTotals reads the totals that a run has written.
func (c *Config) ReadTotals(ctx context.Context) (*Totals, error) {
	data, err := readFile(ctx, join(c.Output, TotalsFile))
	if err != nil {
		return nil, err
	}
	t := newTotals()
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, fmt.Errorf("%s: %w", TotalsFile, err)
	}
	return &t, nil
}
