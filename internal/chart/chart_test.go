package chart

import (
	"encoding/json"
	"math"
	"testing"
)

func TestNumbersTravelAsJSON(t *testing.T) {
	in := Series{Name: "a", X: Numbers{1, 0.1, 1e300, -0.5}, Y: Numbers{math.NaN(), math.Inf(1), 2, 1.0 / 3}}
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"name":"a","x":[1,0.1,1e+300,-0.5],"y":[null,null,2,0.3333333333333333]}`; string(b) != want {
		t.Errorf("got %s, want %s", b, want)
	}
	var out Series
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	for i := range in.X {
		if out.X[i] != in.X[i] {
			t.Errorf("%v came back as %v", in.X[i], out.X[i])
		}
	}
	if y := out.Y; y[0] == y[0] || y[1] == y[1] || y[2] != 2 || y[3] != 1.0/3 {
		t.Errorf("%v came back as %v", in.Y, y)
	}
	if err := json.Unmarshal([]byte(`{"y":["one"]}`), &out); err == nil {
		t.Error("text is no number")
	}
}
