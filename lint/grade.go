package lint

import (
	"slices"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/discover"
	"github.com/org/mcp-lint/discover/source"
)

// concerns reports whether the definition, or any of the words that are found in it, stands in a file that is asked about.
func (f *Finding) concerns(inv *discover.Inventory) bool {
	if inv.ConcernsFile(f.File) {
		return true
	}
	return slices.ContainsFunc(f.Places, func(p Place) bool {
		return inv.ConcernsFile(p.Where.File) || slices.ContainsFunc(p.More, func(l source.Location) bool { return inv.ConcernsFile(l.File) })
	})
}

// grade lowers the severity for where the words stand. It is graded by its
// signals so far. siblings are the definitions that it may merely resemble one of; none when that does not count.
func (f *Finding) grade(class discover.Class, scope detect.Scope, siblings []subject) {
	if scope == detect.ScopeSweep && f.Tier == detect.TierSoft {
		// Nobody knows whether a model reads the string, so that wording alone is no more than a hint.
		f.Severity = min(f.Severity, detect.SeverityLow)
	}
	if f.approvedHere {
		// It was approved in this file, whatever the file is called or said to be now.
		return
	}
	if class == discover.ClassNone && resemblesSibling(f.Finding, siblings) {
		class = discover.ClassSibling
	}
	f.demote(class)
}

// demote lowers the severity for the class of the file.
func (f *Finding) demote(class discover.Class) {
	if class == discover.ClassNone {
		return
	}
	f.Demoted, f.Was = class, f.Severity
	f.Severity = min(f.Severity, detect.SeverityLow)
}

// resemblesSibling reports whether nothing serious is said of a tool but that it is like one of another server of the same repository or speaks of
// it: whoever writes several servers repeats names and descriptions, and tells which is for what. Anything that two other checks see, or one is
// certain of, stays serious.
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

// shadowingCheck sees tools that are like those of other servers.
const shadowingCheck = "shadowing.cross_server"
