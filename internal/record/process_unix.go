//go:build unix

package record

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts the program into its own process group, so that its children end with it and Ctrl-C reaches only us.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks the process group of a program to exit.
func terminate(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

// kill ends the process group of a program, even if the program itself is gone.
func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
