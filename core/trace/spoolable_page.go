//go:build page

package trace

// spoolable is false: see spoolable.go.
const spoolable = false
