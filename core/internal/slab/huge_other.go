//go:build !linux

package slab

func advise[T any]([]T) {}
