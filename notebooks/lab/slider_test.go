package lab

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// One picture is seen, that of the value that is shown; every value has its picture, in order.
func TestASliderShowsThePictureOfItsValue(t *testing.T) {
	page := sliderHTML("load <1>", []float64{1, 0.85, 0.7}, 1, [][]byte{[]byte("one"), []byte("two"), []byte("three")})
	var shown, all []string
	picture := regexp.MustCompile(`<img( hidden)? alt="load &lt;1&gt; (\S+)" src="data:image/png;base64,(\S+)">`)
	for _, m := range picture.FindAllStringSubmatch(page, -1) {
		all = append(all, m[2]+" "+m[3])
		if m[1] == "" {
			shown = append(shown, m[2])
		}
	}
	if !slices.Equal(all, []string{"1 b25l", "0.85 dHdv", "0.7 dGhyZWU="}) || !slices.Equal(shown, []string{"0.85"}) {
		t.Errorf("it has %q and shows %q", all, shown)
	}
	for _, want := range []string{"<output>0.85</output>", `max="2" value="1"`} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in it", want)
		}
	}
}
