package manifest

import (
	"bytes"
	"path"
	"strings"

	"github.com/org/mcp-lint/discover/clients"
	"github.com/org/mcp-lint/discover/source"
	"github.com/org/mcp-lint/internal/lazy"
	"github.com/org/mcp-lint/internal/wordset"
)

const sniffBytes = 8 << 10

// Sniff detects the format of a file by content, then by name. JSON is detected by content under any name. Makefiles, INI files and notes
// look like YAML and TOML, so these need their own file extension, or no name at all, as on standard input.
func Sniff(f *source.File) Format {
	named, open := formatOfName(f.Path)
	head := f.Data[f.BOM():min(f.BOM()+sniffBytes, len(f.Data))]
	body := skipJSONSpace(head)
	switch json := startsJSON(body); {
	case wideEncoding(head) != "" || len(body) == 0:
		return named
	case named != YAML && named != TOML && IsEventStream(head):
		return EventStream
	case named == YAML && json && jsonThroughout(f), named == TOML && json && body[0] == '{':
		return JSON
	case named != Unknown:
		return named
	case body[0] == '[' && open && tomlHeader().Match(head):
		return TOML
	case json:
		return JSON
	case open && tomlLine().Match(head):
		return TOML
	case open && yamlLine().Match(head):
		return YAML
	case clients.IsAgent(f.Path) && FrontEnd(f) > 0:
		return FrontMatter
	case HoldsMessages(f.Data):
		return Messages
	}
	return Unknown
}

// SniffNamed detects the format of a file that the user named and that is thus expected to be a document: if content and name do not
// decide, it tries each format. sure is false if the file could be something else, such as a letter that is valid YAML.
func SniffNamed(f *source.File) (format Format, sure bool) {
	if format = Sniff(f); format != Unknown {
		return format, format != FrontMatter
	}
	if opened := Sniff(&source.File{Path: "-", Data: f.Data}); opened != Unknown {
		return opened, false
	}
	for _, format := range [...]Format{JSON, YAML, TOML} {
		docs, problems := ParseAs(f, format)
		for _, doc := range docs {
			if len(problems) == 0 && (doc.Kind == source.Object || doc.Kind == source.Array) {
				return format, false
			}
		}
	}
	return Unknown, false
}

// wrappers are extensions of copies, samples and recordings, which do not indicate the format.
var wrappers = wordset.Of(`.txt .snap .golden .expected .approved .out .output .log .example .sample .template .tmpl .tpl .dist .default
	.local .bak .backup .orig .old .in .mcp .tools .manifest .response .capture .fixture .har .sse .http .trace .disabled .new .save`)

// IsWrapper reports whether an extension, in lower case with its dot, does not indicate the format.
func IsWrapper(ext string) bool { return wrappers[ext] }

// TrimWrappers removes trailing extensions that do not indicate the format: tools.yaml for tools.yaml.example.
func TrimWrappers(name string) string {
	for {
		ext := path.Ext(name)
		if len(ext) == len(name) || !wrappers[strings.ToLower(ext)] {
			return name
		}
		name = name[:len(name)-len(ext)]
	}
}

// formatOfName returns the format by file name. open is set when there is no name, so that only the content counts.
func formatOfName(p string) (format Format, open bool) {
	base := strings.ToLower(TrimWrappers(path.Base(p)))
	switch path.Ext(base) {
	case ".json", ".jsonc", ".json5", ".jsonl", ".ndjson":
		return JSON, false
	case ".yaml", ".yml":
		return YAML, false
	case ".toml":
		return TOML, false
	}
	return Unknown, base == "-" || base == "stdin" || base == "<stdin>" || base == "."
}

func skipJSONSpace(b []byte) []byte {
	for {
		b = bytes.TrimLeft(b, " \t\r\n\x1e")
		var end int
		switch {
		case bytes.HasPrefix(b, []byte("//")):
			end = bytes.IndexAny(b, "\r\n")
		case bytes.HasPrefix(b, []byte("/*")):
			if end = bytes.Index(b, []byte("*/")); end >= 0 {
				end += 2
			}
		default:
			return b
		}
		if end < 0 {
			return nil
		}
		b = b[end:]
	}
}

// startsJSON reports whether b begins with a JSON object, or a list of strings, lists or objects.
func startsJSON(b []byte) bool {
	for len(b) > 0 && b[0] == '[' {
		if b = skipJSONSpace(b[1:]); len(b) > 0 && b[0] == '"' {
			return true
		}
	}
	if len(b) == 0 || b[0] != '{' {
		return false
	}
	b = skipJSONSpace(b[1:])
	return len(b) > 0 && (b[0] == '"' || b[0] == '}')
}

