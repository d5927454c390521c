package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Licences by hand: sixteen cores on four nodes, a pass when a job comes or ends, 3 s after the last, cycles at multiples of 30 s, full
// passes at multiples of 60 s.
func TestLicencesByHand(t *testing.T) {
	asks := func(n int64) func(*cluster.Job) {
		return func(j *cluster.Job) { j.Licenses = []cluster.Needed{{License: 0, Count: n}} }
	}
	with := func(count int64, change ...func(*cluster.Description)) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.Licenses = []cluster.License{{Name: "matlab", Count: count}}
			for _, c := range change {
				c(d)
			}
		}
	}
	cycles := func(d *cluster.Description) { d.Scheduling.Backfill = nil }
	planned := func(d *cluster.Description) { d.Scheduling.Backfill, d.Scheduling.BfLicenses = nil, true }
	keep := func(d *cluster.Description) {
		d.Reservations = []cluster.Reservation{{Name: "r", EndS: 100, Licenses: cluster.TRES{"matlab": 1}}}
	}
	job := handmade
	greedy := []cluster.Job{job(0, 100, 120, 1, asks(1)), job(1, 10, 60, 1, asks(2)), job(2, 150, 200, 1, asks(1))}
	for _, c := range []busyDay{
		{"two of three have one", with(2), []cluster.Job{job(0, 10, 60, 1, asks(1)), job(0, 20, 60, 1, asks(1)), job(0, 10, 60, 1, asks(1))},
			nil, "0 0 10"},
		{"who waits for one keeps nobody from nodes", with(1),
			[]cluster.Job{job(0, 50, 60, 1, asks(1)), job(1, 10, 60, 15, asks(1)), job(2, 100, 200, 15)}, nil, "0 103 3"},
		{"nor from licences, in passes and in cycles", with(2, cycles), greedy, nil, "0 153 3"},
		{"but with bf_licenses passes stop there, and cycles plan: the third would hold one beyond second 120, for which the second is planned",
			with(2, planned), greedy, nil, "0 100 110"},
		{"a short one ends before", with(2, planned),
			[]cluster.Job{greedy[0], greedy[1], job(2, 20, 60, 1, asks(1))}, nil, "0 100 30"},
		{"a reservation keeps it until 100, which a full pass notices", with(1, keep), []cluster.Job{job(0, 10, 60, 1, asks(1))}, nil, "120"},
		{"and one of two", with(2, keep), []cluster.Job{job(0, 10, 60, 1, asks(1)), job(0, 10, 60, 1, asks(1))}, nil, "0 10"},
	} {
		c.check(t)
	}
}
