package discover

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// openBeneath opens a file or folder in one step, where os.Root takes one for each folder on the way and one for each entry of what is listed. It
// returns nil for everything that os.Root has to decide: what leads over a link, cannot be opened, or is asked of an old system.
func (f folder) openBeneath(rel string) *os.File {
	if f.top == nil {
		return nil
	}
	fd, err := unix.Openat2(int(f.top.Fd()), local(rel), &unix.OpenHow{ //nolint:gosec // a descriptor is a small number
		Flags: unix.O_RDONLY | unix.O_CLOEXEC | unix.O_LARGEFILE | openFlags, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS,
	})
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(fd), filepath.Join(f.root.Name(), local(rel))) //nolint:gosec // as above
}
