package lint

import (
	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
)

// grade lowers severities for where the words stand. They are graded by their signals so far.
func (j *job) grade(parts []finding) []finding {
	for i := range parts {
		f := &parts[i]
		scope, class := f.subject.View.Scope, f.class
		if f.copied {
			scope = detect.ScopeFull
		}
		if scope == detect.ScopeSweep && f.Tier == detect.TierSoft {
			// Nobody knows whether a model reads the string, so that wording alone is no more than a hint.
			f.Severity = min(f.Severity, detect.SeverityLow)
		}
		if j.locked.approvedHere(f) {
			// It was approved in this file, whatever the file is called or said to be now.
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

// resemblesSibling reports whether nothing serious is said of a tool but that it is like one of another server of the same repository or
// speaks of it: whoever writes several servers repeats names and descriptions, and says which is for what. Anything that two other checks
// see, or one is certain of, stays serious.
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
