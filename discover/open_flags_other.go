//go:build !unix

package discover

// openFlags are those of unix systems; the others have no FIFOs among their files.
const openFlags = 0
