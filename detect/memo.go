package detect

// memo holds what checks derived from one tool. Owners are few and each has its values by field.
type memo struct {
	owners []memoOwner
	// rest has the values of what is no field.
	rest map[memoKey]any
}

type memoOwner struct {
	name string
	// values has the values by field, of the first one alone or of all; nil means that there is none yet, and noValue stands for nil itself.
	values []any
}

type memoKey struct {
	owner string
	field int
}

// noValue is a nil that was derived.
type noValue struct{}

func (m *memo) get(owner string, i int) (value any, ok bool) {
	for k := range m.owners {
		o := &m.owners[k]
		if o.name != owner || uint(i) >= uint(len(o.values)) {
			continue
		}
		switch v := o.values[i].(type) {
		case nil:
			return nil, false
		case noValue:
			return nil, true
		default:
			return v, true
		}
	}
	value, ok = m.rest[memoKey{owner, i}]
	return value, ok
}

// set keeps the value of field i, one of so many.
func (m *memo) set(owner string, i, fields int, value any) {
	if i < 0 || i >= fields {
		if m.rest == nil {
			m.rest = map[memoKey]any{}
		}
		m.rest[memoKey{owner, i}] = value
		return
	}
	if value == nil {
		value = noValue{}
	}
	for k := range m.owners {
		o := &m.owners[k]
		if o.name != owner {
			continue
		}
		if i >= len(o.values) {
			o.values = append(make([]any, 0, fields), o.values...)[:fields]
		}
		o.values[i] = value
		return
	}
	// Some owners keep one value, as that of the first field.
	n := 1
	if i > 0 {
		n = fields
	}
	values := make([]any, n)
	values[i] = value
	m.owners = append(m.owners, memoOwner{owner, values})
}
