//go:build !unix

package program

import "os"

func read(f *os.File, b []byte) (int, error) { return f.Read(b) }
