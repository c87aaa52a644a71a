// Package grammar generates tool definitions that hide orders, and harmless ones that resemble them, from axes that are data: the trigger
// of the order, its firmness, action and object, and its pretext, consequence and voice. It is for training and tests and is not part of
// the released program.
package grammar

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed names.txt data/*.txt
var files embed.FS

// Language is the grammar of one language.
type Language struct {
	// Name is a language tag, such as "en".
	Name string
	axes map[string][]*sequence
	// actions and twins are the productions for orders and for their look-alikes, by action. Actions has the names in order.
	actions, twins map[string][]*sequence
	Actions        []string
	// weighted has each action as many times as its weight.
	weighted []string
	honest   []*sequence
}

// Load returns the grammars of all languages, English first.
func Load() ([]*Language, error) {
	names, err := files.ReadFile("names.txt")
	if err != nil {
		return nil, err
	}
	entries, err := fs.ReadDir(files, "data")
	if err != nil {
		return nil, err
	}
	var all []*Language
	for _, e := range entries {
		data, err := files.ReadFile("data/" + e.Name())
		if err != nil {
			return nil, err
		}
		l := &Language{
			Name: strings.TrimSuffix(e.Name(), path.Ext(e.Name())), axes: map[string][]*sequence{},
			actions: map[string][]*sequence{}, twins: map[string][]*sequence{},
		}
		for _, text := range []string{string(names), string(data)} {
			if err := l.read(text); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Name(), err)
			}
		}
		if err := l.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b *Language) int {
		return strings.Compare(strings.TrimPrefix(a.Name, "en"), strings.TrimPrefix(b.Name, "en"))
	})
	return all, nil
}

func (l *Language) read(data string) error {
	var to *[]*sequence
	of, name := map[string][]*sequence(nil), ""
	lineNumber := 0
	for line := range strings.Lines(data) {
		lineNumber++
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			continue
		case line == "":
			of, to = nil, nil
			continue
		}
		if of == nil && to == nil {
			kind, rest, _ := strings.Cut(line, " ")
			name = strings.TrimSpace(rest)
			switch kind {
			case "axis":
				of = l.axes
			case "action":
				// A number after the name is the weight of the action.
				share := 1
				if bare, number, ok := strings.Cut(name, " "); ok {
					k, err := strconv.Atoi(number)
					if err != nil {
						return fmt.Errorf("line %d: want a number after the name of the action, not %q", lineNumber, number)
					}
					name, share = bare, k
				}
				if of = l.actions; !slices.Contains(l.Actions, name) {
					l.Actions = append(l.Actions, name)
					for range share {
						l.weighted = append(l.weighted, name)
					}
				}
			case "twin":
				of = l.twins
			case "honest":
				to = &l.honest
			default:
				return fmt.Errorf("line %d: want axis, action, twin or honest, not %q", lineNumber, kind)
			}
			continue
		}
		times := 1
		if count, rest, ok := strings.Cut(line, "x "); ok {
			if k, err := strconv.Atoi(count); err == nil && k > 0 && k < 10 {
				times, line = k, rest
			}
		}
		s, rest, err := parse(line, "")
		if err != nil || rest != "" {
			return fmt.Errorf("line %d: %q: the brackets do not match", lineNumber, line)
		}
		for range times {
			if of != nil {
				of[name] = append(of[name], s)
			} else {
				*to = append(*to, s)
			}
		}
	}
	return nil
}

// sequence is the content of a line.
type sequence struct{ parts []part }

type part struct {
	text, slot string
	optional   bool
	choice     []*sequence
}

// parse reads a sequence up to one of the stops.
func parse(s, stops string) (q *sequence, rest string, err error) {
	q = &sequence{}
	for s != "" {
		switch c := s[0]; {
		case strings.IndexByte(stops, c) >= 0:
			return q, s, nil
		case c == '{':
			name, after, ok := strings.Cut(s[1:], "}")
			if !ok || !slotName.MatchString(strings.TrimSuffix(name, "?")) {
				// A literal brace, as in JSON.
				q.parts = append(q.parts, part{text: "{"})
				s = s[1:]
				continue
			}
			bare, optional := strings.CutSuffix(name, "?")
			q.parts = append(q.parts, part{slot: bare, optional: optional})
			s = after
		case c == '[':
			var p part
			s = s[1:]
			for {
				var one *sequence
				if one, s, err = parse(s, "|]"); err != nil {
					return nil, "", err
				}
				p.choice = append(p.choice, one)
				if s == "" {
					return nil, "", fmt.Errorf("a bracket is not closed")
				}
				end := s[0] == ']'
				if s = s[1:]; end {
					break
				}
			}
			if len(p.choice) == 1 {
				q.parts = append(q.parts, part{text: "["})
				q.parts = append(q.parts, p.choice[0].parts...)
				q.parts = append(q.parts, part{text: "]"})
			} else {
				q.parts = append(q.parts, p)
			}
		default:
			k := 1
			for k < len(s) && strings.IndexByte("{["+stops, s[k]) < 0 {
				k++
			}
			q.parts = append(q.parts, part{text: s[:k]})
			s = s[k:]
		}
	}
	if stops != "" {
		return nil, "", fmt.Errorf("a bracket is not closed")
	}
	return q, "", nil
}

var slotName = regexp.MustCompile(`^[a-zA-Z0-9._]+$`)

func (l *Language) check() error {
	any, missing := newScene(l, rand.New(rand.NewPCG(0, 0))), error(nil)
	var walk func(q *sequence)
	walk = func(q *sequence) {
		for _, p := range q.parts {
			if _, built := any.builtin(p.slot); p.slot != "" && len(l.axes[p.slot]) == 0 && !built && missing == nil {
				missing = fmt.Errorf("there is no axis %q", p.slot)
			}
			for _, c := range p.choice {
				walk(c)
			}
		}
	}
	lists := [][]*sequence{l.honest}
	for _, of := range []map[string][]*sequence{l.axes, l.actions, l.twins} {
		for _, list := range of {
			lists = append(lists, list)
		}
	}
	for _, list := range lists {
		for _, q := range list {
			walk(q)
		}
	}
	for _, d := range l.Actions {
		if len(l.twins[d]) == 0 && missing == nil {
			missing = fmt.Errorf("action %q has no twin", d)
		}
	}
	return missing
}
