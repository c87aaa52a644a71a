//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

// openFlags neither follow a link nor block on a pipe.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// untrusted says why others may have written a file or folder, or returns "".
func untrusted(info fs.FileInfo) string {
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
