package code

import (
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
	"github.com/org/mcp-lint/internal/wordset"
)

// What a function that makes text of text does.
type textFunc uint8

const (
	// sameText gives back the text it belongs to, or else its first argument.
	sameText textFunc = iota + 1
	trimText
	trimStart
	trimEnd
	dedentText
	cleanText
	marginText
	// looseText changes the text in a way that is not followed.
	looseText
	joinTexts
	allTexts
	formatText
	fileText
	// secondText has a key first and a text second.
	secondText
)

// textFuncs are the functions of text by their names, in lower case without '!'.
var textFuncs = byWord(map[textFunc]string{
	sameText: `str string tostring to_string to_owned as_str as_ref into freeze clone valueof intern to_s some ok unwrap borrowed optional
		ofnullable string_view c_str pointer ptr stringptr html_safe text raw to_str as_string nslocalizedstring gettext _ std_string md
		markdown from owned static tobytes encode decode to_vec lazy`,
	trimText: "strip trim trimmingcharacters trimspace",
	looseText: `squish lower upper tolowercase touppercase capitalize title replace replaceall replacen gsub sub substring slice removeprefix
		removesuffix str_replace strreplace normalize indent template render substitute safe_substitute`,
	trimStart:  "lstrip trimstart trimleft ltrim stripleading",
	trimEnd:    "rstrip trimend trimright rtrim chomp striptrailing",
	dedentText: "dedent trimindent stripindent outdent strip_heredoc formatdoc indoc unindent",
	marginText: "trimmargin",
	cleanText:  "cleandoc",
	joinTexts:  "join implode jointostring joined concat_ws",
	allTexts:   "concat strcat concatcp str_concat",
	formatText: "format sprintf formatted formatstring",
	fileText: `include_str readfilesync readfile read_text readtext readalltext file_get_contents readstring read_to_string readtextfilesync
		readtextfile` + " " + syntax.EmbedCall,
	secondText: "t tr translate i18n localize",
})

// evalCall is the text that a call gives.
func (r *reader) evalCall(e *syntax.Expr) value {
	if r.env != nil && e.Recv != nil && e.Recv.Kind == syntax.Ref && len(e.Args) == 0 {
		// An accessor of what stands for a parameter: row.text().
		if ts := r.follow(e.Scope, e.Recv.Name+"."+e.Name); len(ts) > 0 && ts[0].expr != nil {
			return r.evalTargets(ts, e)
		}
	}
	if fs := r.called(e); len(fs) > 0 {
		if v := r.returnedTo(e, fs); v.known() {
			return v
		}
		if arg := fileArg(e); arg != "" {
			return r.unknown(e, &wish{kind: wishReturn, arg: arg})
		}
		return r.sentenceOf(e, nil)
	}
	if failing(e.Name) {
		return r.unknown(e, nil)
	}
	if e.Name == "Field" {
		// The field of a model: its description is not its text.
		p := e.Positional(0)
		if p == nil {
			p = e.Arg("default")
		}
		return r.or(r.eval(p), e)
	}
	name := strings.ToLower(strings.TrimSuffix(e.Name, "!"))
	how := textFuncs[name]
	if how == 0 {
		if name == "read" && e.Recv != nil && e.Recv.Kind == syntax.Call {
			return r.fileOf(e.Recv)
		}
		return r.sentenceOf(e, r.wishForCall(e))
	}
	if p := positional(e); how == looseText && len(p) == 3 && (strings.HasPrefix(name, "str") || e.Recv != nil && (e.Recv.Name == "re" || e.Recv.Name == "regex")) {
		// re.sub(pattern, replacement, text)
		return r.or(r.eval(p[2]).loosen(), e)
	}
	if e.Recv != nil && e.Recv.Kind == syntax.Ref && !r.isText(e.Recv) && (how != joinTexts && how != allTexts) {
		// strings.TrimSpace(x), textwrap.dedent(x), String::from(x): the text is the argument.
		return r.apply(how, e, first(e), rest(e))
	}
	if e.Recv != nil && how != fileText {
		return r.apply(how, e, e.Recv, positional(e))
	}
	return r.apply(how, e, first(e), rest(e))
}

var failingNames = wordset.Of("error panic fail fatal fatalError raise abort TODO unreachable preconditionFailure bail")

// failing reports whether a function, or what a call constructs, is there to say what went wrong.
func failing(name string) bool {
	return failingNames[strings.TrimSuffix(name, "!")] || strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Error")
}

// isText reports whether a name stands for a text.
func (r *reader) isText(e *syntax.Expr) bool {
	v := r.eval(e)
	return v.known() || v.wished() && len(r.u.File.Data) > 0 && !packageLike(e.Name)
}

var packageLikeNames = wordset.Of(`
	strings fmt textwrap string inspect fs path str util os std.fs file files html dedent cow arc rc box strconv i18n optional stringutils std
	system.string deno bun ptr`)

// packageLike reports whether a name looks like that of a package or type rather than of a value: strings, fmt, textwrap, String.
func packageLike(name string) bool { return packageLikeNames[strings.ToLower(name)] }

