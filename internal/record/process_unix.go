//go:build unix

package record

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes the program the head of a group of processes, so that what it starts ends with it, and so that ctrl-C is ours to handle.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks the group of a program to end.
func terminate(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// kill ends the group of a program, of which the program itself may be gone.
func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
