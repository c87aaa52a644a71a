package conform

// kind is what may stand under a keyword.
type kind uint8

const (
	anyKind kind = iota
	schemaKind
	textKind
	idKind
	anchorKind
	boolKind
	numberKind
	// positiveKind is a number above 0, countKind an integer from 0.
	positiveKind
	countKind
	typeKind
	// listKind is a list of anything, choicesKind one that is not empty and has nothing twice.
	listKind
	choicesKind
	textsKind
	schemasKind
	// itemsKind is a schema or a list of some, dependencyKind a schema or a list of names.
	itemsKind
	dependencyKind
	boolOrSchemaKind
	// Objects whose members are all of one kind.
	schemaMembers
	boolMembers
	textsMembers
	dependencyMembers
)

// kindOf returns what the metaschema of a dialect says of a keyword.
func kindOf(name string, d dialect) kind {
	switch name {
	case "title", "description", "format", "pattern", "$schema":
		return textKind
	case "maximum", "minimum":
		return numberKind
	case "multipleOf":
		return positiveKind
	case "maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties":
		return countKind
	case "uniqueItems":
		return boolKind
	case "type":
		return typeKind
	case "required":
		return textsKind
	case "properties", "patternProperties", "definitions":
		return schemaMembers
	case "dependencies":
		return dependencyMembers
	case "allOf", "anyOf", "oneOf":
		return schemasKind
	case "not":
		return schemaKind
	case "$ref":
		return textKind
	case "enum":
		return since(d, draft2019, listKind, choicesKind)
	case "exclusiveMaximum", "exclusiveMinimum":
		return since(d, draft6, numberKind, boolKind)
	case "additionalProperties":
		return since(d, draft6, schemaKind, boolOrSchemaKind)
	case "additionalItems":
		if d == draft2020 {
			return anyKind
		}
		return since(d, draft6, schemaKind, boolOrSchemaKind)
	case "items":
		return since(d, draft2020, schemaKind, itemsKind)
	case "id":
		return since(d, draft6, anyKind, textKind)
	case "$id":
		return since(d, draft6, since(d, draft2019, idKind, textKind), anyKind)
	case "contains", "propertyNames":
		return since(d, draft6, schemaKind, anyKind)
	case "examples":
		return since(d, draft7, listKind, anyKind)
	}
	return laterKindOf(name, d)
}

// laterKindOf goes on with the keywords that came since draft-07.
func laterKindOf(name string, d dialect) kind {
	switch name {
	case "if", "then", "else":
		return since(d, draft7, schemaKind, anyKind)
	case "$comment", "contentMediaType", "contentEncoding":
		return since(d, draft7, textKind, anyKind)
	case "readOnly", "writeOnly":
		return since(d, draft7, boolKind, anyKind)
	case "deprecated":
		return since(d, draft2019, boolKind, anyKind)
	case "$anchor":
		return since(d, draft2019, anchorKind, anyKind)
	case "$vocabulary":
		return since(d, draft2019, boolMembers, anyKind)
	case "$defs", "dependentSchemas":
		return since(d, draft2019, schemaMembers, anyKind)
	case "dependentRequired":
		return since(d, draft2019, textsMembers, anyKind)
	case "contentSchema", "unevaluatedItems", "unevaluatedProperties":
		return since(d, draft2019, schemaKind, anyKind)
	case "maxContains", "minContains":
		return since(d, draft2019, countKind, anyKind)
	case "$recursiveRef":
		return since(d, draft2019, textKind, anyKind)
	case "$recursiveAnchor":
		return since(d, draft2019, since(d, draft2020, anchorKind, boolKind), anyKind)
	case "$dynamicRef":
		return since(d, draft2020, textKind, anyKind)
	case "$dynamicAnchor":
		return since(d, draft2020, anchorKind, anyKind)
	case "prefixItems":
		return since(d, draft2020, schemasKind, anyKind)
	}
	return anyKind
}

// since chooses what holds from a dialect on or what held before it.
func since(d, from dialect, then, before kind) kind {
	if d >= from {
		return then
	}
	return before
}
