package source

// Slice returns bytes of the file as a string, as they are. It makes none of its own: all of them are parts of one.
func (f *File) Slice(start, end int) string { return f.text()[start:end] }
