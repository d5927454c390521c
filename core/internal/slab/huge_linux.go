package slab

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20   // bytes, on amd64 and most others
	worth    = 200 << 10 // bytes: a large page takes the time of 50 small ones
	willHuge = 14        // MADV_HUGEPAGE
)

// advise asks for large pages wherever s lies, its first and its last one too: what else Go puts there has them as well, and
// a page of which a part has been touched stays as it is. That there are none is no error.
func advise[T any](s []T) {
	bytes := uintptr(len(s)) * unsafe.Sizeof(*new(T))
	if bytes < worth {
		return
	}
	from := uintptr(unsafe.Pointer(unsafe.SliceData(s)))
	first, end := from&^(hugePage-1), (from+bytes+hugePage-1)&^(hugePage-1)
	syscall.Syscall(syscall.SYS_MADVISE, first, end-first, willHuge)
}
