//go:build !page

package trace

// spoolable tells whether Jobs can be spooled. Those of the page are held: what it plays is in its memory, and the code would be
// downloaded for nothing.
const spoolable = true
