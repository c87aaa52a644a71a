// Package rest serves scans over HTTP: documents in, reports out. Requests and what they carry are the attacker's, so that all of it is
// bounded, no scan touches a file, and answers hold nothing of a request that is not made printable.
package rest
