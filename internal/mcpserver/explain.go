package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

// Explanation is the structured answer of explain_check.
type Explanation struct {
	Checks []Check `json:"checks"`
}

// Check says what a check is for. In a list of all it says so with its title alone.
type Check struct {
	Check string `json:"check"`
	Title string `json:"title"`
	Tier  tier   `json:"tier"`
	// Severity is what its findings usually have.
	Severity string `json:"severity"`
	Threat   string `json:"threat"`
	Catches  string `json:"catches,omitempty"`
	Why      string `json:"why,omitempty"`
	Fix      string `json:"fix,omitempty"`
	URL      string `json:"url"`
}

// explainCheck is the tool explain_check.
func (s *Server) explainCheck(_ context.Context, raw json.RawMessage) (answer, error) {
	var args struct {
		Check string `json:"check"`
	}
	if err := read(raw, &args, "check"); err != nil {
		return answer{}, err
	}
	rules := lint.Rules(s.opts.Own...)
	if args.Check == "" {
		out := Explanation{}
		var b strings.Builder
		b.WriteString("The checks, with their usual severity and what they catch:")
		for i := range rules {
			c := briefly(&rules[i])
			out.Checks = append(out.Checks, c)
			fmt.Fprintf(&b, "\n%s (%s): %s", c.Check, c.Severity, c.Title)
		}
		return answer{out, b.String()}, nil
	}
	for i := range rules {
		if d := &rules[i]; d.ID == args.Check {
			c := briefly(d)
			c.Catches, c.Why, c.Fix = d.Catches, d.Why, d.Fix
			words := fmt.Sprintf("%s: %s\nseverity %s, threat %s\n\nWhat it catches\n%s\n\nWhy it matters\n%s\n\nHow to fix it\n%s\n\n%s",
				c.Check, c.Title, c.Severity, c.Threat, c.Catches, c.Why, c.Fix, c.URL)
			return answer{Explanation{[]Check{c}}, words}, nil
		}
	}
	return answer{}, mistake("there is no check with that name" + meant(s.opts.Near, args.Check, lint.CheckIDs(s.opts.Own...)))
}

func briefly(d *detect.Documentation) Check {
	weight := tier(d.Tier.String())
	if d.Severity == detect.SeverityNone {
		weight = "note"
	}
	return Check{Check: d.ID, Title: d.Title, Tier: weight, Severity: d.UsualSeverity(), Threat: string(d.ThreatType), URL: lint.CheckURL(d.ID)}
}
