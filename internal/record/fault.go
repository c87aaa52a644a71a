package record

import "fmt"

// fault is what went wrong, in words of ours and in them alone, so that they can stand in a record.
type fault struct{ text string }

func (e *fault) Error() string { return e.text }

func faultf(format string, args ...any) error { return &fault{fmt.Sprintf(format, args...)} }
