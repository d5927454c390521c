package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/backfill-lab/backfill/internal/cli/internal/console"
)

// foreign are words of Go and of libraries that no error has.
var foreign = []string{
	"runtime error", "bufio.Scanner", "token too long", "slice bounds", "index out of range", "invalid character", " json: ",
	"strconv.", "EOF",
	"no such host", "nil pointer", "gzip: ", "flate: ", "csv", "thrift", "reflect", "cannot unmarshal", "invalid syntax",
	"value out of range",
	"xml", "XML syntax", "hex: ", "goroutine", "parsing time", "brotli: ", "snappy: ", "zstd: ", "os/exec",
	"unsupported protocol",
}

// A mutated is a file that a command reads, and how it is made wrong.
type mutated struct {
	name string // of the reader
	file string // below the folder
	args string // FILE is the mutated file, DIR its folder, SEED the folder with what is not mutated
}

// seedFiles writes one input of each kind to a folder.
func seedFiles(t *testing.T, dir string) {
	t.Helper()
	unpack := func(archive string, names ...string) {
		a, err := txtar.ParseFile(filepath.Join("testdata", archive))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			for _, name := range names {
				if f.Name == name {
					must(t, os.WriteFile(filepath.Join(dir, name), f.Data, 0o644))
				}
			}
		}
	}
	unpack("trace.txt", "log.swf", "slurm.json", "plain.txt", "sized.txt")
	unpack("exact.txt", "two.json", "optimal.sol", "stdin.txt")
	unpack("rules.txt", "base.json", "rigid.json", "pair.json")
	unpack("init.txt", "slurm.conf")
	unpack("sweep.txt", "study.json", "one.json")
	copyTo := func(from, name string) {
		data, err := os.ReadFile(filepath.FromSlash(from))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
	for from, name := range map[string]string{
		"university/slurm.conf": "university.conf", "university/gres.conf": "gres.conf", "university/topology.conf": "topology.conf",
		"small/sacctmgr.txt": "sacctmgr.txt", "university/scontrol.txt": "scontrol.txt",
	} {
		copyTo("../../core/slurm/conf/testdata/"+from, name)
	}
	copyTo("../../core/optimum/program/testdata/cplex.sol", "cplex.sol")
	copyTo("../../core/optimum/program/testdata/seven.json", "seven.json")
	for name, text := range map[string]string{
		"jobs.csv": "job,user,submit,start,end,procs,limit,name\n1,ann,0,10,100,4,600,\"a, b\"\n2,bob,50,60,90,2,60,c\n" +
			"3,ann,70,70,700,1,1000,d\n",
		"philly.json": `[{"status": "Pass", "vc": "v", "jobid": "a", "user": "u", "submitted_time": "2017-10-07 01:11:39",
		"attempts": [` +
			`{"start_time": "2017-10-07 01:12:09", "end_time": "2017-10-07 01:13:23", "detail": [{"ip": "m1", "gpus": ["gpu0",
			"gpu1"]}]}]}]`,
		"batsim.json": `{"nb_res": 4, "jobs": [{"id": "a!1", "subtime": 0.4, "walltime": 100, "res": 2, "profile": "wait"},
		{"id": 2, ` +
			`"subtime": 10, "res": 4, "profile": "both"}], "profiles": {"wait": {"type": "delay", "delay": 20.2}, ` +
			`"both": {"type": "composed", "repeat": 2, "seq": ["wait", "wait"]}}}`,
		"grid.json":   `{"sites": [{"name": "a", "procs": 8, "speed": 1}, {"name": "b", "procs": 4, "speed": 2}], "home": "user"}`,
		"events.csv":  "time,what,job,value\n1772438500,TimeLimit,2001,90\n1772438900.5,Hold,2002,\n2026-03-02T09:00:00,Cancel,2003,\n",
		"events.json": `{"time": 1772438500, "what": "TimeLimit", "job": "2001", "value": 90}` + "\n",
		"map.json":    `{"submit": "submit:s", "start": "start", "end": "end", "procs": "procs"}`,
		"sdiag.txt":   "Server thread count:  3\nBackfilling stats\n\tTotal backfilled jobs (since last slurm start): 12\n\tLast cycle: 300\n",
	} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for _, args := range []string{
		"cluster example -o DIR", "trace convert DIR/log.swf -o DIR/log.swf.gz",
		"run DIR/log.swf --policy easy,dynp-advanced --out DIR/res --formats parquet,arrow,csv --tables usual",
		"sweep plan DIR/study.json --out DIR/sweep --json", "sweep run DIR/sweep",
		"exact DIR/two.json --scale 100 --start gurobi=DIR/two.mst --solver none",
		"train DIR/log.swf --generations 1 --mu 1 --lambda 2 --rules 2 -o DIR/trained.json --checkpoint DIR/state.json",
	} {
		var out, errs bytes.Buffer
		if code := Run(t.Context(), strings.Fields(strings.ReplaceAll(args, "DIR", dir)), strings.NewReader(""),
			&out, &errs); code != 0 {
			t.Fatalf("%s: %s", args, errs.String())
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "campus.txt"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "sacct.txt"), bytes.Join(bytes.SplitAfter(text, []byte("\n"))[:25], nil), 0o644))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// readers are all readers of files, each with a command that reads.
var readers = []mutated{
	{"swf", "log.swf", "trace info FILE"},
	{"gzip", "log.swf.gz", "trace info FILE"},
	{"sacct", "sacct.txt", "trace info FILE"},
	{"sacct plain", "plain.txt", "doctor FILE"},
	{"sacct JSON", "slurm.json", "doctor FILE"},
	{"CSV", "jobs.csv", "trace info FILE --map auto"},
	{"Parquet", "res/jobs.parquet", "trace info FILE --map auto"},
	{"Arrow", "res/jobs.arrow", "trace info FILE --map auto"},
	{"Philly", "philly.json", "trace info FILE --map philly"},
	{"Batsim", "batsim.json", "trace info FILE --map batsim"},
	{"map", "map.json", "trace info SEED/jobs.csv --map FILE"},
	{"experiment", "one.json", "run FILE"},
	{"study", "study.json", "sweep plan FILE --out DIR/planned"},
	{"plan", "sweep/sweep.json", "sweep status DIR/sweep"},
	{"plan's list", "sweep/plan/*.list", "sweep run DIR/sweep"},
	{"sweep's results", "sweep/results/*.pack", "sweep collect DIR/sweep"},
	{"grid", "grid.json", "run SEED/log.swf --sites FILE --policy grid-sharing"},
	{"rule base", "base.json", "rules show FILE"},
	{"rigid rules", "rigid.json", "rules show FILE"},
	{"rule pair", "pair.json", "rules show FILE"},
	{"checkpoint", "state.json",
		"train SEED/log.swf --generations 1 --mu 1 --lambda 2 --rules 2 -o DIR/t.json --checkpoint FILE --resume"},
	{"description", "campus.json", "cluster show FILE"},
	{"twin's log", "sacct.txt", "twin check FILE --cluster SEED/campus.json"},
	{"slurm.conf", "university.conf",
		"cluster init --slurm-conf FILE --gres SEED/gres.conf --topology SEED/topology.conf -o DIR/c.json"},
	{"gres.conf", "gres.conf", "cluster init --slurm-conf SEED/university.conf --gres FILE -o DIR/c.json"},
	{"topology", "topology.conf", "cluster init --slurm-conf SEED/university.conf --topology FILE -o DIR/c.json"},
	{"sacctmgr", "sacctmgr.txt", "cluster init --slurm-conf SEED/slurm.conf --sacctmgr FILE -o DIR/c.json"},
	{"scontrol", "scontrol.txt", "cluster init --slurm-conf SEED/slurm.conf --scontrol FILE -o DIR/c.json"},
	{"sdiag", "sdiag.txt", "cluster init --slurm-conf SEED/slurm.conf --sdiag FILE -o DIR/c.json"},
	{"guess", "sacct.txt", "cluster init --log FILE --yes -o DIR/c.json"},
	{"instance", "two.json", "exact FILE --solver none"},
	{"CPLEX solution", "cplex.sol", "exact SEED/seven.json --scale 60 --solver none --solution cplex=FILE"},
	{"HiGHS solution", "optimal.sol", "exact SEED/two.json --scale 100 --solver none --solution highs=FILE"},
	{"events", "events.csv", "twin check SEED/sacct.txt --cluster SEED/campus.json --events FILE"},
	{"JSON events", "events.json", "twin check SEED/sacct.txt --cluster SEED/campus.json --events FILE"},
	{"results", "res/jobs.parquet", "runs --from DIR/res --by user"},
	{"results' runs", "res/runs.parquet", "compare DIR/res"},
	{"results' spec", "res/spec.json", "why 2 --from DIR/res"},
	{"figures", "res/jobs.arrow", "figure utilization --from DIR/res -o DIR/figures"},
}

