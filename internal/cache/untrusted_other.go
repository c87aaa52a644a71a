//go:build !unix

package cache

import "io/fs"

const openFlags = 0

// foreign says nothing: who may write where is not told by the modes of files here. The folder of the user's caches is the user's own.
func foreign(fs.FileInfo) string { return "" }
