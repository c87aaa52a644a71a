// Package secret finds credentials in text.
package secret

// Match is one credential.
type Match struct {
	// Rule names the kind of credential, such as "github-pat".
	Rule string
	// Start and End are the byte span of the secret itself, half open.
	Start, End int
	// Confidence is from 0 to 1: a checksum that holds is near 1, entropy alone is weakest.
	Confidence float64
}

// Find returns the credentials in s in rising order of Start, without overlaps.
func Find(s string) []Match { return nil }

// Redact returns s with every credential cut down to a harmless stub.
func Redact(s string) string { return s }
