package managers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/internal/slow"
	"github.com/backfill-lab/backfill/core/internal/text"
)

// read returns what a Reader makes of a file: a line for each row, then the other records.
func read(t testing.TB, file string) string {
	t.Helper()
	f := Recognise([]byte(file[:min(len(file), 4<<10)]))
	if f == nil || f.Give != "" {
		t.Fatalf("%.60q is %v", file, f)
	}
	r := NewReader(f, "log", strings.NewReader(file))
	var out strings.Builder
	for {
		var row Row
		err := r.Next(&row)
		var bad *text.ParseError
		switch {
		case err == io.EOF:
			if r.Others > 0 {
				fmt.Fprintf(&out, "others %d\n", r.Others)
			}
			return out.String()
		case errors.As(err, &bad):
			fmt.Fprintln(&out, err)
		case err != nil:
			fmt.Fprintln(&out, "final:", err)
			return out.String()
		default:
			fmt.Fprintln(&out, r.show(&row))
		}
	}
}

// show returns a row with its names, without what is unknown.
func (r *Reader) show(row *Row) string {
	var b strings.Builder
	fmt.Fprint(&b, row.Line, ":")
	for _, v := range []struct {
		name string
		n    int64
	}{
		{"job", row.Job}, {"submit", row.Submit}, {"start", row.Start}, {"end", row.End}, {"run", row.Run}, {"limit", row.Estimate},
		{"procs", row.Procs}, {"asked", row.ReqProcs}, {"nodes", row.Nodes}, {"gpus", row.GPUs}, {"used", row.MemoryKiB},
		{"mem", row.ReqMemoryKiB}, {"status", row.Status},
	} {
		if v.n != None {
			fmt.Fprintf(&b, " %s=%d", v.name, v.n)
		}
	}
	if row.Label != "" {
		fmt.Fprintf(&b, " label=%s", row.Label)
	}
	for _, v := range []struct {
		name  string
		names *Names
		n     int64
	}{
		{"user", &r.Users, row.User}, {"group", &r.Groups, row.Group}, {"queue", &r.Queues, row.Queue},
		{"partition", &r.Partitions, row.Partition}, {"name", &r.Names, row.Name},
	} {
		if v.n != None {
			fmt.Fprintf(&b, " %s=%s", v.name, v.names.Texts[v.n])
		}
	}
	for _, v := range []struct {
		name string
		is   bool
	}{{"running", row.Running}, {"rounded", row.Rounded}, {"dependent", row.Dependent}, {"interrupted", row.Interrupted},
		{"reserved", row.Reserved}} {
		if v.is {
			b.WriteString(" " + v.name)
		}
	}
	if row.Odd != nil {
		fmt.Fprintf(&b, " odd: %v", row.Odd)
	}
	return b.String()
}

func check(t *testing.T, file string, want ...string) {
	t.Helper()
	if got := read(t, file); got != strings.Join(want, "\n")+"\n" {
		t.Errorf("%.80q\ngot  %s\nwant %s", file, got, strings.Join(want, "\n     "))
	}
	crlf := strings.ReplaceAll(file, "\n", "\r\n")
	if got := read(t, crlf); got != strings.Join(want, "\n")+"\n" && file[0] != '{' {
		t.Errorf("with CRLF: %s", got)
	}
}

