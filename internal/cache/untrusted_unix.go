//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// openFlags are those with which a file is opened: no link is followed, and nothing waited for.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// foreign says why a file or folder may be of somebody else, or nothing.
func foreign(info fs.FileInfo) string {
	const othersWrite = 0o022
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case ok && int(st.Uid) != os.Geteuid():
		return "it belongs to another user"
	case info.Mode().Perm()&othersWrite != 0:
		return "others may write to it"
	}
	return ""
}
