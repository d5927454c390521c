package accounting

import (
	"math"
	"testing"
)

// Four jobs by hand: waits of 10, 20, 30 and 100 s recorded, 10, 90, 30 and 130 in the twin.
func TestAComparisonByHand(t *testing.T) {
	c := Compare([]Job{
		{Submit: 0, Recorded: 10, Twin: 10, User: "ada", QOS: "q"},
		{Submit: 5, Recorded: 25, Twin: 95, User: "bob", QOS: "q"},
		{Submit: 10, Recorded: 40, Twin: 40, User: "ada"},
		{Submit: 20, Recorded: 120, Twin: 150, User: "bob"},
	})
	if c.Jobs != 4 || c.Mean != (Waits{40, 65}) || c.MeanAbsDiff != 25 || c.Within60s != 0.75 {
		t.Errorf("%+v", c)
	}
	if c.Median != (Waits{20, 30}) || c.P95 != (Waits{100, 130}) {
		t.Errorf("median %v, 95 %% %v", c.Median, c.P95)
	}
	// deviations -30 -20 -10 60 and -55 25 -35 65: 5400 / sqrt(5000 * 9100)
	if want := 5400 / math.Sqrt(5000*9100); math.Abs(c.Correlation-want) > 1e-12 {
		t.Errorf("correlation %v, want %v", c.Correlation, want)
	}
	if len(c.Users) != 2 || c.Users[0] != (Group{"ada", 2, Waits{20, 20}}) || c.Users[1] != (Group{"bob", 2, Waits{60, 110}}) {
		t.Errorf("users %v", c.Users)
	}
	if len(c.QOS) != 1 || c.QOS[0].Jobs != 2 || c.Accounts != nil {
		t.Errorf("QOS %v, accounts %v", c.QOS, c.Accounts)
	}
}

func TestTheSameScheduleIsCompared(t *testing.T) {
	if c := Compare([]Job{{Submit: 0, Recorded: 5, Twin: 5}, {Submit: 0, Recorded: 9, Twin: 9}}); c.Correlation != 1 || c.Within60s != 1 {
		t.Errorf("%+v", c)
	}
	if c := Compare(nil); c.Jobs != 0 || c.Correlation != 0 {
		t.Errorf("no jobs: %+v", c)
	}
	if c := Compare([]Job{{Recorded: 5, Twin: 7}}); c.Correlation != 0 || math.IsNaN(c.Mean.Twin) {
		t.Errorf("one job: %+v", c)
	}
}
