package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/org/mcp-lint/internal/lazy"
)

// refusal is the answer to a line that is no message. The ID is null when it is not known which request it was.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   refusalError    `json:"error"`
}

type refusalError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func refuse(id json.RawMessage, code int, message string) *refusal {
	return &refusal{Version: "2.0", ID: id, Error: refusalError{code, message}}
}

// decode reads a line as a message, or says why it is none. Its words hold none of the line.
func decode(line []byte, cut bool) (jsonrpc.Message, *refusal) {
	if cut {
		return nil, refuse(idAtEnds(line), jsonrpc.CodeInvalidRequest, fmt.Sprintf("the message is larger than %d bytes and was not read", maxLine))
	}
	line = bytes.TrimSpace(line)
	if !json.Valid(line) {
		return nil, refuse(nil, jsonrpc.CodeParseError, "the line is not JSON; a message is one JSON object per line")
	}
	if line[0] == '[' {
		return nil, refuse(nil, jsonrpc.CodeInvalidRequest, "batches are not supported; send one message per line")
	}
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		var lax struct {
			ID json.RawMessage `json:"id"`
		}
		// What is no object has no ID.
		_ = json.Unmarshal(line, &lax)
		if !plainID().Match(lax.ID) {
			lax.ID = nil
		}
		return nil, refuse(lax.ID, jsonrpc.CodeInvalidRequest, "the line is not a JSON-RPC 2.0 message, or is nested too deeply")
	}
	return m, nil
}

var (
	plainID = lazy.Regexp(`^(?:-?[0-9]{1,18}|"[^"\\]{0,128}")$`)
	// idFirst and idLast find the ID of a request where it is certain to be the one of the message: before everything else, or after it.
	idFirst = lazy.Regexp(`^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,128}")\s*,`)
	idLast  = lazy.Regexp(`[\]}"]\s*,\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\]{0,128}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`)
)

// idAtEnds finds the ID of a request of which only the two ends are known.
func idAtEnds(line []byte) json.RawMessage {
	for _, place := range []*regexp.Regexp{idFirst(), idLast()} {
		if m := place.FindSubmatch(line); m != nil {
			return m[1]
		}
	}
	return nil
}
