package check

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamesOfValues(t *testing.T) {
	for name, want := range map[string][2]bool{
		"user_id": {true, true}, "get_user_ids": {true, true}, "userid": {true, false}, "get_user_token": {false, true}, "access_token": {true, true},
		"created_at": {true, true}, "get_page_size": {true, true}, "_id": {true, true}, "id": {true, false}, "sort_by": {true, true},
		"has_more": {true, false}, "not_before": {true, false}, "send_email": {false, false}, "send_text": {false, true}, "max_": {false, false}, "": {false, false},
		"page_size_": {false, false}, "resize": {false, false}, "check_in": {true, true}, "checkin": {false, false}, "mail.send_at": {true, true},
	} {
		assert.Equal(t, want, [2]bool{valueName(name), valueEnding(name)}, name)
	}
}
