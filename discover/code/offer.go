package code

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/org/mcp-lint/discover/code/lex"
	"github.com/org/mcp-lint/discover/code/syntax"
)

// What names stand for is worked out for the few files that are asked for it. Of the others it is known which names they may tell of, and what
// by the look of their code: every name that exports and exportCode tell of is offered, with all that they tell of it, and some are offered
// of which it turns out that there is nothing to tell.

// told says what is told of a name.
type told uint8

const (
	tellsText told = 1 << iota
	tellsReturn
	tellsDoc
	tellsSchema
	tellsFunc
	tellsCode
	// tellsMembers is set when names below this one, after a dot, may stand for texts and schemas.
	tellsMembers
	// tellsCertainly is set when there is code for sure.
	tellsCertainly
	// belowMembers is what may be told of a name below one that has members.
	belowMembers = tellsText | tellsSchema
)

// tells returns what an export tells.
func (e *export) tells() told {
	var t told
	for _, x := range [...]struct {
		is bool
		t  told
	}{
		{len(e.text.alts) > 0, tellsText},
		{len(e.ret.alts) > 0, tellsReturn},
		{len(e.doc.alts) > 0, tellsDoc},
		{e.schema != nil, tellsSchema},
		{e.fn, tellsFunc},
		{e.code != nil, tellsCode},
	} {
		if x.is {
			t |= x.t
		}
	}
	return t
}

// offer is a name, by its hash in the upper bits, and what may be told of it.
type offer uint64

// toldBits is how many bits of an offer say what is told.
const toldBits = 8

func (o offer) name() nameHash { return nameHash(o >> toldBits) }

func (o offer) told() told { return told(o) }

// nameHash is the hash of a name. It has a key that is another one in each run, so that nobody can think up names that have the same.
type nameHash uint64

// hashKey is the key of all hashes of names.
var hashKey = maphash.MakeSeed()

// hashOf is the hash of a name.
func hashOf(name string) nameHash { return nameHash(maphash.String(hashKey, name) >> toldBits) }

// offers collects what the names of a file may tell of.
type offers struct {
	r    *reader
	list []offer
	hash maphash.Hash
	// code is what is told of names with code.
	code told
	// rewritten is set when the documentation of a function is assigned to.
	rewritten bool
}

// put offers the name that its pieces make.
func (o *offers) put(t told, pieces ...string) {
	if t == 0 {
		return
	}
	o.hash.Reset()
	for _, p := range pieces {
		_, _ = o.hash.WriteString(p)
	}
	o.list = append(o.list, offer(o.hash.Sum64()>>toldBits<<toldBits)|offer(t))
}

// offers lists what the file may tell of each name, in the order of their hashes. It takes no fuel.
func (r *reader) offers() []offer {
	u := r.u
	members := 0
	for _, e := range u.Objects {
		members += len(e.Args)
	}
	names := len(u.Binds) + len(u.Funcs) + len(u.Classes)
	for _, c := range u.Classes {
		names += len(c.Members)
	}
	o := &offers{r: r, code: tellsCode, rewritten: len(r.rewrites) > 0}
	o.hash.SetSeed(hashKey)
	if 4*names+members*(4+3*len(u.Calls)) < maxExports {
		o.code |= tellsCertainly // no bound leaves a name out
	}
	for _, b := range u.Binds {
		if b.Value != nil {
			o.bind(b)
		}
	}
	for _, f := range u.Funcs {
		if f.Name == "" {
			continue
		}
		t := o.function(f)
		if f.Class != nil {
			o.put(t, f.Class.Name, ".", f.Name)
		}
		o.put(t, f.Name)
	}
	for _, c := range u.Classes {
		if c.Name == "" {
			continue
		}
		for _, b := range c.Members {
			if b.Value != nil && !strings.Contains(b.Name, ".") {
				t := o.value(c.Name, b.Value) // exportValue is told the whole name
				if b.Value.Kind != syntax.Lambda {
					t |= o.code
				}
				o.put(t, c.Name, ".", b.Name)
			}
		}
		o.put(tellsSchema|o.code, c.Name)
	}
	slices.Sort(o.list)
	n := 0
	for _, x := range o.list {
		if n > 0 && o.list[n-1].name() == x.name() {
			o.list[n-1] |= x
			continue
		}
		o.list[n] = x
		n++
	}
	return slices.Clone(o.list[:n])
}

// bind offers what an assignment tells.
func (o *offers) bind(b *syntax.Bind) {
	name := strings.TrimPrefix(strings.TrimPrefix(b.Name, "module.exports."), "exports.")
	if (name == "module.exports" || name == "default") && o.r.u.Lang == lex.JavaScript && b.Value.Kind == syntax.Object {
		for i := range b.Value.Args {
			if a := &b.Value.Args[i]; a.Name != "" && a.Value != nil {
				t := o.value(a.Name, a.Value)
				o.put(t, a.Name)
				o.put(t, "default.", a.Name)
			}
		}
	}
	if top := b.Scope == o.r.u.Root || b.Scope != nil && b.Scope.Func == nil && b.Scope.Class == nil; !top {
		return
	}
	if !strings.Contains(name, ".") {
		o.put(o.value(name, b.Value), name)
	}
	name = strings.TrimPrefix(strings.TrimPrefix(b.Name, "module."), "exports.")
	if b.Value.Kind != syntax.Lambda && name != "" && !strings.Contains(name, ".") {
		o.put(o.code, name)
	}
}

// value returns what exportValue may tell of a name with that value.
func (o *offers) value(name string, v *syntax.Expr) told {
	switch v.Kind {
	case syntax.Scalar:
		return 0
	case syntax.Other:
		if o.r.u.Lang == lex.Python && isUpper(firstByte(name)) && v.Items != nil {
			return tellsSchema
		}
		return 0
	case syntax.Object:
		return tellsSchema | tellsMembers
	case syntax.Lambda:
		if v.Fn == nil {
			return 0
		}
		return o.function(v.Fn)
	case syntax.Index:
		return tellsText | tellsSchema
	case syntax.Call:
		return tellsText | tellsSchema | tellsMembers
	default:
		return tellsText
	}
}

// function returns what exportFunc may tell of a function.
func (o *offers) function(f *syntax.Func) told {
	t := tellsFunc
	if len(f.Returns) > 0 && len(f.Returns) <= 8 && textual(f.Returns[0], 0) {
		t |= tellsReturn
	}
	switch o.r.u.Lang {
	case lex.Go:
		t |= tellsSchema
	case lex.Python:
		if f.Doc != nil {
			t |= tellsDoc | tellsSchema
		}
		if o.rewritten {
			t |= tellsDoc
		}
	}
	return t
}

// offered returns what a module whose exports are not known may tell of a name.
func (m *Module) offered(name string) told {
	t := m.offeredAs(hashOf(name))
	for i := 0; i < len(name); i++ {
		if name[i] == '.' && m.offeredAs(hashOf(name[:i]))&tellsMembers != 0 {
			t |= belowMembers
		}
	}
	return t
}

func (m *Module) offeredAs(h nameHash) told {
	i, _ := slices.BinarySearchFunc(m.offers, h, func(o offer, h nameHash) int {
		if o.name() < h {
			return -1
		}
		return 1
	})
	if i < len(m.offers) && m.offers[i].name() == h {
		return m.offers[i].told()
	}
	return 0
}
