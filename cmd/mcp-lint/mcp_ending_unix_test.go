//go:build unix

package main

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const mcpHello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}` + "\n"

// TestMCPSignals tells a server that waits for requests to end.
func TestMCPSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			cmd := started(t, "mcp", "--root", t.TempDir())
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			_, err = io.WriteString(in, mcpHello)
			require.NoError(t, err)
			line, err := bufio.NewReader(out).ReadString('\n')
			require.NoError(t, err)
			assert.Contains(t, line, "serverInfo")
			require.NoError(t, cmd.Process.Signal(sig))
			assert.Equal(t, 128+int(sig), exitCode(t, cmd))
			assert.Empty(t, stderr.String())
		})
	}
}

// TestMCPEnd ends the input, also before anything came.
func TestMCPEnd(t *testing.T) {
	for name, input := range map[string]string{"nothing": "", "a session": mcpHello, "garbage": "\x00\nno\n"} {
		t.Run(name, func(t *testing.T) {
			cmd := started(t, "mcp", "--root", t.TempDir())
			var stdout, stderr bytes.Buffer
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &stdout, &stderr
			require.NoError(t, cmd.Start())
			assert.Zero(t, exitCode(t, cmd))
			assert.Empty(t, stderr.String())
			for line := range strings.Lines(stdout.String()) {
				assert.True(t, strings.HasPrefix(line, `{"jsonrpc":"2.0",`), "%q is no protocol", line)
			}
		})
	}
}

func TestMCPUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"does not exist":       {"mcp", "--root", "/no/such/folder"},
		"takes no argument":    {"mcp", "folder"},
		"--timeout cannot be":  {"mcp", "--timeout", "0s"},
		"unknown flag: --rote": {"mcp", "--rote", "x"},
	} {
		out, errs, code := runHere(t, args...)
		assert.Equal(t, exitUsage, code, want)
		assert.Empty(t, out)
		assert.Contains(t, errs, want)
	}
}