func TestPBSPro(t *testing.T) {
	const at, times = "04/01/2024 10:31:00;", "ctime=1000 qtime=1000 etime=1000 start=1060 end=2860 "
	check(t, at+`E;1.pbs;user=u1 group=g1 account="a b" jobname=j queue=workq `+times+
		"exec_host=n1/0*4+n2/0*4 exec_vnode=(n1:ncpus=4:mem=2097152kb)+(n2:ncpus=2+n2b:ncpus=2:ngpus=1) Resource_List.mem=4gb "+
		"Resource_List.ncpus=8 Resource_List.nodect=2 Resource_List.select=2:ncpus=4:ngpus=1 Resource_List.walltime=01:00:00 "+
		"session=1 Exit_status=0 resources_used.mem=16384kb resources_used.ncpus=8 resources_used.walltime=00:30:00 run_count=1",
		"1: job=1 submit=1000 start=1060 end=2860 limit=3600 procs=8 asked=8 nodes=2 gpus=1 used=2048 mem=524288 status=1 "+
			"user=u1 group=g1 queue=workq name=j")
	// How runs end: by qdel, at the limit, with an error, never started; in days, seconds and with odd values.
	check(t, at+"E;1.pbs;"+times+"Resource_List.walltime=1:00:00:00 Exit_status=271 Resource_List.ncpus=1\n"+
		at+"E;2.pbs;"+times+"Resource_List.walltime=1800 Exit_status=271 Resource_List.ncpus=1\n"+
		at+"E;3.pbs;"+times+"Exit_status=-29 Resource_List.walltime=30:00 Resource_List.ncpus=1 depend=afterok:1.pbs\n"+
		at+"E;4.pbs;ctime=1000 end=1500 Exit_status=265 Resource_List.ncpus=many Resource_List.select=3\n"+
		at+"A;4.pbs;Job aborted\n"+at+"Q;5.pbs;queue=workq\n"+at+"L;license;floating\nnonsense\n\n",
		"1: job=1 submit=1000 start=1060 end=2860 limit=86400 asked=1 status=5",
		"2: job=2 submit=1000 start=1060 end=2860 limit=1800 asked=1 status=0",
		"3: job=3 submit=1000 start=1060 end=2860 limit=1800 asked=1 status=0 dependent",
		`4: job=4 submit=1000 end=1500 asked=3 status=0 odd: log:4: Resource_List.ncpus: "many": not a whole number`,
		`log:8: "nonsense": not a record of this log`, "others 3")
}

// Tasks of an array have records of their own, besides that of the array.
func TestPBSArraysAndReruns(t *testing.T) {
	const end = " ctime=1000 Resource_List.ncpus=2 "
	check(t, "04/01/2024 10:31:00;E;12[3].pbs;"+end+"start=1060 end=2860 Exit_status=0\n"+
		"04/01/2024 10:31:00;E;12[].pbs;"+end+"start=1060 end=2860 Exit_status=0\n"+
		"04/01/2024 10:31:00;R;7.pbs;"+end+"start=1060 end=2860 Exit_status=-11\n"+
		"04/01/2024 11:31:00;E;7.pbs;"+end+"start=3000 end=4000 Exit_status=0 run_count=2\n",
		"1: submit=1000 start=1060 end=2860 asked=2 status=1 label=12[3]",
		"3: submit=1000 start=1060 end=2860 asked=2 status=0 label=7 interrupted",
		"4: job=7 submit=2860 start=3000 end=4000 asked=2 status=1 interrupted", "others 1")
	// A record R of Torque has no times but its own, which is local: an earlier record tells the zone.
	check(t, "01/01/1970 02:30:00;E;6.t;"+end+"start=1060 end=1800 Exit_status=0\n"+
		"01/01/1970 02:40:00;R;7.t;requestor=root@t\n"+
		"01/01/1970 03:00:00;E;7.t;"+end+"start=3000 end=3600 Exit_status=0\n",
		"1: job=6 submit=1000 start=1060 end=1800 asked=2 status=1",
		"3: job=7 submit=2400 start=3000 end=3600 asked=2 status=1 interrupted", "others 1")
}

func TestPBSProcessors(t *testing.T) {
	for _, c := range []struct{ attributes, want string }{
		{"exec_host=n1/0+n1/1+n2/0+n1/3 Resource_List.nodes=2:ppn=2", "procs=4 asked=4 nodes=2"},
		{"exec_host=n1/0-3,7+n2/0-3,7 Resource_List.nodes=2:ppn=5:gpus=2", "procs=10 asked=10 nodes=2 gpus=4"},
		{"Resource_List.nodes=2:ppn=8+1:ppn=16:bigmem Resource_List.nodect=3", "asked=32 nodes=3"},
		{"Resource_List.nodes=fat1:ppn=4+fat2", "asked=5"},
		{"Resource_List.procs=32 Resource_List.ncpus=1", "asked=32"},
		{"Resource_List.ncpus=1 Resource_List.nodes=1:ppn=16", "asked=16"}, // Torque's default beside what the job says
		{"Resource_List.select=2:ncpus=4:mem=1gb+1:ncpus=8:ngpus=2", "asked=16 gpus=2"},
		{"exec_host=n1/0*8 resources_used.ncpus=8", "procs=8 nodes=1"},
		{"exec_host=n1+n2 resvID=R1.pbs", "nodes=2 reserved"},
		{"Resource_List.select=99999999999999:ncpus=99999999999999 Resource_List.ncpus=4",
			`asked=4 status=0 odd: log:1: Resource_List: "99999999999999:ncpus=99999999999999": not a whole number`},
		{"Resource_List.pmem=2gb Resource_List.ncpus=4", "asked=4 mem=2097152"},
		{"Resource_List.mem=1000b Resource_List.ncpus=1", "asked=1 mem=1"},
		{"Resource_List.mem=100mw Resource_List.ncpus=1", "asked=1 mem=819200"},
	} {
		want := "1: job=1 " + c.want
		if !strings.Contains(want, "status") {
			want, _, _ = strings.Cut(want, " reserved")
			want += " status=0" + strings.Repeat(" reserved", strings.Count(c.want, "reserved"))
		}
		check(t, "04/01/2024 10:31:00;E;1.pbs;"+c.attributes, want)
	}
}

