// Package sweep scans all that a registry holds in one run: lists of definitions, archives, and packages that it fetches. It is an Apache
// Beam pipeline, so that it runs on one machine and, with other flags, on a cluster.
//
// What is read becomes an [Item], items become shards by the registry that they are of, and each shard is scanned by itself: its findings,
// what was set apart, and a [Manifest] are three files that depend on nothing but the shard's items and the [Config]. A shard whose manifest
// matches its items is not scanned again. [Totals] of all shards are written last.
//
// Items are an attacker's: one that cannot be read, is too large, takes too long, or makes the scan panic is set apart with the reason, and all
// others are scanned. docs/registry.md describes the command.
package sweep
