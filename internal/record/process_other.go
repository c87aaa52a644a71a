//go:build !unix

package record

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// terminate does nothing: there is no way to ask a program to exit.
func terminate(*os.Process) {}

// kill ends a program, but not its children.
func kill(p *os.Process) { _ = p.Kill() }
