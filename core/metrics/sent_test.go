package metrics

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
)

// Blocks that go through JSON are the same to the bit.
func TestSentBlocksAreTheSame(t *testing.T) {
	for _, n := range []int{0, 1, 700, 5000} {
		for _, start := range []int64{0, 4*86400 + 77} {
			_, b := Measure(loaded(n), start)
			text, err := json.Marshal(b)
			if err != nil {
				t.Fatal(err)
			}
			var got Blocks
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if got.sums == nil && b.sums == nil || reflect.DeepEqual(&got, b) {
				continue
			}
			if len(b.sums) > 0 || len(got.sums) > 0 || got.unit != b.unit || got.begin != b.begin {
				t.Errorf("%d jobs from %d: %.300s", n, start, text)
			}
		}
	}
}

// What no interval can come of arrives as no Blocks.
func TestBlocksWithoutAnIntervalAreSentAsNull(t *testing.T) {
	far, endless := NewBlocks(0), NewBlocks(0)
	far.Add(&Ended{Submit: -5, Start: 0, End: 1, Procs: 1})
	far.Add(&Ended{Submit: 5, Start: 6, End: 7, Procs: 1})
	endless.Add(&Ended{Submit: 5, Start: 6, End: 7, Procs: 1})
	endless.sums[len(endless.sums)-1].num[3] = math.Inf(1)
	for _, b := range []*Blocks{far, endless, nil} {
		if text, err := json.Marshal(b); err != nil || string(text) != "null" {
			t.Errorf("%s, %v", text, err)
		}
	}
}

// Whatever arrives is Blocks or an error, and Blocks can be paired and compared.
func FuzzBlocks(f *testing.F) {
	_, b := Measure(loaded(50), 0)
	text, err := json.Marshal(b)
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{
		string(text), "null", "{}", `{"unit":3}`, `{"unit":-1}`, `{"begin":604800}`, `{"begin":-1}`, `{"sums":[[1]]}`, `{"sums":[[],null]}`,
		`{"sums":[[-1,2,3,4,5,6,7,8,9,10,-1,0,1e300],[]]}`, `{"unit":2,"begin":604799,"sums":[[1,1,1,1,1,1,1,1,1,1,1,1,1]]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var b Blocks
		if json.Unmarshal(text, &b) != nil {
			return
		}
		if len(b.sums) > mostBlocks {
			t.Fatalf("%d blocks", len(b.sums))
		}
		p := Pair([]*Blocks{&b, NewBlocks(0)})
		if p == nil {
			p = &Paired{all: []*Blocks{&b, NewBlocks(0)}}
		}
		for _, m := range Every {
			Standings(m, []float64{1, 2}, p)
		}
	})
}
