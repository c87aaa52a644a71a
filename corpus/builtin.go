package corpus

import (
	"embed"
	"fmt"
)

// files holds the project's own corpus and its thresholds and scorecard, so that the gate runs without a checkout.
//
//go:embed data thresholds.json scorecard.json
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

// BuiltinRecord returns the scorecard that is committed with the project's own corpus.
func BuiltinRecord() (Record, error) {
	f, err := files.Open("scorecard.json")
	if err != nil {
		return Record{}, err
	}
	r, err := ReadRecord(f)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return r, err
}
