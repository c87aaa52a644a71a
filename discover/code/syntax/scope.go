package syntax

// Scope is a file, class, function or block with the names that are bound in it.
type Scope struct {
	Parent *Scope
	// Func and Class are what the scope is the body of, or nil.
	Func  *Func
	Class *Class

	binds   named[Bind]
	funcs   named[Func]
	classes named[Class]
}

// Binds returns the values assigned to a name in this scope, in order of source.
func (s *Scope) Binds(name string) []*Bind { return s.binds.get(name, &bindRow) }

// Funcs returns the functions declared in this scope by that name, which may be declared again.
func (s *Scope) Funcs(name string) []*Func { return s.funcs.get(name, &funcRow) }

// Classes returns the classes declared in this scope by that name.
func (s *Scope) Classes(name string) []*Class { return s.classes.get(name, &classRow) }

// Lookup returns the assignments of a name that an expression in scope s may see: those of the innermost scope that has any.
func (s *Scope) Lookup(name string) []*Bind {
	for ; s != nil; s = s.Parent {
		if b := s.Binds(name); len(b) > 0 {
			return b
		}
	}
	return nil
}

// row says how things of a kind are in a row.
type row[T any] struct {
	name func(*T) string
	// next is where the next one in the scope is noted.
	next func(*T) **T
}

var (
	bindRow  = row[Bind]{func(b *Bind) string { return b.Name }, func(b *Bind) **Bind { return &b.next }}
	funcRow  = row[Func]{func(f *Func) string { return f.Name }, func(f *Func) **Func { return &f.next }}
	classRow = row[Class]{func(c *Class) string { return c.Name }, func(c *Class) **Class { return &c.next }}
)

// named are things with names. They are in a row until somebody asks for a name, which in most scopes nobody does.
type named[T any] struct {
	first, last *T
	byName      map[string][]*T
}

// add lists another one.
func (n *named[T]) add(x *T, in *row[T]) {
	if n.byName != nil {
		name := in.name(x)
		n.byName[name] = append(n.byName[name], x)
		return
	}
	if n.last == nil {
		n.first = x
	} else {
		*in.next(n.last) = x
	}
	n.last = x
}

// get returns those of that name, in the order in which they were listed.
func (n *named[T]) get(name string, in *row[T]) []*T {
	if n.first == nil && n.byName == nil {
		return nil
	}
	return n.all(in)[name]
}

// all are those of each name.
func (n *named[T]) all(in *row[T]) map[string][]*T {
	if n.byName == nil {
		n.byName = map[string][]*T{}
		for x := n.first; x != nil; x = *in.next(x) {
			name := in.name(x)
			n.byName[name] = append(n.byName[name], x)
		}
	}
	return n.byName
}
