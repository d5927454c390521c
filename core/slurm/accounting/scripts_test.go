package accounting

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/trace/sacct"
)

const kept = `Batch Script for 7
--------------------------------------------------------------------------------
#!/bin/bash
# a comment
#SBATCH --ntasks=4   # of one core
##SBATCH --ntasks=99

#SBATCH -N 2 --job-name "a long name" --dependency=afterok:6
module load x
#SBATCH --exclusive

Batch Script for 8_1
--------------------------------------------------------------------------------
NONE

Batch Script for 9
--------------------------------------------------------------------------------
#!/bin/sh
#SBATCH --array=1-9%2
#SBATCH --exclusive
srun x
`

// A script's options are its job's, those of the line win, and what stands after the first command is none.
func TestScriptsSayWhatRowsCannot(t *testing.T) {
	s := Scripts{}
	if err := s.ReadScripts("kept.txt", strings.NewReader(kept)); err != nil {
		t.Fatal(err)
	}
	if err := s.ReadScripts("spool/job.10", strings.NewReader("#!/bin/sh\n#SBATCH -N 2 -n 8\nsrun x\n")); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		"7": "--ntasks=4 -N 2 --job-name a_long_name --dependency=afterok:6", "8_1": "", "9": "--array=1-9%2 --exclusive", "10": "-N 2 -n 8",
	} {
		if words, is := s[id]; !is || tied(words) != want {
			t.Errorf("job %s: %q, want %q", id, words, want)
		}
	}
	const head = "JobID|User|Partition|AllocCPUS|NNodes|Submit|Start|End|TimelimitRaw|State|SubmitLine\n"
	all, err := ReadAccounting("log", strings.NewReader(head+
		"7|ada|p|4|2|1000|1010|1100|10|COMPLETED|sbatch --ntasks=2 job.sh\n"+
		"9_1|ada|p|8|1|1000|1010|1100|10|COMPLETED|sbatch job.sh\n"+
		"10|ada|p|8|2|1000|1010|1100|10|COMPLETED|\n"+
		"11|ada|p|8|2|1000|1010|1100|10|COMPLETED|sbatch job.sh\n"), "", time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if n := s.AddTo(all); n != 3 {
		t.Errorf("%d jobs have scripts, want 3", n)
	}
	for i, want := range []string{"sbatch --ntasks=4 -N 2 --job-name a_long_name --dependency=afterok:6 --ntasks=2 job.sh",
		"sbatch --array=1-9%2 --exclusive job.sh", "sbatch -N 2 -n 8", "sbatch job.sh"} {
		if line := all.Names.SubmitLines[all.Jobs[i].SubmitLine]; line != want {
			t.Errorf("%d: %q, want %q", i, line, want)
		}
	}
	// The row has 2 nodes and 8 cores; only the script says that there are 4 tasks on each.
	l, err := FromAccounting(all, nil, wide(t))
	if err != nil {
		t.Fatal(err)
	}
	if j := l.Jobs[2]; j.MinNodes != 2 || j.Tasks != 8 {
		t.Errorf("job 10: %+v", j)
	}
	if !l.Jobs[1].WholeNodes {
		t.Error("job 9_1 shares its nodes")
	}
}

func TestTheJobOfAScriptIsInItsName(t *testing.T) {
	for name, want := range map[string]string{
		"123": "123", "dir.4/123.sh": "123", "job.123": "123", "slurm-123_4.sbatch": "123_4", "123_4": "123_4", `c:\x\job_7.sh`: "7",
		"run_1_2_3": "2_3", "job.sh": "", "": "", ".": "", "x/": "", "job_.sh": "", ".123": "123", "12a.sh": "",
	} {
		if got := jobIn(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestAFileThatIsNoScriptIsSaid(t *testing.T) {
	err := Scripts{}.ReadScripts("job.sh", strings.NewReader("#SBATCH -n 4\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "job.sh: this is neither what sacct --batch-script prints nor") {
		t.Error(err)
	}
}

// Options are the same to the twin whether they stand on the line or in the script.
func TestOptionsOfScriptsAreThoseOfLines(t *testing.T) {
	read := func() *sacct.Records {
		all, err := ReadAccounting(campus.Name, campus.Log(), "", time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	log := func(all *sacct.Records) *Log {
		s, err := cluster.New(campus.Description())
		if err != nil {
			t.Fatal(err)
		}
		l, err := FromAccounting(all, nil, s)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	want, all, scripts := log(read()), read(), Scripts{}
	for i := range all.Jobs {
		r := &all.Jobs[i]
		words := strings.Fields(named(all.Names.SubmitLines, r.SubmitLine))
		if len(words) == 0 {
			continue
		}
		text := "#!/bin/sh\n#SBATCH " + strings.Join(words[1:len(words)-1], " ") + "\nsrun x\n"
		if err := scripts.ReadScripts(fmt.Sprintf("job.%d", r.Job), strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range all.Names.SubmitLines {
		all.Names.SubmitLines[i] = "sbatch run.sh"
	}
	without := log(all)
	scripts.AddTo(all)
	got := log(all)
	if d := cmp.Diff(want.Jobs, got.Jobs); d != "" {
		t.Errorf("%.2000s", d)
	}
	if cmp.Equal(want.Jobs, without.Jobs) {
		t.Error("nothing depends on the lines: the test tells nothing")
	}
}

func FuzzReadScripts(f *testing.F) {
	f.Add("kept.txt", kept)
	f.Add("7.sh", "#SBATCH -n 4\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		s := Scripts{}
		err := s.ReadScripts(name, strings.NewReader(text))
		printed := strings.HasPrefix(text, scriptBegins)
		if most := max(strings.Count(text, scriptBegins), 1); len(s) > most || err == nil && !printed && len(s) != 1 {
			t.Errorf("%d scripts, at most %d, %v", len(s), most, err)
		}
	})
}
