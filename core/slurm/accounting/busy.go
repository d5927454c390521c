package accounting

import (
	"cmp"
	"slices"
	"sort"

	"github.com/backfill-lab/backfill/core/slurm/hostlist"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

const (
	busySample = 20_000 // jobs of a log that busy looks at
	busyNodes  = 256    // nodes of such a job, at most
	busyGaps   = 50     // without as many, nothing is said
	mostBusyS  = 600    // gaps of more are no epilogs
	doubtful   = 10     // gaps that are taken to be of each kind before any is looked at, half of each
)

// A stay is a job on a node.
type stay struct {
	start, end int64
	cores      int64
}

// busy estimates for how many seconds a node is not free after a job has ended there (epilog, completing, kill wait), from the log itself:
// where a job that waited starts on nodes that another had to leave first, no less time than that lies between. It is the
// length that a tenth of these gaps do not reach: shorter ones are of nodes that had room before. It is 0 if the log does not tell.
//
// seen is the share of the ends that the daemon saw in their own second: of the gaps of just these seconds and those of one second more,
// how many are the former. Without gaps it is one half.
func (b *builder) busy() (seconds int64, seen float64) {
	nodes, expanded := map[string][]stay{}, map[int32][]string{}
	var jobs []int
	for i := range b.Recorded {
		r := b.Recorded[i].Row
		if r.Phase() != sacct.Ended || r.NodeList < 0 || r.Start < 0 || r.End < r.Start || len(jobs) == busySample {
			continue
		}
		list, known := expanded[r.NodeList]
		if !known {
			list, _ = hostlist.Expand(b.names.NodeLists[r.NodeList], busyNodes)
			expanded[r.NodeList] = list
		}
		if len(list) == 0 {
			continue
		}
		jobs = append(jobs, i)
		for _, name := range list {
			nodes[name] = append(nodes[name], stay{r.Start, r.End, coresOfEach(r, list)})
		}
	}
	has := func(name string) int64 {
		if i := b.s.Node(name); i >= 0 {
			return int64(b.s.Nodes[i].Cores)
		}
		return 0
	}
	for _, stays := range nodes {
		sort.Slice(stays, func(x, y int) bool { return stays[x].end < stays[y].end })
	}
	var gaps []int64
	for _, i := range jobs {
		r := b.Recorded[i].Row
		if r.Start <= max(r.Submit, r.Eligible) {
			continue
		}
		list, last := expanded[r.NodeList], int64(-1)
		each := coresOfEach(r, list)
		for _, name := range list {
			if end := left(nodes[name], r.Start, has(name)-each); end > last {
				last = end
			}
		}
		if last >= 0 {
			gaps = append(gaps, r.Start-last)
		}
	}
	slices.Sort(gaps)
	if len(gaps) >= busyGaps && gaps[len(gaps)/10] <= mostBusyS {
		seconds = gaps[len(gaps)/10]
	}
	same, _ := slices.BinarySearch(gaps, seconds+1)
	next, _ := slices.BinarySearch(gaps, seconds+2)
	before, _ := slices.BinarySearch(gaps, seconds)
	return seconds, float64(same-before+doubtful/2) / float64(next-before+doubtful)
}

// coresOfEach returns the cores that a job had of each of its nodes, in equal parts.
func coresOfEach(r *sacct.Record, nodes []string) int64 {
	procs, _ := cores(r)
	return (procs + int64(len(nodes)) - 1) / int64(len(nodes))
}

// left returns the last end, not after a second, of a stay on a node, if what its jobs had before was more than some cores; else -1.
func left(stays []stay, at, most int64) int64 {
	k, _ := slices.BinarySearchFunc(stays, at, func(s stay, t int64) int { return cmp.Compare(s.end, t+1) })
	if k == 0 {
		return -1
	}
	end, held := stays[k-1].end, int64(0)
	for _, s := range stays[max(0, k-64):] {
		if s.start < end && s.end >= end {
			held += s.cores
		}
	}
	if held <= most {
		return -1
	}
	return end
}
