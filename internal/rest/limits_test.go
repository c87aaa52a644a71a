package rest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

// running is a running Serve.
type running struct {
	address string
	log     *logged
	// stop cancels its context, and ended is its result.
	stop  context.CancelFunc
	ended chan error
}

func start(t *testing.T, o Options) *running {
	t.Helper()
	l, err := Listen(t.Context(), "127.0.0.1:0", false)
	require.NoError(t, err)
	if o.Scanner == nil {
		o.Scanner = scanner()
	}
	r := &running{address: l.Addr().String(), log: &logged{}, ended: make(chan error, 1)}
	o.Log = r.log.logger()
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	t.Cleanup(stop)
	go func() { r.ended <- Serve(ctx, l, o) }()
	return r
}

// wait returns the result of Serve.
func (r *running) wait(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.ended:
		return err
	case <-time.After(patience):
		require.Fail(t, "the server does not end")
	}
	return nil
}

// raw sends bytes and returns a reader of the answer.
func (r *running) raw(t *testing.T, words string) (net.Conn, *bufio.Reader) {
	t.Helper()
	c, err := net.Dial("tcp", r.address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(patience)))
	_, err = io.WriteString(c, words)
	require.NoError(t, err)
	return c, bufio.NewReader(c)
}

// answer reads one answer.
func answer(t *testing.T, r *bufio.Reader) (status int, header http.Header, body string) {
	t.Helper()
	res, err := http.ReadResponse(r, nil)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, res.Header, string(data)
}

// ask sends bytes and reads one answer.
func (r *running) ask(t *testing.T, words string) (status int, header http.Header, body string) {
	t.Helper()
	_, in := r.raw(t, words)
	return answer(t, in)
}