func first(e *syntax.Expr) *syntax.Expr {
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

// positional lists the arguments without names.
func positional(e *syntax.Expr) []*syntax.Expr {
	var out []*syntax.Expr
	for i := range e.Args {
		if a := &e.Args[i]; a.Name == "" && a.Value != nil {
			out = append(out, a.Value)
		}
	}
	return out
}

// rest lists the arguments without names after the first.
func rest(e *syntax.Expr) []*syntax.Expr {
	if p := positional(e); len(p) > 1 {
		return p[1:]
	}
	return nil
}

// apply is what a function of text makes of subject and the arguments beside it.
func (r *reader) apply(how textFunc, e, subject *syntax.Expr, args []*syntax.Expr) value {
	if subject == nil {
		return r.unknown(e, nil)
	}
	switch how {
	case sameText:
		return r.or(r.eval(subject), e)
	case trimText, trimStart, trimEnd:
		return r.or(r.eval(subject).each(func(a alt) alt { return a.trim(how != trimEnd, how != trimStart) }), e)
	case dedentText:
		trim := r.u.Lang == lex.Kotlin || r.u.Lang == lex.JavaScript
		return r.or(r.eval(subject).each(func(a alt) alt {
			if a = a.dedent(true, ""); trim {
				a = a.trim(true, true)
			}
			return a
		}), e)
	case cleanText:
		return r.or(r.eval(subject).each(alt.clean), e)
	case marginText:
		margin := "|"
		if len(args) > 0 && args[0].Kind == syntax.Literal {
			margin = args[0].Text.Value
		}
		return r.or(r.eval(subject).each(func(a alt) alt { return a.dedent(true, margin).trim(true, true) }), e)
	case looseText:
		return r.or(r.eval(subject).loosen(), e)
	case joinTexts:
		return r.joined(e)
	case allTexts:
		items := positional(e)
		if e.Recv != nil && !(e.Recv.Kind == syntax.Ref && packageLike(e.Recv.Name)) {
			items = append([]*syntax.Expr{e.Recv}, items...)
		}
		return r.or(r.join(items, ""), e)
	case formatText:
		return r.formatted(e, subject, args)
	case fileText:
		return r.fileOf(e)
	case secondText:
		if len(args) > 0 {
			if v := r.eval(args[0]); v.known() {
				if given := positional(e); len(given) == 2 && given[0].Kind == syntax.Literal && isMessageKey(given[0].Text.Value) {
					return v // a key and the text for it: t("TOOL_READ_DESCRIPTION", "Reads a file.")
				}
				return v.loosen() // what it says when there is no translation
			}
		}
		return r.sentenceOf(e, nil)
	}
	return r.unknown(e, nil)
}

// or is v, or the unknown text of e when v is no text.
func (r *reader) or(v value, e *syntax.Expr) value {
	if len(v.alts) == 0 {
		return r.unknown(e, nil)
	}
	return v
}

// joined is the text of a list with separators, in the ways languages write it: ",".join(list), list.join(","), Join(list, ","),
// join(",", list), String.join(",", a, b).
func (r *reader) joined(e *syntax.Expr) value {
	args := positional(e)
	for i := range e.Args {
		if a := &e.Args[i]; a.Name != "" && a.Value != nil {
			args = append(args, a.Value)
		}
	}
	var lists, others []*syntax.Expr
	put := func(x *syntax.Expr) {
		if ls := r.deref(x); len(ls) > 0 && ls[0].Kind == syntax.List {
			l := ls[0]
			if w := r.writes[x.Name]; x.Kind == syntax.Ref && len(w) > 0 {
				l = &syntax.Expr{Kind: syntax.List, Span: l.Span, Scope: l.Scope, Items: append(l.Items[:len(l.Items):len(l.Items)], w...)}
			}
			lists = append(lists, l)
			return
		}
		if x.Kind == syntax.Call && transparent[x.Name] {
			lists = append(lists, &syntax.Expr{Kind: syntax.List, Span: x.Span, Items: positional(x), Scope: x.Scope})
			return
		}
		others = append(others, x)
	}
	if e.Recv != nil && !(e.Recv.Kind == syntax.Ref && packageLike(e.Recv.Name)) {
		put(e.Recv)
	}
	for _, a := range args {
		put(a)
	}
	sep := ""
	if len(others) > 0 {
		if s, ok := r.eval(others[0]).static(); ok {
			sep = s
		} else {
			sep = " "
		}
	} else if r.u.Lang == lex.JavaScript {
		sep = ","
	}
	switch {
	case len(lists) > 0:
		return r.or(r.join(lists[0].Items, sep), e)
	case len(others) > 2:
		return r.or(r.join(others[1:], sep), e)
	}
	return r.sentenceOf(e, nil)
}

// formatted is the text of a format with its arguments put in.
func (r *reader) formatted(e, subject *syntax.Expr, args []*syntax.Expr) value {
	v := r.eval(subject)
	if !v.known() {
		// The format may be the argument although there is a receiver: self.t.format(...), log.Sprintf(...).
		if e.Recv == subject && first(e) != nil {
			subject, args = first(e), rest(e)
			v = r.eval(subject)
		}
	}
	if !v.known() {
		return r.or(v, e)
	}
	mark := byte('%')
	if r.u.Lang == lex.Python || r.u.Lang == lex.Rust || r.u.Lang == lex.Cpp || r.u.Lang == lex.CSharp {
		mark = '{'
	}
	return r.format(v, args, e.Args, mark)
}

// returnedTo is the text that one of several functions returns to a call, with the arguments put where its parameters stand.
func (r *reader) returnedTo(e *syntax.Expr, fs []*syntax.Func) value {
	var out value
	for _, f := range fs {
		out.add(r.filledIn(r.returned(f), e, f))
	}
	return out
}

// filledIn puts the arguments of a call where the parameters of f stand in a text.
func (r *reader) filledIn(v value, e *syntax.Expr, f *syntax.Func) value {
	given := map[*syntax.Param]*syntax.Expr{}
	args := positional(e)
	for i := range f.Params {
		p := &f.Params[i]
		if i == 0 && f.Class != nil && isSelf[p.Name] {
			continue
		}
		if a := e.Arg(p.Name); a != nil {
			given[p] = a
		} else if len(args) > 0 {
			given[p], args = args[0], args[1:]
		}
	}
	if len(given) == 0 {
		return v
	}
	var out value
	for _, a := range v.alts {
		if !r.spend(1 + len(a.parts)/4) {
			return v
		}
		sum := value{alts: []alt{{lits: a.lits, loose: a.loose}}}
		for _, p := range a.parts {
			piece := value{alts: []alt{{parts: []part{p}}}}
			if p.hole != nil && p.hole.param != nil && given[p.hole.param] != nil {
				if w := r.eval(given[p.hole.param]); len(w.alts) > 0 {
					piece = w
				}
			}
			sum = sum.then(piece)
		}
		out.add(sum)
	}
	return out
}

func (r *reader) returnedBy(fs []*syntax.Func) value {
	var out value
	for _, f := range fs {
		out.add(r.returned(f))
	}
	return out
}

// sentenceOf is the first sentence among the arguments of a call that is not understood, or else unknown.
func (r *reader) sentenceOf(e *syntax.Expr, w *wish) value {
	if len(e.Args) <= 6 {
		for i := range e.Args {
			x := e.Args[i].Value
			if x == nil || x.Kind == syntax.Lambda || x.Kind == syntax.Object {
				continue
			}
			v := r.eval(x)
			if !v.known() {
				continue
			}
			if sentence(v.alts[0].flat()) {
				return v.loosen()
			}
		}
		if e.Recv != nil && e.Recv.Kind != syntax.Ref {
			if v := r.eval(e.Recv); v.known() && sentence(v.alts[0].flat()) {
				return v.loosen()
			}
		}
	}
	return r.unknown(e, w)
}

// fileOf is the text of the file that a call names by a literal.
func (r *reader) fileOf(e *syntax.Expr) value {
	for x, n := e, 0; x != nil && n < 8; x, n = x.Recv, n+1 {
		if x.Kind != syntax.Call {
			break
		}
		var name string
		r.fileName(x.Args, &name, 0)
		if name != "" {
			return r.unknown(e, &wish{kind: wishFile, path: name})
		}
	}
	return r.unknown(e, nil)
}

// fileName finds the literal that names a file among arguments: the last parts of a path that is put together.
func (r *reader) fileName(args []syntax.Arg, name *string, depth int) {
	for i := range args {
		x := args[i].Value
		if x == nil || args[i].Name == "encoding" {
			continue
		}
		switch {
		case x.Kind == syntax.Literal:
			if s := x.Text.Value; strings.ContainsAny(s, "./") && len(s) < 300 && !sentence(s) {
				if *name != "" && !strings.HasSuffix(*name, "/") {
					*name += "/"
				}
				*name += s
			} else if *name == "" && s != "" && s != "utf8" && s != "utf-8" && s != "r" && nameLike(s) && depth > 0 {
				*name = s
			}
		case x.Kind == syntax.Call && depth < 4:
			r.fileName(x.Args, name, depth+1)
		case x.Kind == syntax.Other && depth < 4, x.Kind == syntax.Concat && depth < 4:
			for _, item := range x.Items {
				r.fileName([]syntax.Arg{{Value: item}}, name, depth+1)
			}
		case x.Kind == syntax.Ref && depth < 4:
			for _, y := range r.deref(x) {
				if y.Kind == syntax.Literal || y.Kind == syntax.Call {
					r.fileName([]syntax.Arg{{Value: y}}, name, depth+1)
				}
			}
		}
	}
}

// isMessageKey reports whether a string is the key of a message: capitals, digits and underscores.
func isMessageKey(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isUpper(c) && c != '_' && (c < '0' || c > '9') {
			return false
		}
	}
	return len(s) > 2
}
