// Package reading says what a sentence of a tool definition talks about, without judging it: the concepts that stand in it, the tools and
// parameters that it names, resolved against the registry, and its words with those names taken out. A sentence in one language and its
// translation have the same concepts, since each language's words for them are data (the folder concepts, a file per language).
package reading
