// Package lex turns source code into tokens in which brackets, blocks and interpolations match: enough to see which strings belong to what,
// without a grammar. It takes linear time, never fails, and keeps no state between calls.
package lex

import "github.com/org/mcp-lint/discover/source"

// Kind says what a token is.
type Kind uint8

// The kinds of Token. White space and comments that document nothing are in no token.
const (
	// Word is an identifier, a keyword, or a name with a sigil ($x, @x, :sym without quotes).
	Word Kind = iota + 1
	// Number is a numeric literal.
	Number
	// String is a string or character literal without interpolation. Body is the text between its delimiters.
	String
	// Chunk is a literal piece of an interpolated string; it stands between an Open and a Close of Shape Quote. Body is the
	// whole token without the line breaks at either end that are not text.
	Chunk
	// Op is an operator or another mark; operators of several characters are one token.
	Op
	// Open and Close delimit a group; Pair leads from one to the other.
	Open
	Close
	// Doc is a documentation comment; one token holds all lines of a run of line comments. Body is the whole token.
	Doc
	// Regex is a regular expression literal.
	Regex
	// Markup is text between tags, as in JSX.
	Markup
	// Line ends a logical line, in languages where a line break can end a statement. It is empty or the line break.
	Line
)

// Shape says what kind of group an Open or Close delimits.
type Shape uint8

// The shapes of groups.
const (
	Paren  Shape = iota + 1 // ( )
	Square                  // [ ]
	Brace                   // { }
	// Block is an indented block (Python); its delimiters are empty tokens.
	Block
	// Quote is an interpolated string: Chunks and Holes.
	Quote
	// Hole is an interpolation in one: ${ }, #{ }, \( ), { }, or an empty pair around the name in "$name".
	Hole
)

// Style says how a literal is decoded. Each language has its own.
type Style uint8

// Token is one token. Offsets are bytes of the file, half open.
type Token struct {
	Kind  Kind
	Shape Shape
	Style Style
	// Indent is how many columns of indentation the lines of a literal lose.
	Indent uint8
	// Start and End are the whole token; Body and BodyEnd the content of a String, Chunk or Doc.
	Start, End    int32
	Body, BodyEnd int32
	// Pair is the index of the matching Close or Open.
	Pair int32
}

// File is a file as tokens. It is for one goroutine. Opens and Closes always match: a closing bracket without a partner is an Op, and an opening one
// without is closed, with an empty token, where the group around it ends.
type File struct {
	Source *source.File
	Tokens []Token
	// Cut is set when a limit ended the file early: what follows the last token was not read.
	Cut bool

	decode func(f *source.File, t Token, b *source.Builder)
	// built makes the texts, one after the other.
	built source.Builder
	// heredocs leads from the markers of heredocs to their bodies, by index (Ruby).
	heredocs map[int32]int32
}

// Raw returns the source of token i.
func (f *File) Raw(i int) []byte { t := &f.Tokens[i]; return f.Source.Data[t.Start:t.End] }

// Is reports whether token i exists and stands as s.
func (f *File) Is(i int, s string) bool {
	return i >= 0 && i < len(f.Tokens) && string(f.Raw(i)) == s
}

// Kind returns the kind of token i, or 0 when there is none.
func (f *File) Kind(i int) Kind {
	if i < 0 || i >= len(f.Tokens) {
		return 0
	}
	return f.Tokens[i].Kind
}

// Opens reports whether token i opens a group of that shape.
func (f *File) Opens(i int, s Shape) bool { return f.Kind(i) == Open && f.Tokens[i].Shape == s }

// Pair returns the index of the partner of bracket i.
func (f *File) Pair(i int) int { return int(f.Tokens[i].Pair) }

// Next returns the index after token i, and after its group when it opens one.
func (f *File) Next(i int) int {
	if f.Tokens[i].Kind == Open {
		return int(f.Tokens[i].Pair) + 1
	}
	return i + 1
}

// Span returns the bytes of tokens [from, to).
func (f *File) Span(from, to int) source.Span {
	if from >= len(f.Tokens) || to <= from {
		at := len(f.Source.Data)
		if from < len(f.Tokens) {
			at = int(f.Tokens[from].Start)
		}
		return source.Span{Start: at, End: at}
	}
	return source.Span{Start: int(f.Tokens[from].Start), End: int(f.Tokens[to-1].End)}
}

// Text returns the decoded content of token i, a String, Chunk or Doc, every byte of which knows its place. Any other token
// stands as it is.
func (f *File) Text(i int) source.Text {
	t := f.Tokens[i]
	switch t.Kind {
	case String, Chunk, Doc:
		f.decode(f.Source, t, &f.built)
		return f.built.Take()
	}
	return source.VerbatimText(f.Source, source.Span{Start: int(t.Start), End: int(t.End)})
}
