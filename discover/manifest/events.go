package manifest

import (
	"bytes"

	"github.com/org/mcp-lint/discover/source"
)

// eventHead is the beginning of a captured stream of server-sent events (HTML standard, section 9.2.6), of which some
// event carries JSON.
var (
	eventHead = lazy(`\A\s*(?:(?:event|data|id|retry)?:|(?:event|data|id|retry)[\r\n])`)
	eventData = lazy(`(?:\A|[\r\n])data: ?[ \t]*[{\[]`)
)

// IsEventStream reports whether the beginning of a file is that of a stream of server-sent events, as the streamable HTTP
// transport answers with.
func IsEventStream(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	return eventHead().Match(head) && eventData().Match(head)
}

// parseEvents reads the data of each event as JSON. Everything else is read as white space, so that all places stay.
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
	first := true   // no data of the event was met
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
