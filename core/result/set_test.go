package result

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// A Set hands each table to its own sink, leaves out what nobody wants, and reads
// back what it collected.
func TestASetKeepsTheTablesThatAreWanted(t *testing.T) {
	set := Collecting(Jobs, Parts)
	for _, s := range All {
		if err := set.Write(NewTable(s, 2)); err != nil {
			t.Fatal(err)
		}
	}
	tables := set.Tables()
	if len(tables) != 2 || tables[Jobs].Rows != 2 || tables[Parts].Rows != 2 || tables[Steps] != nil {
		t.Errorf("the set has %v", tables)
	}
	if got := Collecting(Jobs).Tables(); len(got) != 0 {
		t.Errorf("a table without rows is there: %v", got)
	}
	again := Collecting(All...)
	if err := tables.WriteTo(again); err != nil || again.Tables()[Parts].Rows != 2 {
		t.Errorf("written to another set there are %v, %v", again.Tables(), err)
	}
	var nobody Set
	if err := errors.Join(nobody.Write(NewTable(Jobs, 1)), nobody.Close()); err != nil {
		t.Error(err)
	}
}

type brokenSink struct{}

var errBroken = errors.New("broken")

func (brokenSink) Write(*Table) error { return errBroken }
func (brokenSink) Close() error       { return errBroken }

func TestASetTellsOfEveryError(t *testing.T) {
	set := Set{Jobs: brokenSink{}, Steps: brokenSink{}}
	if err := set.Write(NewTable(Jobs, 1)); !errors.Is(err, errBroken) {
		t.Errorf("Write says %v", err)
	}
	if err := set.Close(); !errors.Is(err, errBroken) || strings.Count(err.Error(), "broken") != 2 {
		t.Errorf("Close says %v", err)
	}
	if err := (Tables{Steps: NewTable(Steps, 1)}).WriteTo(set); !errors.Is(err, errBroken) {
		t.Errorf("WriteTo says %v", err)
	}
}

func TestTablesAreFoundByName(t *testing.T) {
	if got, err := Named(" Steps ", "JOBS"); err != nil || !slices.Equal(got, []*Schema{Jobs, Steps}) {
		t.Errorf("steps and jobs are %v, %v", got, err)
	}
	if got, err := Named("all"); err != nil || !slices.Equal(got, All) {
		t.Errorf("all are %v, %v", got, err)
	}
	if got, err := Named("usual", "shares"); err != nil || len(got) != len(Usual())+1 || !slices.Contains(got, Shares) {
		t.Errorf("the usual ones and shares are %v, %v", got, err)
	}
	if _, err := Named("stairs"); err == nil || !strings.Contains(err.Error(), "runs, steps") {
		t.Errorf("stairs: %v", err)
	}
	if slices.Contains(Usual(), Shares) || !slices.Contains(Usual(), Jobs) {
		t.Errorf("the usual tables are %v", Usual())
	}
}
