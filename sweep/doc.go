// Package sweep scans a whole registry in one run: lists of definitions, archives, and packages that it fetches. It is an Apache Beam
// pipeline, which runs on one machine or, with other flags, on a cluster.
//
// Inputs become [Item] values, which are divided into shards by registry. A shard is scanned by itself: its findings, the items set apart, and
// a [Manifest] are three files that depend only on its items and the [Config]. A shard whose manifest matches is not scanned again. [Totals]
// of all shards are written last.
//
// Items are untrusted: one that cannot be read, is too large, takes too long, or makes the scan panic is set apart with the reason, and the
// others are scanned. docs/registry.md describes the command.
package sweep
