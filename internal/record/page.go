package record

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// page asks for one page.
func (r *recorder) page(ctx context.Context, method, cursor string, declared bool) (json.RawMessage, error) {
	if err := r.capture.failure(); err != nil {
		return nil, err
	}
	wait := r.limits.Answer
	if !declared {
		wait = min(wait, 5*time.Second)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, tooLate{wait})
	defer cancel()
	err := ask(ctx, r.session, method, cursor)
	a, ok := r.capture.take(method)
	switch {
	case ok:
		return a.result, a.err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case r.capture.failure() != nil:
		return nil, r.capture.failure()
	case err == nil:
		err = faultf("no answer")
	}
	return nil, err
}

// tooLate is an answer that did not come in time.
type tooLate struct{ wait time.Duration }

func (e tooLate) Error() string { return fmt.Sprintf("no answer within %s", e.wait) }

// add adds the items of a page to its list, and what else the page holds to the other members. It returns the cursor of the next page.
func (r *recorder) add(l *List, result json.RawMessage) (next string, err error) {
	fields, err := members(result)
	if err != nil {
		return "", faultf("the answer is not an object")
	}
	r.folded = folded(fields, l.member) || r.folded
	if last(fields, "nextCursor") == nil {
		r.folded = folded(fields, "nextCursor") || r.folded
	}
	found := false
	for _, f := range fields {
		if f.name != l.member {
			continue
		}
		page, err := items(f.value)
		if err != nil {
			return "", faultf("the answer has no list of %ss", l.Kind)
		}
		found, l.Listed = true, true
		for _, item := range page {
			if r.items++; r.items > r.limits.Items {
				return "", faultf("the lists have more than %s", some(r.limits.Items, "item"))
			}
			if r.kept += len(item); r.kept > r.limits.KeptBytes {
				return "", faultf("the lists are larger than %s", size(r.limits.KeptBytes))
			}
			l.Items = append(l.Items, item)
		}
	}
	if !found {
		return "", faultf("the answer has no list of %ss", l.Kind)
	}
	// These are of the protocol, and say nothing to a model.
	if rest := without(fields, l.member, "nextCursor", "resultType", "ttlMs", "cacheScope"); len(rest) > 0 {
		if err := r.other(l.Method, rest); err != nil {
			return "", err
		}
	}
	if next := last(fields, "nextCursor"); next != nil && next[0] != '"' && string(next) != "null" {
		return "", faultf("there are more pages, but the cursor is not a string")
	}
	return word(fields, "nextCursor"), nil
}

// other keeps members of a result that are no part of the record as such.
func (r *recorder) other(method string, fields []field) error {
	all := object(fields)
	if r.kept += len(all); r.kept > r.limits.KeptBytes {
		return faultf("the answers are larger than %s", size(r.limits.KeptBytes))
	}
	r.out.others = append(r.out.others, field{method, all})
	return nil
}
