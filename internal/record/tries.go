package record

import (
	"errors"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tries are the ways in which a session may begin, likeliest first.
func (o Options) tries() ([]try, error) {
	if (len(o.Command) > 0) == (o.URL != "") {
		return nil, errors.New("use a command or a URL, not both")
	}
	if o.URL == "" {
		return []try{
			{o.start, legacy, func(_ server, err error) bool { return wantsDiscover(err) }},
			{open: o.start},
		}, nil
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

// wantsDiscover reports whether a server does not know initialize, as those need not that speak a version of the protocol later than legacy.
func wantsDiscover(err error) bool {
	wire := wireError(err)
	return wire != nil && (wire.Code == jsonrpc.CodeMethodNotFound || wire.Code == mcp.CodeUnsupportedProtocolVersion)
}

// wireError returns the error that a server answered with, or nil: the SDK has an error of that kind of its own, for what HTTP refuses.
func wireError(err error) *jsonrpc.Error {
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code == -32005 && wire.Message == "rejected by transport" {
		return nil
	}
	return wire
}

// wantsSSE reports whether an address is one of the HTTP+SSE transport of 2024, where nothing can be sent to.
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
