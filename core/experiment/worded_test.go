package experiment

import "testing"

// A value of another kind is told as people call it.
func TestAValueOfAnotherKindIsToldInWords(t *testing.T) {
	for text, want := range map[string]string{
		`{"policies":"easy"}`:                       "policies is a text: give a list",
		`{"policies":["easy"],"procs":1.5}`:         "procs is 1.5: give a whole number from 0 to 1073741824",
		`{"policies":["easy"],"shrink":{}}`:         "shrink is an object: give a number from 0 to 1000000",
		`{"policies":["easy"],"width":true}`:        "width is true or false: give a text",
		`{"policies":["easy"],"shared":[1]}`:        "shared is a list: give an object",
		`{"policies":["easy"],"shake":{"seed":-1}}`: "shake.seed is -1: give a whole number from 0 to 18446744073709551615",
	} {
		if _, err := ParseSpec([]byte(text)); err == nil || err.Error() != "the experiment's JSON cannot be read: "+want {
			t.Errorf("%s: %v", text, err)
		}
	}
	const want = "the workload's JSON cannot be read: it is a text: give an object"
	if _, err := ParseSource([]byte(`"kth"`)); err == nil || err.Error() != want {
		t.Errorf("a text for a workload: %v", err)
	}
}
