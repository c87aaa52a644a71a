package main

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestInputsAreTheSame: what is measured is the same in each run, and of the kinds that it is meant to be.
func TestInputsAreTheSame(t *testing.T) {
	a, b := newMaker(), newMaker()
	assert.Equal(t, a.manyTools(20, a.full), b.manyTools(20, b.full))
	assert.Equal(t, a.python(3), b.python(3))
	assert.Less(t, len(encoded(newMaker().short("name"))), 400)
	first, second := t.TempDir(), t.TempDir()
	one, err := a.writeRepository(first, 10)
	require.NoError(t, err)
	two, err := b.writeRepository(second, 10)
	require.NoError(t, err)
	assert.Equal(t, one, two)
}

func TestSinksAreMeasured(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for some seconds")
	}
	var b strings.Builder
	require.NoError(t, run(&b, "sinks"))
	for _, name := range []string{"text", "json", "sarif", "html", "markdown", "github", "gitlab"} {
		assert.Contains(t, b.String(), "\n"+name+" ")
	}
}

// TestEvaluationsAreMeasured: what is written for them is read to its end.
func TestEvaluationsAreMeasured(t *testing.T) {
	var b strings.Builder
	require.NoError(t, evaluations(&rows{&b}, 40))
	assert.Contains(t, b.String(), "corpus eval, 40 tools alone\t")
	assert.Contains(t, b.String(), "corpus eval, 40 tools in registries of 8\t")
	require.ErrorContains(t, run(&b, "nothing"), "there is no part")
}

func TestMachine(t *testing.T) {
	info := "processor\t: 0\nmodel name\t: A  Processor @ 2GHz\nmodel name\t: B\n"
	assert.Equal(t, "A Processor @ 2GHz", processor(func(string) ([]byte, error) { return []byte(info), nil }))
	assert.Empty(t, processor(func(string) ([]byte, error) { return nil, io.EOF }))
}
