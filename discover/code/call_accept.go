package code

import (
	"strings"
)

// accepted reports whether what the arguments hold is a definition.
func (c *callArgs) accepted() bool {
	r, en := c.r, c.en
	k := key(strings.TrimSuffix(c.e.Name, "!"))
	exact := k == "tool" || k == "prompt" || k == "resource" || strings.HasPrefix(k, "register") || strings.HasPrefix(k, "add") || strings.HasPrefix(k, "define") ||
		strings.HasPrefix(k, "new") || strings.HasPrefix(k, "create") || strings.HasPrefix(k, "must") || generic[c.e.Name] || c.e.New || strings.HasSuffix(k, "tool")
	named := en.name != nil && c.goodName()
	switch en.kind {
	case kindPrompt:
		switch {
		case c.spec && named && (en.given || len(en.texts) > 0):
		case named && en.given && (c.handler || en.args != nil || c.e.New || isUpper(c.e.Name[0])):
		case named && c.handler && exact && c.e.Recv != nil:
		default:
			return false
		}
		return true
	case kindResource:
		return en.uri != nil && (named || en.given) && (c.handler || en.given || c.spec)
	}
	described := en.described() || en.given && (named || c.handler)
	switch {
	case described && named:
		if c.texts == 2 && !c.spec && !c.handler && en.schema == nil && !exact {
			return sentence(en.descs[0].value.firstString())
		}
		return true
	case described && c.spec:
		return en.schema != nil || c.handler || r.contextName(c.e) != nil && exact
	case described && c.handler && en.name == nil:
		return r.typeArgument(c.e) != nil
	case en.doc != nil || en.wish != nil:
		return exact || generic[c.e.Name]
	case named && exact && (c.handler || en.schema != nil) && (c.texts == 1 || c.spec):
		return true
	}
	return false
}

// firstString is the first alternative as text.
func (v value) firstString() string {
	if len(v.alts) == 0 {
		return ""
	}
	return v.alts[0].string()
}

// goodName reports whether the name can be one.
func (c *callArgs) goodName() bool {
	v := c.en.name.value
	if len(v.alts) == 0 {
		return false
	}
	if v.wished() || !v.known() {
		return true
	}
	s := v.alts[0].string()
	if nameLike(s) {
		return true
	}
	// A name with spaces in it takes more to be one.
	return c.nameExpr != nil && len(s) <= 128 && (c.spec || c.e.Arg("name") != nil) && (c.en.schema != nil || c.handler || strings.EqualFold(c.e.Name, "tool"))
}