const sgeUsed = ":0:0:1800:1.5:0.1:1024.0:0:0:0:0:2:0:0:0.0:2:0:0:0:4:5:"

func TestGridEngine(t *testing.T) {
	check(t, "# Version: 8.1.9\n#\nall.q:n1:g1:u1:sim:101:sge:0:1000:1060:2860"+sgeUsed+
		"NONE:dep:mpi:8:0:1.6:0.0:0.0:-l h_rt=3600,h_vmem=4G -pe mpi 8:0.0:NONE:1.0:17:900\n"+
		// a task of an array in milliseconds, and what newer systems append
		"q:n1:g1:u2:arr:102:sge:0:1711965600123:1711965660999:1711967460000"+strings.Replace(sgeUsed, ":0:0:", ":100:137:", 1)+
		"prj:dep:NONE:1:7:1.6:0.0:0.0:-q q -l h_rt=01:00:00,mem_free=512M:0.0:NONE:1.0:0:0:NONE:0.1:n9:qsub\\072x\n"+
		// rescheduled, and the run after that
		"q:n1:g1:u2:re:103:sge:0:1000:1060:2000"+strings.Replace(sgeUsed, ":0:0:", ":25:0:", 1)+
		"NONE:dep:mpi:4:0:1.6:0:0:-pe mpi 2-16:0:NONE:1\n"+
		"q:n1:g1:u2:re:103:sge:0:1000:2100:2500"+sgeUsed+"NONE:dep:mpi:4:0:1.6:0:0:-pe mpi 2-16:0:NONE:1\n"+
		// a task of a parallel job, and a job that never started
		"q:n2:g1:u2:re:103:sge:0:0:2100:2500"+sgeUsed+"NONE:dep:mpi:4:0:1.6:0:0:NONE:0:1.n2:1\n"+
		"q:n1:g1:u2:no:104:sge:0:1000:0:1200"+strings.Replace(sgeUsed, ":0:0:", ":26:0:", 1)+"NONE:dep:NONE:1:0:0:0:0:NONE:0:NONE:0\nx:y\n",
		"3: job=101 submit=1000 start=1060 end=2860 limit=3600 procs=8 asked=8 mem=4194304 status=1 user=u1 "+
			"group=g1 queue=all.q name=sim reserved",
		"4: submit=1711965600 start=1711965660 end=1711967460 limit=3600 procs=1 asked=1 mem=524288 status=0 label=102[7] user=u2 group=g1 "+
			"queue=q name=arr",
		"5: submit=1000 start=1060 end=2000 procs=4 status=0 label=103 user=u2 group=g1 queue=q name=re interrupted",
		"6: job=103 submit=2000 start=2100 end=2500 procs=4 status=1 user=u2 group=g1 queue=q name=re interrupted",
		"8: job=104 submit=1000 end=1200 procs=1 asked=1 status=0 user=u2 group=g1 queue=q name=no",
		`log:9: "x:y": not a record of this log`, "others 1")
}

