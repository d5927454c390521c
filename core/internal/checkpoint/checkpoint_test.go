package checkpoint

import (
	"errors"
	"strings"
	"testing"
)

type state struct {
	Seed int `json:"seed"`
}

func TestParseTakesOneValueThatPassesItsCheck(t *testing.T) {
	odd := errors.New("the seed is odd")
	for data, want := range map[string]string{
		`{"seed": 2}`:          "",
		"{\"seed\": 2} \n":     "",
		`{"seed": 3}`:          "the checkpoint is damaged: the seed is odd",
		`{"seed": 2}{}`:        "not a checkpoint: more text follows at byte 12",
		`{"seed": 2} x`:        "not a checkpoint: more text follows",
		`{"seed": 2, "sed":1}`: "not a checkpoint: unknown field",
		`{"seed": 2`:           "not a checkpoint: the JSON ends too early",
		``:                     "not a checkpoint: the JSON ends too early",
	} {
		var s state
		err := Parse([]byte(data), &s, func() error {
			if s.Seed%2 == 1 {
				return odd
			}
			return nil
		})
		switch {
		case want == "" && (err != nil || s.Seed != 2):
			t.Errorf("%q: %+v, %v", data, s, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: %v, expected %q", data, err, want)
		}
	}
}

func TestSameNamesTheFirstDifference(t *testing.T) {
	type options struct {
		Seed      int      `json:"seed"`
		Target    *float64 `json:"target,omitempty"`
		Selection string   `json:"selection"`
		Mu        int      `json:"mu"`
	}
	one, other := 1.5, 1.5
	was := options{1, &one, "plus", 3}
	if err := Same(was, options{1, &other, "plus", 3}); err != nil {
		t.Error(err)
	}
	if err := Same(was, options{1, nil, "plus", 4}, "mu", "target"); err != nil {
		t.Error(err)
	}
	err := Same(was, options{1, &other, "comma", 4})
	if err == nil || !strings.Contains(err.Error(), `made with selection "plus", this run has "comma"`) {
		t.Error(err)
	}
}
