package corpus

import (
	"embed"
	"fmt"
)

// files holds the project's own corpus and its thresholds, so that the gate runs without a checkout.
//
//go:embed data thresholds.json
var files embed.FS

// Builtin returns the project's own corpus.
func Builtin() (*Corpus, error) {
	c, err := LoadFS(files, "data")
	if err != nil {
		return nil, fmt.Errorf("the corpus that is built in: %w", err)
	}
	return c, nil
}

// BuiltinThresholds returns the thresholds that are committed with the project's own corpus. They name every class of
// Classes, so that a class without entries is an error of the gate.
func BuiltinThresholds() (Thresholds, error) {
	f, err := files.Open("thresholds.json")
	if err != nil {
		return Thresholds{}, err
	}
	t, err := ReadThresholds(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return t.demanding(classes[:]), err
}
