package paper

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

func TestPrintedNumbersAreRead(t *testing.T) {
	files := fstest.MapFS{
		"printed/table1.tsv": {Data: []byte(printedColumns + "\n# a remark\nART\tEASY\t12.5\ts\ttable 1\tmeasured\nART\tFCFS\t-1e3\t\t" +
			"text on table 1\tinput\n")},
		"printed/fig2.tsv": {Data: []byte(printedColumns + "\nUTIL\t\t0\t%\tsection 2\tfitted\n")},
		"printed/README":   {Data: []byte("no table")},
		"printed/table3.tsv": {Data: []byte(printedColumns + notesColumn + "\nART\tEASY\t12\ts\ttable 3\tmeasured\tlog\n" +
			"ART\tFCFS\t13\ts\ttable 3\tmeasured\t\n")},
		"printed/differs.txt": {Data: []byte("log  another\n     log\n")},
	}
	p, err := readPrinted(files)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Tables(), " "); got != "fig2 table1 table3" {
		t.Errorf("tables %s", got)
	}
	if rows := p.Rows("table1"); len(rows) != 1 || rows[0] != "ART" {
		t.Errorf("rows %q", rows)
	}
	got := fmt.Sprintf("%+v", append(p.Of("table1"), p.Of("table3")...))
	want := "[{Row:ART Column:EASY Value:12.5 Step:0.1 Unit:s Where:table 1 Class:measured Note:} " +
		"{Row:ART Column:FCFS Value:-1000 Step:0 Unit: Where:text on table 1 Class:input Note:} " +
		"{Row:ART Column:EASY Value:12 Step:1 Unit:s Where:table 3 Class:measured Note:another log} " +
		"{Row:ART Column:FCFS Value:13 Step:1 Unit:s Where:table 3 Class:measured Note:}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if p.Note("log") != "another log" {
		t.Errorf("the note is %q", p.Note("log"))
	}
	if v := p.At("table1", "ART", "FCFS"); v != -1000 {
		t.Errorf("ART under FCFS is %v", v)
	}
	for _, at := range [][3]string{{"table1", "ART", "SJF"}, {"table2", "ART", "EASY"}} {
		if v := p.At(at[0], at[1], at[2]); !math.IsNaN(v) {
			t.Errorf("%v is %v", at, v)
		}
	}
}

func TestErrorsInPrintedNumbersNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"row\tcolumn\tvalue\n":                                         `a.tsv:1: the columns are "row\tcolumn\tvalue"`,
		printedColumns + "\na\tb\t1\ts\tt\n":                           "a.tsv:2: 5 columns, want 6",
		printedColumns + "\n# r\na\tb\tone\ts\tt\tinput\n":             `a.tsv:3: the value "one" is no number`,
		printedColumns + "\na\tb\tNaN\ts\tt\tinput\n":                  `a.tsv:2: the value "NaN" is no number`,
		printedColumns + "\na\tb\t1\ts\t\tinput\n":                     "a.tsv:2: row or where is empty",
		printedColumns + "\na\tb\t1\ts\tt\tinput\na\tb\t2\t\tt\tinput": `a.tsv:3: row "a", column "b" stands in line 2, too`,
		printedColumns + "\na\tb\t1\ts\tt\tguess\n":                    `a.tsv:2: the class "guess" is none of ["measured" "input" `,
		printedColumns + "\na\tb\t1\ts\tt\t\n":                         `a.tsv:2: the class "" is none of `,
		printedColumns + "\na\tb\t1\ts\tt\tours\n":                     `a.tsv:2: the class "ours" is none of `,
		printedColumns + notesColumn + "\na\tb\t1\ts\tt\tinput\n":      "a.tsv:2: 6 columns, want 7",
		printedColumns + notesColumn + "\na\tb\t1\ts\tt\tinput\tx\n":   `a.tsv:2: printed/differs.txt says nothing of "x"`,
		printedColumns + "\n":                                          "a.tsv: there are no numbers",
		"":                                                             "a.tsv: there are no numbers",
	} {
		if _, err := readNumbers("a.tsv", strings.NewReader(text), nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// What is read and written again is read as the same; every error names the file.
func FuzzReadNumbers(f *testing.F) {
	f.Add(printedColumns + "\nART\tEASY\t12.5\ts\ttable 1\tmeasured\n")
	f.Add(printedColumns + "\n# remark\na\t\t-0\t\tt\tours\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := readNumbers("a.tsv", strings.NewReader(text), nil)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.tsv:") {
				t.Fatalf("error %v names no file", err)
			}
			return
		}
		var b strings.Builder
		b.WriteString(printedColumns + "\n")
		for _, n := range all {
			fmt.Fprintf(&b, "%s\t%s\t%v\t%s\t%s\t%s\n", n.Row, n.Column, n.Value, n.Unit, n.Where, n.Class)
		}
		again, err := readNumbers("a.tsv", strings.NewReader(b.String()), nil)
		if err != nil && !strings.Contains(text, "\r") {
			t.Fatal(err)
		}
		if err == nil && fmt.Sprint(again) != fmt.Sprint(all) && !strings.Contains(text, "\r") {
			t.Fatalf("%v became %v", all, again)
		}
	})
}
