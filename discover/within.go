package discover

import (
	"fmt"
	"path/filepath"
)

// setWithin takes the folder that nothing is read outside of.
func (w *walker) setWithin(folder string) error {
	if folder == "" {
		return nil
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(w.cwd, folder)
	}
	real, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return fmt.Errorf("the folder that the scan is bound to cannot be had: %w", pathError(folder, err))
	}
	w.within = real
	return nil
}

// repository returns the top of the checkout around a folder, as far as the scan may go: no further than Options.Within.
func (w *walker) repository(abs string) string {
	top := findRepository(abs)
	switch {
	case w.within == "" || top == "" || within(w.within, top):
		return top
	case within(w.within, abs):
		return w.within
	}
	return ""
}
