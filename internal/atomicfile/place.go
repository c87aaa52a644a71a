package atomicfile

import (
	"bufio"
	"errors"
	"os"
)

// Place is Replace for what may be lost when the machine stops, and for nobody but its owner. The data is in parts.
func Place(root *os.Root, rel string, parts ...[]byte) error {
	n, err := create(root, rel)
	if err != nil {
		return err
	}
	const owner = 0o600
	err = n.file.Chmod(owner)
	to := bufio.NewWriterSize(n.file, 256<<10)
	for _, part := range parts {
		if err == nil {
			_, err = to.Write(part)
		}
	}
	if err = errors.Join(err, to.Flush()); err == nil {
		err = n.settle()
	}
	if err != nil {
		n.discard()
	}
	return err
}
