// A program that needs most of what a table of functions is for: it grows stacks, collects garbage, recovers, asks who
// calls, and at last fails, so that it prints a traceback.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

type tree struct{ left, right *tree }

func grow(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{grow(depth - 1), grow(depth - 1)}
}

func (t *tree) size() int {
	if t == nil {
		return 0
	}
	return 1 + t.left.size() + t.right.size()
}

func deep(n int) int {
	var room [256]int
	if n == 0 {
		return 0
	}
	room[n%256] = n
	return room[n%256] - n + 1 + deep(n-1)
}

func recovered(f func()) (what any) {
	defer func() { what = recover() }()
	f()
	return nil
}

func inlined() string {
	pc, file, line, ok := runtime.Caller(0)
	return fmt.Sprint(strings.TrimPrefix(runtime.FuncForPC(pc).Name(), "main."), ok, file != "", line >= 0)
}

func main() {
	sums := make(chan int)
	for i := range 4 {
		go func() {
			total := deep(500 * (i + 1))
			for range 20 {
				total += grow(10).size()
				runtime.GC()
			}
			sums <- total
		}()
	}
	total := 0
	for range 4 {
		total += <-sums
	}
	fmt.Println(total, inlined())
	fmt.Println(recovered(func() { _ = []int{}[total] }), recovered(func() { panic(errors.New("wanted")) }))
	var none *tree
	fmt.Println(recovered(func() { none.left = none }))
	zeroes := [4096]int{4095: 7} // and data with a gap
	fmt.Println(len(zeroes), zeroes[4095], table[0], table[4095])
	failing(none)
}

var table = [4096]int{1, 4095: 2}

//go:noinline
func failing(t *tree) { t.right = t }
