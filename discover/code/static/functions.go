package static

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/ident"
	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// What a function that makes text of text does.
type textFunc uint8

const (
	// sameText gives back the text it belongs to, or else its first argument.
	sameText textFunc = iota + 1
	// TrimText takes white space away at both ends, trimStart and trimEnd at one.
	TrimText
	trimStart
	trimEnd
	// DedentText takes the common margin of all lines away, marginText up to a bar in each.
	DedentText
	marginText
	// CleanText does what Python does with docstrings.
	CleanText
	// changedText changes the text in a way that is not followed.
	changedText
	// translatedText takes the text of a catalogue, of which its argument is the text in one language or the key.
	translatedText
	// JoinTexts puts the texts of a list together, allTexts those of its arguments.
	JoinTexts
	allTexts
	// FormatText puts texts into a format.
	FormatText
	// FileText is the text of the file that its argument names.
	FileText
	// secondText has a key first and a text second.
	secondText
)

// TextFuncs are the functions of text by their names, in lower case without '!'.
var TextFuncs = wordset.By(map[textFunc]string{
	sameText: `str string tostring to_string to_owned as_str as_ref into freeze clone valueof intern to_s some ok unwrap borrowed optional
		ofnullable string_view c_str pointer ptr stringptr html_safe text raw to_str as_string std_string md
		markdown from owned static tobytes encode decode to_vec lazy`,
	TrimText: "strip trim trimmingcharacters trimspace",
	changedText: `squish lower upper tolowercase touppercase capitalize title replace replaceall replacen gsub sub substring slice removeprefix
		removesuffix str_replace strreplace normalize indent template render substitute safe_substitute`,
	translatedText: "_ gettext nslocalizedstring",
	trimStart:      "lstrip trimstart trimleft ltrim stripleading",
	trimEnd:        "rstrip trimend trimright rtrim chomp striptrailing",
	DedentText:     "dedent trimindent stripindent outdent strip_heredoc formatdoc indoc unindent",
	marginText:     "trimmargin",
	CleanText:      "cleandoc",
	JoinTexts:      "join implode jointostring joined concat_ws",
	allTexts:       "concat strcat concatcp str_concat",
	FormatText:     "format sprintf formatted formatstring",
	FileText: `include_str readfilesync readfile read_text readtext readalltext file_get_contents readstring read_to_string readtextfilesync
		readtextfile` + " " + syntax.EmbedCall,
	secondText: "t tr translate i18n localize",
})

func (r *Evaluator) evalCall(e *syntax.Expr) Value {
	if r.Env != nil && e.Recv != nil && e.Recv.Kind == syntax.Ref && len(e.Args) == 0 {
		// An accessor of the values of a parameter: row.text().
		if ts := r.Follow(e.Scope, e.Recv.Name+"."+e.Name); len(ts) > 0 && ts[0].Expr != nil {
			return r.evalTargets(ts, e)
		}
	}
	if fs := r.Called(e); len(fs) > 0 {
		if v := r.ReturnedTo(e, fs); v.Known() {
			return v
		}
		if arg := fileArg(e); arg != "" {
			return r.Unknown(e, &Reference{Kind: RefReturn, Arg: arg})
		}
		return r.sentenceOf(e, nil)
	}
	name := strings.ToLower(strings.TrimSuffix(e.Name, "!"))
	how, args := TextFuncs[name], Positional(e)
	switch {
	case failing(e.Name):
		return r.Unknown(e, nil)
	case e.Name == "Field":
		// The field of a model: its description is not its text.
		return r.orUnknown(r.Eval(cmp.Or(e.Positional(0), e.Arg("default"))), e)
	case how == 0 && name == "read" && e.Recv != nil && e.Recv.Kind == syntax.Call:
		return r.fileOf(e.Recv)
	case how == 0 && name == "read" && e.Recv != nil && e.Recv.Kind == syntax.Ref:
		if e.Recv.Name == "File" {
			return r.fileOf(e) // of Ruby
		}
		for _, x := range r.Deref(e.Recv) {
			if x.Kind == syntax.Call && x.Name == "open" {
				return r.fileOf(x)
			}
		}
		return r.sentenceOf(e, r.ReferenceToCall(e))
	case how == 0:
		return r.sentenceOf(e, r.ReferenceToCall(e))
	case how == changedText && len(args) == 3 && (strings.HasPrefix(name, "str") || e.Recv != nil && (e.Recv.Name == "re" || e.Recv.Name == "regex")):
		// re.sub(pattern, replacement, text)
		return r.orUnknown(r.Eval(args[2]).markChanged(), e)
	case e.Recv != nil && how != FileText && (e.Recv.Kind != syntax.Ref || how == JoinTexts || how == allTexts || r.isText(e.Recv)):
		return r.apply(how, e, e.Recv, args)
	}
	if p := First(e); how == changedText && p != nil && p.Kind == syntax.Scalar {
		return r.Unknown(e, nil) // name.slice(0, -3) of a name that nothing is known of
	}
	// strings.TrimSpace(x), textwrap.dedent(x), String::from(x): the text is the argument.
	return r.apply(how, e, First(e), rest(e))
}

