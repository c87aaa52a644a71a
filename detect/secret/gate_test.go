package secret

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// findUngated is findAll without the looks that come before the families.
func findUngated(s string) []Match {
	if len(s) < minSecret {
		return nil
	}
	all, _ := findPrefixed(nil, s)
	all = findAssigned(all, s)
	all = findURLs(all, s)
	all = findHeaders(all, s)
	all = findKeyBlocks(all, s)
	all = findJWTs(all, s)
	all = findDiscord(all, s)
	all = findShaped(all, s, ^uint32(0))
	all = findCards(all, s)
	return findGuarded(all, s)
}

// assertGates holds that the gates hide nothing. Of what findUngated finds, that of signed and Discord tokens is double.
func assertGates(t *testing.T, s string) {
	t.Helper()
	var got, want []string
	for _, m := range findAll(s) {
		got = append(got, fmt.Sprint(m.Rule, m.Start, m.End))
	}
	for _, m := range findUngated(s) {
		want = append(want, fmt.Sprint(m.Rule, m.Start, m.End))
	}
	slices.Sort(got)
	slices.Sort(want)
	assert.Equal(t, slices.Compact(want), slices.Compact(got), "%q", s)
}

// gateTexts are texts at the edges of the gates.
func gateTexts() []string {
	random := source(11)
	discord := "M" + random.draw(letters, 23) + "." + random.draw(letters, 6) + "." + random.draw(letters, 30)
	texts := []string{
		discord, "x" + discord, discord + ".", strings.Repeat("a", 24) + "." + discord, "4512 3456 7890 1237", "4-5-1-2-3-4-5-6-7-8-9-0-1-2-3-7", strings.Repeat(" ", 11) + "4512345678901237",
		"bas\u0130c " + "dXNlcjpwYXNzd29yZDEyMw==", "BASIC dXNlcjpwYXNzd29yZDEyMw==", "bEaReR " + random.draw(letters, 30), "AUTHORIZATION: x " + random.draw(letters, 30),
		"see https://u:" + random.draw(letters, 20) + "@h.example.com/", "eyJ", "sig=" + random.draw(letters, 43), "", "aaaaaaaa", "x:AA" + random.draw(letters, 33),
	}
	for _, r := range shapeRules() {
		for range 20 {
			texts = append(texts, "v "+random.like(strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(r.shape.expr, `\b`, ""), "^"), "$")))
		}
	}
	for n := range 30 {
		texts = append(texts, strings.Repeat("x", n)+" 4512 3456 7890 1237", strings.Repeat("1", n)+" "+strings.Repeat("y", n)+"4539148803436467")
	}
	return texts
}

func TestGatesHideNothing(t *testing.T) {
	for _, s := range gateTexts() {
		assertGates(t, s)
		assertGates(t, s+" "+s)
	}
	assert.Less(t, len(prefixes().groups), 256, "the numbers of the groups are bytes")
	assert.LessOrEqual(t, len(shapeRules()), 27, "each has a bit")
}

// TestShortTexts draws texts of the shortest kinds out of the literals.
func TestShortTexts(t *testing.T) {
	random := source(12)
	var literals []string
	for _, g := range prefixes().groups {
		for _, r := range g.rules {
			literals = append(literals, r.prefix)
		}
		for _, m := range g.marks {
			literals = append(literals, m.literal)
		}
	}
	for _, l := range append(literals, "Basic ", "Bearer ", "Authorization ", "4", "") {
		for n := range 20 {
			for _, chars := range []string{letters, "0123456789abcdef", "0123456789", letters + " =-_./"} {
				assertGates(t, l+random.draw(chars, n))
			}
		}
	}
}

func FuzzGates(f *testing.F) {
	for _, s := range gateTexts() {
		f.Add(s)
	}
	f.Fuzz(assertGates)
}
