package figures

import (
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // also where the system has no zones

	"gonum.org/v1/plot"
	"pgregory.net/rapid"

	"github.com/backfill-lab/backfill/core/result"
)

func labels(ticks []plot.Tick) (all []string) {
	for _, k := range ticks {
		all = append(all, k.Label)
	}
	return all
}

func TestAxesHaveDates(t *testing.T) {
	start := time.Date(2026, 6, 1, 22, 30, 0, 0, time.UTC).Unix()
	utc, berlin := Calendar{UnixStart: start}, Calendar{UnixStart: start, Offset: 7200}
	for _, c := range []struct {
		of     Calendar
		lo, hi float64
		want   string
	}{
		{utc, 0, 4 * 3600, "23:00 | 2 Jun 2026 | 01:00 | 02:00"},
		{berlin, 0, 4 * 3600, "01:00 | 02:00 | 03:00 | 04:00"},
		{utc, 0, 5 * 86400, "2 Jun 2026 | 3 Jun 2026 | 4 Jun 2026 | 5 Jun 2026 | 6 Jun 2026"},
		{berlin, 0, 400 * 86400, "Jul 2026 | Oct 2026 | Jan 2027 | Apr 2027 | Jul 2027"},
		{utc, 0, 10 * 366 * 86400, "2028 | 2030 | 2032 | 2034 | 2036"},
		{utc, 0, 60, "22:30:00 | 22:30:10 | 22:30:20 | 22:30:30 | 22:30:40 | 22:30:50 | 22:31:00"},
	} {
		if got := strings.Join(labels(DateTicks{c.of}.Ticks(c.lo, c.hi)), " | "); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
	for offset, want := range map[int]string{0: "UTC", 7200: "UTC+2", -12600: "UTC-3:30", 20700: "UTC+5:45"} {
		if got := (Calendar{Offset: offset}).zone().String(); got != want {
			t.Errorf("%d s: %s, want %s", offset, got, want)
		}
	}
	meta := result.Meta{{Key: result.MetaStart, Value: "1780352000"}, {Key: result.MetaZone, Value: "Europe/Berlin"}}
	in := Of(small().Tables, meta, Options{})
	for _, id := range []string{"gantt", "utilisation", "queue"} {
		d, err := Draw(id, in)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Panels[0].Plot.X.Label.Text; got != "Time (UTC+2)" {
			t.Errorf("%s: the axis is %q", id, got)
		}
		if _, err := d.Bytes("svg"); err != nil {
			t.Error(err)
		}
	}
	if d, err := Draw("wait-cdf", in); err != nil || strings.Contains(d.Panels[0].Plot.X.Label.Text, "UTC") {
		t.Errorf("waits have dates, %v", err)
	}
}

func TestDatesAscendWithinTheAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e9, 1e10).Draw(t, "lo")
		hi := lo + rapid.Float64Range(10, 1e10).Draw(t, "span")
		c := Calendar{UnixStart: rapid.Int64Range(1, 4e9).Draw(t, "start"), Offset: 900 * rapid.IntRange(-48, 56).Draw(t, "offset")}
		ticks := DateTicks{c}.Ticks(lo, hi)
		if len(ticks) > 20 || !slices.IsSortedFunc(ticks, func(a, b plot.Tick) int { return int(a.Value - b.Value) }) {
			t.Fatalf("%d ticks: %v", len(ticks), ticks)
		}
		for i, k := range ticks {
			if k.Value < lo || k.Value > hi || i > 0 && k.Label == ticks[i-1].Label {
				t.Fatalf("tick %v of [%v, %v]: %v", k, lo, hi, labels(ticks))
			}
		}
	})
}

func TestJobsHaveTheNumbersThatUsersKnow(t *testing.T) {
	in := small()
	in.Tables[result.Jobs].Col("id").SetText(0, "12_3")
	d, err := Draw("gantt", in)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := d.Bytes("svg")
	if err != nil || !strings.Contains(string(svg), "12_3") {
		t.Errorf("the job 12_3 is not named, %v", err)
	}
}
