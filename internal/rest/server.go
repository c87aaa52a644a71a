// Package rest serves scans over HTTP: documents in, reports out. Requests and what they carry are the attacker's, so that all of it is
// bounded, no scan touches a file, and answers hold nothing of a request that is not made printable.
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
	"github.com/org/mcp-lint/internal/door"
	"github.com/org/mcp-lint/lint"
)

// Scanner runs the scans; it is a *door.Scanner.
type Scanner interface {
	Scan(ctx context.Context, req door.Request) (*lint.Report, detect.Severity, error)
}

// Options says what is served and within which bounds. Zero values mean the defaults.
type Options struct {
	Scanner Scanner
	// Own are the checks of the user's own, which Scanner runs as well.
	Own []detect.DocumentedCheck
	// Token is what requests have to bring; "" lets in whoever reaches the address, as long as the request names it as one of this machine.
	Token string
	// MaxBody bounds the body of a request, in bytes.
	MaxBody int64
	// MaxHeld bounds the bytes of all bodies that are held at one time: eight of full size by default, 128 MB.
	MaxHeld int64
	// MaxRequests bounds the scans that run, wait or are being sent; further ones are refused and may retry.
	MaxRequests int
	// MaxConnections bounds the connections; further ones wait until one is closed.
	MaxConnections int
	// HeaderTime is how long a request may take to send its header, BodyTime with its body.
	HeaderTime, BodyTime time.Duration
	// ScanTime is how long the Scanner gives a scan, AnswerTime how long a client may take to read what it is sent.
	ScanTime, AnswerTime time.Duration
	// IdleTime is how long a connection may wait for its next request.
	IdleTime time.Duration
	// GraceTime is how long running requests are waited for at the end.
	GraceTime time.Duration
	// Log gets every request; nil logs nothing.
	Log *slog.Logger
}

const (
	// DefaultMaxBody is room for tens of thousands of tools: what a scan of a file reads by default.
	DefaultMaxBody = lint.DefaultFileBytes
	// DefaultScanTime is many times what a document of DefaultMaxBody takes.
	DefaultScanTime = 30 * time.Second
	// maxHeader bounds the header of a request, which holds nothing long.
	maxHeader = 16 << 10
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

// ErrCut is returned when requests still ran after the time they had to finish, and got no answer.
var ErrCut = errors.New("running requests were aborted without an answer")

// Serve answers requests on a listener, and closes it, until the context ends. Requests that run then are finished, within GraceTime.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	o = o.withDefaults()
	s := &http.Server{
		Handler: New(o), MaxHeaderBytes: maxHeader, DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout: o.HeaderTime,
		// This time counts from the start of the header, the next from its end.
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
	// The context has ended, and what runs has its own time.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.GraceTime)
	defer cancel()
	if err := s.Shutdown(end); err != nil {
		return errors.Join(ErrCut, s.Close())
	}
	return nil
}
