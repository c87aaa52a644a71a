package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
)

func TestSimilar(t *testing.T) {
	text := "Prints the label of a parcel with its weight, its route and the name of the sender."
	tools := []detect.ToolView{
		view(t, "a", fmt.Sprintf(`{"name":"print_label","description":%q}`, text)),
		view(t, "b", fmt.Sprintf(`{"name":"parcel_sticker","description":%q}`, text+" Faster.")),
		view(t, "c", `{"name":"label_colour","description":"Picks a colour for a label of the board."}`),
		view(t, "a", fmt.Sprintf(`{"name":"print_again","description":%q}`, text)),
	}
	reg := detect.NewRegistry(tools)
	assert.Equal(t, []int{1}, reg.Similar(0))
	assert.Equal(t, []int{0, 3}, reg.Similar(1))
	assert.Empty(t, reg.Similar(2))
	assert.Empty(t, reg.Similar(-1))
	assert.Empty(t, detect.RegistryView{}.Similar(0))
}

// TestBoilerplateIsNotSimilar is about a text that many servers have.
func TestBoilerplateIsNotSimilar(t *testing.T) {
	var tools []detect.ToolView
	for i := range 300 {
		tools = append(tools, view(t, fmt.Sprint("s", i), fmt.Sprintf(`{"name":"t%d","description":"Lists the files of a folder with their size and their date of change."}`, i)))
	}
	reg := detect.NewRegistry(tools)
	for i := range tools {
		assert.Empty(t, reg.Similar(i))
	}
}

// TestNoServerCrowdsOutAnother is about a server with many equal texts that is scanned first.
func TestNoServerCrowdsOutAnother(t *testing.T) {
	text := "Prints the label of a parcel with its weight, its route and the name of the sender."
	var tools []detect.ToolView
	for i := range 40 {
		tools = append(tools, view(t, "crowd", fmt.Sprintf(`{"name":"t%d","description":%q}`, i, text)))
	}
	tools = append(tools, view(t, "a", fmt.Sprintf(`{"name":"print_label","description":%q}`, text)), view(t, "b", fmt.Sprintf(`{"name":"sticker","description":%q}`, text)))
	reg := detect.NewRegistry(tools)
	for i := range 40 {
		assert.Equal(t, []int{40, 41}, reg.Similar(i))
	}
	assert.Contains(t, reg.Similar(41), 0)
}

// TestSimilarOfMany is about more words than are indexed: equal texts are still found.
func TestSimilarOfMany(t *testing.T) {
	assert.GreaterOrEqual(t, detect.MostKeys(10_000), 400, "all of them")
	assert.Positive(t, detect.MostKeys(0))
	assert.LessOrEqual(t, detect.MostKeys(1_000_000)*1_000_000, 4_000_000)
	text := "Prints the label of a parcel with its weight, its route and the name of the sender."
	reg := detect.WithMostKeys([]detect.ToolView{
		view(t, "a", fmt.Sprintf(`{"name":"print_label","description":%q}`, text)),
		view(t, "b", fmt.Sprintf(`{"name":"sticker","description":%q}`, text)),
	}, 3)
	assert.Equal(t, []int{1}, reg.Similar(0))
}

func TestDescriptionWords(t *testing.T) {
	v := view(t, "a", `{"name":"x","description":"Returns ten of the hits.\n\nArgs:\n    query: the words"}`)
	assert.Equal(t, []string{"return", "10", "hit"}, detect.DescriptionWords(v))
	assert.Empty(t, detect.DescriptionWords(view(t, "a", `{"name":"x"}`)))
	long := view(t, "a", fmt.Sprintf(`{"name":"x","description":%q}`, strings.Repeat("word ", 5000)))
	assert.Len(t, detect.DescriptionWords(long), 400)
}

func TestServerBrand(t *testing.T) {
	assert.Equal(t, []string{"quarry"}, detect.ServerBrand("@owner/quarry-plus"))
	assert.Empty(t, detect.ServerBrand("official-mcp-server"))
	reg, _ := registry(t, "quarry-search/web_search", "other/x")
	assert.Equal(t, []int{0}, reg.ServersCalled("quarry"))
	assert.Empty(t, reg.ServersCalled("nobody"))
}

// TestNamesInDisguise are names that look like another one.
func TestNamesInDisguise(t *testing.T) {
	for _, name := range []string{"log_fIight", "l0g_flight", "log\u2010flight", "log_fl\u0456ght", "log_fl1ght", "log__flight"} {
		reg, _ := registry(t, "a/log_flight", "b/"+name)
		if got := reg.Alike(1); assert.NotEmpty(t, got, name) {
			assert.Contains(t, []detect.Likeness{detect.SameName, detect.Confusable}, got[0].Likeness, name)
		}
	}
}
