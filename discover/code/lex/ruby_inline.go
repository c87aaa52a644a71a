package lex

// Inlined returns the file with each heredoc's body in place of its marker, so that a reader meets every string where the
// code uses it. Tokens are not in rising order of offset then. A file without heredocs is returned as it is.
func (f *File) Inlined() *File {
	if len(f.heredocs) == 0 {
		return f
	}
	in := inliner{f: f, out: make([]Token, 0, len(f.Tokens)), at: make([]int32, len(f.Tokens)), body: map[int32]bool{}}
	for _, b := range f.heredocs {
		in.body[b] = true
	}
	in.copy()
	for i := range in.out {
		if t := &in.out[i]; t.Kind == Open || t.Kind == Close {
			t.Pair = in.at[t.Pair]
		}
	}
	return &File{Source: f.Source, Tokens: in.out, Cut: f.Cut, decode: f.decode}
}

// inliner copies tokens in another order.
type inliner struct {
	f    *File
	out  []Token
	at   []int32 // where each token went
	body map[int32]bool
}

// copy appends all tokens. A body may hold markers, whose bodies may stand behind it.
func (in *inliner) copy() {
	type rest struct{ i, to int }
	stack := []rest{{0, len(in.f.Tokens)}}
	for len(stack) > 0 {
		r := &stack[len(stack)-1]
		switch b, marker := in.f.heredocs[int32(r.i)]; {
		case r.i >= r.to:
			stack = stack[:len(stack)-1]
		case in.body[int32(r.i)]:
			r.i = in.f.Next(r.i)
		case marker:
			r.i++
			in.put(int(b))
			stack = append(stack, rest{int(b) + 1, in.f.Next(int(b))})
		default:
			in.put(r.i)
			r.i++
		}
	}
}

// put appends token i.
func (in *inliner) put(i int) {
	in.at[i] = int32(len(in.out))
	in.out = append(in.out, in.f.Tokens[i])
}
