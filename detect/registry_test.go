package detect_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/org/mcp-lint/detect"
)

func TestNameWords(t *testing.T) {
	cases := map[string][]string{
		"send_email": {"send", "email"}, "send-email": {"send", "email"}, "sendEmail": {"send", "email"}, "SendEmail": {"send", "email"},
		"fs.read": {"fs", "read"}, "getHTTPDocs": {"get", "http", "docs"}, "HTTPServer": {"http", "server"}, "list_v2": {"list", "v2"},
		"sha256": {"sha256"}, "a\u200bb": {"a", "b"}, "": nil, "___": nil, "X": {"x"},
		"\u0438\u043c\u044f_\u0444\u0430\u0439\u043b\u0430": {"\u0438\u043c\u044f", "\u0444\u0430\u0439\u043b\u0430"},
	}
	for name, want := range cases {
		assert.Equal(t, want, detect.NameWords(name), name)
	}
	assert.NotPanics(t, func() { detect.NameWords(strings.Repeat("\u00e9A", 1<<16)) })
	assert.LessOrEqual(t, len(detect.NameWords(strings.Repeat("aB", 1<<16))), 512)
}

func TestNameSkeleton(t *testing.T) {
	for _, p := range [][2]string{
		{"payroll_run", "\u0440ayroll_run"}, {"list_items", "1ist_items"}, {"format_disk", "forrnat_disk"}, {"open_o", "0pen_0"}, {"sendEmail", "send_email"},
	} {
		assert.Equal(t, detect.NameSkeleton(p[0]), detect.NameSkeleton(p[1]), p)
	}
	assert.NotEqual(t, detect.NameSkeleton("read_file"), detect.NameSkeleton("read_files"))
}

func TestOneEdit(t *testing.T) {
	for _, p := range [][2]string{{"abc", "abd"}, {"abc", "ab"}, {"abc", "abcd"}, {"abc", "xabc"}, {"abcd", "abdc"}, {"", "a"}, {"\u00e9a", "a"}} {
		assert.True(t, detect.OneEditApart(p[0], p[1]) && detect.OneEditApart(p[1], p[0]), p)
	}
	for _, p := range [][2]string{{"abc", "abc"}, {"abc", "cba"}, {"abc", "abcde"}, {"abcd", "badc"}, {"", ""}, {"abc", "axd"}} {
		assert.False(t, detect.OneEditApart(p[0], p[1]) || detect.OneEditApart(p[1], p[0]), p)
	}
}

func registry(t testing.TB, names ...string) (detect.RegistryView, []detect.ToolView) {
	var tools []detect.ToolView
	for _, n := range names {
		server, name, _ := strings.Cut(n, "/")
		tools = append(tools, view(t, server, fmt.Sprintf(`{"name":%q,"description":"d"}`, name)))
	}
	return detect.NewRegistry(tools), tools
}

func TestAlike(t *testing.T) {
	cases := []struct {
		names []string
		want  string
	}{
		{[]string{"a/send_email", "b/sendEmail"}, "b/sendEmail 0"},
		{[]string{"a/send_email", "b/send-email", "b/send_email"}, "b/send-email 0"},
		{[]string{"a/send_email", "a/sendEmail"}, ""},
		{[]string{"a/send_email", "b/s\u0435nd_email"}, "b/s\u0435nd_email 1"},
		{[]string{"a/send_email", "b/send_email_v2"}, "b/send_email_v2 2"},
		{[]string{"a/send_email_v2", "b/send_email"}, "b/send_email 2"},
		{[]string{"a/official_send_email", "b/send_email"}, "b/send_email 2"},
		{[]string{"a/send_email", "b/send_email2"}, "b/send_email2 2"},
		{[]string{"a/send_email", "b/send_emial"}, "b/send_emial 3"},
		{[]string{"a/send_email", "b/sendd_email"}, "b/sendd_email 3"},
		{[]string{"a/get_a", "b/get_b"}, ""},
		{[]string{"a/send_email", "b/send_email", "c/send_email"}, "b/send_email 0, c/send_email 0"},
		{[]string{"a/send_email", "b/draft_email"}, ""},
		{[]string{"a/v2", "b/v3"}, ""},
		{[]string{"a/", "b/"}, ""},
	}
	for _, c := range cases {
		reg, tools := registry(t, c.names...)
		var got []string
		for _, a := range reg.Alike(0) {
			got = append(got, fmt.Sprintf("%s/%s %d", tools[a.ToolIndex].Server, tools[a.ToolIndex].Name, a.Likeness))
		}
		assert.Equal(t, c.want, strings.Join(got, ", "), c.names)
	}
}

