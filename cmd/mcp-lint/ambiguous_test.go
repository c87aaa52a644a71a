package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFileNamesAreNoOptions(t *testing.T) {
	for _, c := range []struct {
		args  []string
		files []string
		ok    bool
	}{
		{[]string{"--in-context", "-q", "a.json"}, []string{"a.json"}, true},
		{[]string{"--in-context", "--fail-on=never", "a.json"}, []string{"--fail-on=never", "a.json"}, false},
		{[]string{"--in-context", "--", "--fail-on=never"}, []string{"--fail-on=never"}, true},
		{[]string{"--in-context=true", "-config.json"}, []string{"-config.json"}, false},
		{[]string{"--in-context", "--", "--fail-on=never"}, []string{"--", "--fail-on=never"}, false},
		{[]string{"--in-context", "-"}, []string{"-"}, true}, // taken for the file
		{[]string{"--fail-on=never"}, []string{"--fail-on=never"}, true},
	} {
		exists := func(name string) bool {
			for _, f := range c.files {
				if f == name {
					return true
				}
			}
			return false
		}
		err := refuseFileNames(c.args, exists)
		assert.Equal(t, c.ok, err == nil, "%q: %v", c.args, err)
		if err != nil {
			assert.ErrorContains(t, err, "there is also a file of that name")
		}
	}
}
