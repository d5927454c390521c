//go:build exactcheck

package exact

// Programs built with this tag check every solution, and take several times as long.
func init() { watch = newChecker }
