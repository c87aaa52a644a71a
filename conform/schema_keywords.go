package conform

import (
	"strings"
	"sync"
)

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
	// nameKind is the name of a type.
	nameKind
	// Lists.
	listKind
	choicesKind
	textsKind
	namesKind
	schemasKind
	// One of two.
	typeKind
	itemsKind
	dependencyKind
	boolOrSchemaKind
	// Objects whose members are all of one kind.
	schemaMembers
	boolMembers
	textsMembers
	dependencyMembers
)

var (
	lists = map[kind]struct {
		item   kind
		least  int
		unique bool
	}{
		listKind: {}, choicesKind: {anyKind, 1, true}, textsKind: {textKind, 0, true}, namesKind: {nameKind, 1, true}, schemasKind: {schemaKind, 1, false},
	}
	choices = map[kind][2]kind{
		typeKind: {nameKind, namesKind}, itemsKind: {schemaKind, schemasKind}, dependencyKind: {schemaKind, textsKind}, boolOrSchemaKind: {boolKind, schemaKind},
	}
	members = map[kind]kind{schemaMembers: schemaKind, boolMembers: boolKind, textsMembers: textsKind, dependencyMembers: dependencyKind}
)

// keywords are what the metaschemas say of each keyword, by dialect.
var keywords = sync.OnceValue(func() map[string][draft2020 + 1]kind {
	all := map[string][draft2020 + 1]kind{}
	for _, row := range []struct {
		names string
		// then holds from a dialect on, and before what is older.
		from         dialect
		then, before kind
	}{
		{"title description format pattern $schema $ref", draft4, textKind, anyKind},
		{"maximum minimum", draft4, numberKind, anyKind},
		{"multipleOf", draft4, positiveKind, anyKind},
		{"maxLength minLength maxItems minItems maxProperties minProperties", draft4, countKind, anyKind},
		{"uniqueItems", draft4, boolKind, anyKind},
		{"type", draft4, typeKind, anyKind},
		{"required", draft4, textsKind, anyKind},
		{"properties patternProperties definitions", draft4, schemaMembers, anyKind},
		{"dependencies", draft4, dependencyMembers, anyKind},
		{"allOf anyOf oneOf", draft4, schemasKind, anyKind},
		{"not", draft4, schemaKind, anyKind},
		{"exclusiveMaximum exclusiveMinimum", draft6, numberKind, boolKind},
		{"additionalProperties additionalItems", draft6, schemaKind, boolOrSchemaKind},
		{"id", draft6, anyKind, textKind},
		{"$id", draft6, textKind, anyKind},
		{"contains propertyNames", draft6, schemaKind, anyKind},
		{"examples", draft7, listKind, anyKind},
		{"if then else", draft7, schemaKind, anyKind},
		{"$comment contentMediaType contentEncoding", draft7, textKind, anyKind},
		{"readOnly writeOnly", draft7, boolKind, anyKind},
		{"$id", draft2019, idKind, anyKind},
		{"enum", draft2019, listKind, choicesKind},
		{"deprecated $recursiveAnchor", draft2019, boolKind, anyKind},
		{"$anchor", draft2019, anchorKind, anyKind},
		{"$vocabulary", draft2019, boolMembers, anyKind},
		{"$defs dependentSchemas", draft2019, schemaMembers, anyKind},
		{"dependentRequired", draft2019, textsMembers, anyKind},
		{"contentSchema unevaluatedItems unevaluatedProperties", draft2019, schemaKind, anyKind},
		{"maxContains minContains", draft2019, countKind, anyKind},
		{"$recursiveRef", draft2019, textKind, anyKind},
		{"items", draft2020, schemaKind, itemsKind},
		{"additionalItems", draft2020, anyKind, anyKind},
		{"$dynamicRef", draft2020, textKind, anyKind},
		{"$dynamicAnchor $recursiveAnchor", draft2020, anchorKind, anyKind},
		{"prefixItems", draft2020, schemasKind, anyKind},
	} {
		for _, name := range strings.Fields(row.names) {
			kinds := all[name]
			for d := draft4; d <= draft2020; d++ {
				if d >= row.from {
					kinds[d] = row.then
				} else if row.before != anyKind {
					kinds[d] = row.before
				}
			}
			all[name] = kinds
		}
	}
	return all
})