var tokens = []string{
	"-1", "0", "9223372036854775807", "9223372036854775808", "1e999", "NaN", "null", "true", "\"", "'", "{", "[", "}", "]", ",", "|",
	":", ";", "=",
	"\n", "\r\n", "\x00", "\x1b[2J", "\xff\xfe", "\u202e", "[1-99999999]", "n[0-9", "UNLIMITED", "1-00:00:00", "2026-13-40T99:99:99",
	"\t", "\\", "\ufeff",
	"exec:rm", "../../etc/passwd", "99999999999999999999999999999999", "0x10", "1.5", "<a>", "</variables>", "%s%n", "PK\x03\x04",
}

// mutate returns a changed copy of data.
func mutate(r *rand.Rand, data []byte) []byte {
	b := bytes.Clone(data)
	for range 1 + r.IntN(4) {
		at := r.IntN(len(b) + 1)
		to := min(len(b), at+1+r.IntN(1+r.IntN(40)))
		switch r.IntN(10) {
		case 0:
			b = b[:at]
		case 1:
			b = append(b[:at:at], b[to:]...)
		case 2, 3:
			b = append(b[:at:at], append([]byte(tokens[r.IntN(len(tokens))]), b[at:]...)...)
		case 4, 5:
			b = append(b[:at:at], append([]byte(tokens[r.IntN(len(tokens))]), b[to:]...)...)
		case 6:
			b = append(b[:at:at], append(bytes.Repeat(b[at:to], 1+r.IntN(50)), b[at:]...)...)
		case 7:
			if r.IntN(20) == 0 {
				b = append(b[:at:at], append(bytes.Repeat([]byte{"x[ 1\n"[r.IntN(5)]}, 300_000), b[at:]...)...)
			}
		default:
			for ; at < to; at++ {
				b[at] ^= byte(1 << r.IntN(8))
			}
		}
		if len(b) == 0 {
			break
		}
	}
	return b
}

