//go:build e2e

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	// loadConnections is how many clients send at one time.
	loadConnections = 64
	// loadRequests is how many requests are sent when MCP_LINT_LOAD does not say otherwise, after a tenth of that to warm up.
	loadRequests = 20_000
	// loadGrowth bounds what the server may have grown by since it was warm. A leak of 1 KB a request is more than that.
	loadGrowth = 16 << 20
)

// load is what many requests came to.
type load struct {
	took   []time.Duration
	errors []error
	wall   time.Duration
}

// send has clients send documents, one after the other each, until so many are answered.
func send(url string, documents [][]byte, requests int) load {
	client := &http.Client{
		Timeout:   time.Minute,
		Transport: &http.Transport{MaxIdleConnsPerHost: loadConnections, MaxConnsPerHost: loadConnections},
	}
	defer client.CloseIdleConnections()
	all := load{took: make([]time.Duration, requests)}
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	begin := time.Now()
	for range loadConnections {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= requests {
					return
				}
				start := time.Now()
				err := sendOne(client, url, documents[i%len(documents)])
				all.took[i] = time.Since(start)
				if err != nil {
					mu.Lock()
					all.errors = append(all.errors, err)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	all.wall = time.Since(begin)
	slices.Sort(all.took)
	return all
}

// sendOne sends one document and looks that a whole report comes back.
func sendOne(client *http.Client, url string, document []byte) error {
	res, err := client.Post(url+"/v1/scan", "application/json", bytes.NewReader(document))
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("status %d: %s", res.StatusCode, body)
	case !bytes.HasSuffix(body, []byte("\n}\n")) || res.Header.Get("Mcp-Lint-Verdict") == "not judged":
		return errors.New("the report is not whole")
	}
	return nil
}

// share is the time within which that share of the requests was answered.
func (l *load) share(part float64) time.Duration { return l.took[int(float64(len(l.took)-1)*part)] }

// resident is the memory that a process has in use, in bytes.
func resident(t *testing.T, pid int) int64 {
	t.Helper()
	_, rest, found := strings.Cut(string(contents(t, fmt.Sprintf("/proc/%d/status", pid))), "VmRSS:")
	require.True(t, found)
	kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	require.NoError(t, err)
	return kb << 10
}

// TestServeLoad has 64 clients send documents: no request fails, and memory does not grow with their number. What it prints with -v is
// for docs/rest.md; MCP_LINT_LOAD=100000 sends that many. Time decides nothing.
func TestServeLoad(t *testing.T) {
	nightly(t)
	requests := loadRequests
	if n := os.Getenv("MCP_LINT_LOAD"); n != "" {
		var err error
		requests, err = strconv.Atoi(n)
		require.NoError(t, err)
	}
	documents := [][]byte{
		[]byte(`{"tools":[{"name":"get_forecast","description":"Returns the forecast for a city.","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city."}}}}]}`),
	}
	for _, name := range []string{"servers/clean/weather/weather.json", "servers/poisoned/weather.json"} {
		documents = append(documents, contents(t, filepath.Join(root(t), "examples", name)))
	}
	s := serving(t, "--quiet")
	warm := send(s.url, documents, requests/10)
	require.Empty(t, warm.errors)
	before := resident(t, s.cmd.Process.Pid)
	all := send(s.url, documents, requests)
	after := resident(t, s.cmd.Process.Pid)
	t.Logf("%d requests by %d clients: %.0f a second, p50 %s, p99 %s, slowest %s, %d errors; memory %.1f MB when warm, %.1f MB at the end",
		requests, loadConnections, float64(requests)/all.wall.Seconds(), all.share(0.5).Round(10*time.Microsecond), all.share(0.99).Round(10*time.Microsecond), all.share(1).Round(10*time.Microsecond),
		len(all.errors), float64(before)/(1<<20), float64(after)/(1<<20))
	for _, document := range documents {
		one := send(s.url, [][]byte{document}, requests/10)
		assert.Empty(t, one.errors)
		t.Logf("%6d bytes: %.0f a second, p50 %s, p99 %s", len(document), float64(len(one.took))/one.wall.Seconds(), one.share(0.5).Round(10*time.Microsecond), one.share(0.99).Round(10*time.Microsecond))
	}
	assert.Empty(t, all.errors)
	assert.Less(t, after-before, int64(loadGrowth), "memory grows with the number of requests")
	s.end(t)
	assert.Empty(t, s.stderr.String())
}