func TestLSF(t *testing.T) {
	usage := "1.5 0.1 1 0 -1 0 0 2 0 0 0 0 -1 0 0 0 3 4 -1 "
	record := func(head, hosts, status, name, idx, reason, tail string) string {
		return `"JOB_FINISH" "10.108" ` + head + ` "u1" "normal" "rusage[mem=""4""]" "" "" "h0" "/w" "" "" "" "1000.101" ` + hosts + " " +
			status +
			" 60.0 " + name + ` "./run ""a b"" c" ` + usage + `"" "prj" 0 8 "" "" ` + idx + ` 8192 0 "" "" "" "" 0 "" ` + reason +
			` "" -1 "" "" "" "" -1 "" "" 5136 "" 1060 "" "" ` + tail + "\n"
	}
	check(t, record("2860 101 7 33 8 1000 0 0 1060", `0 8 "a" "a" "a" "a" "b" "b" "b" "b"`, "64", `"sim"`, "0", "0",
		`2 1032 "0" 1033 "0" 0 3600 0 2048 "select[x] " "" -1 "" -1 0 "" 0 0 "" 1800`)+
		// shortened hosts, asked hosts, the use of each host, a task of an array that reached its limit
		record("2860 102 7 33 4 1000 0 0 1060", `1 "pool" 2 "2*a" "6*b"`, "32", `""`, "3", "5",
			`0 2 a 1 0 2 3 0 b 1 0 2 3 0 43200 0 99 "select[x]"`)+
		// no space between 0 asked hosts and 2 hosts; cancelled by its owner; no limit
		record("2860 103 7 33 2 1000 0 0 1060", `02 "a" "b"`, "32", `"x"`, "0", "14", `1 1110 "default" 0 -1 4194304 1024 "select[x]" ""`)+
		// never started
		record("2860 104 7 33 2 1000 0 0 0", `0 0`, "32", `"x"`, "0", "15", `0 0 -1 64 0 ""`)+
		"\"JOB_RESIZE\" \"10.1\" 2860 101\n\"JOB_FINISH\" \"10.1\" x\njunk\n",
		"1: job=101 submit=1000 start=1060 end=2860 limit=3600 procs=8 asked=8 nodes=2 used=1024 status=1 user=u1 group=prj "+
			"queue=normal name=sim",
		"2: submit=1000 start=1060 end=2860 limit=43200 procs=8 asked=4 nodes=2 used=1024 status=0 label=102[3] user=u1 group=prj queue=normal",
		"3: job=103 submit=1000 start=1060 end=2860 procs=2 asked=2 nodes=2 used=4096 status=5 user=u1 group=prj queue=normal name=x",
		"4: job=104 submit=1000 end=2860 asked=2 used=4096 status=5 user=u1 group=prj queue=normal name=x",
		`log:6: "\"JOB_FINISH\" \"10.1\" x": not a record of this log`, `log:7: "junk": not a record of this log`, "others 1")
	// Old versions end behind the use of memory.
	check(t, `"JOB_FINISH" "5.1" 2860 9 28 33 1 1000 0 0 1060 "u" "8nm" "" "" "" "h" "w" "" "" "" "1000.9" 0 1 "t" 64 3.3 "" "c" `+usage+
		`"" "default" 0 1 "" "" 0 310 339 "" "" ""`,
		"1: job=9 submit=1000 start=1060 end=2860 procs=1 asked=1 nodes=1 used=310 status=1 user=u group=default queue=8nm")
}

func TestGridWorkloadFormat(t *testing.T) {
	tail := " S1 S2 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
	check(t, "# SiteID: g\n#JobID SubmitTime WaitTime RunTime NProcs\n"+
		"1 0 10 100 4 -1 512 8 200 1024 1 U1 G1 X1 q1 P1"+tail+
		"2\t5.5\t-1\t99.6\t-1\t-1\t-1\t2\t-1\t-1\t0\tU2\t-1\t-1\t-1\t-1\t-1\tS2\tBoT\t-1\t-1\t-1\t-1\t-1\t-1\t-1\t-1\t-1\t-1\n"+
		"g3 7 1 -1 4 -1 -1 4 x -1 5 U1 G1 X1 q1 -1"+tail+"4 x 10 100 4 -1 -1 4 200 -1 1 U1 G1 X1 q1 -1"+tail+"1 2 3\n",
		"3: job=1 submit=0 start=10 run=100 limit=200 procs=4 asked=8 used=512 mem=1024 status=1 user=U1 group=G1 queue=q1 partition=P1 name=X1",
		"4: job=2 submit=6 run=100 asked=2 status=0 user=U2 partition=S2 rounded",
		`5: submit=7 start=8 procs=4 asked=4 status=5 label=g3 user=U1 group=G1 queue=q1 partition=S2 name=X1 `+
			`odd: log:5: ReqTime: "x": not a whole number`,
		`log:6: SubmitTime: "x": not a whole number`, `log:7: "1 2 3": not a record of this log`)
}

