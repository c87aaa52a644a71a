package config

import "fmt"

// MaxProblems bounds how many mistakes in one file are told.
const MaxProblems = 20

// Error says what is wrong in a configuration file, and where.
type Error struct {
	// Line counts from 1; it is 0 when the file as a whole is wrong.
	Line   int
	Reason string
	// Key is set for an unknown key, check or word; Known are those there are.
	Key   string
	Known []string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return e.Reason
}

// Problems are all mistakes in a configuration file, in the order of lines, up to MaxProblems. There is at least one.
type Problems []*Error

func (p Problems) Error() string {
	switch len(p) {
	case 0:
		return "nothing is wrong"
	case 1:
		return p[0].Error()
	}
	return fmt.Sprintf("%v (and %d more)", p[0], len(p)-1)
}

// Unwrap returns the mistakes, so that errors.As finds the first *Error.
func (p Problems) Unwrap() []error {
	out := make([]error, len(p))
	for i, e := range p {
		out[i] = e
	}
	return out
}
