package main

import (
	"strings"
	"testing"
)

func TestFillPutsEveryTextIntoItsPlace(t *testing.T) {
	values := map[string]string{"lang": "de"}
	for _, c := range []struct {
		template string
		texts    map[string]string
		want     string // or, with "error: ", a part of the error
	}{
		{`<p lang="{{$lang}}">{{a}}, {{b}}</p>{{a}}`, map[string]string{"a": "A", "b": "<b>B</b>"}, `<p lang="de">A, <b>B</b></p>A`},
		{`{"jobs": [{"id": 1}]}`, nil, `{"jobs": [{"id": 1}]}`},
		{`{{a}}`, map[string]string{"a": "{{b}}"}, `{{b}}`},
		{`{{a}} {{b}}`, map[string]string{"a": "A"}, "error: {{b}}"},
		{`{{a}} {{$host}}`, map[string]string{"a": "A"}, "error: {{$host}}"},
		{`{{a}}`, map[string]string{"a": "A", "late": "Too late"}, "error: late of the texts"},
		{`{{lang}}`, nil, "error: {{lang}}"},
	} {
		got, err := fill(c.template, values, c.texts)
		if part, fails := strings.CutPrefix(c.want, "error: "); fails {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("fill(%q) = %q, %v; want an error with %q", c.template, got, err, part)
			}
		} else if err != nil || got != c.want {
			t.Errorf("fill(%q) = %q, %v; want %q", c.template, got, err, c.want)
		}
	}
}

// Every page, script and manifest is the one of its language, and has the address by which others ask for it.
func TestLanguagesShareNoFileOfTheirOwn(t *testing.T) {
	owner := map[string]string{}
	for _, l := range languages {
		for _, name := range []string{l.page, l.script, l.manifest} {
			if owner[name] != "" {
				t.Errorf("%s is of %s and of %s", name, owner[name], l.code)
			}
			owner[name] = l.code
		}
		if a := address(l.script, []byte("x")); !strings.HasPrefix(a, l.script+"?v=") {
			t.Errorf("address(%q) = %q, without a hash", l.script, a)
		}
	}
	if address("index.html", nil) != "./" || address("de.html", nil) != "de.html" {
		t.Errorf("pages are at %q and %q", address("index.html", nil), address("de.html", nil))
	}
}
