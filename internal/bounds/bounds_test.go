package bounds

import (
	"math"
	"reflect"
	"testing"
)

type inner struct {
	Load float64 `json:"load" range:"0..1000"`
}

type outer struct {
	Procs  int              `json:"procs" range:"1..1e6"`
	Speed  float64          `json:"speed" range:"1e-6..1e6,0"`
	Limit  *int64           `json:"limit" range:"0..1e11,none"`
	Seed   uint64           `json:"seed" range:"0..18446744073709551615"`
	GPUs   map[string]int   `json:"gpus" range:"0..8"`
	Models []inner          `json:"models"`
	Own    any              `json:"-"`
	Groups [2]float64       `json:"groups" range:"0..100"`
	Nested map[string]inner `json:"nested"`
}

func TestCheckNamesTheFirstNumberOutsideItsRange(t *testing.T) {
	minus := int64(-1)
	for _, c := range []struct {
		change func(*outer)
		want   string
	}{
		{func(o *outer) { o.Seed = math.MaxUint64 }, ""},
		{func(o *outer) { o.Procs = 0 }, "procs is 0: give a whole number from 1 to 1000000"},
		{func(o *outer) { o.Speed = 1e-7 }, "speed is 1e-07: give 0 or a number from 1e-6 to 1000000"},
		{func(o *outer) { o.Limit = &minus },
			"limit is -1: give a whole number from 0 to 100000000000, or leave it out for no limit"},
		{func(o *outer) { o.GPUs = map[string]int{"a": 9} }, `gpus["a"] is 9: give a whole number from 0 to 8`},
		{func(o *outer) { o.Models = []inner{{1}, {math.NaN()}} }, "models[1].load is NaN: give a number from 0 to 1000"},
		{func(o *outer) { o.Groups[1] = 101 }, "groups[1] is 101: give a number from 0 to 100"},
		{func(o *outer) { o.Nested = map[string]inner{"b": {math.Inf(1)}} }, `nested["b"].load is +Inf: give a number from 0 to 1000`},
	} {
		o := outer{Procs: 1}
		c.change(&o)
		got := ""
		if err := Check(&o); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestANumberWithoutARangePanics(t *testing.T) {
	for _, of := range []reflect.Type{
		reflect.TypeFor[struct{ N int }](), reflect.TypeFor[struct{ N []float64 }](),
		reflect.TypeFor[struct {
			N int `range:"2..1"`
		}](),
		reflect.TypeFor[struct {
			S string `range:"0..1"`
		}](),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v has its ranges", of)
				}
			}()
			Fields(of)
		}()
	}
}
