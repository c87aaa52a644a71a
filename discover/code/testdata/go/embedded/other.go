package embedded

// Feed is not what texts.Feed means.
const Feed = "Another text."
