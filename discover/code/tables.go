package code

import (
	"sync"

	"github.com/org/mcp-lint/discover/code/syntax"
)

// table holds what became known of expressions. Those of the file are numbered, so that it takes no hashing.
type table[T any] struct {
	// at is one more than where the value of each expression is in values.
	at     []int32
	values []T
	// made holds those of expressions that were made of others.
	made map[*syntax.Expr]T
}

func (t *table[T]) get(e *syntax.Expr) (v T, ok bool) {
	n := e.Number()
	if n == 0 {
		v, ok = t.made[e]
		return v, ok
	}
	if k := t.at[n]; k > 0 {
		return t.values[k-1], true
	}
	return v, false
}

func (t *table[T]) set(e *syntax.Expr, v T) {
	n := e.Number()
	if n == 0 {
		if t.made == nil {
			t.made = map[*syntax.Expr]T{}
		}
		t.made[e] = v
		return
	}
	if k := t.at[n]; k > 0 {
		t.values[k-1] = v
		return
	}
	t.values = append(t.values, v)
	t.at[n] = int32(len(t.values))
}

// keptEntries is how many expressions there is kept memory for: those of an ordinary file.
const keptEntries = 64 << 10

// size makes room for the expressions of a file.
func (t *table[T]) size(n int) {
	if cap(t.at) < n+1 {
		t.at = make([]int32, n+1, n+n/4+1)
	}
	t.at = t.at[:n+1]
}

// clear forgets all.
func (t *table[T]) clear() {
	clear(t.at)
	clear(t.values)
	t.values, t.made = t.values[:0], nil
	if cap(t.at) > keptEntries {
		*t = table[T]{}
	}
}

// tables are those that a reader needs, in memory that the next one uses again.
type tables struct {
	memo    table[value]
	derefs  table[[]*syntax.Expr]
	callees table[[]*syntax.Func]
	bindOf  table[*syntax.Bind]
	claimed table[bool]
	docs    table[bool]

	// busy are the names that are being evaluated, with what is known of each so far.
	busy map[bound]value
	// paths are the assignments to members, by their path: self.description.
	paths map[string][]*syntax.Bind
	// imports are the names that other files bring, by their name here.
	imports map[string]syntax.Import
	// methods are the functions of all classes by name, for methodsOf.
	methods map[string][]*syntax.Func
	// schemas are those of expressions that were asked for.
	schemas map[*syntax.Expr]*draft
	// lambdas are the assignments of functions that are values.
	lambdas map[*syntax.Func]*syntax.Bind
	// models are the schemas of classes, modelling those that are being made.
	models    map[*syntax.Class]*draft
	modelling map[*syntax.Class]bool
	// inScope are the calls of a scope where classes or values are made of calls.
	inScope map[*syntax.Scope][]*syntax.Expr
	// rewrites are the assignments to the documentation of functions; rewritten are those that a definition took.
	rewrites  map[*syntax.Func][]*syntax.Bind
	rewritten map[*syntax.Bind]bool
	// classDone are the classes that are definitions already.
	classDone map[*syntax.Class]bool
	// writes are what is appended to a name: b.WriteString("..."), lines.push("...").
	writes map[string][]*syntax.Expr
	// updates are the calls of a method that changes what a name stands for.
	updates map[string][]*syntax.Expr
	// stepping are the members that are being looked for.
	stepping map[stepAt]bool
	// told are the objects whose instructions are taken.
	told map[*syntax.Expr]bool
}

// tablesPool holds tables that know nothing of any file.
var tablesPool = sync.Pool{New: func() any {
	return &tables{
		busy: map[bound]value{}, paths: map[string][]*syntax.Bind{}, imports: map[string]syntax.Import{}, methods: map[string][]*syntax.Func{},
		schemas: map[*syntax.Expr]*draft{}, lambdas: map[*syntax.Func]*syntax.Bind{}, models: map[*syntax.Class]*draft{}, modelling: map[*syntax.Class]bool{},
		inScope: map[*syntax.Scope][]*syntax.Expr{}, rewrites: map[*syntax.Func][]*syntax.Bind{}, rewritten: map[*syntax.Bind]bool{},
		classDone: map[*syntax.Class]bool{}, writes: map[string][]*syntax.Expr{}, updates: map[string][]*syntax.Expr{}, stepping: map[stepAt]bool{},
		told: map[*syntax.Expr]bool{},
	}
}}

// keptNames is how many names there is kept memory for.
const keptNames = 512

// wipe forgets what is in a map, and its memory when that is much.
func wipe[K comparable, V any](m *map[K]V) {
	switch n := len(*m); {
	case n > keptNames:
		*m = map[K]V{}
	case n > 0:
		clear(*m)
	}
}

func newTables(n int) *tables {
	t := tablesPool.Get().(*tables)
	t.memo.size(n)
	t.derefs.size(n)
	t.callees.size(n)
	t.bindOf.size(n)
	t.claimed.size(n)
	t.docs.size(n)
	return t
}

// release forgets all and gives the memory back.
func (t *tables) release() {
	t.memo.clear()
	t.derefs.clear()
	t.callees.clear()
	t.bindOf.clear()
	t.claimed.clear()
	t.docs.clear()
	wipe(&t.busy)
	wipe(&t.paths)
	wipe(&t.imports)
	wipe(&t.methods)
	wipe(&t.schemas)
	wipe(&t.lambdas)
	wipe(&t.models)
	wipe(&t.modelling)
	wipe(&t.inScope)
	wipe(&t.rewrites)
	wipe(&t.rewritten)
	wipe(&t.classDone)
	wipe(&t.writes)
	wipe(&t.updates)
	wipe(&t.stepping)
	wipe(&t.told)
	tablesPool.Put(t)
}

// claims reports whether a definition was made of an expression.
func (t *tables) claims(e *syntax.Expr) bool { claimed, _ := t.claimed.get(e); return claimed }

// claim notes that a definition was made of an expression.
func (t *tables) claim(e *syntax.Expr) { t.claimed.set(e, true) }

// document notes that an expression documents something, if there is one.
func (t *tables) document(e *syntax.Expr) {
	if e != nil {
		t.docs.set(e, true)
	}
}

// documents reports whether an expression documents something.
func (t *tables) documents(e *syntax.Expr) bool { doc, _ := t.docs.get(e); return doc }

// bound returns the assignment that an expression is the value of, or nil.
func (t *tables) bound(e *syntax.Expr) *syntax.Bind { b, _ := t.bindOf.get(e); return b }
