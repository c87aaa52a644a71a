package text

import "strings"

// BreakCommands puts a space into what the runners of GitHub and of Azure Pipelines take for a command wherever it stands in a line of a
// log: "##[" and "##vso[", in any case. See https://github.com/actions/runner (ActionCommand.TryParse) and
// https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands.
func BreakCommands(line string) string {
	if !strings.Contains(line, "##") {
		return line
	}
	const azure = "vso["
	var b strings.Builder
	for i := range len(line) {
		if rest := line[i:]; i >= 2 && line[i-2:i] == "##" && (rest[0] == '[' || len(rest) >= len(azure) && strings.EqualFold(rest[:len(azure)], azure)) {
			b.WriteByte(' ')
		}
		b.WriteByte(line[i])
	}
	return b.String()
}
