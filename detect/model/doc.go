// Package model judges what a sentence of a tool definition says. It is a sparse linear model over a reading, in two views that share no
// feature: the relations of concepts and references, and the words with names taken out. Heads name the action. The weights are learned by
// internal/learn; this package holds no rule.
package model
