//go:build !page

package trace

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/drawn"
)

// Spooled jobs are never others than held ones.
func FuzzSpooled(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	f.Add(generated(1, 20), uint8(0))
	f.Add(oddTable(r, 20, false), uint8(0))
	f.Add(oddTable(r, 20, true), uint8(3))
	f.Add(accounting, uint8(0))
	f.Add(drawn.Accounting{Jobs: 20}.Draw(r), uint8(1))
	f.Add(drawn.Accounting{Jobs: 20, JSON: true}.Draw(r), uint8(0))
	for _, file := range corpus(f) {
		f.Add(file, uint8(2))
	}
	f.Add(",submit,start,end,res\n0,1,0,0,1\n"+strings.Repeat(",1200000900,0,0,1\n", 4), uint8(0)) // one doubted second
	f.Fuzz(func(t *testing.T, text string, how uint8) {
		spooled(t, text, Options{Width: []string{"", "requested"}[how&1], Procs: int(how>>2) * 8,
			TimeZone: []string{"", "Europe/Berlin"}[how>>1&1]})
	})
}
