package rest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"

	"golang.org/x/net/netutil"
)

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