var failingNames = wordset.Of("error panic fail fatal fatalError raise abort TODO unreachable preconditionFailure bail")

// failing reports whether a function, or what a call constructs, is there to say what went wrong.
func failing(name string) bool {
	return failingNames[strings.TrimSuffix(name, "!")] || strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Error")
}

func (r *Evaluator) isText(e *syntax.Expr) bool {
	v := r.Eval(e)
	return v.Known() || v.IsReference() && !PackageLike(e.Name)
}

var packageLikeNames = wordset.Of(`
	strings fmt textwrap string inspect fs path str util os std.fs file files html dedent cow arc rc box strconv i18n optional stringutils std
	system.string deno bun ptr`)

// PackageLike reports whether a name looks like that of a package or type rather than of a value: strings, fmt, textwrap, String.
func PackageLike(name string) bool { return packageLikeNames[strings.ToLower(name)] }

// First returns the first argument of a call that has no name, or else the first with one, or nil.
func First(e *syntax.Expr) *syntax.Expr {
	if p := e.Positional(0); p != nil {
		return p
	}
	for i := range e.Args {
		if e.Args[i].Value != nil {
			return e.Args[i].Value
		}
	}
	return nil
}

// Positional returns the arguments of a call that have no name.
func Positional(e *syntax.Expr) []*syntax.Expr {
	var out []*syntax.Expr
	for i := range e.Args {
		if a := &e.Args[i]; a.Name == "" && a.Value != nil {
			out = append(out, a.Value)
		}
	}
	return out
}

func rest(e *syntax.Expr) []*syntax.Expr {
	p := Positional(e)
	return p[min(1, len(p)):]
}

// apply returns what a function of text makes of subject and the other arguments.
func (r *Evaluator) apply(how textFunc, e, subject *syntax.Expr, args []*syntax.Expr) Value {
	if subject == nil && how != FileText {
		return r.Unknown(e, nil)
	}
	var change func(Alt) Alt
	switch how {
	case sameText:
		change = func(a Alt) Alt { return a }
	case TrimText, trimStart, trimEnd:
		change = func(a Alt) Alt { return a.trim(how != trimEnd, how != trimStart) }
	case DedentText:
		trim := r.Unit.Lang == lex.Kotlin || r.Unit.Lang == lex.JavaScript
		change = func(a Alt) Alt {
			if a = a.dedent(true, ""); trim {
				a = a.trim(true, true)
			}
			return a
		}
	case CleanText:
		change = Alt.Clean
	case marginText:
		margin := "|"
		if len(args) > 0 && args[0].Kind == syntax.Literal {
			margin = args[0].Text.Value
		}
		change = func(a Alt) Alt { return a.dedent(true, margin).trim(true, true) }
	case translatedText:
		if v := r.Eval(subject); !v.Known() || !ident.Sentence(v.FirstString()) {
			return r.Unknown(e, nil)
		}
		change = func(a Alt) Alt { a.Changed = true; return a }
	case changedText:
		change = func(a Alt) Alt { a.Changed = true; return a }
	case JoinTexts:
		return r.joined(e)
	case allTexts:
		items := Positional(e)
		if e.Recv != nil && !(e.Recv.Kind == syntax.Ref && PackageLike(e.Recv.Name)) {
			items = append([]*syntax.Expr{e.Recv}, items...)
		}
		return r.orUnknown(r.join(items, ""), e)
	case FormatText:
		return r.formatted(e, subject, args)
	case FileText:
		return r.fileOf(e)
	case secondText:
		if len(args) > 0 {
			if v := r.Eval(args[0]); v.Known() {
				if given := Positional(e); len(given) == 2 && given[0].Kind == syntax.Literal && messageKey.MatchString(given[0].Text.Value) {
					return v // a key and the text for it: t("TOOL_READ_DESCRIPTION", "Reads a file.")
				}
				return v.markChanged() // what it says when there is no translation
			}
		}
		return r.sentenceOf(e, nil)
	}
	return r.orUnknown(r.Eval(subject).Each(change), e)
}

var messageKey = regexp.MustCompile(`^[A-Z0-9_]{3,}$`)

// orUnknown is v, or the unknown text of e when v is not text.
func (r *Evaluator) orUnknown(v Value, e *syntax.Expr) Value {
	if len(v.Alts) == 0 {
		return r.Unknown(e, nil)
	}
	return v
}

