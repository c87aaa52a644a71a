package detect

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect/text"
)

// probe is a check that is a function.
type probe func(t ToolView, reg RegistryView)

func (probe) ID() string { return "probe" }

func (p probe) Inspect(t ToolView, reg RegistryView) []Signal {
	p(t, reg)
	return nil
}

func proseTool(name, description string) ToolView {
	return ToolView{Kind: KindTool, Server: "s", Name: name, Fields: []Field{
		{Pointer: "/name", Role: RoleName, Text: name}, {Pointer: "/description", Role: RoleDescription, Text: description},
	}}
}

// recycled counts how often it was recycled.
type recycled struct{ times int }

func (r *recycled) Recycle() { r.times++ }

// ruined cannot be recycled.
type ruined struct{}

func (ruined) Recycle() { panic("no") }

func TestMemoIsOfOneInspection(t *testing.T) {
	e := NewEngine([]Check{
		probe(func(v ToolView, _ RegistryView) {
			made := 0
			of := func(owner string, i int) any {
				return v.Memo(owner, i, func() any { made++; return v.Fields[max(i, 0)].Text })
			}
			assert.Equal(t, v.Name, of("a", 0), "another tool's value is forgotten")
			assert.Equal(t, v.Fields[1].Text, of("a", 1))
			assert.Equal(t, v.Name, of("a", 0))
			assert.Equal(t, v.Name, of("b", -1))
			assert.Equal(t, v.Name, of("b", -1))
			assert.Equal(t, 3, made)
			assert.Same(t, v.Doc(1), v.Doc(1))
			assert.Equal(t, v.Fields[1].Text, v.Doc(1).Raw)
			assert.Equal(t, v.Name, v.Doc(0).Raw)
		}),
	})
	e.workers = 1
	var tools []ToolView
	for _, name := range []string{"one", "two", "three", "four"} {
		tools = append(tools, proseTool(name, "Tell of "+name+"."))
	}
	require.Empty(t, e.Scan(tools).Coverage.Failures)
}

func TestMemoRecycles(t *testing.T) {
	var kept []*recycled
	e := NewEngine([]Check{probe(func(v ToolView, _ RegistryView) {
		for _, r := range kept {
			assert.Equal(t, 1, r.times)
		}
		r := &recycled{}
		kept = append(kept, r)
		v.Memo("probe", 0, func() any { return r })
		v.Memo("ruined", 0, func() any { return ruined{} })
		v.Memo("probe", 0, func() any { return nil })
		assert.Zero(t, r.times)
	})})
	e.workers = 1
	require.Empty(t, e.Scan([]ToolView{proseTool("a", "A."), proseTool("b", "B."), proseTool("c", "C.")}).Coverage.Failures)
	require.Len(t, kept, 3)
	for _, r := range kept {
		assert.Equal(t, 1, r.times)
	}
}

// TestViewThatWasKept is about a check that holds on to its tool: it may not read what belongs to another one.
func TestViewThatWasKept(t *testing.T) {
	var mu sync.Mutex
	var views []ToolView
	e := NewEngine([]Check{probe(func(v ToolView, _ RegistryView) {
		mu.Lock()
		defer mu.Unlock()
		for _, old := range views {
			assert.Equal(t, old.Fields[1].Text, old.Doc(1).Raw)
			assert.Equal(t, old.Name, old.Memo("probe", 0, func() any { return old.Name }))
		}
		views = append(views, v)
		v.Memo("probe", 0, func() any { return "of " + v.Name })
	})})
	require.Empty(t, e.Scan([]ToolView{proseTool("a", "Do this."), proseTool("b", "Do that."), proseTool("c", "Do it.")}).Coverage.Failures)
	for _, old := range views {
		assert.Equal(t, old.Fields[1].Text, old.Doc(1).Raw)
	}
}

// TestDocOfAnotherTool reads the texts of all tools from all inspections.
func TestDocOfAnotherTool(t *testing.T) {
	e := NewEngine([]Check{probe(func(v ToolView, reg RegistryView) {
		for i := range 3 {
			other := reg.Tool(i)
			assert.Equal(t, other.Fields[1].Text, other.Doc(1).Raw)
		}
		assert.Equal(t, v.Fields[1].Text, v.Doc(1).Raw)
	})})
	require.Empty(t, e.Scan([]ToolView{proseTool("a", "Do this."), proseTool("b", "Do that."), proseTool("c", "Do it.")}).Coverage.Failures)
}

// TestDocsSideBySide reads the fields of a tool from goroutines, those of which one that goes on after the inspection.
func TestDocsSideBySide(t *testing.T) {
	var left sync.WaitGroup
	e := NewEngine([]Check{probe(func(v ToolView, _ RegistryView) {
		wrong := make(chan string, len(v.Fields))
		var all sync.WaitGroup
		for i := range v.Fields {
			all.Go(func() {
				if got := v.Doc(i).Raw; got != v.Fields[i].Text {
					wrong <- got
				}
			})
		}
		all.Wait()
		close(wrong)
		for got := range wrong {
			assert.Fail(t, "the text of another field", got)
		}
		left.Go(func() {
			for i := range v.Fields {
				v.Doc(i)
			}
		})
	})})
	e.workers = 2
	var tools []ToolView
	for k := range 50 {
		v := ToolView{Kind: KindTool, Server: "s", Name: "t" + strconv.Itoa(k)}
		for i := range 40 {
			v.Fields = append(v.Fields, Field{Pointer: "/f" + strconv.Itoa(i), Role: RoleText, Text: strings.Repeat("Text "+strconv.Itoa(i)+" of "+v.Name+". ", 20)})
		}
		tools = append(tools, v)
	}
	require.Empty(t, e.Scan(tools).Coverage.Failures)
	left.Wait()
}

func TestMemoForgetsOwners(t *testing.T) {
	m := &memo{}
	for k := range 1000 {
		m.set("owner "+strconv.Itoa(k), 0, 1, k)
		m.end()
	}
	assert.Less(t, len(m.owners), 100)
}

func TestExtended(t *testing.T) {
	s := append(make([]*text.Doc, 0, 4), text.NewDoc(""), text.NewDoc(""))
	assert.Equal(t, []*text.Doc{s[0], nil, nil}, extended(s[:1], 3), "what lay there is gone")
	assert.Len(t, extended(s, 9), 9)
}
