package twin

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// Limits of partitions, QOS that pass them, and how many jobs a pass starts. Sixteen cores on four nodes.
func TestLimitsOfPartitionsByHand(t *testing.T) {
	job, factor := handmade, 1.5
	q := func(j *cluster.Job) { j.QOS = 0 }
	few := func(j *cluster.Job) { j.Partitions = []int32{1} }
	nodes := func(least, most int32) func(*cluster.Job) {
		return func(j *cluster.Job) { j.MinNodes, j.MaxNodes = least, most }
	}
	qos := func(q cluster.QOS, p cluster.Partition) func(*cluster.Description) {
		return func(d *cluster.Description) {
			q.Name, p.Name, p.Nodes = "q", "all", "ALL"
			d.QOS, d.Partitions = []cluster.QOS{q}, []cluster.Partition{p}
		}
	}
	scaled := func(l cluster.Limits) func(*cluster.Description) {
		return func(d *cluster.Description) {
			d.QOS = []cluster.QOS{{Name: "q", LimitFactor: &factor}}
			d.Accounts = []cluster.Account{{Name: "x", Limits: l}}
		}
	}
	cpus := func(n float64) cluster.TRES { return cluster.TRES{"cpu": n} }
	for _, c := range []busyDay{
		{"two cores of n1, of which others have the rest", func(d *cluster.Description) {
			d.Partitions = append(d.Partitions, cluster.Partition{Name: "few", Nodes: "n1", MaxCPUsPerNode: 2})
		}, []cluster.Job{job(0, 10, 60, 2, few), job(0, 20, 60, 14), job(0, 10, 60, 1, few)}, nil, "0 0 10"},
		{"two starts in a pass: at 0, at the full one at 60, and as jobs end",
			func(d *cluster.Description) { d.Scheduling.MaxJobStart = ptr(2) },
			[]cluster.Job{job(0, 100, 200, 1), job(0, 100, 200, 1), job(0, 9, 60, 1), job(0, 99, 99, 1), job(0, 99, 99, 1)}, nil, "0 0 60 60 69"},
		{"more nodes than the partition has", qos(cluster.QOS{PassMaxNodes: true}, cluster.Partition{MaxNodes: 1}),
			[]cluster.Job{job(0, 10, 60, 2, q, nodes(2, 2)), job(0, 10, 60, 2, nodes(2, 2))}, nil, "0 -"},
		{"fewer", qos(cluster.QOS{PassMinNodes: true}, cluster.Partition{MinNodes: 2}),
			[]cluster.Job{job(0, 10, 60, 1, q, nodes(1, 1)), job(0, 10, 60, 1, nodes(1, 1))}, nil, "0 -"},
		{"longer", qos(cluster.QOS{PassTime: true}, cluster.Partition{MaxTimeS: 60}),
			[]cluster.Job{job(0, 90, 90, 1, q), job(0, 90, 90, 1)}, nil, "0 -"},
		{"which is planned as long as the partition allows: the third job ends before the second is to start, but it does not",
			func(d *cluster.Description) {
				qos(cluster.QOS{PassTime: true}, cluster.Partition{MaxTimeS: 60})(d)
				d.Scheduling = cluster.Scheduling{BfResolutionS: ptr(1)}
			}, []cluster.Job{job(0, 100, 100, 12, q), job(1, 10, 60, 16), job(2, 110, 120, 4, q)}, nil, "0 140 30"},
		{"3 cores of an account are 4 with a factor of 1.5", scaled(cluster.Limits{GrpTRES: cpus(3)}),
			[]cluster.Job{job(0, 10, 60, 4, q), job(0, 10, 60, 1, q), job(0, 10, 60, 3)}, nil, "0 10 20"},
		{"but not 3 of a QOS", qos(cluster.QOS{LimitFactor: &factor, Limits: cluster.Limits{MaxTRESPerJob: cpus(3)}}, cluster.Partition{}),
			[]cluster.Job{job(0, 10, 60, 3, q), job(0, 10, 60, 4, q)}, nil, "0 -"},
	} {
		c.check(t)
	}
}

// The third job waits for n3 and n4, which nobody else gets then, so that the fourth cannot start, whatever becomes free of n1 and n2:
// nobody waits for it, unless a job is alone on one of them.
func TestAJobAloneMakesOthersWaitByHand(t *testing.T) {
	job := handmade
	front := func(j *cluster.Job) { j.Partitions = []int32{1} }
	alone := func(j *cluster.Job) { j.WholeNodes = true }
	two := func(d *cluster.Description) {
		d.Partitions = append(d.Partitions, cluster.Partition{Name: "front", Nodes: "n[3-4]"})
	}
	rest := []cluster.Job{job(0, 50, 60, 8, front), job(1, 10, 60, 8, front), job(1, 10, 60, 12), job(1, 10, 60, 4)}
	for _, c := range []busyDay{
		{"n1 is full", two, append([]cluster.Job{job(0, 100, 100, 4)}, rest...), nil, "0 0 50 60 3"},
		{"n1 has a job that shares it with nobody", two, append([]cluster.Job{job(0, 100, 100, 1, alone)}, rest...), nil, "0 0 50 60 70"},
		{"but may be taken from it", func(d *cluster.Description) {
			two(d)
			d.Preemption = cluster.Preemption{Type: "partition_prio", Mode: "cancel"}
		}, append([]cluster.Job{job(0, 100, 100, 1, alone)}, rest...), nil, "0 0 50 60 3"},
	} {
		c.check(t)
	}
}
