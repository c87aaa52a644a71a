// Package rest serves scans over HTTP. Requests are untrusted: they are bounded, scans access no files, and answers quote requests only as
// printable text.
package rest

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/internal/scanservice"
	"github.com/org/mcp-lint/lint"
)

// Scanner runs the scans; it is a *scanservice.Scanner.
type Scanner interface {
	Scan(ctx context.Context, req scanservice.Request) (*lint.Report, detect.Severity, error)
}

// Options configures a server. Zero values mean the defaults.
type Options struct {
	Scanner Scanner
	// CustomChecks are the user's own checks, which Scanner runs as well.
	CustomChecks []detect.DocumentedCheck
	// Token authenticates requests; "" accepts every request whose Host is this machine.
	Token string
	// MaxBody bounds the body of a request, in bytes.
	MaxBody int64
	// MaxHeld bounds the bytes of all bodies in memory: by default eight of full size, 128 MB.
	MaxHeld int64
	// MaxRequests bounds the scans that run, wait or are being answered; further ones are refused and may retry.
	MaxRequests int
	// MaxConnections bounds the connections; further ones wait.
	MaxConnections int
	// HeaderTime is how long a client may take to send the header of a request, BodyTime its body.
	HeaderTime, BodyTime time.Duration
	// ScanTime is the Scanner's time limit, AnswerTime how long a client may take to read the answer.
	ScanTime, AnswerTime time.Duration
	// IdleTime is how long a connection may wait for its next request.
	IdleTime time.Duration
	// GraceTime is how long Serve waits for running requests at the end.
	GraceTime time.Duration
	// Log gets every request; nil logs nothing.
	Log *slog.Logger
}

const (
	// DefaultMaxBody has room for tens of thousands of tools, and is the default limit of files.
	DefaultMaxBody = lint.DefaultFileBytes
	// DefaultScanTime is many times that of a document of DefaultMaxBody.
	DefaultScanTime = 30 * time.Second
	maxHeader       = 16 << 10
)

func (o Options) withDefaults() Options {
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	o.MaxHeld = cmp.Or(o.MaxHeld, 8*o.MaxBody)
	o.MaxRequests = cmp.Or(o.MaxRequests, 256)
	o.MaxConnections = cmp.Or(o.MaxConnections, 1024)
	o.HeaderTime = cmp.Or(o.HeaderTime, 10*time.Second)
	o.BodyTime = cmp.Or(o.BodyTime, 30*time.Second)
	o.ScanTime = cmp.Or(o.ScanTime, DefaultScanTime)
	o.AnswerTime = cmp.Or(o.AnswerTime, 30*time.Second)
	o.IdleTime = cmp.Or(o.IdleTime, time.Minute)
	o.GraceTime = cmp.Or(o.GraceTime, 20*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// ErrCut is returned if requests still ran after GraceTime, and got no answer.
var ErrCut = errors.New("running requests were aborted without an answer")

// Serve answers requests on a listener, which it closes, until ctx is done. It finishes running requests within GraceTime.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	o = o.withDefaults()
	s := &http.Server{
		Handler: New(o), MaxHeaderBytes: maxHeader, DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout: o.HeaderTime,
		// ReadTimeout counts from the start of the header, WriteTimeout from its end.
		ReadTimeout:  o.HeaderTime + o.BodyTime,
		WriteTimeout: o.BodyTime + o.ScanTime + o.AnswerTime,
		IdleTimeout:  o.IdleTime,
		ErrorLog:     slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(netutil.LimitListener(l, o.MaxConnections)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.GraceTime)
	defer cancel()
	if err := s.Shutdown(end); err != nil {
		return errors.Join(ErrCut, s.Close())
	}
	return nil
}
