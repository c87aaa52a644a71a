package secret

import "hash/crc32"

// base62 is the alphabet of GitHub's and npm's checksums.
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const (
	// checksumDigits is the number of checksum characters at the end of a token.
	checksumDigits = 6
	// randomDigits is the number of random characters before them.
	randomDigits = 30
)

// crcHolds reports whether the last six characters of a body are the CRC-32 of those before, in base 62 with leading
// zeros, as GitHub introduced it in 2021 ("Behind GitHub's new authentication token formats") and npm uses it too.
func crcHolds(body string) bool {
	if len(body) != randomDigits+checksumDigits {
		return false
	}
	sum := crc32.ChecksumIEEE([]byte(body[:randomDigits]))
	for i := len(body) - 1; i >= randomDigits; i-- {
		if body[i] != base62[sum%62] {
			return false
		}
		sum /= 62
	}
	return sum == 0
}

// luhnHolds reports whether the digits satisfy the check of ISO/IEC 7812-1, annex B.
func luhnHolds(digits []byte) bool {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
