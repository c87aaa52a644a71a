package syntax

// Scope is a file, class, function or block with the names that are bound in it.
type Scope struct {
	Parent *Scope
	// Func and Class are what the scope is the body of, or nil.
	Func  *Func
	Class *Class

	binds   map[string][]*Bind
	funcs   map[string][]*Func
	classes map[string][]*Class
}

// Binds returns the values assigned to a name in this scope, in order of source.
func (s *Scope) Binds(name string) []*Bind { return s.binds[name] }

// Funcs returns the functions declared in this scope by that name, which may be declared again.
func (s *Scope) Funcs(name string) []*Func { return s.funcs[name] }

// Classes returns the classes declared in this scope by that name.
func (s *Scope) Classes(name string) []*Class { return s.classes[name] }

// Lookup returns the assignments of a name that an expression in scope s may see: those of the innermost scope that has any.
func (s *Scope) Lookup(name string) []*Bind {
	for ; s != nil; s = s.Parent {
		if b := s.Binds(name); len(b) > 0 {
			return b
		}
	}
	return nil
}

// listed adds x to those of its name.
func listed[T any](all map[string][]*T, name string, x *T) map[string][]*T {
	if all == nil {
		all = map[string][]*T{}
	}
	all[name] = append(all[name], x)
	return all
}
