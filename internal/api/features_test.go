package api

import (
	"fmt"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// features lists what a package declares for others, one declaration a line: those of the named objects, or of all when names is nil, but
// for what leaves is true, asked by name and by type and method. mentions is called with every type of a package that a line is made of.
func features(p *types.Package, names []string, leaves func(name string) bool, mentions func(*types.TypeName)) []string {
	w := &writer{pkg: p, leaves: leaves, mentions: mentions}
	if names == nil {
		names = p.Scope().Names()
	}
	for _, name := range names {
		if o := p.Scope().Lookup(name); o != nil && o.Exported() && !leaves(name) {
			w.object(o)
		}
	}
	slices.Sort(w.lines)
	return slices.Compact(w.lines)
}

type writer struct {
	pkg      *types.Package
	leaves   func(name string) bool
	mentions func(*types.TypeName)
	lines    []string
}

func (w *writer) line(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *writer) object(o types.Object) {
	switch o := o.(type) {
	case *types.Const:
		if n, ours := types.Unalias(o.Type()).(*types.Named); ours && n.Obj().Pkg() == w.pkg && w.leaves(n.Obj().Name()) {
			return
		}
		w.line("const %s %s%s", o.Name(), w.typ(o.Type()), value(o))
	case *types.Var:
		w.line("var %s %s", o.Name(), w.typ(o.Type()))
	case *types.Func:
		w.line("func %s%s", o.Name(), w.signature(o.Signature()))
	case *types.TypeName:
		w.declaration(o)
	}
}

// value is the value of a constant, without that of bounds, which are numbers of no type of ours: these may be raised.
func value(c *types.Const) string {
	if _, ours := types.Unalias(c.Type()).(*types.Named); !ours && c.Val().Kind() != constant.String {
		return ""
	}
	return " = " + c.Val().ExactString()
}

func (w *writer) declaration(o *types.TypeName) {
	if o.IsAlias() {
		w.line("type %s = %s", o.Name(), w.typ(types.Unalias(o.Type())))
		return
	}
	switch u := o.Type().Underlying().(type) {
	case *types.Struct:
		w.line("type %s struct", o.Name())
		for i := range u.NumFields() {
			if f := u.Field(i); f.Exported() {
				name := f.Name()
				if f.Embedded() {
					name = "embedded"
				}
				w.line("type %s struct, %s %s%s", o.Name(), name, w.typ(f.Type()), tag(u.Tag(i)))
			}
		}
	case *types.Interface:
		// On one line: whoever implements it has to have each of the methods.
		var methods []string
		for i := range u.NumMethods() {
			m := u.Method(i)
			if !m.Exported() {
				methods = append(methods, "unexported methods")
				continue
			}
			methods = append(methods, m.Name()+w.signature(m.Signature()))
		}
		w.line("type %s interface { %s }", o.Name(), strings.Join(slices.Compact(methods), "; "))
		return
	default:
		w.line("type %s %s", o.Name(), w.typ(u))
	}
	w.methods(o)
}

// methods lists the methods that a type has, promoted ones as well.
func (w *writer) methods(o *types.TypeName) {
	values := types.NewMethodSet(o.Type())
	for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
		f, ok := m.Obj().(*types.Func)
		if !ok || !f.Exported() || w.leaves(o.Name()+"."+f.Name()) {
			continue
		}
		receiver := "*" + o.Name()
		if values.Lookup(f.Pkg(), f.Name()) != nil {
			receiver = o.Name()
		}
		w.line("method (%s) %s%s", receiver, f.Name(), w.signature(f.Signature()))
	}
}

func tag(words string) string {
	if words == "" {
		return ""
	}
	// What a tag says to people is not a promise.
	return " `" + said.ReplaceAllString(words, "") + "`"
}

// typ writes a type without the names of parameters, which nobody's code depends on.
func (w *writer) typ(t types.Type) string {
	return types.TypeString(w.anonymous(t), func(p *types.Package) string {
		if p == w.pkg {
			return ""
		}
		return strings.TrimPrefix(p.Path(), module+"/")
	})
}

func (w *writer) signature(s *types.Signature) string { return strings.TrimPrefix(w.typ(s), "func") }

// anonymous returns a type without the names of parameters, and reports the types that it mentions.
func (w *writer) anonymous(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Alias:
		w.mentions(t.Obj())
	case *types.Named:
		w.mentions(t.Obj())
		for i := range t.TypeArgs().Len() {
			w.anonymous(t.TypeArgs().At(i))
		}
	case *types.Pointer:
		return types.NewPointer(w.anonymous(t.Elem()))
	case *types.Slice:
		return types.NewSlice(w.anonymous(t.Elem()))
	case *types.Array:
		return types.NewArray(w.anonymous(t.Elem()), t.Len())
	case *types.Map:
		return types.NewMap(w.anonymous(t.Key()), w.anonymous(t.Elem()))
	case *types.Chan:
		return types.NewChan(t.Dir(), w.anonymous(t.Elem()))
	case *types.Signature:
		if t.TypeParams().Len() > 0 {
			panic("type parameters: this test has to learn to write them")
		}
		return types.NewSignatureType(nil, nil, nil, w.tuple(t.Params()), w.tuple(t.Results()), t.Variadic())
	}
	return t
}

func (w *writer) tuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), nil, "", w.anonymous(v.Type())))
	}
	return types.NewTuple(vars...)
}

var said = regexp.MustCompile(` ?doc:"[^"]*"`)
