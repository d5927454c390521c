package nearest

import "testing"

func TestName(t *testing.T) {
	names := []string{"fcfs", "list", "easy", "cons", "sjf-easy", "sjf-cons", "narrow-list", "unicef-easy"}
	for typed, want := range map[string]string{
		"easy":        "easy",
		"EASY":        "easy",
		"esay":        "easy",
		"eazy":        "easy",
		"con":         "cons",
		"conservativ": "",
		"sjf_easy":    "sjf-easy",
		"sfj-easy":    "sjf-easy",
		"narow-list":  "narrow-list",
		"unicef-esy":  "unicef-easy",
		"":            "",
		"unicef":      "unicef-easy",
		"nar":         "narrow-list",
		"s":           "",
		"slurm":       "",
	} {
		if got := Name(typed, names); got != want {
			t.Errorf("Name(%q) = %q, want %q", typed, got, want)
		}
	}
}

func TestMeantAsksForAName(t *testing.T) {
	if got := Meant("esay", []string{"easy", "cons"}); got != "did you mean easy?" {
		t.Errorf("%q", got)
	}
	if got := Meant("slurm", []string{"easy", "cons"}); got != "" {
		t.Errorf("%q for a name that is like none", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"abc", "abc", 0},
		{"abc", "acb", 1}, {"abc", "adc", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
