package sarif

import (
	gosarif "github.com/owenrumney/go-sarif/v2/sarif"
)

// go-sarif leaves an empty list of suppressions out of a result and writes what one does not say as null. SARIF has both the other
// way: null is no value of these members, and when one result of a run says what suppresses it, all of them have to, if only with an
// empty list (3.27.23). So these types take the place of the library's.

type suppressedLog struct {
	Version string          `json:"version"`
	Schema  string          `json:"$schema"`
	Runs    []suppressedRun `json:"runs"`
}

type suppressedRun struct {
	*gosarif.Run
	Results []suppressedResult `json:"results"`
}

type suppressedResult struct {
	*gosarif.Result
	Suppressions []suppressionObject `json:"suppressions"`
}

type suppressionObject struct {
	Kind          string            `json:"kind"`
	Status        string            `json:"status"`
	Justification string            `json:"justification,omitempty"`
	Location      *gosarif.Location `json:"location,omitempty"`
}

// suppressed returns the log of a run whose results are those of the document.
func (d document) suppressed(run *gosarif.Run) suppressedLog {
	out := suppressedRun{Run: run, Results: []suppressedResult{}}
	for i, r := range d.results {
		res := suppressedResult{run.Results[i], []suppressionObject{}}
		for _, s := range r.suppressions {
			res.Suppressions = append(res.Suppressions, buildSuppression(s))
		}
		out.Results = append(out.Results, res)
	}
	return suppressedLog{string(gosarif.Version210), schemaURI, []suppressedRun{out}}
}

func buildSuppression(s suppression) suppressionObject {
	out := suppressionObject{Kind: "external", Status: "accepted", Justification: s.justification}
	if s.inSource {
		out.Kind = "inSource"
	}
	if s.at != nil {
		out.Location = gosarif.NewLocationWithPhysicalLocation(buildPlace(*s.at))
	}
	return out
}
