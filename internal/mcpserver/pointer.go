package mcpserver

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// pointers returns the JSON pointers of the values that begin at some bytes of data, in the value that was given. A value in a member that
// is written twice has none when the later one hides it: the pointer would lead to that.
func (d *document) pointers(starts map[int]bool) map[int]string {
	found := map[int]string{}
	if !d.value || len(starts) == 0 {
		return found
	}
	dec := json.NewDecoder(bytes.NewReader(d.data[d.prefix:]))
	dec.UseNumber()
	w := walk{data: d.data[d.prefix:]}
	through := map[member][]int{}
	for !w.done {
		at := w.next(int(dec.InputOffset()))
		token, err := dec.Token()
		if err != nil {
			break
		}
		if w.value(token) {
			for _, hidden := range through[w.member()] {
				delete(found, hidden)
			}
			if starts[at+d.prefix] {
				found[at+d.prefix] = w.pointer()
				for _, l := range w.levels {
					if !l.list {
						through[member{l.at, l.key}] = append(through[member{l.at, l.key}], at+d.prefix)
					}
				}
			}
		}
		w.take(token, at)
	}
	return found
}

// member is one of the object that begins at a byte.
type member struct {
	at  int
	key string
}

// walk follows the tokens of a JSON value and knows where in it each one stands.
type walk struct {
	data   []byte
	levels []level
	done   bool
}

// level is an object or list that is open and begins at a byte: in one the next token is a key, or key is that of the value that comes; in the other index is
// that of the value that comes.
type level struct {
	at    int
	list  bool
	index int
	isKey bool
	key   string
}

// next is where the next token begins, behind what parts it from the last one.
func (w *walk) next(at int) int {
	for at < len(w.data) && strings.IndexByte(" \t\r\n:,", w.data[at]) >= 0 {
		at++
	}
	return at
}

// value reports whether a token begins a value: it is no key, and ends nothing.
func (w *walk) value(token json.Token) bool {
	if d, ok := token.(json.Delim); ok && (d == '}' || d == ']') {
		return false
	}
	return len(w.levels) == 0 || !w.levels[len(w.levels)-1].isKey
}

// member is that whose value comes; one that there cannot be when it is no value of an object.
func (w *walk) member() member {
	if top := len(w.levels) - 1; top >= 0 && !w.levels[top].list {
		return member{w.levels[top].at, w.levels[top].key}
	}
	return member{at: -1}
}

// take goes on behind a token that begins at a byte.
func (w *walk) take(token json.Token, at int) {
	top := len(w.levels) - 1
	switch d, _ := token.(json.Delim); {
	case d == '{' || d == '[':
		w.levels = append(w.levels, level{at: at, list: d == '[', isKey: d == '{'})
		return
	case d == '}' || d == ']':
		w.levels = w.levels[:top]
		top--
	case top >= 0 && w.levels[top].isKey:
		w.levels[top].key, _ = token.(string)
		w.levels[top].isKey = false
		return
	}
	if top < 0 {
		w.done = true
		return
	}
	w.levels[top].index++
	w.levels[top].isKey = !w.levels[top].list
}

// pointer is that of the value that comes.
func (w *walk) pointer() string {
	var b strings.Builder
	for _, l := range w.levels {
		b.WriteByte('/')
		if l.list {
			b.WriteString(strconv.Itoa(l.index))
		} else {
			b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(l.key))
		}
	}
	return b.String()
}
