package record

import (
	"cmp"
	"fmt"
	"time"
)

// Options say which server to record, and how. Either Command or URL is set.
type Options struct {
	// Command is a program with its arguments, started without a shell in Folder ("" for the current one), with no environment but Env.
	Command []string
	Folder  string
	Env     []string
	// URL is the address of a server. Headers are sent only to its origin.
	URL     string
	Headers []Header
	// Twice requests the lists a second time, to detect changes; see Recording.Second.
	Twice bool
	// AllowHTTP allows plain HTTP to another machine.
	AllowHTTP bool
	// Client and Version are sent to the server.
	Client, Version string
	// Secrets are values of Env and Headers that no message shows. Values of fewer than four characters are not secrets.
	Secrets []string
	// Limits bound what a server may do.
	Limits Limits
}

// Header is an HTTP header.
type Header struct{ Name, Value string }

// Limits bound what a server may do. Zero means the default.
type Limits struct {
	// Start is how long a server may take to start, Answer to answer a request, Total for everything.
	Start, Answer, Total time.Duration
	// Settle is how long to wait for changes of lists, if the server declares them. A negative value disables that.
	Settle time.Duration
	// Grace is how long a program may take to exit by itself, and again after a request to exit.
	Grace time.Duration
	// MessageBytes bounds one message, Bytes all that is received, KeptBytes all that is recorded.
	MessageBytes, Bytes, KeptBytes int
	// Pages bounds the pages of a list, Items the items of all lists, Messages the messages that are not answers.
	Pages, Items, Messages int
}

// Defaults returns the default limits.
func Defaults() Limits {
	return Limits{
		Start: time.Minute, Answer: 30 * time.Second, Total: 2 * time.Minute, Settle: 500 * time.Millisecond, Grace: 3 * time.Second,
		MessageBytes: 16 << 20, Bytes: 64 << 20, KeptBytes: 12 << 20, Pages: 1000, Items: 10_000, Messages: 10_000,
	}
}

func (l Limits) orDefault() Limits {
	d := Defaults()
	orElse(d.Start, &l.Start)
	orElse(d.Answer, &l.Answer)
	orElse(d.Total, &l.Total)
	orElse(d.Grace, &l.Grace)
	orElse(d.MessageBytes, &l.MessageBytes)
	orElse(d.Bytes, &l.Bytes)
	orElse(d.KeptBytes, &l.KeptBytes)
	orElse(d.Pages, &l.Pages)
	orElse(d.Items, &l.Items)
	orElse(d.Messages, &l.Messages)
	l.Settle = cmp.Or(l.Settle, d.Settle)
	return l
}

func orElse[T cmp.Ordered](otherwise T, v *T) {
	if *v <= *new(T) {
		*v = otherwise
	}
}

func size(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// fault is an error without any of the server's words, so that a record can contain it.
type fault struct{ text string }

func (e *fault) Error() string { return e.text }

func faultf(format string, args ...any) error { return &fault{fmt.Sprintf(format, args...)} }
