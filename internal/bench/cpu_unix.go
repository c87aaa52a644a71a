//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has taken, on all processors; ok is false where that is not known.
func cpuTime() (t time.Duration, ok bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
