package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/internal/asciijson"
)

const (
	// fixtureBytes is how large a file mcp-lint reads.
	fixtureBytes = 16 << 20
	// indented is how deep an indented record may be: deeper JSON would make megabytes of a few kilobytes of brackets.
	indented = 40
)

// Fixture returns the recording as a document that a scan reads: what the server says of itself, then its lists with the items as they were
// sent. The same answers make the same bytes. notes say what is not as it was sent, and why.
func (r *Recording) Fixture() (data []byte, notes []string, err error) {
	fields := append([]field{}, r.about...)
	for _, l := range r.Lists {
		if l.Listed {
			fields = append(fields, field{l.member, list(l.Items)})
		}
	}
	if len(r.others) > 0 {
		fields = append(fields, field{"otherMembers", object(r.others)})
	}
	if missing := r.Missing(); len(missing) > 0 {
		// The reasons are in words of ours: none of a server's are put beside its texts.
		var reasons []field
		for _, m := range missing {
			reasons = append(reasons, field{m.Method, quoted(m.Reason)})
		}
		fields = append(fields, field{"partial", object(reasons)})
	}
	data, replaced, err := printed(object(fields))
	switch {
	case err != nil:
		return nil, nil, err
	case len(data) > fixtureBytes:
		return nil, nil, fmt.Errorf("the record would be larger than %s, the largest file that a scan reads", size(fixtureBytes))
	case replaced > 0:
		notes = append(notes, some(replaced, "byte")+" of invalid UTF-8 replaced with U+FFFD, as clients do")
	}
	return data, notes, nil
}

// printed writes JSON as it was sent, but indented where it is neither too deep nor too long for that, and with every character that a reader
// cannot see as an escape. A re-encoding would lose names that stand twice and how numbers are spelled.
func printed(raw []byte) (data []byte, replaced int, err error) {
	var b bytes.Buffer
	if depth(raw) <= indented {
		err = json.Indent(&b, raw, "", "  ")
		b.WriteByte('\n')
		data, replaced = visible(b.Bytes())
	}
	if err == nil && (len(data) == 0 || len(data) > fixtureBytes) {
		b.Reset()
		err = json.Compact(&b, raw)
		b.WriteByte('\n')
		data, replaced = visible(b.Bytes())
	}
	return data, replaced, err
}

// depth is how deep the values of JSON stand in each other.
func depth(raw []byte) (deepest int) {
	now := 0
	for dec := json.NewDecoder(bytes.NewReader(raw)); ; {
		token, err := dec.Token()
		switch {
		case err != nil:
			return deepest
		case token == json.Delim('{'), token == json.Delim('['):
			now++
			deepest = max(deepest, now)
		case token == json.Delim('}'), token == json.Delim(']'):
			now--
		}
	}
}

// visible writes invisible characters as escapes. replaced counts bytes that are not UTF-8, which clients read as U+FFFD.
func visible(raw []byte) (out []byte, replaced int) {
	out = make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		broken := r == utf8.RuneError && n == 1
		if broken {
			replaced++
		}
		// The log of GitHub's runner takes "##[" for a command wherever it stands.
		if broken || r >= 0x7F && text.Invisible(r) || r == '[' && bytes.HasSuffix(out, []byte("##")) {
			out = asciijson.AppendEscape(out, r)
		} else {
			out = append(out, raw[i:i+n]...)
		}
		i += n
	}
	return out, replaced
}

func quoted(s string) json.RawMessage {
	data, _ := json.Marshal(s)
	return data
}

// object is an object of fields, and list a list of items.
func object(fields []field) json.RawMessage {
	members := make([][]byte, len(fields))
	for i, f := range fields {
		members[i] = append(append(quoted(f.name), ':'), f.value...)
	}
	return append(append([]byte("{"), bytes.Join(members, []byte(","))...), '}')
}

func list(items []json.RawMessage) json.RawMessage {
	parts := make([][]byte, len(items))
	for i, item := range items {
		parts[i] = item
	}
	return append(append([]byte("["), bytes.Join(parts, []byte(","))...), ']')
}

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

// folded gives members that differ in case alone the name of the protocol, as some clients do, and reports whether there were any.
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