func post(body string) string {
	return fmt.Sprintf("POST /v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// held is a Scanner whose scans block until they are released or cancelled.
type held struct {
	begun, gone chan struct{}
	release     chan struct{}
}

func hold() *held {
	return &held{begun: make(chan struct{}, 1000), gone: make(chan struct{}, 1000), release: make(chan struct{})}
}

func (h *held) Scan(ctx context.Context, _ scanservice.Request) (*lint.Report, detect.Severity, error) {
	h.begun <- struct{}{}
	select {
	case <-h.release:
		return &lint.Report{}, detect.SeverityMedium, nil
	case <-ctx.Done():
		h.gone <- struct{}{}
		return nil, 0, ctx.Err()
	}
}

func expect(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		require.Fail(t, what)
	}
}

// TestSlowClients checks that an endless header or body does not keep a connection, and that an incomplete body is not scanned.
func TestSlowClients(t *testing.T) {
	r := start(t, Options{HeaderTime: 200 * time.Millisecond, BodyTime: 200 * time.Millisecond})
	for _, words := range []string{"", "POST /v1/sc", "POST /v1/scan HTTP/1.1\r\nHost: localhost\r\nX: "} {
		_, in := r.raw(t, words)
		_, err := io.ReadAll(in) // It ends when the server closes the connection.
		assert.NoError(t, err)
	}
	for _, body := range []string{"Content-Length: 100\r\n\r\n{\"tools\":[", "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"to"} {
		_, in := r.raw(t, "POST /v1/scan HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+body)
		status, _, text := answer(t, in)
		assert.Equal(t, slowBody.status, status, text)
		_, err := io.ReadAll(in)
		assert.NoError(t, err)
	}
	r = start(t, Options{IdleTime: 50 * time.Millisecond})
	_, in := r.raw(t, post(clean))
	status, _, _ := answer(t, in)
	assert.Equal(t, http.StatusOK, status)
	_, err := io.ReadAll(in)
	assert.NoError(t, err, "a connection that waits is closed")
}

// TestScanOutlivesTheTimeForItsBody checks that the body's deadline does not apply to the scan.
func TestScanOutlivesTheTimeForItsBody(t *testing.T) {
	h := hold()
	r := start(t, Options{Scanner: h, HeaderTime: 500 * time.Millisecond, BodyTime: 500 * time.Millisecond})
	_, in := r.raw(t, post(clean))
	expect(t, h.begun, "the scan does not begin")
	select {
	case <-h.gone:
		require.Fail(t, "the time for the body ended the scan")
	case <-time.After(1500 * time.Millisecond):
	}
	close(h.release)
	status, _, _ := answer(t, in)
	assert.Equal(t, http.StatusOK, status)
}

// TestClientGoesAway checks that a scan is cancelled with its client, and its slot is free again.
func TestClientGoesAway(t *testing.T) {
	h := hold()
	r := start(t, Options{Scanner: h, MaxRequests: 1})
	c, _ := r.raw(t, post(clean))
	expect(t, h.begun, "the scan does not begin")
	require.NoError(t, c.Close())
	expect(t, h.gone, "the scan of a client that is gone goes on")
	close(h.release)
	require.Eventually(t, func() bool {
		status, _, _ := r.ask(t, post(clean))
		return status == http.StatusOK
	}, patience, 10*time.Millisecond)
	r.stop()
	require.NoError(t, r.wait(t))
	assert.Contains(t, r.log.String(), "status=499")
}

// TestClientClosesItsSide checks that a client that closes its sending side counts as gone, and gets no answer that looks like success.
func TestClientClosesItsSide(t *testing.T) {
	h := hold()
	r := start(t, Options{Scanner: h})
	c, in := r.raw(t, post(clean))
	expect(t, h.begun, "the scan does not begin")
	require.NoError(t, c.(*net.TCPConn).CloseWrite())
	expect(t, h.gone, "the scan of a client that is gone goes on")
	words, err := io.ReadAll(in)
	require.NoError(t, err)
	assert.Empty(t, string(words))
	r.stop()
	require.NoError(t, r.wait(t))
	assert.Contains(t, r.log.String(), "status=499")
	assert.NotContains(t, r.log.String(), "cause=")
}

// TestNoRoomIsTold checks that a client can send all of a document that does not fit in the store, and is then told to retry.
func TestNoRoomIsAnswered(t *testing.T) {
	r := start(t, Options{MaxHeld: 1 << 10})
	status, header, body := r.ask(t, post(clean+strings.Repeat(" ", 6<<20)))
	assert.Equal(t, busy.status, status, body)
	assert.Equal(t, retryAfter, header.Get("Retry-After"))
}

// TestTooLargeIsAnswered checks that a client can send all of a body that is too large, and then gets the answer; with Expect, it gets the
// answer before.
func TestTooLargeIsAnswered(t *testing.T) {
	r := start(t, Options{MaxBody: 2 << 20})
	words := post(clean + strings.Repeat(" ", 6<<20))
	status, _, body := r.ask(t, words)
	assert.Equal(t, largeBody.status, status, body)
	head, _, _ := strings.Cut(words, "\r\n\r\n")
	status, _, body = r.ask(t, head+"\r\nExpect: 100-continue\r\n\r\n")
	assert.Equal(t, largeBody.status, status, body)
}

// TestTooManyRequests checks that excess requests are refused at once with Retry-After, and others are finished.
func TestTooManyRequests(t *testing.T) {
	h := hold()
	r := start(t, Options{Scanner: h, MaxRequests: 3})
	var waiting []*bufio.Reader
	for range 3 {
		_, in := r.raw(t, post(clean))
		expect(t, h.begun, "a scan does not begin")
		waiting = append(waiting, in)
	}
	for range 3 {
		status, header, body := r.ask(t, post(clean))
		assert.Equal(t, busy.status, status, body)
		assert.Equal(t, retryAfter, header.Get("Retry-After"))
	}
	status, _, _ := r.ask(t, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	assert.Equal(t, http.StatusOK, status, "it still says that it runs")
	close(h.release)
	for _, in := range waiting {
		status, _, _ := answer(t, in)
		assert.Equal(t, http.StatusOK, status)
	}
}

// TestManyConnections checks that excess connections wait until others are closed.
func TestManyConnections(t *testing.T) {
	r := start(t, Options{MaxConnections: 2})
	first, in := r.raw(t, post(clean))
	_, _, _ = answer(t, in)
	_, _, _ = r.ask(t, post(clean))
	_, third := r.raw(t, post(clean))
	require.NoError(t, first.Close())
	status, _, _ := answer(t, third)
	assert.Equal(t, http.StatusOK, status)
}

// TestShutdown checks that running requests are finished and new ones refused.
func TestShutdown(t *testing.T) {
	h := hold()
	r := start(t, Options{Scanner: h})
	_, in := r.raw(t, post(clean))
	_, idle := r.raw(t, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
	_, _, _ = answer(t, idle)
	expect(t, h.begun, "the scan does not begin")
	r.stop()
	_, err := io.ReadAll(idle)
	require.NoError(t, err, "connections without a request are closed")
	require.Eventually(t, func() bool {
		c, err := net.Dial("tcp", r.address)
		if err == nil {
			_ = c.Close()
		}
		return err != nil
	}, patience, time.Millisecond, "it still accepts connections")
	select {
	case err := <-r.ended:
		require.Fail(t, "it ended before its request", "%v", err)
	default:
	}
	close(h.release)
	status, header, _ := answer(t, in)
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, lint.NotJudged, header.Get(verdictHeader))
	require.NoError(t, r.wait(t))
}

// TestShutdownGivesUp checks that a request that does not end is aborted with ErrCut.
func TestShutdownGivesUp(t *testing.T) {
	h := hold()
	r := start(t, Options{Scanner: h, GraceTime: 20 * time.Millisecond})
	_, in := r.raw(t, post(clean))
	expect(t, h.begun, "the scan does not begin")
	r.stop()
	require.ErrorIs(t, r.wait(t), ErrCut)
	expect(t, h.gone, "the scan goes on")
	data, _ := io.ReadAll(in)
	assert.Empty(t, data, "no half of an answer")
}

// TestScansAtOneTime checks that concurrent clients get the reports of their own documents.
func TestScansAtOneTime(t *testing.T) {
	s := serve(t, Options{})
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for k := range 5 {
				name := fmt.Sprintf("tool_%d_%d", i, k)
				r, verdict := s.report(t, "/v1/scan", strings.ReplaceAll(string(poisoned(t)), "get_forecast", name))
				assert.Equal(t, lint.Fails, verdict)
				assert.Equal(t, 3, r.Summary.Findings)
				assert.Equal(t, name, r.Findings[0].Tool)
			}
		})
	}
	wg.Wait()
	h := s.Config.Handler.(*handler)
	assert.Empty(t, h.slots)
	assert.Zero(t, h.store.held.Load())
}