func TestFlux(t *testing.T) {
	jobs := []string{
		`{"id":101,"userid":1000,"t_submit":1000.12,"t_run":1060.0,"t_cleanup":2860.1,"t_inactive":2860.2,"state":64,"name":"sim","ntasks":8,` +
			`"ncores":16,"duration":3600.0,"nnodes":2,"result":1,"annotations":{"sched":{"queue":"batch"}}}`,
		`{"id":102,"userid":1000,"username":"ann","t_submit":1000,"t_run":1060,"t_cleanup":2860,"state":"INACTIVE","name":"sim","ntasks":8,` +
			`"queue":"pdebug","bank":"b1","expiration":1960.0,"result":"TIMEOUT","t_depend":0}`,
		`{"id":"f3xYz","userid":1000,"t_submit":1000,"t_run":"","t_inactive":1200,"state":64,"result":4,"ntasks":2,"duration":0}`,
		`{"id":104,"userid":1000,"t_submit":1000,"t_run":1060,"state":16,"ntasks":2,"exception":{"occurred":false}}`,
		`{"id":105,"userid":1000,"t_submit":1000,"state":8,"ntasks":2}`,
	}
	want := []string{
		"1: job=101 submit=1000 start=1060 end=2860 limit=3600 procs=16 nodes=2 status=1 user=1000 queue=batch name=sim rounded",
		"2: job=102 submit=1000 start=1060 end=2860 limit=900 asked=8 status=0 user=ann group=b1 queue=pdebug name=sim",
		"3: submit=1000 end=1200 asked=2 status=5 label=f3xYz user=1000",
		"4: job=104 submit=1000 start=1060 asked=2 user=1000 running",
		"5: job=105 submit=1000 asked=2 user=1000",
	}
	check(t, `{"jobs":[`+strings.Join(jobs, ",\n")+"]}", want...)
	check(t, `{"version":[1], "jobs" : [`+strings.Join(jobs, ",")+`], "more":{"a":1}}`, want...)
	check(t, strings.Join(jobs, "\n")+"\n", want...)
	check(t, "[\n"+strings.Join(jobs, ",\n")+"]\n", want...)
	check(t, `{"jobs":[`+jobs[0]+`,5,`+jobs[4], want[0], `log:2: "5": not a record of this log`, want[4][:0]+"3"+want[4][1:],
		"final: log: the JSON is cut off behind job 3: get the whole file")
	check(t, jobs[0]+"\n{nonsense", want[0],
		"final: log: the JSON is damaged in job 2: not JSON: 'n' stands where the name of a field should begin, in double quotes")
}

func TestHTCondor(t *testing.T) {
	ad := func(more string) string {
		return "MyType = \"Job\"\nClusterId = 101\nOwner = \"u1\"\nQDate = 1000\nJobStartDate = 1010\nRequestCpus = 8\n" + more
	}
	want := []string{
		": submit=1000 start=1060 end=2860 limit=3600 procs=8 asked=8 gpus=1 used=1024 mem=524288 status=1 label=101.1 user=u1 group=g1 " +
			"name=b interrupted",
		": job=101 submit=1000 start=1010 end=1500 asked=8 status=5 user=u1",
		": job=101 submit=1000 start=1010 asked=8 user=u1 running",
	}
	done := "ProcId = 1\nJobCurrentStartDate = 1060\nCompletionDate = 2860\nJobStatus = 4\nExitCode = 0\nRequestMemory = 4096\n" +
		"CpusProvisioned = 8\nRequestGpus = 1\nResidentSetSize = 8192\nAcctGroup = \"g1\"\nNumJobStarts = 2\n" +
		"AllowedExecuteDuration = 3600\nJobBatchName = \"b\"\nExitBySignal = false\n"
	removed := "ProcId = 0\nCompletionDate = 0\nJobStatus = 3\nEnteredCurrentStatus = 1500\n"
	check(t, ad(done)+"*** Offset = 0 ClusterId = 101 ProcId = 1 Owner = \"u1\"\n"+ad("JobUniverse = 7\n")+"*** Offset = 9\n"+ad(removed)+
		"\n"+ad("JobStatus = 2"), "1"+want[0], "30"+want[1], "41"+want[2], "others 1")
	check(t, `[{"ClusterId":101,"ProcId":0,"Owner":"u1","QDate":1711965600,"JobStartDate":1711965660,"CompletionDate":1711967460},`+
		`{"ClusterId":102,"ProcId":0,"QDate":1711965600,"RequestCpus":"2*Cores","ExitCode":1,"JobStatus":4}]`,
		"1: job=101 submit=1711965600 start=1711965660 end=1711967460 asked=1 status=1 user=u1",
		`2: job=102 submit=1711965600 status=0 odd: log:2: RequestCpus: "\"2*Cores\"": not a whole number`)
	// With the number of the job in the line above it.
	check(t, "*** ClusterId=101 ProcId=0 Owner=\"u1\" CompletionDate=2860\nMyType = \"Job\"\nQDate = 1000\nJobStartDate = 1060\n"+
		"CompletionDate = 2860\nRequestCpus = 8\n", "2: job=101 submit=1000 start=1060 end=2860 asked=8 status=1")
}

