package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
	"github.com/org/mcp-lint/lock"
)

const scanOptionNames = "only, skip, min_confidence, severity, offset, limit, quotes"

type toolsArguments struct {
	scanOptions
	Tools    json.RawMessage `json:"tools"`
	Document json.RawMessage `json:"document"`
	Server   string          `json:"server"`
}

type pathArguments struct {
	scanOptions
	Path string `json:"path"`
}

func (s *Server) scanTools(ctx context.Context, raw json.RawMessage) (answer, error) {
	var args toolsArguments
	if err := read(raw, &args, "tools, document, server, "+scanOptionNames); err != nil {
		return answer{}, err
	}
	if err := args.check(s.opts.CustomChecks); err != nil {
		return answer{}, err
	}
	doc, err := newDocument(args.Tools, args.Document, args.Server)
	if err != nil {
		return answer{}, err
	}
	a, err := s.scan(ctx, scanservice.Request{Document: doc.data}, &args.scanOptions, doc)
	if errors.Is(err, lint.ErrNoLock) {
		err = mistake(lock.ChangedCheck + " and " + lock.PendingCheck + " need a lock file, which scan_tools does not use; scan_path uses that of the root")
	}
	return a, err
}

func (s *Server) scanPath(ctx context.Context, raw json.RawMessage) (answer, error) {
	var args pathArguments
	if err := read(raw, &args, "path, "+scanOptionNames); err != nil {
		return answer{}, err
	}
	if err := args.check(s.opts.CustomChecks); err != nil {
		return answer{}, err
	}
	path, err := s.root.resolve(args.Path)
	if err != nil {
		return answer{}, err
	}
	return s.scan(ctx, scanservice.Request{Folder: s.root.real, Paths: []string{path}}, &args.scanOptions, nil)
}

// scan returns the answer of a scan. doc is nil for files.
func (s *Server) scan(ctx context.Context, req scanservice.Request, want *scanOptions, doc *document) (answer, error) {
	req.Only, req.Skip, req.MinConfidence = want.Only, want.Skip, want.MinConfidence
	r, failOn, err := s.scanner.Scan(ctx, req)
	if err != nil {
		return answer{}, err
	}
	out := newBuilder(r, failOn, want, doc, s.objections()).build()
	return answer{value: out, words: out.words()}, nil
}

// wordSeparators replaces separators that the checks do not split words at.
var wordSeparators = strings.NewReplacer("$", "_", "@", "_", ":", "_")

// objections returns a function that reports whether a check objects to a name, which answers must not contain then.
func (s *Server) objections() func(name string) bool {
	known := map[string]bool{}
	return func(name string) bool {
		objects, ok := known[name]
		if !ok {
			objects = s.engine.ObjectsTo(name) || s.engine.ObjectsTo(wordSeparators.Replace(name))
			known[name] = objects
		}
		return objects
	}
}

// Explanation is the structured answer of explain_check.
type Explanation struct {
	Checks []Check `json:"checks"`
}

// Check describes a check; a list of all has only titles.
type Check struct {
	Check string `json:"check"`
	Title string `json:"title"`
	Tier  tier   `json:"tier"`
	// Severity is the usual one of its findings.
	Severity string `json:"severity"`
	Threat   string `json:"threat"`
	Catches  string `json:"catches,omitempty"`
	Why      string `json:"why,omitempty"`
	Fix      string `json:"fix,omitempty"`
	URL      string `json:"url"`
}

func (s *Server) explainCheck(_ context.Context, raw json.RawMessage) (answer, error) {
	var args struct {
		Check string `json:"check"`
	}
	if err := read(raw, &args, "check"); err != nil {
		return answer{}, err
	}
	rules := lint.Rules(s.opts.CustomChecks...)
	if args.Check == "" {
		out := Explanation{}
		var b strings.Builder
		b.WriteString("The checks, with their usual severity and what they catch:")
		for i := range rules {
			c := summaryOf(&rules[i])
			out.Checks = append(out.Checks, c)
			fmt.Fprintf(&b, "\n%s (%s): %s", c.Check, c.Severity, c.Title)
		}
		return answer{out, b.String()}, nil
	}
	for i := range rules {
		if d := &rules[i]; d.ID == args.Check {
			c := summaryOf(d)
			c.Catches, c.Why, c.Fix = d.Catches, d.Why, d.Fix
			words := fmt.Sprintf("%s: %s\nseverity %s, threat %s\n\nWhat it catches\n%s\n\nWhy it matters\n%s\n\nHow to fix it\n%s\n\n%s",
				c.Check, c.Title, c.Severity, c.Threat, c.Catches, c.Why, c.Fix, c.URL)
			return answer{Explanation{[]Check{c}}, words}, nil
		}
	}
	return answer{}, mistake("there is no check with that name" + suggestion(args.Check, lint.CheckIDs(s.opts.CustomChecks...)))
}

func summaryOf(d *detect.Documentation) Check {
	weight := tier(d.Tier.String())
	if d.Severity == detect.SeverityNone {
		weight = "note"
	}
	return Check{Check: d.ID, Title: d.Title, Tier: weight, Severity: d.UsualSeverity(), Threat: string(d.ThreatType), URL: lint.CheckURL(d.ID)}
}

const instructions = "Scans the definitions of MCP servers and reports hidden characters, encoded text, look-alike names and orders to models. " +
	"Answers name places and checks, and quote no scanned text unless quotes is set."

// addTools adds the tools. The tests scan their texts.
func (s *Server) addTools(base context.Context, server *mcp.Server) {
	for _, t := range []struct {
		name, title, description, input string
		output                          *jsonschema.Schema
		call                            func(context.Context, json.RawMessage) (answer, error)
	}{
		{
			"scan_tools", "Scan definitions",
			"Checks definitions of MCP tools, prompts and servers passed in tools or document, and returns findings with severity and place.",
			scanToolsInput, outputSchema[Report](), s.scanTools,
		},
		{
			"scan_path", "Scan a path",
			"Checks the MCP definitions and client configurations in a file or folder, including source code, and returns findings with severity and place.",
			scanPathInput, outputSchema[Report](), s.scanPath,
		},
		{
			"explain_check", "Explain a check",
			"Returns what a check catches, why it matters and how to fix it, or the list of checks.",
			explainCheckInput, outputSchema[Explanation](), s.explainCheck,
		},
	} {
		server.AddTool(&mcp.Tool{
			Name: t.name, Title: t.title, Description: t.description, InputSchema: json.RawMessage(t.input), OutputSchema: t.output,
			Annotations: &mcp.ToolAnnotations{Title: t.title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: new(false), OpenWorldHint: new(false)},
		}, s.handler(base, t.call))
	}
}
