package shared_test

import (
	"testing"

	"github.com/backfill-lab/backfill/core/platform/shared"
)

// transcripts are runs that were worked out by hand.
var transcripts = []struct {
	about, algorithm string
	nodes            int
	jobs             []shared.Job
	want             string
}{
	{"Greedy shares a node and postpones what has no memory", "Greedy*", 1, []shared.Job{
		sec(1, 0, 100, 1, 100, 50), sec(2, 0, 50, 1, 100, 50), sec(3, 20, 10, 1, 100, 10),
	}, `0 submit 0
0 submit 1
0 start 0 on [{0 1}]
0 start 1 on [{0 1}]
0 yields [0:500000 1:500000]
20 submit 2
20 yields [0:500000 1:500000]
100 end 1
100 start 2 on [{0 1}]
100 yields [0:500000 2:500000]
120 end 2
120 yields [0:1000000]
160 end 0
160 yields []
`},
	{"GreedyP pauses, and resumes with a penalty", "GreedyP*", 1, []shared.Job{
		sec(1, 0, 100, 1, 100, 50), sec(2, 10, 50, 1, 50, 60),
	}, `0 submit 0
0 start 0 on [{0 1}]
0 yields [0:1000000]
10 submit 1
10 pause 0
10 start 1 on [{0 1}]
10 yields [1:1000000]
60 end 1
60 resume 0 on [{0 1}]
60 yields [0:1000000]
450 end 0
450 yields []
`},
	{"GreedyPM pauses what it cannot move", "GreedyPM*", 2, []shared.Job{
		// Of jobs 0 and 1, both without progress, job 1 came later.
		sec(1, 0, 1000, 1, 100, 60), sec(2, 0, 1000, 1, 100, 50), sec(3, 10, 10, 1, 50, 60),
	}, `0 submit 0
0 submit 1
0 start 0 on [{0 1}]
0 start 1 on [{1 1}]
0 yields [0:1000000 1:1000000]
10 submit 2
10 pause 1
10 start 2 on [{1 1}]
10 yields [0:1000000 2:1000000]
20 end 2
20 resume 1 on [{1 1}]
20 yields [0:1000000 1:1000000]
1000 end 0
1000 yields [1:1000000]
1310 end 1
1310 yields []
`},
	{"a job ends in the first microsecond after its work", "GreedyPM*", 2, []shared.Job{
		// 10 s at a yield of 0.666666 are 15.000015 s and a bit.
		sec(1, 0, 1000, 1, 100, 40), sec(2, 0, 1000, 1, 100, 50), sec(3, 10, 10, 1, 50, 60),
	}, `0 submit 0
0 submit 1
0 start 0 on [{0 1}]
0 start 1 on [{1 1}]
0 yields [0:1000000 1:1000000]
10 submit 2
10 start 2 on [{0 1}]
10 yields [0:666666 1:1000000 2:666666]
25.000016 end 2
25.000016 yields [0:1000000 1:1000000]
1000 end 1
1000 yields [0:1000000]
1005.000016 end 0
1005.000016 yields []
`},
	{"GreedyPM moves a job in time for the next one", "GreedyPM*", 2, []shared.Job{
		// Job 2 fits nowhere. Without job 1, which came later than job 0, it
		// fits on node 1, and job 1 beside job 0.
		sec(1, 0, 1000, 1, 100, 50), sec(2, 0, 1000, 1, 50, 50), sec(3, 10, 10, 1, 50, 60),
	}, `0 submit 0
0 submit 1
0 start 0 on [{0 1}]
0 start 1 on [{1 1}]
0 yields [0:1000000 1:1000000]
10 submit 2
10 migrate 1 from [{1 1}] to [{0 1}]
10 start 2 on [{1 1}]
10 yields [0:666666 1:666666 2:1000000]
20 end 2
20 yields [0:666666 1:666666]
1495.001486 end 0
1495.001486 yields [1:1000000]
1695.001286 end 1
1695.001286 yields []
`},
	{"a period maps from scratch, the lowest priority is left out", "/per", 1, []shared.Job{
		sec(1, 0, 700, 1, 100, 60), sec(2, 100, 50, 1, 100, 60),
	}, `0 submit 0
0 start 0 on [{0 1}]
0 yields [0:1000000]
100 submit 1
100 yields [0:1000000]
600 pause 0
600 start 1 on [{0 1}]
600 yields [1:1000000]
650 end 1
650 yields []
1200 resume 0 on [{0 1}]
1200 yields [0:1000000]
1600 end 0
1600 yields []
`},
	{"MINVT keeps a job where it is until it has computed that long", "Greedy/per/MINVT=700", 2, []shared.Job{
		// MCB8 packs jobs 0 and 2 on node 0 once job 1, which is in the way, is gone.
		sec(1, 0, 10, 1, 50, 10), sec(2, 0, 2000, 1, 50, 10),
	}, `0 submit 0
0 submit 1
0 start 0 on [{0 1}]
0 start 1 on [{1 1}]
0 yields [0:1000000 1:1000000]
10 end 0
10 yields [1:1000000]
600 yields [1:1000000]
1200 migrate 1 from [{1 1}] to [{0 1}]
1200 yields [1:1000000]
2300 end 1
2300 yields []
`},
	{"a run of 0 ends where it starts; completions make room for submissions", "Greedy*", 1, []shared.Job{
		sec(1, 5, 10, 1, 100, 100), sec(2, 15, 0, 1, 100, 100), sec(3, 15, 1, 1, 100, 100),
	}, `5 submit 0
5 start 0 on [{0 1}]
5 yields [0:1000000]
15 end 0
15 submit 1
15 submit 2
15 start 1 on [{0 1}]
15 yields [1:1000000]
15 end 1
15 start 2 on [{0 1}]
15 yields [2:1000000]
16 end 2
16 yields []
`},
}

func TestTranscripts(t *testing.T) {
	for _, c := range transcripts {
		got := record(t, shared.Config{Nodes: c.nodes, Jobs: c.jobs, Algorithm: parse(t, c.algorithm), Penalty: shared.DefaultPenalty})
		if got != c.want {
			t.Errorf("%s: the run went\n%s\nnot\n%s", c.about, got, c.want)
		}
	}
}
