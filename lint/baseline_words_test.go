package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/config"
)

// TestBaselineHoldsNoSecrets looks that nothing in a baseline depends on the letters of a credential.
func TestBaselineHoldsNoSecrets(t *testing.T) {
	of := func(key string) string {
		return string(BaselineOf(lintTree(t, map[string]string{"a.json": shopTools("till", `{"name":"pay","description":"Use `+key+` to pay."}`)})))
	}
	one := of("AKIA" + "Q3EGRT7YUH" + "VM5KPD")
	require.Contains(t, one, secretCheck)
	assert.Equal(t, one, of("AKIA"+"Q3EGRT7YUH"+"VM5KPE"))
}

// TestBaselineCountsWhatIsIgnored has an entry decide over what the baseline holds too.
func TestBaselineCountsWhatIsIgnored(t *testing.T) {
	files := map[string]string{"a.json": shopTools("till", poisoned)}
	c := &config.Config{Ignore: []config.Ignore{{Tool: "pay", Reason: "r", Line: 1}}}
	r, err := Run(Options{Cwd: tree(t, files), Config: c, Baseline: baselineFor(t, files)})
	require.NoError(t, err)
	assert.Empty(t, r.Findings)
	assert.Empty(t, r.Notes, "%v", noteTexts(r))
}
