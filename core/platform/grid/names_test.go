package grid

import (
	"reflect"
	"strings"
	"testing"
)

func TestOptionsMeanWhatTheySay(t *testing.T) {
	for name, want := range map[string]Options{
		"grid-independent":                                 {Scope: "home"},
		"grid-independent:queue=list":                      {Scope: "home", Queue: "list"},
		"grid-sharing":                                     {},
		"grid-sharing:site=best-fit,order=narrow":          {Site: "best-fit", Order: "narrow"},
		"grid-sharing:order=f3,since=log":                  {Order: "f3", Since: "log"},
		"grid-multisite":                                   {Split: "adaptive"},
		"grid-multisite:split=larger,queue=list,site=home": {Split: "larger", Queue: "list", Site: "home"},
		"grid-multisite:count=each,tie=larger":             {Split: "adaptive", Count: "each", Tie: "larger"},
		"grid-multisite:single=best-fit":                   {Split: "adaptive", Single: "best-fit"},
		"grid-moldable":                                    {Mold: true, Power: 0.5},
		"grid-moldable:power=0.1,take=power":               {Mold: true, Power: 0.1, Take: "power"},
		"grid-combined:first=split,split=faster,power=1":   {Mold: true, Power: 1, Split: "faster", First: "split"},
	} {
		p, err := All.Parse(name)
		if err != nil {
			t.Error(err)
		} else if o := p.(*Scheduler).o; o != want || o.Validate() != nil {
			t.Errorf("%s is %+v, not %+v; %v", name, o, want, o.Validate())
		}
	}
}

func TestWrongOptionsAreAnsweredInWords(t *testing.T) {
	for name, want := range map[string]string{
		"":                                "it is one of grid-independent",
		"grid":                            "did you mean grid-",
		"grid-multisite:":                 `the option "" is not KEY=VALUE`,
		"grid-multisite:split":            "not KEY=VALUE",
		"grid-multisite:split=":           "not KEY=VALUE",
		"grid-multisite:split=larges":     "expected one of adaptive, larger, faster",
		"grid-moldable:power=0.5,power=1": "power is given twice",
		"grid-moldable:power=1.1":         "a number from 0 to 1",
		"grid-moldable:power=-1":          "a number from 0 to 1",
		"grid-moldable:power=NaN":         "a number from 0 to 1",
		"grid-moldable:power=much":        "a number from 0 to 1",
		"grid-sharing:power=0.5":          "unknown option power: expected one of site, queue, order",
		"grid-independent:site=home":      "unknown option site",
	} {
		if _, err := All.Find(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q): %v; want %q in it", name, err, want)
		}
	}
}

func TestEveryValueOfEveryOptionIsRead(t *testing.T) {
	for _, info := range All.List() {
		if d, err := All.Find(info.Name); err != nil || d.Title != info.Title || len(info.Options) == 0 {
			t.Errorf("%s is described as %+v, %v", info.Name, d, err)
		}
		for _, o := range info.Options {
			values := []string{o.Default}
			for _, c := range o.Choices {
				values = append(values, c.Name)
			}
			for _, v := range values {
				name := info.Name + ":" + o.Name + "=" + v
				if d, err := All.Find(name); err != nil || d.Name != name || !strings.HasSuffix(d.Title, "("+o.Name+"="+v+")") {
					t.Errorf("%s is described as %+v, %v", name, d, err)
				}
			}
		}
	}
}

// TestDefaultsAreWhatTheFormsSay holds what a form shows against what a name
// without options does.
func TestDefaultsAreWhatTheFormsSay(t *testing.T) {
	for _, k := range kinds {
		for _, row := range k.rows {
			s := settings{Options: k.options}
			if err := row.Set(&s, row.Default); err != nil {
				t.Fatal(err)
			}
			was, is := reflect.ValueOf(k.options), reflect.ValueOf(s.Options)
			for i := range was.NumField() {
				a, b := was.Field(i), is.Field(i)
				if !a.Equal(b) && !(a.IsZero() && a.Kind() == reflect.String && b.String() == row.Choices[0].Name) {
					t.Errorf("%s: %s is %v without options, and its default %v", k.name, row.Name, a, b)
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, info := range All.List() {
		f.Add(info.Name)
		for _, o := range info.Options {
			f.Add(info.Name + ":" + o.Name + "=" + o.Default)
		}
	}
	f.Fuzz(func(t *testing.T, name string) {
		p, err := All.Parse(name)
		if (p == nil) == (err == nil) {
			t.Fatalf("Parse(%q) = %v, %v", name, p, err)
		}
	})
}
