package table

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// A table with decimal commas is the one with points, whatever parts its cells, if one of its numbers shows what a comma is.
func TestDecimalCommasAreDecimalPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, sep := range []string{";", "\t", "|"} {
		for range 50 {
			var b strings.Builder
			b.WriteString("submit,run,estimate,procs,user\n")
			sure := r.IntN(20)
			for i := range 20 {
				run := fmt.Sprintf("%.3f", 1+998*r.Float64()) // 1,234 and 123,456
				if i == sure {
					run = fmt.Sprintf("%.*f", 1+r.IntN(2), 10*r.Float64())
				}
				fmt.Fprintf(&b, "%d.%d,%s,%d,%d,u%d\n", 1_700_000_000+10*i, r.IntN(10), run, 100+r.IntN(2000), 1+r.IntN(9), r.IntN(3))
			}
			text := b.String()
			want, _ := rowsOf(t, text, "", time.UTC)
			got, reader := rowsOf(t, strings.NewReplacer(",", sep, ".", ",").Replace(text), "", time.UTC)
			if !reader.Reading.Commas || !strings.Contains(reader.Reading.String(), "with decimal commas") {
				t.Fatalf("the reading does not say so: %s", &reader.Reading)
			}
			for i := range want {
				if got[i] != want[i] || got[i].Err != nil {
					t.Fatalf("row %d is %+v, want %+v", i+1, got[i], want[i])
				}
			}
		}
	}
}

// One cell decides what the commas of the others are; what may be of thousands is not guessed.
func TestNumbersThatMayHaveThousandsAreNotGuessed(t *testing.T) {
	const unclear = "unclear"
	for _, c := range []struct {
		cells, want string
		commas      bool
	}{
		{"1,5", "2", true},
		{"-1,5", "none", true},
		{"0,125", "0", true},
		{"1,5e+03", "1500", true},
		{"1,5E3 7,25", "1500 7", true},
		{"1234,567", "1235", true},
		{"1,5 1,234", "2 1", true},
		{"1,234 1,5", "1 2", true}, // it comes later
		{"1,234 1.5", unclear + " 2", false},
		{"1,234", unclear, false},
		{"12,345,678", unclear, false},
		{"1.234,5", unclear, false},
		{"1,5 1.234", "2 " + unclear, true},
		{"1.234", "1", false},
		{"1,5 1.25", "2 1", true},
		{"1,5 2:30", "2 150", true},
		{"1,", unclear, false},
		{",5", unclear, false},
		{"1,5x", "wrong", false},
		{"1,5e", "wrong", false},
	} {
		text := "a;b\n" + strings.ReplaceAll(c.cells, " ", ";1\n") + ";1\n"
		rows, r := rowsOf(t, text, "run=a,submit=5,procs=b", time.UTC)
		var got []string
		for _, row := range rows {
			switch {
			case row.Err != nil && strings.HasSuffix(row.Err.Error(), errMarks.Error()):
				got = append(got, unclear)
			case row.Err != nil:
				got = append(got, "wrong")
			case row.Run == None:
				got = append(got, "none")
			default:
				got = append(got, fmt.Sprint(row.Run))
			}
		}
		if is := strings.Join(got, " "); is != c.want {
			t.Errorf("%s is read as %s, want %s", c.cells, is, c.want)
		}
		if r.Reading.Commas != c.commas {
			t.Errorf("%s: decimal commas are %t", c.cells, r.Reading.Commas)
		}
	}
}

// Between commas a number has a point, and whoever wrote 1,5 in quotes is told what to do. Texts may have commas.
func TestCommasBetweenCellsAreNotDecimal(t *testing.T) {
	rows, _ := rowsOf(t, "submit,run,procs,user\n1,\"1,5\",1,a\n2,3,1,\"1,5\"\n", "", time.UTC)
	if want := "x.csv:2: run: \"1,5\": the marks in this number"; rows[0].Err == nil || !strings.HasPrefix(rows[0].Err.Error(), want) {
		t.Errorf("%v, want %s ...", rows[0].Err, want)
	}
	rows, r := rowsOf(t, "job;submit;run;procs;user\n1,5;1;3;1;1,234\n", "", time.UTC)
	if got := rows[0]; got.JobText != "1,5" || r.Users.Texts[got.User] != "1,234" || r.Reading.Commas {
		t.Errorf("texts with commas: %+v", got)
	}
}
