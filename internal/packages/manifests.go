package main

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

// manifests fills in the templates for package managers that download the archives themselves.
func manifests(r *release) ([]file, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"url": func(name string) string { return homepage + "/releases/download/v" + r.version + "/" + name },
		"sum": func(name string) (string, error) {
			if r.sums[name] == "" {
				return "", fmt.Errorf("checksums.txt does not name %s", name)
			}
			return r.sums[name], nil
		},
		"upper":   strings.ToUpper,
		"archive": func(target, kind string) string { return "mcp-lint_" + r.version + "_" + target + "." + kind },
	}).ParseFS(templates, "templates/*.tmpl")
	if err != nil {
		return nil, err
	}
	data := map[string]string{
		"Version": r.version, "Tag": "v" + r.version, "Date": r.made.Format("2006-01-02"), "Summary": summary, "Homepage": homepage,
	}
	var out []file
	for _, one := range t.Templates() {
		name, ok := strings.CutSuffix(one.Name(), ".tmpl")
		if !ok {
			continue
		}
		var b bytes.Buffer
		if err := one.Execute(&b, data); err != nil {
			return nil, err
		}
		out = append(out, file{name: name, data: b.Bytes()})
	}
	return out, nil
}
