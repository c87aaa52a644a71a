package corpus

import (
	"strings"

	"github.com/org/mcp-lint/detect"
)

// misquotes reports whether the payload is not to be found in the definition. A definition that cannot be read has complaints
// of its own.
func (e Entry) misquotes() bool {
	v, err := detect.ViewJSON(e.kind(), e.Server, e.Tool)
	return err == nil && !holds(v, e.Payload)
}

// holds reports whether a string or name of the view has the payload.
func holds(v detect.ToolView, payload string) bool {
	for _, f := range v.Fields {
		if strings.Contains(f.Text, payload) {
			return true
		}
	}
	return false
}

// located reports whether any of the signals overlaps an occurrence of the payload, or nil when that is not to be said:
// there is no payload, or the view does not hold it.
func located(v detect.ToolView, payload string, signals []detect.Signal) *bool {
	if payload == "" || !holds(v, payload) {
		return nil
	}
	hit := false
	for _, s := range signals {
		if hit = touches(v, payload, s); hit {
			break
		}
	}
	return &hit
}

// touches reports whether the span of a signal shares a byte with an occurrence of the payload in the same field. A span
// without bytes counts as the one byte that it stands before, or after at the end of the text.
func touches(v detect.ToolView, payload string, s detect.Signal) bool {
	if s.FieldIndex < 0 || s.FieldIndex >= len(v.Fields) {
		return false
	}
	text := v.Fields[s.FieldIndex].Text
	start, end := min(max(s.Start, 0), len(text)), min(max(s.End, 0), len(text))
	if end <= start {
		start = max(min(start, len(text)-1), 0)
		end = min(start+1, len(text))
	}
	// An occurrence that shares a byte with the span begins less than its length before the span and ends less than that
	// after it; any that lies in these bounds shares one.
	margin := len(payload) - 1
	return strings.Contains(text[max(start-margin, 0):min(end+margin, len(text))], payload)
}
