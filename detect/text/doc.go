// Package text prepares one string for the checks: views of it in which wording that means the same looks the same,
// each with the way back to the bytes of the original; its clauses and words; and whether a phrase instructs or is
// merely mentioned.
package text

// Doc is one string, prepared once and read by every check. It is safe for concurrent use once made.
type Doc struct {
	// Raw is the string as given.
	Raw string
}

// NewDoc prepares s.
func NewDoc(s string) *Doc { return &Doc{Raw: s} }
