// Package lsp is a language server: diagnostics at the flagged text, quick fixes and explanations of checks. It scans through package door
// and has no detection of its own.
package lsp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
)

// Options configures a server.
type Options struct {
	// Scanner runs the scans. It returns a *SettingsError for settings that cannot be used.
	Scanner *scanservice.Scanner
	// Version is the version of mcp-lint.
	Version string
	// CustomChecks are the user's own checks, which the settings contain as well.
	CustomChecks []detect.DocumentedCheck
	// CheckConfig returns the mistakes in a configuration file.
	CheckConfig func(data []byte) []Problem
	// Debounce is how long the server waits for further changes before it scans; 0 means 250 ms.
	Debounce time.Duration
}

const (
	defaultDebounce = 250 * time.Millisecond
	// parentEvery is how often the server checks that the editor's process exists.
	parentEvery = 3 * time.Second
)

// ErrNoShutdown is returned by Serve if a session ends without a shutdown request; the protocol requires exit code 1 then.
var ErrNoShutdown = errors.New("the session ended without a shutdown request")

// server is a session with an editor.
type server struct {
	opts   Options
	stream *frames
	outbox *outbox
	// ended is closed when the session ends, by exit or because the editor is gone.
	ended chan struct{}
	end   sync.Once

	mu sync.Mutex

	phase   phase
	columns encoding
	client  clientCapabilities
	folders folders
	docs    documents
	jobs    map[string]*job
	notices notices
}

type phase uint8

const (
	starting phase = iota
	running
	shutDown
)

// Serve runs a language server until the editor ends the session, the input ends, or ctx is done. It returns ErrNoShutdown if the session was
// not shut down before.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) error {
	if opts.Debounce <= 0 {
		opts.Debounce = defaultDebounce
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		opts: opts, columns: utf16Columns, docs: documents{byURI: map[string]*document{}}, jobs: map[string]*job{}, ended: make(chan struct{}),
	}
	s.stream = &frames{in: bufio.NewReaderSize(in, maxHeaderLine), out: out, lost: s.messageLost}
	s.outbox = &outbox{stream: s.stream, waiting: map[string]*outgoing{}, ready: make(chan struct{}, 1)}
	s.notices = notices{outbox: s.outbox, shown: map[string]bool{}}
	conn := jsonrpc2.NewConn(s.stream)
	conn.Go(ctx, s.handle)
	go s.outbox.run(ctx)
	select {
	case <-conn.Done():
	case <-s.ended:
	case <-ctx.Done():
	}
	s.terminate()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopJobs()
	if s.phase != shutDown {
		return ErrNoShutdown
	}
	return nil
}

func (s *server) terminate() {
	_ = s.stream.Close()
	s.end.Do(func() { close(s.ended) })
}

// watch ends the session when a process exits. A process that is not visible, as from inside a container, is not watched.
func (s *server) watch(pid int) {
	if pid <= 0 || !alive(pid) {
		return
	}
	go func() {
		for alive(pid) {
			select {
			case <-s.ended:
				return
			case <-time.After(parentEvery):
			}
		}
		s.terminate()
	}()
}

func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }()
	if runtime.GOOS != "windows" {
		err = p.Signal(syscall.Signal(0))
	}
	return err == nil || errors.Is(err, os.ErrPermission)
}