// onlyFile returns the only file of a pattern, below a folder.
func onlyFile(t *testing.T, dir, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(names) != 1 {
		t.Fatal(pattern, names, err)
	}
	name, err := filepath.Rel(dir, names[0])
	must(t, err)
	return name
}

// mutationTime is how long a command may take for a small input, on a busy machine too.
const mutationTime = 20 * time.Second

// Whatever is wrong with an input, the answer is a result or one line that a user understands, soon. A few mutations of
// each reader are tried; BACKFILL_MUTATIONS=50000 is how many there are of all readers together, BACKFILL_READER the
// only one, BACKFILL_MUTATION_SEED=41 another drawing.
func TestMutatedInputsGetOneLine(t *testing.T) {
	all, _ := strconv.Atoi(cmp.Or(os.Getenv("BACKFILL_MUTATIONS"), strconv.Itoa(12*len(readers))))
	seed, _ := strconv.ParseUint(cmp.Or(os.Getenv("BACKFILL_MUTATION_SEED"), "40"), 10, 64)
	seeds := t.TempDir()
	seedFiles(t, seeds)
	for k, m := range readers {
		only := os.Getenv("BACKFILL_READER")
		if only != "" && only != m.name {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			m.file = onlyFile(t, seeds, m.file)
			data, err := os.ReadFile(filepath.Join(seeds, m.file))
			must(t, err)
			r := rand.New(rand.NewPCG(seed, uint64(k)))
			n := all / len(readers)
			for i := range n {
				dir := t.TempDir()
				if folder, _, below := strings.Cut(filepath.ToSlash(m.file), "/"); below {
					must(t, os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(seeds, folder))))
				}
				file := filepath.Join(dir, m.file)
				os.Remove(file)
				must(t, os.WriteFile(file, mutate(r, data), 0o644))
				args := strings.Fields(strings.NewReplacer("FILE", file, "DIR", dir, "SEED", seeds).Replace(m.args))
				if said := tryMutated(t, args); said != "" {
					t.Errorf("mutation %d: %q: %s", i, args, said)
					if keep := os.Getenv("BACKFILL_KEEP"); keep != "" {
						os.MkdirAll(keep, 0o777)
						text, _ := os.ReadFile(file)
						os.WriteFile(filepath.Join(keep, fmt.Sprintf("%s-%d-%s", strings.ReplaceAll(m.name, " ", "-"),
							i, filepath.Base(m.file))), text, 0o644)
					}
				}
				os.RemoveAll(dir)
			}
		})
	}
}

// quotation is a text that an error quotes.
var quotation = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// misprint is what fmt prints in place of a value that its verb does not take.
var misprint = regexp.MustCompile(`%!\w?\(`)

// tryMutated runs a command and returns what is wrong with its answer.
func tryMutated(t *testing.T, args []string) (said string) {
	defer func() {
		if p := recover(); p != nil {
			said = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	ctx, stop := context.WithTimeout(t.Context(), mutationTime)
	defer stop()
	var out, errs bytes.Buffer
	code := Run(ctx, args, strings.NewReader(""), &out, &errs)
	if ctx.Err() != nil {
		return "it takes longer than " + mutationTime.String()
	}
	lines := strings.Split(strings.TrimRight(errs.String(), "\n"), "\n")
	last := lines[len(lines)-1]
	switch {
	case code == 0:
		return ""
	case !strings.HasPrefix(last, "backfill: "), len(last) < 20:
		return "no error: " + errs.String()
	case utf8.RuneCountInString(last) > console.ErrorWidth:
		return "a long error: " + last
	}
	words := last
	for _, arg := range args {
		words = strings.ReplaceAll(words, arg, "")
	}
	words = quotation.ReplaceAllString(words, "") // of the input, which may have any word
	for _, word := range append(foreign, misprint.FindString(words)) {
		if word != "" && strings.Contains(words, word) {
			return "a word of Go: " + word + ": " + last
		}
	}
	return ""
}
