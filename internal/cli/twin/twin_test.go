package twin

import (
	"testing"
)

// A wait is off by percents, and by so many times from ten times on.
func TestHowFarAWaitIsOff(t *testing.T) {
	for _, c := range []struct {
		x, recorded float64
		want        string
	}{
		{0, 0, "-"}, {5, 0, "-"}, {100, 100, "+0.0 %"}, {0, 100, "-100.0 %"}, {999, 100, "+899.0 %"}, {1000, 100, "10 times"},
		{1329, 1, "1,329 times"},
	} {
		if got := offBy(c.x, c.recorded); got != c.want {
			t.Errorf("%v against %v is %q, want %q", c.x, c.recorded, got, c.want)
		}
	}
}
