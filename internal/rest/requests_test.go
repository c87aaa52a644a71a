package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/internal/golden"
	"github.com/org/mcp-lint/lint"
)

var refusals = []kind{badJSON, badParameter, notAcceptable, unsupported, unknownCheck, nothingToRun}

// TestRequests sends the requests of a file: the status, the type and the verdict of each answer, and what is in it.
func TestRequests(t *testing.T) {
	s := serve(t, Options{})
	bodies := map[string]string{"CLEAN": clean, "ORDERING": ordering, "POISONED": string(poisoned(t))}
	golden.Lines(t, "testdata/requests.txt", func(line string) []string {
		line, body, _ := strings.Cut(line, " < ")
		if known, ok := bodies[body]; ok {
			body = known
		}
		parts := strings.Split(line, " | ")
		method, path, _ := strings.Cut(parts[0], " ")
		var header []string
		for _, h := range parts[1:] {
			name, value, _ := strings.Cut(h, ": ")
			header = append(header, name, value)
		}
		res, content := s.do(t, method, strings.ReplaceAll(path, "ALL", strings.Join(lint.CheckIDs(), ",")), golden.Text(body), header...)
		if res.StatusCode != http.StatusOK {
			var p problem
			require.NoError(t, json.Unmarshal([]byte(content), &p), content)
			k := slices.IndexFunc(refusals, func(k kind) bool { return problemPage+k.name == p.Type })
			require.GreaterOrEqual(t, k, 0, p.Type)
			isProblem(t, refusals[k], res, content)
			out := []string{fmt.Sprintf("%d %s: %s", p.Status, refusals[k].name, p.Detail)}
			if p.Offset != nil {
				out = append(out, fmt.Sprintf("line %d, column %d, offset %d", p.Line, p.Column, *p.Offset))
			}
			if accepted := res.Header.Get("Accept-Post"); accepted != "" {
				out = append(out, "Accept-Post: "+accepted)
			}
			return out
		}
		assert.Equal(t, "Accept", res.Header.Get("Vary"))
		answer := fmt.Sprintf("%d %s, %s", res.StatusCode, res.Header.Get("Content-Type"), res.Header.Get(verdictHeader))
		if res.Header.Get("Content-Type") != "application/json" {
			return []string{answer}
		}
		var r summary
		require.NoError(t, json.Unmarshal([]byte(content), &r))
		return []string{fmt.Sprintf("%s: %d findings and %d below the confidence in %d tools, %d servers", answer, r.Summary.Findings, r.Summary.BelowConfidence, r.Summary.Tools, r.Summary.Servers)}
	})
}

func TestRefusedAddresses(t *testing.T) {
	golden.Lines(t, "testdata/addresses.txt", func(line string) []string {
		address, _ := golden.Snippet(line)
		_, err := Listen(t.Context(), address, false)
		require.Error(t, err, address)
		return []string{err.Error()}
	})
}
