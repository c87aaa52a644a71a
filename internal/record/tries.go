package record

import (
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tries are the ways to start a session, likeliest first.
func (o Options) tries() ([]try, error) {
	if (len(o.Command) > 0) == (o.URL != "") {
		return nil, errors.New("use a command or a URL, not both")
	}
	if o.URL == "" {
		return []try{{o.start, legacy, func(_ server, err error) bool { return wantsDiscover(err) }}, {open: o.start}}, nil
	}
	if _, err := o.address(); err != nil {
		return nil, err
	}
	stream := func() (server, error) { return o.dial(true) }
	return []try{
		{stream, legacy, func(s server, err error) bool { return wantsDiscover(err) || wantsSSE(s) }},
		{stream, "", func(s server, _ error) bool { return wantsSSE(s) }},
		{open: func() (server, error) { return o.dial(false) }, protocol: legacy},
	}, nil
}

// wantsDiscover reports whether a server does not support initialize, which versions after legacy do not require.
func wantsDiscover(err error) bool {
	wire := wireError(err)
	return wire != nil && (wire.Code == jsonrpc.CodeMethodNotFound || wire.Code == mcp.CodeUnsupportedProtocolVersion)
}

// wireError returns the JSON-RPC error of the server, or nil. The SDK uses the same type for HTTP errors.
func wireError(err error) *jsonrpc.Error {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code == -32005 && wire.Message == "rejected by transport" {
		return nil
	}
	return wire
}

// wantsSSE reports whether the server looks like one with the HTTP+SSE transport of 2024, which rejects POST.
func wantsSSE(s server) bool {
	w, ok := s.(*web)
	if !ok {
		return false
	}
	switch status, refused := w.answered(); status {
	case http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotAcceptable, http.StatusUnsupportedMediaType:
		return refused == nil
	}
	return false
}
