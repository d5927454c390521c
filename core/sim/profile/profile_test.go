package profile

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

const (
	procs   = 8
	horizon = 8192 // seconds the oracle knows; scripts stay well inside
)

// naive is the oracle: one counter a second.
type naive struct {
	now  int64
	free [horizon]int
}

func newNaive() *naive {
	n := &naive{}
	for i := range n.free {
		n.free[i] = procs
	}
	return n
}

func (n *naive) fits(t, length int64, want int) bool {
	for s := t; s < t+length; s++ {
		if n.free[s] < want {
			return false
		}
	}
	return true
}

func (n *naive) fit(from, length int64, want int) int64 {
	t := max(from, n.now)
	for !n.fits(t, length, want) {
		t++
	}
	return t
}

func (n *naive) add(from, length int64, d int) {
	for s := from; s < from+length; s++ {
		n.free[s] += d
	}
}

type interval struct {
	from, length int64
	procs        int
}

// checkLaw replays a script, four bytes an operation, on a profile and on the
// oracle: take at the earliest fit, release, move earlier, advance, place with some
// seconds ruled out.
func checkLaw(t *testing.T, script []byte) {
	p, n := New(0, procs), newNaive()
	var taken []interval
	for ; len(script) >= 4; script = script[4:] {
		op, from, length, want := script[0]%6, n.now+int64(script[1]%64), 1+int64(script[2]%32), 1+int(script[3]%procs)
		switch {
		case op < 2:
			got, ok := p.Fit(from, length, want)
			if w := n.fit(from, length, want); !ok || got != w {
				t.Fatalf("Fit(%d, %d, %d) = %d, %t; the oracle says %d", from, length, want, got, ok, w)
			}
			p.Take(got, length, want)
			n.add(got, length, -want)
			taken = append(taken, interval{got, length, want})
		case op == 5:
			limit, resume := from+int64(script[3]%16), from+int64(script[0]%64)
			w := n.fit(from, length, want)
			if limit <= w && w < resume {
				w = n.fit(resume, length, want)
			}
			var q Profile
			q.Copy(p)
			if got := p.Place(from, limit, resume, length, want); got != w {
				t.Fatalf("Place(%d, %d, %d, %d, %d) = %d; the oracle says %d", from, limit, resume, length, want, got, w)
			}
			checkSame(t, &q, n)
			n.add(w, length, -want)
			taken = append(taken, interval{w, length, want})
		case len(taken) == 0:
		case op == 2: // give back the part that is not over
			k := int(script[1]) % len(taken)
			v := taken[k]
			taken = append(taken[:k], taken[k+1:]...)
			rest := max(v.from, n.now)
			if end := v.from + v.length; rest < end {
				p.Release(rest, end-rest, v.procs)
				n.add(rest, end-rest, v.procs)
			}
		case op == 3: // move one that has not begun
			k := int(script[1]) % len(taken)
			v := &taken[k]
			if v.from <= n.now {
				continue
			}
			limit := n.now + int64(script[2])
			got := p.Earlier(v.from, v.length, v.procs, limit)
			n.add(v.from, v.length, v.procs)
			w := n.fit(n.now, v.length, v.procs)
			if w >= limit {
				w = v.from
			}
			if got != w {
				t.Fatalf("Earlier(%d, %d, %d, %d) = %d; the oracle says %d", v.from, v.length, v.procs, limit, got, w)
			}
			p.Release(v.from, v.length, v.procs)
			p.Take(got, v.length, v.procs)
			n.add(got, v.length, -v.procs)
			v.from = got
		case op == 4:
			n.now += int64(script[1] % 8)
			p.Advance(n.now)
		}
		checkSame(t, p, n)
	}
}

func checkSame(t *testing.T, p *Profile, n *naive) {
	if p.Start() != n.now {
		t.Fatalf("the profile starts at %d, not %d", p.Start(), n.now)
	}
	at, last := n.now, -1
	p.Steps(func(from, to int64, free int) bool {
		if from != at || from >= to || free == last {
			t.Fatalf("a step of %d on [%d, %d) follows one of %d that ends at %d", free, from, to, last, at)
		}
		for s := from; s < min(to, horizon); s++ {
			if n.free[s] != free || free < 0 {
				t.Fatalf("%d processors are free at second %d; the oracle says %d", free, s, n.free[s])
			}
		}
		at, last = to, free
		return true
	})
	if at != Forever {
		t.Fatal("the last step does not go on for ever")
	}
}

func TestProfileIsOneCounterASecond(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		script := make([]byte, 4*r.IntN(150))
		for i := range script {
			script[i] = byte(r.Uint32())
		}
		checkLaw(t, script)
	}
}

func FuzzProfile(f *testing.F) {
	f.Add([]byte("0abc0def3axx4b002c00"))
	f.Fuzz(func(t *testing.T, script []byte) { checkLaw(t, script[:min(len(script), 600)]) })
}

func TestNothingFitsThatIsWiderThanTheMachine(t *testing.T) {
	if at, ok := New(0, 4).Fit(0, 1, 5); ok {
		t.Fatalf("5 processors of 4 are free at second %d", at)
	}
}

// BenchmarkPlan plans jobs one by one, as a planning-based manager in every pass.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{20, 200, 2000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			jobs := make([]interval, n)
			for i := range jobs {
				jobs[i] = interval{length: 1 + r.Int64N(10000), procs: 1 + r.IntN(1+r.IntN(128))}
			}
			p := New(0, 128)
			b.ReportAllocs()
			for b.Loop() {
				p.Reset(0, 128)
				for i := range jobs {
					j := &jobs[i]
					p.Place(0, 0, 0, j.length, j.procs)
				}
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
}

// BenchmarkEarlier asks of each planned job whether it could move, as conservative backfilling does when a job ends early.
func BenchmarkEarlier(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	p := New(0, 256)
	planned := make([]interval, 60)
	for i := range planned {
		v := interval{length: 100 + r.Int64N(5000), procs: 1 << r.IntN(7)}
		v.from, _ = p.Fit(0, v.length, v.procs)
		p.Take(v.from, v.length, v.procs)
		planned[i] = v
	}
	p.Release(planned[0].length/2, planned[0].length-planned[0].length/2, planned[0].procs) // it ends early
	b.ReportAllocs()
	for b.Loop() {
		for i := range planned {
			v := &planned[i]
			p.Earlier(v.from, v.length, v.procs, planned[0].length)
		}
	}
}
