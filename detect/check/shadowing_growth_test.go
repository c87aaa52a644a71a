package check

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/org/mcp-lint/detect"
)

// growthWords make up the names and texts of servers whose number grows.
var growthWords = strings.Fields(`return list record file name page number filter result search query user project issue date time update create remove
	id status text value table column order limit sort repository branch commit message channel thread folder path calendar event customer
	invoice payment product account report weather ticket note photo album station route recipe garden library museum`)

// growthShapes are the ways in which many tools can be alike. Each makes tool i of n: its server, name and description.
var growthShapes = []struct {
	name string
	make func(i, n int) (server, name, description string)
}{
	{"all different, 20 tools a server", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i/20), growthName(i), growthText(uint64(i))
	}},
	{"one tool a server", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i), growthName(i), growthText(uint64(i))
	}},
	{"one name on all servers", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i), "search_invoices", growthText(uint64(i))
	}},
	{"look-alike names", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i), [...]string{"search_invoices", "search_inv0ices", "search_invoice", "search_invoices_v2", "searchInvoices"}[i%5], growthText(uint64(i))
	}},
	{"one server", func(i, _ int) (string, string, string) { return "server", growthName(i), growthText(uint64(i)) }},
	{"one description", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i/20), growthName(i), growthText(1)
	}},
	{"near duplicates", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i/20), growthName(i), growthText(uint64(i%50)) + " Region " + growthWords[i%len(growthWords)] + "."
	}},
	{"two servers with nearly the same tools", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i%2), fmt.Sprintf("get_item%s_%05d", []string{"", "s"}[i%2], i/2), growthText(uint64(i/2)) + []string{"", " More."}[i%2]
	}},
	{"one tool on all servers", func(i, _ int) (string, string, string) {
		return fmt.Sprint("server-", i), "search_invoices", growthText(1)
	}},
}

func growthName(i int) string {
	n := len(growthWords)
	return growthWords[i%n] + "_" + growthWords[i/n%n] + fmt.Sprintf("_%c%c%c", 'a'+i%23, 'a'+i/23%23, 'a'+i/529%23)
}

// growthText returns a text of some 230 bytes that depends on the seed alone.
func growthText(seed uint64) string {
	const size = 230
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for b.Len() < size {
		for k := range 6 + r.IntN(8) {
			w := growthWords[r.IntN(len(growthWords))]
			if k == 0 {
				w = strings.ToUpper(w[:1]) + w[1:]
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(w)
		}
		b.WriteString(". ")
	}
	return strings.TrimSpace(b.String())
}

func growthViews(t testing.TB, n int, shape func(i, n int) (server, name, description string)) []detect.ToolView {
	t.Helper()
	views := make([]detect.ToolView, n)
	for i := range views {
		server, name, description := shape(i, n)
		v, err := detect.ViewJSON(detect.KindTool, server, fmt.Appendf(nil, `{"name":%q,"description":%q}`, name, description))
		require.NoError(t, err)
		views[i] = v
	}
	return views
}

// BenchmarkGrowthOfRegistry reports what one tool costs among more and more others, by the check that compares tools and by all of them.
func BenchmarkGrowthOfRegistry(b *testing.B) {
	for _, shape := range growthShapes {
		for _, n := range []int{1_000, 4_000, 20_000, 100_000, 200_000} {
			b.Run(fmt.Sprintf("%s/%d", shape.name, n), func(b *testing.B) {
				views := growthViews(b, n, shape.make)
				e := detect.NewEngine([]detect.Check{shadowing{}})
				b.ResetTimer()
				for range b.N {
					if res := e.Scan(views); len(res.Coverage.Failures) > 0 {
						b.Fatal(res.Coverage.Failures[0])
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/tool")
			})
		}
	}
}
