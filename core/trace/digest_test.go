package trace

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// The order of a log's rows is no part of what a simulation sees, as long as each job has a number of its own: neither with
// names nor with pseudonyms, and not in SWF made of it.
func TestTheOrderOfRowsLeavesTheDigest(t *testing.T) {
	const head = "job,submit,run,procs,user,account,queue,name\n"
	var rows []string
	for i := range 60 { // several of each second
		rows = append(rows, fmt.Sprintf("%d,%d,%d,%d,u%d,a%d,q%d,n%d\n", i+1, i/7*10, i*i%97, 1+i%5, i*7%11, i*5%3, i%4, i*3%8))
	}
	var want []string
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 6 {
		w := readCSV(t, head+strings.Join(rows, ""), Options{})
		var b strings.Builder
		if err := w.WriteSWF(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read("again.swf", []byte(b.String()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := []string{w.SHA256(), w.Anonymize().SHA256(), again.SHA256()}
		if round == 0 {
			want = got
		}
		for k, of := range []string{"the table", "its pseudonyms", "SWF of it"} {
			if got[k] != want[k] {
				t.Errorf("%s: another digest in another order", of)
			}
		}
		r.Shuffle(len(rows), func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
	}
}
