//go:build !unix

package cache

import "io/fs"

const openFlags = 0

// untrusted always returns "": file modes do not show permissions here. The user's cache folder is private.
func untrusted(fs.FileInfo) string { return "" }
