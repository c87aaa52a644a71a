package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/org/mcp-lint/detect"
	"github.com/org/mcp-lint/detect/text"
	"github.com/org/mcp-lint/lint"
)

const (
	// shownServers is the maximum number of servers listed, shownCode of folders and packages per server.
	shownServers, shownCode = 500, 5
	launchRunes             = 300
)

func (t *textWriter) installed() {
	list := t.r.Installed
	if t.r.Installed == nil {
		return
	}
	if len(list) == 0 {
		t.line("No client of this user has a server configured.")
		return
	}
	t.line("%s of this user's clients:", Count(len(list), "server"))
	for i := range list[:min(len(list), shownServers)] {
		s := &list[i]
		// Each line begins with a word of ours, so that no name can pass for one.
		t.line("  server %s of %s  %s", t.bold(quoted(s.Name)), text.Safe(cmp.Or(s.Client, "?"), nameRunes), position(s.Where))
		t.line("    launch: %s", cmp.Or(text.Safe(s.Launch, launchRunes), "neither a command nor a URL"))
		for _, words := range installedWords(s) {
			t.line("    %s", words)
		}
	}
	if more := len(list) - shownServers; more > 0 {
		t.line("  and %d more", more)
	}
	t.line("")
}

// installedWords describes a server in addition to its findings.
func installedWords(s *lint.InstalledServer) []string {
	var out []string
	if s.Off {
		out = append(out, "disabled")
	}
	for _, p := range s.Packages[:min(len(s.Packages), shownCode)] {
		out = append(out, "package: "+packageWords(p))
	}
	out = append(out, "approved in advance: "+approvalWords[s.Approval])
	for _, code := range s.Code[:min(len(s.Code), shownCode)] {
		out = append(out, "scanned: "+text.Safe(code, pathRunes))
	}
	if more := len(s.Code) - shownCode; more > 0 {
		out = append(out, fmt.Sprintf("scanned: %d more", more))
	}
	if len(s.Code) == 0 {
		out = append(out, "scanned: only this entry; its code was not found on this machine")
	}
	if s.Findings > 0 {
		words := Count(s.Findings, "finding")
		if s.Worst > detect.SeverityNone {
			words += ", the worst " + s.Worst.String()
		}
		out = append(out, words)
	}
	return out
}

var approvalWords = map[lint.Approval]string{
	lint.AsksFirst: "nothing", lint.SomeApproved: "some calls", lint.AllApproved: "all calls, or those that run commands",
}

func packageWords(p lint.InstalledPackage) string {
	words := []string{text.Safe(p.Registry+":"+p.Name, pathRunes)}
	switch {
	case p.Version == "":
		words = append(words, "any version")
	case p.Pinned:
		words = append(words, "pinned to "+text.Safe(p.Version, nameRunes))
	default:
		words = append(words, "not pinned: "+text.Safe(p.Version, nameRunes))
	}
	if p.Found != "" {
		words = append(words, text.Safe(p.Found, nameRunes)+" is here")
	}
	return strings.Join(words, ", ")
}

func (p *htmlPage) installed() htmlPanel {
	list := p.report.Installed
	panel := htmlPanel{id: "installed", title: "Servers of this user's clients", open: true, count: len(list), left: max(len(list)-shownServers, 0)}
	for i := range list[:min(len(list), shownServers)] {
		s := &list[i]
		line := text.Safe(s.Name, nameRunes) + ": " + text.Safe(s.Launch, launchRunes) + "; " + strings.Join(installedWords(s), "; ")
		panel.row(text.Safe(s.Client, nameRunes), p.place(s.Where), words(line, 4*pathRunes)...)
	}
	return panel
}

func (m *markdownWriter) installed(list []lint.InstalledServer) {
	if len(list) == 0 {
		return
	}
	m.add("| Server | Launch | State |\n| --- | --- | --- |\n")
	for i := range list {
		s := &list[i]
		state := "approved in advance: " + approvalWords[s.Approval] + "; " + Count(s.Findings, "finding")
		if i == sectionRows || !m.add("| %s of %s | %s | %s |\n", codeElement(s.Name, nameRunes), codeElement(cmp.Or(s.Client, "?"), nameRunes), codeElement(s.Launch, evidenceRunes), state) {
			m.add("\n- %d more servers\n", len(list)-i)
			break
		}
	}
	m.add("\n")
}
