//go:build unix

package discover

import "syscall"

// openFlags keep the opening of a FIFO that took a file's place meanwhile from waiting for a writer.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOCTTY
