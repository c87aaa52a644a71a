package rest

import (
	_ "embed" // for the document
	"net/http"
)

// openAPIDocument describes the addresses, as OpenAPI 3.1 has it.
//
//go:embed openapi.json
var openAPIDocument []byte

func openAPI(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, openAPIDocument)
	return nil
}
