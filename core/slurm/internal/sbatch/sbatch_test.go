package sbatch

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line string
		want Request
	}{
		{"", Request{}},
		{"-J name job.sh", Request{Name: "name", Script: []string{"job.sh"}}},
		{"-Jname", Request{Name: "name"}},
		{"--job-name=x", Request{Name: "x"}},
		{"--job-name x", Request{Name: "x"}},
		{"--job-n=x", Request{Name: "x"}},
		{"--name=x", Request{Name: "x"}},
		{"-J=x", Request{Name: "=x"}}, // so does sbatch
		{"-J ''", Request{}},
		{"-J 'a b'", Request{Name: "a b"}},
		{"--uid=user5 -A account2 -p normal,debug -q normal", Request{
			User: "user5", Account: "account2", Partitions: []string{"normal", "debug"}, QOS: "normal"}},
		{"-t 30", Request{TimeS: 1800}},
		{"-t 00:07:01", Request{TimeS: 480}},
		{"-t3-00:00:00", Request{TimeS: 259200}},
		{"--time=1-12", Request{TimeS: 129600}},
		{"-t 0", Request{TimeS: Unlimited}},
		{"-t UNLIMITED", Request{TimeS: Unlimited}},
		{"-N 2", Request{MinNodes: 2, MaxNodes: 2}},
		{"-N2-4", Request{MinNodes: 2, MaxNodes: 4}},
		{"--nodes=1k", Request{MinNodes: 1024, MaxNodes: 1024}},
		{"-n 12 --ntasks-per-node=6 -c2", Request{Tasks: 12, TasksPerNode: 6, CoresPerTask: 2}},
		{"--mem=500G", Request{MemoryMiB: 512000, MemoryPer: PerNode}},
		{"--mem 0", Request{MemoryPer: PerNode}},
		{"--mem-per-cpu=2800", Request{MemoryMiB: 2800, MemoryPer: PerCore}},
		{"--mem=1G --mem-per-gpu=1T", Request{MemoryMiB: 1 << 20, MemoryPer: PerGPU}},
		{"--gres=gpu:2", Request{NodeGPUs: []GPUs{{"", 2}}}},
		{"--gres=gpu", Request{NodeGPUs: []GPUs{{"", 1}}}},
		{"--gres=gpu:a100:1,gpu:v100:3,nvme:1", Request{NodeGPUs: []GPUs{{"a100", 1}, {"v100", 3}}, Gres: []Gres{{"nvme", "", 1}}}},
		{"--gres=gres:gpu:2", Request{NodeGPUs: []GPUs{{"", 2}}}},
		{"--gres=none", Request{}},
		{"--gpus=v100:3 --gpus-per-node=2 --gpus-per-task=a:1", Request{
			GPUs: []GPUs{{"v100", 3}}, NodeGPUs: []GPUs{{"", 2}}, TaskGPUs: []GPUs{{"a", 1}}}},
		{"-G 4 --cpus-per-gpu=8", Request{GPUs: []GPUs{{"", 4}}, CoresPerGPU: 8}},
		{"-C 'IB&CPU-N' -w n[1-2] -x n3", Request{Features: "IB&CPU-N", NodeList: "n[1-2]", Exclude: "n3"}},
		{"--exclusive job", Request{Exclusive: true, Script: []string{"job"}}},
		{"--exclusive=user", Request{Own: true}},
		{"--exclusive --exclusive=mcs --exclusive=topo --deadline=16:00", Request{Unknown: []string{"--exclusive=topo", "--deadline=16:00"}}},
		{"--exclusive --exclusive=mcs", Request{Apart: true}},
		{"-s --contiguous --hint=nomultithread -B 2:*:1", Request{Share: true, Contiguous: true,
			OneThread: true, SocketsPerNode: 2, ThreadsPerCore: 1}},
		{"--gpus-per-socket=1 --ntasks-per-gpu=2 --ntasks-per-core=1 --time-min=5 --prefer=ib", Request{SocketGPUs: []GPUs{{"", 1}},
			TasksPerGPU: 2, TasksPerCore: 1, TimeMinS: 300, Prefer: "ib"}},
		{"--reservation=talk -b now+3600", Request{Reservation: "talk", BeginS: 3600}},
		{"--begin=now+2hours", Request{BeginS: 7200}},
		{"--begin=2026-01-01T10:00", Request{}},
		{"-d afterok:12:13 -a 0-7%2 -H", Request{Dependency: "afterok:12:13", Array: "0-7%2", Unknown: []string{"-H"}}},
		{"--nice", Request{Nice: 100}},
		{"--nice=-7", Request{Nice: -7}},
		{"--deadline=now+65seconds -L matlab:2", Request{Licenses: "matlab:2", DeadlineS: 65}},
		{"--no-requeue --wrap='sleep 5'", Request{NoRequeue: true, Script: []string{"sleep 5"}}},
		{"-sim-walltime 15 -J j pseudo.job", Request{Name: "j", RunS: 15, Script: []string{"pseudo.job"}}},
		{"-sim-walltime -1 p", Request{RunS: -1, Script: []string{"p"}}},
		{"-o out.txt --mail-type=END -n 2 job.sh -n 9", Request{
			Tasks: 2, Script: []string{"job.sh", "-n", "9"}, Unknown: []string{"-o", "out.txt", "--mail-type=END"}}},
		{"--frobnicate=3 -Z -QHJx --n=1 job", Request{Name: "x",
			Script: []string{"job"}, Unknown: []string{"--frobnicate=3", "-Z", "-Q", "-H", "--n=1"}}},
		{"-- -x", Request{Script: []string{"-x"}}},
		{"-n 1 -n 2", Request{Tasks: 2}},
	} {
		args, err := Split(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(c.line, "-sim-walltime") {
			c.want.RunS = -1
		}
		got, err := Parse(args)
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
		} else if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.line, d)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		line string
		want error
	}{
		{"-J", ErrNoValue},
		{"--mem", ErrNoValue},
		{"-t soon", amount.ErrTime},
		{"-N 4-2", ErrNodes},
		{"-N x", ErrNodes},
		{"-N 9999999999", ErrNodes},
		{"-n 1.5", ErrCount},
		{"-n -1", ErrCount},
		{"-n 0", ErrCount},
		{"-N 0-2", ErrNodes},
		{"-c 1000000001", ErrCount},
		{"--mem=1.5G", amount.ErrMemory},
		{"--gres=gpu:x:y", ErrGPUs},
		{"--gpus=:3", ErrGPUs},
		{"--nice=low", ErrNice},
		{"-sim-walltime x", amount.ErrNumber},
		{"-sim-walltime NaN", amount.ErrNumber},
	} {
		args, _ := Split(c.line)
		got, err := Parse(args)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.line, err, c.want)
		}
		if d := cmp.Diff(Request{}, got); d != "" {
			t.Errorf("%s: %s", c.line, d)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"", ""},
		{"  a  b\tc\n", "a/b/c"},
		{`'a b' "c d" e\ f`, "a b/c d/e f"},
		{`a'b'"c"d`, "abcd"},
		{`'' ""`, "/"},
		{`"\"\\\$\x"`, `"\$\x`},
		{`'\'`, `\`},
		{"a # b", "a"},
		{"a#b", "a#b"},
		{"a \\\nb", "a/b"},
		{`a\`, "a"},
	} {
		got, err := Split(c.line)
		if err != nil || strings.Join(got, "/") != c.want {
			t.Errorf("%s: %q, %v", c.line, got, err)
		}
	}
	for _, line := range []string{`'a`, `"a`, `"a\"`} {
		if got, err := Split(line); err != ErrQuote {
			t.Errorf("%s: %q, %v", line, got, err)
		}
	}
}