// TestBrokenAnswer checks that a partly written report does not look complete.
func TestBrokenAnswer(t *testing.T) {
	broken := func(context.Context, scanservice.Request) (*lint.Report, detect.Severity, error) {
		// A finding with an invalid primary signal, after more than answerBuffer.
		return &lint.Report{Settings: []string{strings.Repeat("x", 1<<20)}, Findings: []lint.Finding{{Finding: detect.Finding{Primary: -1}}}}, detect.SeverityMedium, nil
	}
	r := start(t, Options{Scanner: scans(broken)})
	_, in := r.raw(t, post(clean))
	data, err := io.ReadAll(in)
	require.NoError(t, err, "the connection is closed")
	assert.Contains(t, string(data), "200 OK")
	assert.Contains(t, string(data), "xxxxx")
	assert.False(t, strings.HasSuffix(string(data), "\r\n0\r\n\r\n"), "the answer ends as if it were whole")
	r.stop()
	require.NoError(t, r.wait(t))
	assert.Contains(t, r.log.String(), "aborted in the middle")
}

// TestSlowReaders checks that a client that does not read its answer is disconnected.
func TestSlowReaders(t *testing.T) {
	huge := func(context.Context, scanservice.Request) (*lint.Report, detect.Severity, error) {
		return &lint.Report{Settings: []string{strings.Repeat("x", 32<<20)}}, detect.SeverityMedium, nil
	}
	r := start(t, Options{Scanner: scans(huge), BodyTime: 100 * time.Millisecond, ScanTime: time.Millisecond, AnswerTime: 100 * time.Millisecond})
	r.raw(t, post(clean))
	require.Eventually(t, func() bool { return strings.Contains(r.log.String(), "aborted in the middle") }, patience, 10*time.Millisecond)
}
