//go:build !unix

package record

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// terminate does nothing: there is no way to ask a program to end.
func terminate(*os.Process) {}

// kill ends a program. What it has started may live on.
func kill(p *os.Process) { _ = p.Kill() }
