package check

import (
	"github.com/org/mcp-lint/detect"
)

// findParameter finds orders to fill a parameter with what is not input: "the full conversation so far", "the instructions you
// run under". No verb is needed: what a parameter is said to hold, the model puts there.
func findParameter(p *prose) []hit {
	switch p.field.Role {
	case detect.RoleParameterDescription, detect.RoleParameterTitle, detect.RoleDefault, detect.RoleEnum, detect.RoleDescription:
	default:
		return nil
	}
	if p.tool.Kind == detect.KindServer || !p.mayDemand() {
		return nil
	}
	var found []demand
	for _, d := range p.parameterDemands() {
		if d.plain {
			found = append(found, d)
		}
	}
	if len(found) == 0 {
		return nil
	}
	var hits []hit
	for _, d := range newPurpose(*p.tool).unexplained(found) {
		c := 0.5
		if d.whole {
			c = 0.6
		}
		hits = append(hits, hit{d.from, d.to, c, "orders the model to fill a parameter with what it was not given as input", detect.ThreatExfiltration})
	}
	return hits
}
