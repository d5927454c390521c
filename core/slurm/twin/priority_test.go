package twin

import (
	"math"
	"testing"

	"github.com/backfill-lab/backfill/core/platform/cluster"
)

// shop is two accounts with 30 and 10 shares; the first has two users, one of them with all
// but one of four shares.
func shop(t *testing.T, p cluster.Priority) *cluster.System {
	t.Helper()
	s, err := cluster.New(&cluster.Description{
		Format:     cluster.Format,
		Nodes:      []cluster.NodeType{{Names: "n[1-10]", Cores: 10, MemoryMiB: 1000, GPUs: map[string]int{"": 1}}},
		Partitions: []cluster.Partition{{Name: "p", Nodes: "ALL", PriorityFactor: 2}, {Name: "q", Nodes: "n[1-5]", PriorityFactor: 8}},
		QOS:        []cluster.QOS{{Name: "low", Priority: 5}, {Name: "high", Priority: 20}},
		Accounts: []cluster.Account{
			{Name: "a", Shares: ptr(30), Users: []cluster.User{{Name: "ann", Shares: ptr(3)}, {Name: "abe", Shares: ptr(1)}}},
			{Name: "b", Shares: ptr(10), Users: []cluster.User{{Name: "bea"}}},
		},
		Priority: p,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func weigherOf(s *cluster.System) *weigher { return newWeigher(s, newBiller(s)) }

// The factors of the multifactor priority one by one, with numbers worked out by hand.
func TestFactorsOfThePriorityByHand(t *testing.T) {
	j := cluster.Job{MinNodes: 2, Tasks: 20, CoresPerTask: 1, Limit: 1200, GPUs: 1, QOS: 0, MemoryMiB: 50, MemoryPerCore: false}
	for _, c := range []struct {
		name string
		p    cluster.Priority
		part int32
		want int64
	}{
		{"age: 1,800 of 18,000 s", cluster.Priority{WeightAge: 1000, MaxAgeS: ptr(18_000)}, 0, 100},
		{"age: beyond the maximum", cluster.Priority{WeightAge: 1000, MaxAgeS: ptr(900)}, 0, 1000},
		{"fair share: as given, 0.25", cluster.Priority{WeightFair: 1000}, 0, 250},
		{"size: (2/10 + 20/100) / 2", cluster.Priority{WeightJobSize: 1000}, 0, 200},
		{"small: (8/10 + 80/100) / 2", cluster.Priority{WeightJobSize: 1000, FavorSmall: true}, 0, 800},
		{"relative to time: max(2*100/10, 20) cores in 20 minutes, of 100", cluster.Priority{WeightJobSize: 1000, SmallRelative: true}, 0, 10},
		{"partition: 2 of 8", cluster.Priority{WeightPart: 1000}, 0, 250},
		{"partition: 8 of 8", cluster.Priority{WeightPart: 1000}, 1, 1000},
		{"partition: as it is", cluster.Priority{WeightPart: 1000, NoNormal: []string{"part"}}, 0, 2000},
		{"QOS: 5 of 20", cluster.Priority{WeightQOS: 1000}, 0, 250},
		{"TRES: 20 of 100 cores", cluster.Priority{WeightTRES: cluster.TRES{"CPU": 1000}}, 0, 200},
		{"TRES: 2 GPUs of 5, and 100 of 5,000 MiB", cluster.Priority{WeightTRES: cluster.TRES{"gres/gpu": 1000, "mem": 1000}}, 1, 420},
		{"TRES: of memory 100 of 10,000 MiB, less 20 of 100 cores of as much: 1 at least",
			cluster.Priority{WeightTRES: cluster.TRES{"cpu": -1000, "mem": 1000}}, 0, 1},
		{"and with a QOS: 250 + 10 - 200", cluster.Priority{WeightQOS: 1000, WeightTRES: cluster.TRES{"cpu": -1000, "mem": 1000}}, 0, 60},
		{"TRES: 20 of 100 billing units", cluster.Priority{WeightTRES: cluster.TRES{"billing": 1000}}, 0, 200},
		{"nothing is at least 1", cluster.Priority{}, 0, 1},
	} {
		w := weigherOf(shop(t, c.p))
		if got := w.priority(&j, c.part, j.Cores(), 200, 2000, 0.25); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	j.Nice = 60
	if got := weigherOf(shop(t, cluster.Priority{WeightAge: 1000, MaxAgeS: ptr(18_000)})).priority(&j, 0, j.Cores(), 200, 2000, 0); got != 40 {
		t.Errorf("with nice 60: %d, want 40", got)
	}
}

func factors(t *testing.T, p cluster.Priority, usage map[string]float64) map[string]float64 {
	t.Helper()
	s := shop(t, p)
	f := newFairness(s)
	for u := range s.Users {
		f.add(int32(u), usage[s.Users[u].Name])
	}
	if f.forget(); f.tree {
		f.rank()
	}
	got := map[string]float64{}
	for u := range s.Users {
		got[s.Users[u].Name] = f.factor(int32(u))
	}
	return got
}

// Fair tree: levels are shares over usage among siblings. Of a (30 of 41 shares, 90 of 100 used)
// and b (10 of 41, 10 of 100), b is ahead (2.4 against 0.81). In a, ann (3/4 over 60/90) is ahead
// of abe (1/4 over 30/90). root, which never uses anything, comes first.
func TestFairTreeByHand(t *testing.T) {
	got := factors(t, cluster.Priority{}, map[string]float64{"ann": 60, "abe": 30, "bea": 10})
	for name, want := range map[string]float64{"root": 1, "bea": 0.75, "ann": 0.5, "abe": 0.25} {
		if got[name] != want {
			t.Errorf("%s: %v, want %v", name, got[name], want)
		}
	}
	// Without usage all levels are infinite: accounts that are tied are one, and so are their users.
	got = factors(t, cluster.Priority{}, nil)
	for name, f := range got {
		if f != 1 {
			t.Errorf("without usage %s has %v, want 1", name, f)
		}
	}
}

// Classic fair share with dampening 2: shares are 30/41 and 10/41, effective usages of accounts
// their own (0.9 and 0.1). ann's effective usage is 0.6 + (0.9 - 0.6) * 3/4 = 0.825, her share
// 30/41 * 3/4.
func TestClassicFairShareByHand(t *testing.T) {
	classic := false
	got := factors(t, cluster.Priority{FairTree: &classic, DampeningFact: ptr(2)}, map[string]float64{"ann": 60, "abe": 30, "bea": 10})
	for name, want := range map[string]float64{
		"ann":  math.Pow(2, -0.825/(30.0/41*0.75)/2),
		"abe":  math.Pow(2, -(0.3+(0.9-0.3)*0.25)/(30.0/41*0.25)/2),
		"bea":  math.Pow(2, -0.1/(10.0/41)/2),
		"root": 1,
	} {
		if math.Abs(got[name]-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, got[name], want)
		}
	}
}

// Usage halves in a half-life, as nearly as Slurm's own decay factor 1 - 0.693/half-life has it.
func TestUsageDecays(t *testing.T) {
	f := newFairness(shop(t, cluster.Priority{HalfLifeS: ptr(14_400)}))
	f.usage[0] = 1000
	f.decay(14_400)
	if math.Abs(f.usage[0]-500) > 0.1 {
		t.Errorf("after a half-life %v of 1000 is left", f.usage[0])
	}
	f = newFairness(shop(t, cluster.Priority{HalfLifeS: ptr(0)}))
	f.usage[0] = 1000
	f.decay(1e6)
	if f.usage[0] != 1000 {
		t.Errorf("without decay %v of 1000 is left", f.usage[0])
	}
}
