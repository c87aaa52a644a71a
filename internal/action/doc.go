// Package action is what the GitHub Action needs besides a scan: it reads the inputs, decides whether the SARIF file may be
// uploaded, and writes outputs, files and log lines so that no foreign word becomes a command, an output or a variable of the job.
package action
