package detect

import (
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// TestViewThatWasKept is about a check that holds on to its tool: it may not read what belongs to another one.
func TestViewThatWasKept(t *testing.T) {
	var mu sync.Mutex
	var views []ToolView
	e := NewEngine([]Check{probe(func(v ToolView, _ RegistryView) {
		mu.Lock()
		defer mu.Unlock()
		for _, old := range views {
			assert.Equal(t, old.Fields[1].Text, old.Doc(1).Raw)
			assert.Equal(t, "of "+old.Name, old.Memo("probe", 0, func() any { return "another" }))
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
