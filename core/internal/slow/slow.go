// Package slow leaves out tests.
package slow

import (
	"runtime"
	"testing"
)

// AsWebAssembly skips a law that takes seconds in Node, if -short asks for it. Natively
// the law is fast, and always tested.
func AsWebAssembly(t *testing.T) {
	t.Helper()
	if testing.Short() && runtime.GOOS == "js" {
		t.Skip("slow as WebAssembly: left out by -short")
	}
}
