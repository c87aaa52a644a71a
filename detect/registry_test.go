package detect_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		assert.True(t, detect.NamesOneEditApart(p[0], p[1]) && detect.NamesOneEditApart(p[1], p[0]), p)
	}
	for _, p := range [][2]string{{"abc", "abc"}, {"abc", "cba"}, {"abc", "abcde"}, {"abcd", "badc"}, {"", ""}, {"abc", "axd"}} {
		assert.False(t, detect.NamesOneEditApart(p[0], p[1]) || detect.NamesOneEditApart(p[1], p[0]), p)
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
		{[]string{"a/send_email", "b/send_email", "c/send_email"}, ""},
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
	assert.Equal(t, []int{0, 1}, reg.Called("SEND-EMAIL"))
	assert.Equal(t, []int{0, 1}, reg.CalledInProse([]string{"email", "sending"}))
	assert.Empty(t, reg.CalledInProse([]string{"email"}))
	assert.Equal(t, 3, reg.Servers())
	assert.Equal(t, 4, reg.Len())
	assert.Equal(t, []int{2}, reg.Named("read_file"))
	assert.Equal(t, 2, reg.WordServers("send"))
	assert.Equal(t, 1, reg.IndexOf(tools[1]))
	assert.Equal(t, -1, reg.IndexOf(detect.ToolView{Name: "read_file", Server: "z"}))
	assert.NotPanics(t, func() {
		var zero detect.RegistryView
		zero.Called("x")
		zero.IndexOf(tools[0])
		zero.SameServer("a", "b")
	})
}

func TestSameServer(t *testing.T) {
	reg, _ := registry(t, "a/one_x", "a/two_x", "a/three_x", "b/one_x", "b/twoX", "c/one_x", "c/p", "c/q", "d/two_x")
	assert.True(t, reg.SameServer("a", "b") && reg.SameFamily("a", "b"))
	assert.True(t, reg.SameServer("b", "a") && reg.SameFamily("b", "a"))
	assert.False(t, reg.SameServer("a", "c") || reg.SameFamily("a", "c"), "one common name is no family")
	assert.False(t, reg.SameServer("a", "d"))
	assert.False(t, reg.SameServer("a", "nobody"))
}

// TestCopiesMakeNoSameServer is about a small server that takes on some names of a large one.
func TestCopiesMakeNoSameServer(t *testing.T) {
	reg, _ := registry(t, "big/a1", "big/a2", "big/a3", "big/a4", "big/a5", "big/a6", "evil/a1", "evil/a2")
	assert.True(t, reg.SameFamily("big", "evil"))
	assert.False(t, reg.SameServer("big", "evil"))
}

// TestLargeRegistry is linear: families of names one letter apart, and one name on all servers, cost nothing extra.
func TestLargeRegistry(t *testing.T) {
	var tools []detect.ToolView
	for i := range 20_000 {
		tools = append(tools, detect.ToolView{Kind: detect.KindTool, Server: fmt.Sprint(i), Name: fmt.Sprintf("process_item_%05d", i)},
			detect.ToolView{Kind: detect.KindTool, Server: fmt.Sprint(i), Name: "send_email"})
	}
	reg := detect.NewRegistry(tools)
	total := 0
	for i := range tools {
		total += len(reg.Alike(i))
	}
	assert.LessOrEqual(t, total, len(tools)*16)
	require.Empty(t, reg.Alike(1))
}

func BenchmarkAlikeIndex(b *testing.B) {
	var tools []detect.ToolView
	for i := range 10_000 {
		tools = append(tools, detect.ToolView{Kind: detect.KindTool, Server: fmt.Sprint(i / 10), Name: fmt.Sprintf("read_%x_record", i*7919)})
	}
	b.ReportAllocs()
	for b.Loop() {
		detect.NewRegistry(tools).Alike(0)
	}
}
