package lint

// docsBase is where the documentation is read on the web.
const docsBase = "https://github.com/org/mcp-lint/blob/main/docs/"

// DocsURL returns the address of a page of the documentation, a path below docs/.
func DocsURL(page string) string { return docsBase + page }

// CheckURL returns the address of the page of a check; `mcp-lint explain ID` says the same offline.
func CheckURL(id string) string { return DocsURL("checks/" + id + ".md") }
