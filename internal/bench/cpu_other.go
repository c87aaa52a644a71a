//go:build !unix

package main

import "time"

// cpuTime is the processor time that this process has taken; ok is false where that is not known.
func cpuTime() (t time.Duration, ok bool) { return 0, false }
