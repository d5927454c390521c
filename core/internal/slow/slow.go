// Package slow leaves out tests.
package slow

import (
	"os"
	"runtime"
	"testing"
)

// Law skips a law that takes seconds, if -short asks for it.
func Law(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: left out by -short")
	}
}

// CI reports whether tests may take minutes.
func CI() bool { return os.Getenv("CI") == "true" }

// AsWebAssembly skips a law that takes seconds in Node, if -short asks for it. Natively
// the law is fast, and always tested.
func AsWebAssembly(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		Law(t)
	}
}
