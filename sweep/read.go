package sweep

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/entry"
	"github.com/org/mcp-lint/internal/jsonl"
	"github.com/org/mcp-lint/internal/pull"
)

// readFn makes items of files.
type readFn struct{ Config Config }

// ProcessElement reads one file. A list is read by one worker, so that lines have numbers.
func (fn *readFn) ProcessElement(ctx context.Context, from Source, emit func(string, Item)) error {
	put := func(it Item) { emit(shardOf(from.Kind, &it, fn.Config.Shards), it) }
	if from.Kind == Archives {
		put(Item{Source: from.Path})
		return nil
	}
	in, err := open(ctx, from.Path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	parse := parseDefinition
	if from.Kind == Packages {
		parse = parsePackage
	}
	return readLines(from.Path, in, fn.Config.LineBytes, parse, put)
}

// open opens a file. A pipe, whose opening may never end, is an error.
func open(ctx context.Context, path string) (io.ReadCloser, error) {
	if !remote(path) {
		if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
			return nil, fmt.Errorf("cannot read %s: it is not a regular file", path)
		}
	}
	files, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, err
	}
	in, err := files.OpenRead(ctx, path)
	if err != nil {
		_ = files.Close()
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return in, nil
}

// readLines makes an item of each line that is not empty. What is wrong with one concerns no other.
func readLines(path string, in io.Reader, most int, parse func(line []byte, it *Item) (reason, why string), put func(Item)) error {
	broken := func(line int, err error) { put(Item{Source: path, Line: line, Reason: Unreadable, Why: err.Error()}) }
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(in)
		if err != nil {
			broken(1, errors.New("the list is not compressed with gzip, as its name says"))
			return nil
		}
		in = z
	}
	for lines := jsonl.NewReader(in, most); ; {
		line, err := lines.Next()
		it := Item{Source: path, Line: lines.Number()}
		it.Offset, it.Size = lines.Place()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, jsonl.ErrTooLong):
			it.Reason, it.Why = TooLarge, fmt.Sprintf("the line has more than %d bytes", most)
			put(it)
		case damaged(err):
			broken(lines.Number()+1, errors.New("the list is damaged, and nothing from this line on was read"))
			return nil
		case err != nil:
			return fmt.Errorf("cannot read %s: %w", path, err)
		case len(line) > 0:
			if it.Reason, it.Why = parse(line, &it); it.Reason != comment {
				put(it)
			}
		}
	}
}

// damaged reports whether an error is that of bytes that are not compressed as they should be.
func damaged(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF)
}

// kinds are the kinds of definition that a list may hold: those that models read. Others, such as launches, are scanned in their files.
var kinds = []detect.Kind{
	detect.KindTool, detect.KindPrompt, detect.KindResource, detect.KindResourceTemplate, detect.KindInstructions, detect.KindServer,
}

// nameBytes bounds each name of an item: all of its findings carry them.
const nameBytes = 1_000

// parseDefinition reads an entry. The item holds the line, which is read again when it is scanned: definitions in memory are larger.
func parseDefinition(line []byte, it *Item) (reason, why string) {
	e, err := entry.Read(line, entry.Values(line))
	if max(len(e.ID), len(e.Registry), len(e.View.Server)) > nameBytes {
		return TooLarge, fmt.Sprintf("its id, registry or server has more than %d bytes", nameBytes)
	}
	it.Name, it.Registry, it.Server = e.ID, e.Registry, e.View.Server
	switch {
	case errors.Is(err, entry.ErrTooMany):
		return TooLarge, err.Error()
	case err != nil:
		return Unreadable, err.Error()
	case !slices.Contains(kinds, e.View.Kind):
		return Unreadable, fmt.Sprintf("definitions of the kind %q are not read from lists", e.View.Kind)
	}
	it.Entry = line
	return "", ""
}

// parsePackage reads the reference of a package.
func parsePackage(line []byte, it *Item) (reason, why string) {
	if line[0] == '#' {
		return comment, ""
	}
	if len(line) > nameBytes {
		return TooLarge, fmt.Sprintf("the reference has more than %d bytes", nameBytes)
	}
	ref, err := pull.Parse(string(line))
	if err != nil {
		return Unreadable, err.Error()
	}
	it.Name = ref.String()
	if ref.SHA256 != "" {
		it.Name = string(line)
	}
	return "", ""
}

// comment is the reason for which a line is not an item.
const comment = "comment"
