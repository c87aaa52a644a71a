package text

import (
	"strings"
	"testing"
)

// benchTexts are what descriptions look like: short ones, long ones with markup, other scripts.
var benchTexts = []struct{ name, text string }{
	{"short", "Reads a file from the workspace and returns its content as text."},
	{"long", strings.Repeat(`Search the issue tracker of a project. Returns at most 50 issues, newest first, each with its "title", state and labels.

Parameters:
- query: words to look for, e.g. "login fails"; leave it empty to list all issues
- project_id: the project's identifier (see list_projects), such as "web/frontend"
- since: only issues changed after this date, in the format 2024-01-31

Note that closed issues aren't listed unless state="closed" is given. See https://docs.example.com/api/issues?v=2 for details.
`, 4)},
	{"typographic", strings.Repeat("Creates a “draft” — it isn’t sent until you call send_draft. Größe und Länge in €. ", 10)},
	{"chinese", strings.Repeat("搜索项目的问题跟踪器，返回最多50个问题。", 20)},
	{"russian", strings.Repeat("Читает файл из рабочей папки и возвращает его содержимое. ", 10)},
}

func BenchmarkNewDoc(b *testing.B) {
	for _, of := range benchTexts {
		b.Run(of.name, func(b *testing.B) {
			b.SetBytes(int64(len(of.text)))
			b.ReportAllocs()
			words := len(NewDoc(of.text).Words)
			for b.Loop() {
				NewDoc(of.text)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(words), "ns/word")
		})
	}
}
