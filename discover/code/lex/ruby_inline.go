package lex

// Inlined returns the file with each heredoc's body in place of its marker, so that a reader meets every string where the
// code uses it. Tokens are not in rising order of offset then. A file without heredocs is returned as it is.
func (f *File) Inlined() *File {
	if len(f.heredocs) == 0 {
		return f
	}
	in := &File{Source: f.Source, Tokens: make([]Token, 0, len(f.Tokens)), Cut: f.Cut, decode: f.decode}
	moved := make([]int32, len(f.Tokens)) // where each token went
	isBody := map[int32]bool{}
	for _, b := range f.heredocs {
		isBody[b] = true
	}
	put := func(i int) {
		moved[i] = int32(len(in.Tokens))
		in.Tokens = append(in.Tokens, f.Tokens[i])
	}
	// A body may hold markers, whose bodies may stand behind it.
	var inline func(i, to int)
	inline = func(i, to int) {
		for i < to {
			b, marker := f.heredocs[int32(i)]
			switch {
			case isBody[int32(i)]:
				i = f.Next(i)
				continue
			case marker:
				put(int(b))
				inline(int(b)+1, f.Next(int(b)))
			default:
				put(i)
			}
			i++
		}
	}
	inline(0, len(f.Tokens))
	for i := range in.Tokens {
		if t := &in.Tokens[i]; t.Kind == Open || t.Kind == Close {
			t.Pair = moved[t.Pair]
		}
	}
	return in
}
