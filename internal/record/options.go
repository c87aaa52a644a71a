package record

import (
	"cmp"
	"fmt"
	"time"
)

// Options say which server to record, and how. Command or URL is given.
type Options struct {
	// Command is a program with its arguments, which is started without a shell, in Folder ("" for the current one), with nothing but Env.
	Command []string
	Folder  string
	Env     []string
	// URL is the address of a server, and Headers are sent to its origin and nowhere else.
	URL     string
	Headers []Header
	// Twice has the lists asked for a second time, to see whether they stay as they are; see Recording.Second.
	Twice bool
	// AllowHTTP lets a URL be plain HTTP to another machine.
	AllowHTTP bool
	// Client is the name by which the server knows the client, and Version its version.
	Client, Version string
	// Secrets are words that no message shows: values of Env and Headers. What is shorter than four characters is no secret.
	Secrets []string
	// Limits bound what a server may do.
	Limits Limits
}

// Header is a header of HTTP requests.
type Header struct{ Name, Value string }

// Limits bound what a server may do. Zero stands for the default.
type Limits struct {
	// Start is how long a server may take until it has introduced itself, Answer until it answers one request, Total for everything.
	Start, Answer, Total time.Duration
	// Settle is how long to wait for lists to change, where a server declares that they do. Below zero nothing is asked for again.
	Settle time.Duration
	// Grace is how long a program may take to end by itself, and then again when it is asked to.
	Grace time.Duration
	// MessageBytes bounds one message, Bytes all that is received, KeptBytes what is written down.
	MessageBytes, Bytes, KeptBytes int
	// Pages bounds the pages of a list, Items the items of all lists, Messages what is received beside answers.
	Pages, Items, Messages int
}

// Defaults are the limits that hold where none are given.
func Defaults() Limits {
	return Limits{
		Start: time.Minute, Answer: 30 * time.Second, Total: 2 * time.Minute, Settle: 500 * time.Millisecond, Grace: 3 * time.Second,
		MessageBytes: 16 << 20, Bytes: 64 << 20, KeptBytes: 12 << 20, Pages: 1000, Items: 10_000, Messages: 10_000,
	}
}

// orDefault fills in what is not given.
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

// size writes a number of bytes for people.
func size(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// some writes a number of things for people.
func some(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// fault is what went wrong, in words of ours and in them alone, so that they can stand in a record.
type fault struct{ text string }

func (e *fault) Error() string { return e.text }

func faultf(format string, args ...any) error { return &fault{fmt.Sprintf(format, args...)} }
