// A program whose functions go on in all the places where they can: in nested loops, after calls that wait, after stacks
// have grown, after a panic. At last it fails, so that it prints a traceback.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// nested waits in each of three loops around each other.
func nested(n int) (sum int) {
outer:
	for i := range n {
		runtime.Gosched()
		for k := 0; ; k++ {
			if k > i {
				continue outer
			}
			for sum%7 != 3 {
				sum += i + k
				runtime.Gosched()
				if sum > 1_000_000 {
					break outer
				}
				sum++
			}
			sum += k
			if k%3 == 2 {
				runtime.Gosched()
			}
		}
	}
	return sum
}

// deep grows the stack at each call, in a loop.
func deep(n int) (sum int) {
	var room [100]int
	for i := range min(n, 2) {
		room[i*7] = n
		sum += room[i*7] + deep(n-1-i*40)
	}
	return sum
}

// recovered goes on behind panics in a loop.
func recovered(fs ...func()) (all []string) {
	for _, f := range fs {
		func() {
			defer func() {
				runtime.Gosched()
				all = append(all, fmt.Sprint(recover()))
			}()
			f()
			all = append(all, "returned")
		}()
	}
	return all
}

// stages pass numbers on through channels.
func stages(n int) (sum int) {
	in := make(chan int)
	out := in
	for range n {
		from, to := out, make(chan int, n%3)
		go func() {
			defer close(to)
			for v := range from {
				select {
				case to <- v + 1:
				default:
					to <- v + 2 - 1
				}
			}
		}()
		out = to
	}
	go func() {
		for i := range 200 {
			in <- i
		}
		close(in)
	}()
	for v := range out {
		sum = sum*31%1_000_003 + v
	}
	return sum
}

// jumps has a loop that no for makes.
func jumps(n int) (s string) {
again:
	s += string(rune('a' + n%26))
	if n%5 == 1 {
		n--
		goto again
	}
	for n > 0 {
		if n--; n%4 == 0 {
			goto again
		}
	}
	return s
}

type shape interface{ area() float64 }
type square float64
type ring struct{ in, out float64 }

func (s square) area() float64 { runtime.Gosched(); return float64(s * s) }
func (r ring) area() float64   { return 3 * (r.out*r.out - r.in*r.in) }

func main() {
	sums := make(chan string)
	for i := range 5 {
		go func() { sums <- fmt.Sprint(nested(20+i), deep(60+i), stages(i+2), jumps(40+i)) }()
	}
	var all []string
	for range 5 {
		all = append(all, <-sums)
	}
	slices.Sort(all)
	fmt.Println(strings.Join(all, "\n"))
	var none *ring
	fmt.Println(recovered(
		func() { _ = all[len(all)] },
		func() { panic(errors.New("wanted")) },
		func() { none.in++ },
		func() { _ = all[2 : len(all)-3][0] },
		func() { fmt.Println(1 / (len(all) - 5)) },
		func() {}))
	total := 0.0
	for i := range 100 {
		shapes := []shape{square(i), ring{1, float64(i)}, &ring{2, float64(i)}}
		slices.SortFunc(shapes, func(a, b shape) int { return int(a.area() - b.area()) })
		total = total*0.5 + shapes[i%3].area()
	}
	fmt.Println(total)
	failing(none)
}

//go:noinline
func failing(r *ring) {
	for i := range 3 {
		runtime.Gosched()
		r.out = float64(i)
	}
}
