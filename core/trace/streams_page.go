//go:build page

package trace

// Streams is false: see streams.go.
const Streams = false
