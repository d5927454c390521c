//go:build page

package workload

// Streams is false: see streams.go.
const Streams = false
