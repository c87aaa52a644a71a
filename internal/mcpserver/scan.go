package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

const wantedNames = "only, skip, min_confidence, severity, offset, limit, quotes"

// toolsArguments are those of scan_tools.
type toolsArguments struct {
	wanted
	Tools    json.RawMessage `json:"tools"`
	Document json.RawMessage `json:"document"`
	Server   string          `json:"server"`
}

// pathArguments are those of scan_path.
type pathArguments struct {
	wanted
	Path string `json:"path"`
}

// scanTools is the tool scan_tools.
func (s *Server) scanTools(ctx context.Context, raw json.RawMessage) (answer, error) {
	var args toolsArguments
	if err := read(raw, &args, "tools, document, server, "+wantedNames); err != nil {
		return answer{}, err
	}
	if err := args.check(s.opts.Near, s.opts.Own...); err != nil {
		return answer{}, err
	}
	doc, err := newDocument(args.Tools, args.Document, args.Server)
	if err != nil {
		return answer{}, err
	}
	a, err := s.scan(ctx, door.Request{Document: doc.data}, &args.wanted, doc)
	if errors.Is(err, lint.ErrNoLock) {
		err = mistake(lock.ChangedCheck + " and " + lock.PendingCheck + " need a lock file, which scan_tools does not use; scan_path uses that of the root")
	}
	return a, err
}

// scanPath is the tool scan_path.
func (s *Server) scanPath(ctx context.Context, raw json.RawMessage) (answer, error) {
	var args pathArguments
	if err := read(raw, &args, "path, "+wantedNames); err != nil {
		return answer{}, err
	}
	if err := args.check(s.opts.Near, s.opts.Own...); err != nil {
		return answer{}, err
	}
	path, err := s.root.resolve(args.Path)
	if err != nil {
		return answer{}, err
	}
	return s.scan(ctx, door.Request{Folder: s.root.real, Paths: []string{path}}, &args.wanted, nil)
}

// scan scans and makes the answer. doc is what was given, if anything was.
func (s *Server) scan(ctx context.Context, req door.Request, want *wanted, doc *document) (answer, error) {
	req.Only, req.Skip, req.MinConfidence = want.Only, want.Skip, want.MinConfidence
	r, failOn, err := s.scanner.Scan(ctx, req)
	if err != nil {
		return answer{}, err
	}
	out := newBuilder(r, failOn, want, doc, s.objections()).build()
	return answer{value: out, words: out.words()}, nil
}

// partedAsWords has the checks read the words of a name as a model does, whatever of what a name may hold parts them: they see none that
// are parted by these.
var partedAsWords = strings.NewReplacer("$", "_", "@", "_", ":", "_")

// objections returns a function that reports whether our own checks object to a tool of that name. An answer does not hold such
// names: a file or a parameter may be called what no tool should be.
func (s *Server) objections() func(name string) bool {
	known := map[string]bool{}
	return func(name string) bool {
		objects, ok := known[name]
		if !ok {
			objects = s.engine.ObjectsTo(name) || s.engine.ObjectsTo(partedAsWords.Replace(name))
			known[name] = objects
		}
		return objects
	}
}