// joined is the text of a list with separators, in the ways languages write it: ",".join(list), list.join(","), Join(list, ","),
// join(",", list), String.join(",", a, b).
func (r *Evaluator) joined(e *syntax.Expr) Value {
	from := Positional(e)
	if e.Recv != nil && !(e.Recv.Kind == syntax.Ref && PackageLike(e.Recv.Name)) {
		from = append([]*syntax.Expr{e.Recv}, from...)
	}
	for i := range e.Args {
		if a := &e.Args[i]; a.Name != "" && a.Value != nil {
			from = append(from, a.Value)
		}
	}
	var lists [][]*syntax.Expr
	var others []*syntax.Expr
	for _, x := range from {
		switch ls := r.Deref(x); {
		case len(ls) > 0 && ls[0].Kind == syntax.List && x.Kind == syntax.Ref:
			lists = append(lists, slices.Concat(ls[0].Items, r.Writes[x.Name]))
		case len(ls) > 0 && ls[0].Kind == syntax.List:
			lists = append(lists, ls[0].Items)
		case x.Kind == syntax.Call && Transparent[x.Name]:
			lists = append(lists, Positional(x))
		default:
			others = append(others, x)
		}
	}
	sep := ""
	if len(others) > 0 {
		sep = " "
		if s, ok := r.Eval(others[0]).Static(); ok {
			sep = s
		}
	} else if r.Unit.Lang == lex.JavaScript {
		sep = ","
	}
	switch {
	case len(lists) > 0:
		return r.orUnknown(r.join(lists[0], sep), e)
	case len(others) > 2:
		return r.orUnknown(r.join(others[1:], sep), e)
	}
	return r.sentenceOf(e, nil)
}

func (r *Evaluator) formatted(e, subject *syntax.Expr, args []*syntax.Expr) Value {
	v := r.Eval(subject)
	if !v.Known() && e.Recv == subject && First(e) != nil {
		// The format may be the argument although there is a receiver: self.t.format(...), log.Sprintf(...).
		v, args = r.Eval(First(e)), rest(e)
	}
	if !v.Known() {
		return r.orUnknown(v, e)
	}
	mark := byte('%')
	switch r.Unit.Lang {
	case lex.Python, lex.Rust, lex.Cpp, lex.CSharp:
		mark = '{'
	}
	return r.format(v, args, e.Args, mark)
}

// ReturnedTo returns the text that one of several functions returns to a call, with the arguments in place of the parameters.
func (r *Evaluator) ReturnedTo(e *syntax.Expr, fs []*syntax.Func) Value {
	var out Value
	for _, f := range fs {
		out.Add(r.filledIn(r.Returned(f), e, f))
	}
	return out
}

// filledIn replaces the parameters of f in a text by the arguments of a call.
func (r *Evaluator) filledIn(v Value, e *syntax.Expr, f *syntax.Func) Value {
	given := r.Passed(f, Positional(e), e)
	var out Value
	for _, a := range v.Alts {
		if !r.Spend(1 + len(a.Parts)/4) {
			return v
		}
		out.Add(a.Filled(func(h *Hole) Value { return r.Eval(given[h.param]) }))
	}
	return out
}

// sentenceOf is the first sentence among the arguments of a call that is not understood, or else unknown.
func (r *Evaluator) sentenceOf(e *syntax.Expr, w *Reference) Value {
	if len(e.Args) > 6 {
		return r.Unknown(e, w)
	}
	from := slices.DeleteFunc(syntax.Values(e.Args), func(x *syntax.Expr) bool { return x.Kind == syntax.Lambda || x.Kind == syntax.Object })
	if e.Recv != nil && e.Recv.Kind != syntax.Ref {
		from = append(from, e.Recv)
	}
	for _, x := range from {
		if v := r.Eval(x); v.Known() && ident.Sentence(v.Alts[0].Flat()) {
			return v.markChanged()
		}
	}
	return r.Unknown(e, w)
}

// fileOf is the text of the file that a call names by a literal.
func (r *Evaluator) fileOf(e *syntax.Expr) Value {
	var w *Reference
	for x, n := e, 0; x != nil && n < 8 && w == nil; x, n = x.Recv, n+1 {
		var name string
		args := x.Args
		if x.Kind != syntax.Call {
			args = []syntax.Arg{{Value: x}} // (folder / "add.md").read_text()
		}
		if r.fileName(args, &name, 0); name != "" {
			w = &Reference{Kind: RefFile, Path: name}
		}
	}
	return r.Unknown(e, w)
}

// fileName finds the literal that names a file among arguments: the last parts of a path that is put together.
func (r *Evaluator) fileName(args []syntax.Arg, name *string, depth int) {
	for i := range args {
		x := args[i].Value
		switch {
		case x == nil || args[i].Name == "encoding":
		case x.Kind == syntax.Literal:
			if s := x.Text.Value; strings.ContainsAny(s, "./") && len(s) < 300 && !ident.Sentence(s) {
				if *name != "" && !strings.HasSuffix(*name, "/") {
					*name += "/"
				}
				*name += s
			} else if *name == "" && s != "utf8" && s != "utf-8" && s != "r" && ident.NameLike(s) && depth > 0 {
				*name = s
			}
		case depth >= 4:
		case x.Kind == syntax.Call:
			r.fileName(x.Args, name, depth+1)
		case x.Kind == syntax.Other || x.Kind == syntax.Concat:
			for _, item := range x.Items {
				r.fileName([]syntax.Arg{{Value: item}}, name, depth+1)
			}
		case x.Kind == syntax.Ref:
			for _, y := range r.Deref(x) {
				if y.Kind == syntax.Literal || y.Kind == syntax.Call || y.Kind == syntax.Other {
					r.fileName([]syntax.Arg{{Value: y}}, name, depth+1)
				}
			}
		}
	}
}
