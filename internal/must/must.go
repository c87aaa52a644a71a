// Package must shortens tests.
package must

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// OK returns the value of a call, given as must.OK(call())(t), and ends the test when the call has failed.
func OK[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// Names returns what lies in a folder.
func Names(t testing.TB, folder string) []string {
	t.Helper()
	var out []string
	for _, e := range OK(os.ReadDir(folder))(t) {
		out = append(out, e.Name())
	}
	return out
}