// The readers hold one record, and say what is wrong in a line of moderate length.
func TestHostileInputStaysWithinBounds(t *testing.T) {
	slow.AsWebAssembly(t)
	heads := []string{
		"04/01/2024 10:31:00;E;1.pbs;exec_host=", "04/01/2024 10:31:00;E;1.pbs;Resource_List.select=1", "\"JOB_FINISH\" \"10\" 1 ",
		"# JobID SubmitTime WaitTime\n1 ", "a:b:c:d:e:1:g:0:1:2:3" + sgeUsed + "p:d:n:1:0:1:1:1:-l ",
		"=====\nqname q\njobnumber 1\nowner ", `{"job_number":1,"qname":"q","owner":"`, "JobId=1 UserId=u(1) Name=j JobState=COMPLETED WorkDir=",
		"VERSION 230\n1 2 3 ", "10:00:00 1:0 job 1 JOBEND 1 2 ", `{"1":{"id":1,"assigned_resources":[1],"name":"`,
		`{"jobs":[{"id":1,"userid":1,"t_submit":1,"name":"`, "ClusterId = 1\nQDate = 1\nRequestCpus = ",
	}
	for _, head := range heads {
		for _, body := range []string{"n/0+", "1*", "\"", "7", " 9", ":1", "a=b ", "(", "{\"", "[", "\n"} {
			f := Recognise([]byte(head))
			if f == nil {
				t.Fatal(head)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := NewReader(f, "log", io.MultiReader(strings.NewReader(head), io.LimitReader(&endless{text: strings.Repeat(body, 1000)}, 6<<20)))
			for err := error(nil); err != io.EOF; {
				var row Row
				err = r.Next(&row)
				var bad *text.ParseError
				if err != nil && len(err.Error()) > 200 {
					t.Fatalf("%s %q: %v", f.Is, body, err)
				}
				if err != nil && !errors.As(err, &bad) {
					break
				}
			}
			runtime.ReadMemStats(&after)
			if grown := after.HeapSys - before.HeapSys; grown > 128<<20 && after.HeapSys > before.HeapSys {
				t.Errorf("%s %q: %d MiB more", f.Is, body, grown>>20)
			}
		}
	}
}

// endless repeats a text.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	for i := 0; i < len(p); {
		n := copy(p[i:], e.text[e.at:])
		i += n
		e.at = (e.at + n) % len(e.text)
	}
	return len(p), nil
}

// FuzzReader checks that rows are in order and hold no impossible number, whatever the bytes.
func FuzzReader(f *testing.F) {
	for _, c := range recognised {
		f.Add([]byte(c.first))
	}
	for _, c := range corpus(f) {
		f.Add([]byte(c[1]))
	}
	f.Add([]byte("04/01/2024 10:31:00;R;7[1].pbs;ctime=1000 start=1060 end=2860 exec_host=n1/0-3,7*2+n2 " +
		"Resource_List.nodes=2:ppn=5+x Resource_List.mem=2gw"))
	f.Add([]byte("q:n:g:u:j:1:s:0:1000:1060:2860" + sgeUsed + "p:d:mpi:8:0:1.6:0:0:-l h_rt=1:00:00,h_vmem=4G -pe mpi 1-8:0:NONE:1"))
	f.Add([]byte(`"JOB_FINISH" "5.1" 2860 9 28 33 1 1000 0 0 1060 "u" "8nm" "" "" "" "h" "w" "" "" "" "1000.9" 0 1 "2*t" 64 3.3 "" "c"`))
	f.Add([]byte(`{"jobs":[{"id":1,"userid":1,"t_submit":1e3,"t_run":"5","duration":-1}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		format := Recognise(file[:min(len(file), 4<<10)])
		if format == nil || format.Give != "" {
			return
		}
		r := NewReader(format, "log", bytes.NewReader(file))
		for last := 0; ; {
			var row Row
			err := r.Next(&row)
			var bad *text.ParseError
			if errors.As(err, &bad) {
				continue
			}
			if err != nil {
				return
			}
			if row.Line <= last || row.Procs < None || row.ReqProcs < None || row.Nodes < None || row.MemoryKiB < None || row.ReqMemoryKiB < None {
				t.Fatalf("after line %d: %s", last, r.show(&row))
			}
			last = row.Line
		}
	})
}
