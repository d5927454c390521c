package slab

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20 // bytes, on amd64 and most others
	willHuge = 14      // MADV_HUGEPAGE
)

// advise asks for large pages. That there are none is no error.
func advise[T any](s []T) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(*new(T)))
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(s))) % hugePage)
	if n := (len(bytes) - skip) / hugePage * hugePage; n > 0 {
		syscall.Madvise(bytes[skip:skip+n], willHuge)
	}
}
