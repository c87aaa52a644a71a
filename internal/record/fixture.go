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
	// maxFixture is the size limit of files that mcp-lint reads.
	maxFixture = 16 << 20
	// maxIndentDepth is the maximum depth of an indented record: deeper JSON would turn kilobytes of brackets into megabytes.
	maxIndentDepth = 40
)

// Fixture returns the recording as a document for scans: what the server says about itself, then its lists with their items as sent. It is
// deterministic. notes say what differs from what was sent, and why.
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
		// The reasons contain none of the server's words.
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
	case len(data) > maxFixture:
		return nil, nil, fmt.Errorf("the record would be larger than %s, the largest file that a scan reads", size(maxFixture))
	case replaced > 0:
		notes = append(notes, text.Count(replaced, "byte")+" of invalid UTF-8 replaced with U+FFFD, as clients do")
	}
	return data, notes, nil
}

// Keep drops what kept does not ask for: items by the kind of their list and their name, and what the server says about itself, which is of the
// kind instructions and has no name.
func (r *Recording) Keep(kept func(kind, name string) bool) {
	for _, l := range r.Lists {
		l.Items = slices.DeleteFunc(l.Items, func(item json.RawMessage) bool {
			var named struct{ Name string }
			return json.Unmarshal(item, &named) == nil && !kept(l.Kind, named.Name)
		})
	}
	if !kept("instructions", "") {
		r.about = nil
	}
}

// printed writes JSON as sent, but indented unless it is too deep or too long, and with invisible characters escaped. Encoding it again would
// lose repeated names and the spelling of numbers.
func printed(raw []byte) (data []byte, replaced int, err error) {
	var b bytes.Buffer
	if depth(raw) <= maxIndentDepth {
		err = json.Indent(&b, raw, "", "  ")
		b.WriteByte('\n')
		data, replaced = visible(b.Bytes())
	}
	if err == nil && (len(data) == 0 || len(data) > maxFixture) {
		b.Reset()
		err = json.Compact(&b, raw)
		b.WriteByte('\n')
		data, replaced = visible(b.Bytes())
	}
	return data, replaced, err
}

// depth returns the nesting depth of JSON.
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

// visible escapes invisible characters. replaced counts invalid bytes, which clients read as U+FFFD.
func visible(raw []byte) (out []byte, replaced int) {
	out = make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		broken := r == utf8.RuneError && n == 1
		if broken {
			replaced++
		}
		// GitHub's runner reads "##[" anywhere in a log as a command.
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

// field is a member of an object, where a name may occur more than once.
type field struct {
	name  string
	value json.RawMessage
}

// members returns the members of an object in order, with the values as written.
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

// foldCase renames members whose names differ from names only in case, as some clients do, and reports whether there were any.
func foldCase(fields []field, names ...string) (differ bool) {
	for i, f := range fields {
		for _, name := range names {
			if f.name != name && strings.EqualFold(f.name, name) {
				fields[i].name, differ = name, true
			}
		}
	}
	return differ
}

// items returns the items of a list as written.
func items(list json.RawMessage) ([]json.RawMessage, error) {
	var out []json.RawMessage
	if len(list) == 0 || list[0] != '[' {
		return nil, fmt.Errorf("not a list")
	}
	err := json.Unmarshal(list, &out)
	return out, err
}

// last returns the last value of a name, which is the one that clients use, or nil.
func last(fields []field, name string) json.RawMessage {
	for _, f := range slices.Backward(fields) {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// lastString is last for strings; "" for another type.
func lastString(fields []field, name string) string {
	var s string
	_ = json.Unmarshal(last(fields, name), &s)
	return s
}

func without(fields []field, names ...string) []field {
	return slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return slices.Contains(names, f.name) })
}
