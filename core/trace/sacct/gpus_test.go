package sacct

import "testing"

func TestGPUsAreCountedOnce(t *testing.T) {
	for list, want := range map[string]struct {
		n    int64
		kind string
	}{
		"":                              {0, ""},
		"billing=4,cpu=4,mem=8G,node=1": {0, ""},
		"cpu=4,gres/gpu=2,node=1":       {2, ""},
		"billing=8,cpu=4,gres/gpu:a100=2,gres/gpu=2,mem=1G": {2, "a100"},
		"gres/gpu=6,gres/gpu:a100=2,gres/gpu:v100=4":        {6, "a100"},
		"gres/gpu:a100=0,gres/gpu:v100=4":                   {4, "v100"},
		"gres/gpumem=40G,gres/gpuutil=3":                    {0, ""},
		"gres/tmpfs=5,license/x=2":                          {0, ""},
		"gpu:2":                                             {2, ""},
		"gpu:tesla:3":                                       {3, "tesla"},
		"gpu:tesla":                                         {1, "tesla"},
		"gpu":                                               {1, ""},
		"craynetwork:1,gpu:p100:2(S:0-1)":                   {2, "p100"},
		"gres/gpu=999999999999999999999":                    {0, ""},
	} {
		n, kind := parseGPUs([]byte(list))
		if n != want.n || string(kind) != want.kind {
			t.Errorf("%s: %d GPUs of type %q", list, n, kind)
		}
	}
}

func TestDependenciesAreSeenInCommandLines(t *testing.T) {
	for line, want := range map[string]bool{
		"sbatch --dependency=afterok:12 job.sh":   true,
		"sbatch --dependency singleton job.sh":    true,
		"sbatch -d afterany:12:13 job.sh":         true,
		"sbatch -dafterok:12 job.sh":              true,
		"sbatch -N2 job.sh -d data":               false,
		"srun --deadline=now+1hour ./after --d=1": false,
		"": false,
	} {
		if dependent([]byte(line)) != want {
			t.Errorf("%q: dependent %t", line, !want)
		}
	}
}
