package scanservice

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/lint"
)

const hidden = `{"tools":[{"name":"t","description":"ab\u200bcd"}]}`

func settings(folder string) (lint.Options, detect.Severity, error) {
	if filepath.Base(folder) == "broken" {
		return lint.Options{}, detect.SeverityNone, errors.New("the settings are broken")
	}
	return lint.Options{Version: "v1"}, detect.SeverityMedium, nil
}

func TestScan(t *testing.T) {
	s := NewScanner(settings, time.Minute, 2)
	dir := t.TempDir()
	file := filepath.Join(dir, "a.json")
	require.NoError(t, os.WriteFile(file, []byte(`{"tools":[{"name":"t","description":"abcd"}]}`), 0o600))

	r, failOn, err := s.Scan(t.Context(), Request{Document: []byte(hidden)})
	require.NoError(t, err)
	assert.Equal(t, detect.SeverityMedium, failOn)
	assert.Len(t, r.Findings, 1)
	assert.Equal(t, "v1", r.Version)

	r, _, err = s.Scan(t.Context(), Request{Folder: dir})
	require.NoError(t, err)
	assert.Empty(t, r.Findings)
	r, _, err = s.Scan(t.Context(), Request{Folder: dir, Paths: []string{"a.json"}, InContext: true, Overlay: map[string][]byte{file: []byte(hidden)}})
	require.NoError(t, err)
	assert.Len(t, r.Findings, 1)

	r, _, err = s.Scan(t.Context(), Request{Document: []byte(hidden), Skip: []string{"unicode.hidden"}})
	require.NoError(t, err)
	assert.Empty(t, r.Findings)
	r, _, err = s.Scan(t.Context(), Request{Document: []byte{}})
	require.ErrorContains(t, err, "empty", "an empty document is no request to scan a folder")
	assert.Nil(t, r)
}

func TestMistakes(t *testing.T) {
	s := NewScanner(settings, time.Minute, 1)
	for name, req := range map[string]Request{
		"unknown check":   {Document: []byte(hidden), Only: []string{"no.such"}},
		"no check left":   {Document: []byte(hidden), Only: []string{"unicode.hidden"}, Skip: []string{"unicode.hidden"}},
		"confidence":      {Document: []byte(hidden), MinConfidence: new(1.5)},
		"needs a lock":    {Document: []byte(hidden), Only: []string{"rugpull.changed"}},
		"no such minimum": {Document: []byte(hidden), MinConfidence: new(-1.0)},
	} {
		_, _, err := s.Scan(t.Context(), req)
		var mistake *MistakeError
		require.ErrorAs(t, err, &mistake, name)
	}
	_, _, err := s.Scan(t.Context(), Request{Folder: "/broken"})
	var mistake *MistakeError
	require.Error(t, err)
	require.NotErrorAs(t, err, &mistake)
	_, _, err = s.Scan(t.Context(), Request{Folder: t.TempDir(), Paths: []string{"nowhere.json"}})
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestWaiting(t *testing.T) {
	s := NewScanner(settings, 20*time.Millisecond, 1)
	s.slots <- struct{}{}
	_, _, err := s.Scan(t.Context(), Request{Document: []byte(hidden)})
	require.ErrorIs(t, err, ErrTimeout)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = s.Scan(ended, Request{Document: []byte(hidden)})
	require.ErrorIs(t, err, context.Canceled)
	<-s.slots
	_, _, err = NewScanner(settings, time.Minute, 1).Scan(t.Context(), Request{Document: []byte(hidden)})
	require.NoError(t, err)
	assert.Empty(t, s.slots)
}

func TestWithin(t *testing.T) {
	assert.True(t, Within("/a", "/a/b"))
	assert.True(t, Within("/a", "/a"))
	assert.True(t, Within("/", "/a"))
	assert.True(t, Within("/a", "/a/..b"))
	assert.False(t, Within("/a", "/ab"))
	assert.False(t, Within("/a/b", "/a"))
}
