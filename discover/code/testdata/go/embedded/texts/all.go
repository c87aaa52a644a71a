package texts

import _ "embed"

// Harvest is in a file beside this one.
//
//go:embed harvest.md
var Harvest string

const Feed = "Feeds the bees with sugar."

//go:embed missing.md
var Lost string