func TestRegistryLookups(t *testing.T) {
	reg, tools := registry(t, "a/send_email", "b/sendEmail", "b/read_file", "c/x")
	assert.Equal(t, []int{0, 1}, reg.NamedLike("SEND-EMAIL"))
	assert.Equal(t, []int{0, 1}, reg.NamedByWords([]string{"email", "sending"}))
	assert.Empty(t, reg.NamedByWords([]string{"email"}))
	assert.Equal(t, 3, reg.Servers())
	assert.Equal(t, 4, reg.Len())
	assert.Equal(t, []int{2}, reg.Named("read_file"))
	assert.Equal(t, 1, reg.IndexOf(tools[1]))
	assert.Equal(t, -1, reg.IndexOf(detect.ToolView{Name: "read_file", Server: "z"}))
	assert.NotPanics(t, func() {
		var zero detect.RegistryView
		zero.NamedLike("x")
		zero.Alike(0)
		zero.NamedByWords([]string{"a", "b"})
		zero.IndexOf(tools[0])
		zero.SameFamily("a", "b")
	})
}

func TestSameFamily(t *testing.T) {
	reg, _ := registry(t, "a/one_x", "a/two_x", "a/three_x", "b/one_x", "b/twoX", "c/one_x", "c/p", "c/q", "d/two_x")
	assert.True(t, reg.SameFamily("a", "b"))
	assert.True(t, reg.SameFamily("b", "a"))
	assert.False(t, reg.SameFamily("a", "c"), "one common name is no family")
	assert.False(t, reg.SameFamily("a", "d"))
	assert.False(t, reg.SameFamily("a", "nobody"))
}

// TestNamesOfRunTime holds that a placeholder is not the name of a tool, unless it is written so in what a server sends.
func TestNamesOfRunTime(t *testing.T) {
	view := func(server, name string, code bool) detect.ToolView {
		return detect.ToolView{Kind: detect.KindTool, Server: server, Name: name, FromCode: true, NameUnknown: code}
	}
	tools := []detect.ToolView{view("a", "{name}", true), view("b", "{name}", true), view("c", "{kind}_name", false), view("d", "{title}", false)}
	reg := detect.NewRegistry(tools)
	assert.Empty(t, reg.NamedLike("name"))
	assert.Empty(t, reg.Alike(0))
	assert.Equal(t, []int{2}, reg.NamedLike("kind_name"))
	assert.Equal(t, []int{3}, reg.NamedLike("title"))
}

// TestLargeRegistry is linear: families of names one letter apart, and one name on all servers, cost nothing extra.
func TestLargeRegistry(t *testing.T) {
	var tools []detect.ToolView
	for i := range 20_000 {
		tools = append(tools, detect.ToolView{Kind: detect.KindTool, Server: fmt.Sprint(i), Name: fmt.Sprintf("process_item_%05d", i)},
			detect.ToolView{Kind: detect.KindTool, Server: fmt.Sprint(i), Name: "send_email"})
	}
	reg := detect.NewRegistry(tools)
	for i := range tools {
		assert.LessOrEqual(t, len(reg.Alike(i)), 8)
	}
	assert.Len(t, reg.NamedLike("sendEmail"), 64)
}

// TestLongNamesAreCut is about names of a megabyte.
func TestLongNamesAreCut(t *testing.T) {
	long := strings.Repeat("a_b", 1<<19)
	reg, _ := registry(t, "a/"+long, "b/"+long+"c", "b/send_email")
	assert.Len(t, reg.Alike(0), 1, "the same as far as they are compared")
	assert.NotPanics(t, func() { reg.NamedLike(long); reg.NamedByWords([]string{long, long}) })
}

// TestOneEditIsFound makes slips of each kind in names and looks for each.
func TestOneEditIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{"searchinvoices", "getall", "\u0441\u043e\u0437\u0434\u0430\u0442\u044c\u0444\u0430\u0439\u043b", strings.Repeat("ab", 30)} {
		runes := []rune(name)
		for range 100 {
			other := slices.Clone(runes)
			k := r.IntN(len(other))
			switch r.IntN(4) {
			case 0:
				other = slices.Delete(other, k, k+1)
			case 1:
				other = slices.Insert(other, k, 'q')
			case 2:
				other[k] = 'z'
			case 3:
				k = max(k, 1)
				other[k-1], other[k] = other[k], other[k-1]
			}
			if len(other) < 6 || !detect.OneEditApart(name, string(other)) {
				continue
			}
			reg, _ := registry(t, "a/"+name, "b/"+string(other))
			assert.NotEmpty(t, reg.Alike(0), "%s %s", name, string(other))
			assert.NotEmpty(t, reg.Alike(1), "%s %s", name, string(other))
		}
	}
}

// TestFactsAreReadOnce counts how often what is kept of a tool is made, however often it is asked for.
func TestFactsAreReadOnce(t *testing.T) {
	reg, tools := registry(t, "a/x", "b/x", "b/y")
	made := 0
	for range 3 {
		for i := range tools {
			assert.Equal(t, i, reg.ToolMemo(i, func() any { made++; return i }))
		}
	}
	assert.Equal(t, len(tools), made)
	one, _ := registry(t, "a/x")
	assert.Equal(t, 7, one.ToolMemo(0, func() any { return 7 }))
	assert.Equal(t, 8, reg.ToolMemo(5, func() any { return 8 }))
	assert.Nil(t, reg.ToolMemo(0, nil))
}

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
	assert.Equal(t, []int{0}, reg.ServersNamed("quarry"))
	assert.Empty(t, reg.ServersNamed("nobody"))
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