// jsonThroughout reports whether a file that begins as JSON is JSON to the end, since YAML flow collections look the same.
func jsonThroughout(f *source.File) bool {
	_, problems := ParseAs(f, JSON)
	return len(problems) == 0
}

var (
	// tomlHeader matches a table header on the first line that is not a comment.
	tomlHeader = lazy.Regexp(`\A(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*\[\[?[ \t]*[A-Za-z0-9_."'-]+[ \t]*\]?\][ \t]*(?:#[^\n]*)?\r?\n\s*(?:[#\[]|[A-Za-z0-9_."'-]+[ \t]*=)`)
	// tomlLine matches a key and value on the first line that is not a comment, with a value that only TOML allows.
	tomlLine = lazy.Regexp(`\A(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:\[\[?[A-Za-z0-9_."'-]+\]?\][ \t]*(?:#[^\n]*)?\r?\n|[A-Za-z0-9_."'-]+[ \t]*=[ \t]*(?:["'\[{0-9+-]|true\b|false\b))`)
	// yamlLine matches a document marker, a key or a list item on the first line that is not a comment.
	yamlLine = lazy.Regexp(`\A(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:---(?:[ \t\r\n]|\z)|%YAML |[A-Za-z_$"'][\w.$/"'-]*:(?:[ \t\r\n]|\z)|- +[\w"']+:[ \t])`)
)

// eventHead matches the start of a captured stream of server-sent events (HTML standard, section 9.2.6), eventData an event with JSON.
var (
	eventHead = lazy.Regexp(`\A\s*(?:(?:event|data|id|retry)?:|(?:event|data|id|retry)[\r\n])`)
	eventData = lazy.Regexp(`(?:\A|[\r\n])data: ?[ \t]*[{\[]`)
)

// IsEventStream reports whether head begins a stream of server-sent events, as sent by the streamable HTTP transport.
func IsEventStream(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	return eventHead().Match(head) && eventData().Match(head)
}

// parseEvents reads the data of each event as JSON. Everything else is replaced by blanks, which preserves positions.
func parseEvents(f *source.File, log *problemLog) []*source.Node {
	data := bytes.Clone(f.Data)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if data[i] != '\n' && data[i] != '\r' {
				data[i] = ' '
			}
		}
	}
	inside := false // the event's data is JSON so far
	first := true   // no data of the event so far
	for at := f.BOM(); at < len(data); {
		end := lineEnd(data, at)
		line := bytes.TrimRight(data[at:end], "\r\n")
		payload, ok := bytes.CutPrefix(line, []byte("data:"))
		switch {
		case len(line) == 0:
			inside, first = false, true
		case !ok:
			blank(at, end)
		default:
			if payload = bytes.TrimSpace(payload); first {
				inside = len(payload) > 0 && (payload[0] == '{' || payload[0] == '[') && string(payload) != "[DONE]"
				first = false
			}
			if inside {
				blank(at, at+len("data:"))
			} else {
				blank(at, end)
			}
		}
		at = end
	}
	return parseJSON(f, data, log)
}

// message matches the start of a JSON-RPC message, or of its result.
var message = lazy.Regexp(`\{\s{0,8}"(?:jsonrpc"\s*:\s*"2|result"\s*:\s*\{|tools"\s*:\s*\[\s*\{|id"\s*:[^{}]{0,200}"(?:jsonrpc|result)"\s*:)`)

// HoldsMessages reports whether text contains JSON-RPC messages, as a log or a capture with frame headers does.
func HoldsMessages(data []byte) bool { return message().Match(data) }

// parseMessages reads the JSON-RPC messages in other text. Everything else is replaced by blanks, which preserves positions.
func parseMessages(f *source.File, log *problemLog) []*source.Node {
	data := bytes.Repeat([]byte{' '}, len(f.Data))
	for at := 0; at < len(f.Data); {
		found := message().FindIndex(f.Data[at:])
		if found == nil {
			break
		}
		start := at + found[0]
		at = endOfObject(f.Data, start)
		copy(data[start:at], f.Data[start:at])
	}
	return parseJSON(f, data, log)
}

func endOfObject(data []byte, start int) int {
	depth, quoted := 0, false
	for i := start; i < len(data); i++ {
		switch c := data[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case c == '}', c == ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(data)
}
