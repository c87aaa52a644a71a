package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// field is a member of an object: names may stand in it more than once.
type field struct {
	name  string
	value json.RawMessage
}

// members returns the members of an object in their order, each value as it is written.
func members(object json.RawMessage) ([]field, error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("not an object: %w", err)
	}
	var out []field
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		f := field{}
		f.name, _ = name.(string)
		if err := dec.Decode(&f.value); err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

// folded gives members the name that the protocol has for them when it differs in case alone: some clients take "Tools" for "tools", and then
// it is read by models. It reports whether there were any.
func folded(fields []field, names ...string) (differ bool) {
	for i, f := range fields {
		for _, name := range names {
			if f.name != name && strings.EqualFold(f.name, name) {
				fields[i].name, differ = name, true
			}
		}
	}
	return differ
}

// items returns the items of a list, each as it is written.
func items(list json.RawMessage) ([]json.RawMessage, error) {
	var out []json.RawMessage
	if len(list) == 0 || list[0] != '[' {
		return nil, fmt.Errorf("not a list")
	}
	err := json.Unmarshal(list, &out)
	return out, err
}

// last returns the last value of that name, which is the one that JSON clients take, or nil.
func last(fields []field, name string) json.RawMessage {
	for _, f := range slices.Backward(fields) {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// word returns the last value of that name if it is a string, else "".
func word(fields []field, name string) string {
	var s string
	_ = json.Unmarshal(last(fields, name), &s)
	return s
}

// without returns the fields that have none of the names.
func without(fields []field, names ...string) []field {
	return slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return slices.Contains(names, f.name) })
}
