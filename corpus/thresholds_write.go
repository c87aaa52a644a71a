package corpus

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Write writes the thresholds as JSON, in the form in which they are committed: one class a line, in the order of Classes.
func (t Thresholds) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n  \"overall\": %s,\n", t.Overall)
	if t.Launches != (Floors{}) {
		fmt.Fprintf(&b, "  \"launches\": %s,\n", t.Launches)
	}
	fmt.Fprintf(&b, "  \"class\": %s,\n  \"classes\": {\n", t.Class)
	names := slices.SortedFunc(maps.Keys(t.Classes), inOrder(classes[:]))
	for i, name := range names {
		quoted, err := json.Marshal(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "    %s: %s%s\n", quoted, t.Classes[name], comma(i, len(names)))
	}
	fmt.Fprintf(&b, "  },\n  \"maxBenignFP\": %s,\n  \"minHard\": %s,\n  \"minTwins\": %s\n}\n",
		hundredths(t.MaxBenignFP), hundredths(t.MinHard), hundredths(t.MinTwins))
	_, err := io.WriteString(w, b.String())
	return err
}

// String is the floors as JSON on one line.
func (f Floors) String() string {
	return fmt.Sprintf(`{"minRecall": %s, "minFail": %s, "maxFP": %s, "maxFPFail": %s, "minLocated": %s}`,
		hundredths(f.MinRecall), hundredths(f.MinFail), hundredths(f.MaxFP), hundredths(f.MaxFPFail), hundredths(f.MinLocated))
}

// hundredths is a share with two decimals, or with as many as it takes.
func hundredths(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	if back, err := strconv.ParseFloat(s, 64); err != nil || back != v {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return s
}
