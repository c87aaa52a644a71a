package sarif

import gosarif "github.com/owenrumney/go-sarif/v2/sarif"

// go-sarif leaves an empty list of suppressions out of a result and writes what one does not say as null. SARIF has both the other
// way: null is no value of these members, and when one result of a run says what suppresses it, all of them have to, if only with an
// empty list (3.27.23). So these types take the place of the library's.

type suppressedLog struct {
	*gosarif.Report
	Runs []suppressedRun `json:"runs"`
}

type suppressedRun struct {
	*gosarif.Run
	Results []suppressedResult `json:"results"`
}

type suppressedResult struct {
	*gosarif.Result
	Suppressions []suppression `json:"suppressions"`
}

type suppression struct {
	Kind          string            `json:"kind"`
	Status        string            `json:"status"`
	Justification string            `json:"justification,omitempty"`
	Location      *gosarif.Location `json:"location,omitempty"`
}
