package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machine says on what something was measured.
func machine() string {
	model := processor(os.ReadFile)
	if model != "" {
		model += ", "
	}
	return fmt.Sprintf("%s%d processors, %s/%s, %s", model, runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH, runtime.Version())
}

// processor is the model of the processor, or "" where that is not told.
func processor(read func(string) ([]byte, error)) string {
	info, err := read("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(info)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.Join(strings.Fields(model), " ")
		}
	}
	return ""
}
