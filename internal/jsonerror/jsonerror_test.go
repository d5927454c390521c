package jsonerror

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

type form struct {
	Name string
	N    int8
	X    *float64
	List []form
	Yes  bool
}

func read(text string) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(&form{})
}

func TestErrorsArePlainWords(t *testing.T) {
	for text, want := range map[string]string{
		`JobID`:                     "not JSON: 'J' stands where a value should begin",
		`{a}`:                       "not JSON: 'a' stands where the name of a field should begin, in double quotes",
		`{"N" 1}`:                   "not JSON: '1' stands where a colon should be",
		`{"N":1 "X":2}`:             `not JSON: '"' stands where a comma or } should be`,
		`{"List":[{} {}]}`:          "not JSON: '{' stands where a comma or ] should be",
		"{\"Name\":\"a\nb\"}":       `not JSON: '\n' stands within a text: write it as an escape`,
		`{"Name":"\x"}`:             `not JSON: 'x' stands within a text, after a \`,
		`{"Name":"\uZ"}`:            `not JSON: 'Z' stands within a text, after \u`,
		`{"N":1.e}`:                 "not JSON: 'e' stands within a number",
		`{"Yes":trve}`:              "not JSON: 'v' stands in a word that is not true, false or null",
		`{"N":`:                     "the JSON ends too early: the file is cut off or empty",
		``:                          "the JSON ends too early: the file is cut off or empty",
		`{"N":300}`:                 "N is 300: give a whole number in digits, within its range",
		`{"N":"1"}`:                 "N is a text: give a whole number in digits, within its range",
		`{"X":[]}`:                  "X is a list: give a number",
		`{"List":[{"Name":{}}]}`:    "List.Name is an object: give a text",
		`[]`:                        "it is a list: give an object",
		"{\"a\\u001b\\nb\":1}":      `unknown field "a\u001b\nb"`,
		strings.Repeat("[", 20_000): "not JSON: '[' is nested too deeply",
	} {
		if got := Words(read(text)); got == nil || got.Error() != want {
			t.Errorf("%.40s: %v, want %s", text, got, want)
		}
	}
	if other := errors.New("other"); Words(other) != other || Words(nil) != nil {
		t.Error("an error of others changes")
	}
}

// Whatever is wrong with a text, the words are none of Go's, and few.
func TestNoErrorSpeaksOfGo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	whole := `{"Name": "a\u00e9b", "N": -12, "X": 1.5e3, "List": [{"Yes": true}, {"Yes": null, "List": []}], "Yes": false}`
	for range 20_000 {
		b := []byte(whole)
		for range 1 + r.IntN(3) {
			if b[r.IntN(len(b))] = byte(r.IntN(256)); r.IntN(3) == 0 {
				b = b[:1+r.IntN(len(b))]
			}
		}
		err := Words(read(string(b)))
		if err == nil {
			continue
		}
		for _, word := range []string{"invalid character", "json:", "EOF", "Go ", "looking for", "literal", "strconv"} {
			if strings.Contains(err.Error(), word) {
				t.Fatalf("%q: %v", b, err)
			}
		}
		if len(err.Error()) > 200 {
			t.Fatalf("%q: %v", b, err)
		}
	}
}
