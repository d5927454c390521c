package trace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func must(parts []*Workload, err error) []*Workload {
	if err != nil {
		panic(err)
	}
	return parts
}

func TestSlurmsLogsAreSplitByWhatTheyHave(t *testing.T) {
	w := mustRead(t, rich, Options{Procs: 100})
	for by, want := range map[string][]string{
		"partition": {"test partition batch: 13#1 13 15+0 17", "test partition gpu: 11_4"},
		"account":   {"test account chem: 13#1 13", "test account phys: 11_4 15+0 17"},
		"qos":       {"test qos high: 13#1 13", "test qos normal: 11_4 15+0 17"},
		"month":     {"test 1970-01: 11_4 13#1 13 15+0 17"},
	} {
		var got []string
		for _, p := range must(w.Split(by, nil)) {
			line := p.Name + ":"
			for i := range p.Jobs.Held() {
				line += " " + p.Label(&p.Jobs.Held()[i])
			}
			got = append(got, line)
			if by != "partition" && p.Procs != 100 {
				t.Errorf("%s has %d processors", p.Name, p.Procs)
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", by, d)
		}
	}
}

// A partition is a machine of its own, on which the recorded schedule can stand.
func TestPartitionsHaveTheirOwnSize(t *testing.T) {
	w := mustRead(t, rich, Options{Procs: 100})
	found := must(w.Split("partition", nil))
	if found[0].Procs != 8 || found[0].ProcsFrom != "widest job" || found[1].Procs != 4 {
		t.Errorf("%d (%s) and %d processors", found[0].Procs, found[0].ProcsFrom, found[1].Procs)
	}
	given := must(w.Split("partition", map[string]int{"batch": 4}))
	if p := given[0]; p.Procs != 4 || p.SizeFrom() != "as given" || p.Len() != 2 || p.Count("too-wide") != 2 {
		t.Errorf("%d processors, %d jobs, %v", p.Procs, p.Len(), p.Counts)
	}
	const log = "; MaxProcs: 64\n1 0 5 10 3 -1 -1 3 20 -1 1 1 1 1 1 1 -1 -1\n2 4 0 10 2 -1 -1 2 20 -1 1 2 1 1 1 1 -1 -1\n" +
		"3 4 0 10 9 -1 -1 9 20 -1 1 2 1 1 1 2 -1 -1\n"
	parts := must(mustRead(t, log, Options{}).Split("partition", nil))
	for i, want := range []int{5, 9} { // two jobs at once, and one
		p := parts[i]
		if p.Procs != want || p.Recorded() != nil || !strings.Contains(written(t, p), "; MaxProcs: ") {
			t.Errorf("%s: %d processors, recorded: %v", p.Name, p.Procs, p.Recorded())
		}
		if again := mustRead(t, written(t, p), Options{}); again.Procs != want {
			t.Errorf("%s is read back with %d processors", p.Name, again.Procs)
		}
	}
	for text, split := range map[string]func() ([]*Workload, error){
		"no partition \"fpga\"":     func() ([]*Workload, error) { return w.Split("partition", map[string]int{"fpga": 5}) },
		"partition of 0 processors": func() ([]*Workload, error) { return w.Split("partition", map[string]int{"gpu": 0}) },
		"cannot be split by":        func() ([]*Workload, error) { return w.Split("colour", nil) },
		"only sacct output has":     func() ([]*Workload, error) { return mustRead(t, tidy, Options{}).Split("qos", nil) },
		"it has no months":          func() ([]*Workload, error) { return mustRead(t, log, Options{}).Split("month", nil) },
	} {
		if _, err := split(); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %q", err, text)
		}
	}
}

func TestMonthsAreOfTheLogsTimeZone(t *testing.T) {
	// 23:30 on 31 May in UTC is 1 June in Berlin.
	const log = "; UnixStartTime: 1780270200\n1 0 0 10 1\n2 3600 0 10 1\n3 2588400 0 10 1\n4 2592000 0 10 1\n"
	for zone, want := range map[string]string{"": "2026-05 1, 2026-06 3", "Europe/Berlin": "2026-06 2, 2026-07 2"} {
		var got []string
		for _, p := range must(mustRead(t, log, Options{TimeZone: zone}).Split("month", nil)) {
			got = append(got, fmt.Sprint(strings.TrimPrefix(p.Name, "test "), " ", p.Len()))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", zone, got, want)
		}
	}
}
