// Package hint gives errors a second sentence, which says what to do.
package hint

import (
	"errors"
	"fmt"
	"strings"
)

// Error is an error with a hint, which may be empty.
type Error struct {
	error
	Hint string
}

func (e *Error) Unwrap() error { return e.error }

// Add adds a hint to an error.
func Add(err error, words string) error { return &Error{err, words} }

// Errorf is fmt.Errorf with a hint.
func Errorf(words, format string, args ...any) error { return Add(fmt.Errorf(format, args...), words) }

// Of returns the hint of an error, or "".
func Of(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Hint
	}
	return ""
}

// Join joins two hints, of which either may be empty.
func Join(a, b string) string { return strings.TrimSpace(a + " " + b) }
