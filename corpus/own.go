package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrNoCheckout says that the project's own corpus was not found: it is in the repository, not in the binary.
var ErrNoCheckout = errors.New("the project's own corpus is in its repository, and this folder is not in a checkout of it")

// Own is the project's own corpus, with the files committed beside it.
type Own struct{ files fs.FS }

// FindOwn finds the project's own corpus in the checkout that contains a folder.
func FindOwn(folder string) (Own, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return Own{}, err
	}
	for {
		module, err := os.ReadFile(filepath.Join(folder, "go.mod"))
		if err == nil && bytes.HasPrefix(module, []byte("module github.com/org/mcp-lint\n")) {
			return Own{os.DirFS(filepath.Join(folder, "corpus"))}, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return Own{}, ErrNoCheckout
		}
		folder = above
	}
}

// Corpus returns the entries.
func (o Own) Corpus() (*Corpus, error) {
	c, err := LoadFS(o.files, "data")
	if err != nil {
		return nil, fmt.Errorf("the project's own corpus: %w", err)
	}
	return c, nil
}

// Thresholds returns the committed thresholds, extended to every class of Classes, so that the gate fails for a class without entries.
func (o Own) Thresholds() (Thresholds, error) {
	t, err := readFrom(o.files, "thresholds.json", ReadThresholds)
	return t.withClasses(classes[:]), err
}

// Record returns the committed scorecard.
func (o Own) Record() (Record, error) { return readFrom(o.files, "scorecard.json", ReadRecord) }

func readFrom[T any](files fs.FS, name string, read func(io.Reader) (T, error)) (T, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		var none T
		return none, fmt.Errorf("the project's own corpus: %w", err)
	}
	return read(bytes.NewReader(data))
}
