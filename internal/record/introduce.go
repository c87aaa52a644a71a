package record

import (
	"encoding/json"
	"errors"
	"fmt"
)

// serverInfoKey is where a server that knows no initialize names itself.
const serverInfoKey = "io.modelcontextprotocol/serverInfo"

// introduce takes what the server says of itself.
func (r *recorder) introduce(method string, result json.RawMessage) error {
	fields, err := members(result)
	if err != nil {
		return errors.New("the answer to " + method + " is not an object")
	}
	shown := []string{"protocolVersion", "supportedVersions", "capabilities", "serverInfo", "instructions"}
	r.folded = folded(fields, "serverInfo", "instructions") || r.folded
	for _, name := range shown {
		for _, f := range fields {
			if f.name == name {
				r.out.about = append(r.out.about, f)
				r.kept += len(f.value)
			}
		}
	}
	for _, f := range fields {
		if meta, err := members(f.value); f.name == "_meta" && err == nil && last(meta, serverInfoKey) != nil {
			r.out.about = append(r.out.about, field{"serverInfo", last(meta, serverInfoKey)})
		}
	}
	if info, err := members(last(r.out.about, "serverInfo")); err == nil {
		r.out.Server = word(info, "name")
	}
	r.out.Instructions = word(fields, "instructions") != ""
	if rest := without(fields, append(shown, "resultType", "ttlMs", "cacheScope")...); len(rest) > 0 {
		if err := r.other(method, rest); err != nil {
			return err
		}
	}
	if declared, err := members(last(fields, "capabilities")); err == nil {
		for _, f := range declared {
			r.declared[f.name] = true
			if of, err := members(f.value); err == nil && string(last(of, "listChanged")) == "true" {
				r.changes[f.name] = true
			}
		}
	}
	if r.kept > r.limits.KeptBytes {
		return fmt.Errorf("the answer to %s is longer than %s", method, size(r.limits.KeptBytes))
	}
	return nil
}
