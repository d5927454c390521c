//go:build !page

package trace

// Streams tells whether this program can play jobs from a Tape. The page's cannot: what it plays is in its memory, and the
// code would be downloaded for nothing.
const Streams = true
