package trace

import (
	"strings"
	"testing"
)

func TestRecordedStandsOnlyBesideItsOwnJobs(t *testing.T) {
	const log = "; MaxProcs: 8\n1 0 5 10 3 -1 -1 4 20 -1 1 1 1 1 1 -1 -1 -1\n2 4 0 10 4 -1 -1 4 20 -1 1 2 1 1 1 -1 -1 -1\n"
	headless := strings.TrimPrefix(log, "; MaxProcs: 8\n")
	plain := mustRead(t, log, Options{})
	enlarged, err := Enlarge(plain, 16, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		w    *Workload
		want string // "" if it can stand there
	}{
		"as it is":       {plain, ""},
		"size given":     {mustRead(t, log, Options{Procs: 8}), ""},
		"cut":            {plain.Cut(1, 9), ""},
		"shifted":        {plain.Shift(100), ""},
		"anonymous":      {plain.Anonymize(), ""},
		"closer":         {plain.ScaleInterarrival(0.5), "times between submissions multiplied by 0.5"},
		"longer":         {plain.ScaleRuntime(2), "run times and estimates multiplied by 2"},
		"wider":          {plain.ScaleMachine(16), "scaled from 8 to 16 processors"},
		"more":           {enlarged, "enlarged from 2 jobs"},
		"another size":   {mustRead(t, log, Options{Procs: 16}), "a machine of 8 processors, not of 16"},
		"put elsewhere":  {plain.Resize(4), "a machine of 8 processors, not of 4"},
		"requested":      {mustRead(t, log, Options{Width: "requested"}), "not those requested"},
		"a wait missing": {mustRead(t, strings.Replace(log, "2 4 0", "2 4 -1", 1), Options{}), "1 of 2 jobs have no recorded wait"},
		"no waits":       {mustRead(t, strings.NewReplacer("2 4 0", "2 4 -1", "0 5", "0 -1").Replace(log), Options{}), "records no waits"},
		"no size":        {mustRead(t, headless, Options{Procs: 7}), ""},
		"too small":      {mustRead(t, headless, Options{Procs: 6}), "held 7 processors at once, more than the 6"},
	} {
		switch err := c.w.Recorded(); {
		case err == nil && c.want != "":
			t.Errorf("%s: recorded can stand there, want %q", name, c.want)
		case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	again := mustRead(t, written(t, plain.ScaleInterarrival(0.5)), Options{})
	if err := again.Recorded(); err == nil || !strings.Contains(err.Error(), "records no waits") {
		t.Errorf("a scaled log that was written: %v", err)
	}
}
