package lint

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
)

// grade lowers severities by the kind of file. Until then they depend on the signals alone.
func (j *job) grade(parts []finding) []finding {
	for i := range parts {
		f := &parts[i]
		scope, class := f.subject.View.Scope, f.class
		if f.copied {
			scope = detect.ScopeFull
		}
		if scope == detect.ScopeSweep && f.Tier == detect.TierSoft {
			// It is unknown whether a model reads the string, so suspicious wording alone is only a hint.
			f.Severity = min(f.Severity, detect.SeverityLow)
		}
		if j.locked.approvedHere(f) {
			// Approved in this file: a new file name or class must not lower the severity.
			continue
		}
		if class == discover.ClassNone && !f.copied && resemblesSibling(f.Finding, f.among) {
			class = discover.ClassSibling
		}
		if class != discover.ClassNone {
			f.demoted, f.was = class, f.Severity
			f.Severity = min(f.Severity, detect.SeverityLow)
		}
	}
	return parts
}

// resemblesSibling reports whether a tool's only serious signals are that it resembles or mentions a tool of another server in the same
// repository. Authors of several servers reuse names and descriptions, and say which tool is for what. Two more checks that agree, or one
// certain signal, keep the severity.
func resemblesSibling(f detect.Finding, tools []subject) bool {
	if len(tools) == 0 {
		return false
	}
	tool := &tools[f.ToolIndex]
	if !tool.Code || tool.Repo == "" || f.Tier != detect.TierHard {
		return false
	}
	soft := map[string]bool{}
	for _, s := range f.Signals {
		if s.Tier != detect.TierHard {
			if s.Certain {
				return false
			}
			if !s.Note {
				soft[s.CheckID] = true
			}
			continue
		}
		if s.CheckID != shadowingCheck || len(s.Related) == 0 {
			return false
		}
		for _, r := range s.Related {
			if r.ToolIndex < 0 || r.ToolIndex >= len(tools) || !tools[r.ToolIndex].Code || tools[r.ToolIndex].Repo != tool.Repo {
				return false
			}
		}
	}
	return len(soft) < 2
}

const shadowingCheck = "shadowing.cross_server"