// No two options have a name in common, and every option stands in a table.
func TestOptionsHaveOwnNames(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range options {
		for _, name := range strings.Fields(o.names) {
			if seen[name] {
				t.Errorf("%s stands there twice", name)
			}
			seen[name] = true
		}
	}
}

// FuzzParse: no line makes it panic; numbers are in their ranges; nothing grows.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		"-J jobid_1001 -sim-walltime 15 --uid=user5 -t 00:07:00 -n 12 --ntasks-per-node=12 -A account2 -p normal -q normal pseudo.job",
		"--gres=gres:shard:2,gres/fpga:u250=1,tmpdisk:2K,x:y:z:1",
		"-N 2-4 --gres=gpu:a:2,x --mem=5G --nice -H -- a", `-C "a b" 'x' \`, "-N1k --exclusive=user -G a:1,b -bnow+5days",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args, err := Split(line)
		if err != nil {
			return
		}
		r, err := Parse(args)
		if err != nil {
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 500 {
				t.Fatal(err)
			}
			return
		}
		for _, n := range []int64{
			r.TimeS + 1, int64(r.MinNodes), int64(r.MaxNodes - r.MinNodes), int64(r.Tasks), int64(r.TasksPerNode),
			int64(r.CoresPerTask), r.MemoryMiB, r.BeginS, int64(r.RunS) + 1,
		} {
			if n < 0 || n > 1e18 {
				t.Fatalf("%+v", r)
			}
		}
		for _, g := range slices.Concat(r.GPUs, r.NodeGPUs, r.TaskGPUs) {
			if g.Count < 0 || g.Count > 1e9 {
				t.Fatalf("%+v", r)
			}
		}
		if len(r.Script)+len(r.Unknown) > len(line)+1 {
			t.Fatalf("%+v", r)
		}
	})
}
