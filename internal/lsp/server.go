// Package lsp shows findings in editors, by the Language Server Protocol: diagnostics where the words stand, quick fixes and
// explanations. It scans through package door and has no detection of its own.
package lsp

import (
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
	"github.com/org/mcp-lint/internal/door"
)

// Options says how a server works.
type Options struct {
	// Scanner scans. It reports settings that cannot be used as a *SettingsError.
	Scanner *door.Scanner
	// Version is that of mcp-lint.
	Version string
	// Own are the checks of the user's own, which the settings hold as well.
	Own []detect.DocumentedCheck
	// CheckConfig returns what is wrong with the content of a configuration file.
	CheckConfig func(data []byte) []Problem
	// Debounce is how long the server waits for further changes before it scans; 0 means a quarter of a second.
	Debounce time.Duration
}

const (
	defaultDebounce = 250 * time.Millisecond
	// parentEvery is how often the server looks whether the process that started it is still there.
	parentEvery = 3 * time.Second
)

// ErrNoShutdown is returned by Serve when a session ended without having been shut down: the protocol has the exit code be 1 then.
var ErrNoShutdown = errors.New("the session ended without a shutdown request")

// server is one session with an editor.
type server struct {
	opts   Options
	stream *frames
	outbox *outbox
	// ended is closed when the session is over: by exit, or since the editor is gone.
	ended chan struct{}
	end   sync.Once

	mu sync.Mutex
	// phase, columns, client and parent are as the client has said.
	phase   phase
	columns encoding
	client  clientCapabilities
	folders []folder
	docs    map[string]*document
	held    int64
	jobs    map[string]*job
	// reported are the messages that were shown, each of them once.
	reported map[string]bool
}

type phase uint8

const (
	starting phase = iota
	running
	shutDown
)

// Serve is a language server on a pair of streams until the editor ends it, its input ends, or the context does. It returns nil when the
// session was shut down before, and ErrNoShutdown when it was not.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opts Options) error {
	if opts.Debounce <= 0 {
		opts.Debounce = defaultDebounce
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		opts: opts, columns: utf16Columns, docs: map[string]*document{}, jobs: map[string]*job{}, reported: map[string]bool{}, ended: make(chan struct{}),
	}
	s.stream = newFrames(in, out, s.messageLost)
	s.outbox = newOutbox(s.stream)
	conn := jsonrpc2.NewConn(s.stream)
	conn.Go(ctx, s.handle)
	go s.outbox.run(ctx)
	select {
	case <-conn.Done():
	case <-s.ended:
	case <-ctx.Done():
	}
	s.over()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopJobs()
	if s.phase != shutDown {
		return ErrNoShutdown
	}
	return nil
}

func (s *server) over() {
	_ = s.stream.Close()
	s.end.Do(func() { close(s.ended) })
}

// watch ends the session when a process is gone. One that cannot be seen from here, as from a container, is not watched.
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
		s.over()
	}()
}

// alive reports whether there is a process.
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
