package managers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Files as their programs print them, with the words of the message that name them.
var recognised = []struct{ first, is string }{
	{"04/01/2024 10:00:00;Q;1001.pbs;queue=workq\n", "accounting log of PBS"},
	{"\n04/01/2024 00:00:00;L;license;floating license hour:0 day:0\n", "accounting log of PBS"},
	{"04/01/2024 10:00:00;YR;R1.pbs;requestor=a@b\n", "accounting log of PBS"},
	{"accounting/20240401:04/01/2024 10:00:00;E;1.pbs;queue=workq\n", "accounting log of PBS"},
	{"04/01/2024 10:00:00;0100;Server@pbs;Job;1001.pbs;enqueuing into workq\n", "daemon's log of PBS"},
	{"04/01/2024 10:00:00.123456;0008;Server@pbs;Job;1001.pbs;Job Run\n", "daemon's log of PBS"},
	{"# Version: 6.2\n#\nall.q:n1:g:u:j:1:sge:0:1711965600:1711965660:1711967460" + strings.Repeat(":0", 33),
		"accounting file of Grid Engine"},
	{"\"JOB_FINISH\" \"10.1\" 1711967460 101 1000", "lsb.acct"},
	{"\"EVENT_ADRSV_FINISH\" \"10.1\" 1711967460", "lsb.acct"},
	{"\"JOB_NEW\" \"10.1\" 1711967460 101", "event log of LSF"},
	{"#0123456789\n\"JOB_NEW\" \"10.1\" 1711967460 101", "event log of LSF"},
	{"# SiteID: g1\n# JobID SubmitTime WaitTime RunTime\n1 0 10 100\n", "Grid Workload Format"},
	{"1 0 10 100 4 -1 -1 4 200 -1 1 U1 G1 X1 q1 -1 S1 S1 UNITARY -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n", "Grid Workload Format"},
	{`{"jobs":[{"id":101,"userid":1000,"urgency":16,"t_submit":1711965600.12`, "Flux's jobs"},
	{"{\"id\":101,\"userid\":1000,\"t_submit\":1.5}\n{\"id\":102", "Flux's jobs"},
	{`{"timestamp":1.5,"name":"submit","context":{"userid":1000,"urgency":16,"flags":0,"version":1}}`, "event log of a Flux job"},
	{`{"resources":[{"type":"slot","count":1}],"tasks":[{"slot":"task"}],"version":1}`, "jobspec"},
	{"       JOBID USER     NAME       ST NTASKS NNODES     TIME INFO\n", "flux jobs"},
	{"       JOBID QUEUE    USER     NAME       ST NTASKS NNODES     TIME INFO\n", "flux jobs"},
	{"             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)\n", "squeue"},
	{"JOBID|USER|STATE|SUBMIT_TIME|START_TIME|END_TIME|CPUS\n", "squeue"},
	{"ARRAY_JOB_ID TIME_LEFT\n1 2\n", "squeue"},
	{"Mon Apr 01 10:00:00 2024\n             JOBID PARTITION     NAME     USER    STATE       TIME TIME_LIMI  NODES NODELIST(REASON)\n",
		"squeue"},
	{"         STEPID     NAME PARTITION     USER      TIME NODELIST\n", "squeue"},
	{"Mon Apr 01 10:00:00 2024\nNODELIST   NODES PARTITION       STATE CPUS\n", "sinfo"},
	{"Job ID: 101\nCluster: c\nUser/Group: u/g\n", "seff"},
	{"# slurm.conf\nClusterName=c\nSlurmctldHost=h\n", "description of a Slurm cluster"},
	{"NodeName=n1 Arch=x86_64 CoresPerSocket=8\n", "description of a Slurm cluster"},
	{"---\njobs:\n- account: a\n", "YAML"},
	{"queuename                      qtype resv/used/tot. load_avg arch          states\n", "Grid Engine's qstat"},
	{"active jobs------------------------\nJOBID USERNAME\n", "showq"},
	{"<?xml version='1.0'?>\n<job_info  xmlns:xsd=\"x\">\n", "an XML document"},
	{"<Data><Job><Job_Id>101.pbs</Job_Id>", "an XML document"},
	{"-- MySQL dump 10.13\n--\n", "dump of a database"},
	{"JobId=1 JobName=a\n   UserId=u(1) GroupId=g(1)\n", "scontrol show job"},
	{"JobId=1 ArrayJobId=1 ArrayTaskId=2 JobName=a UserId=u(1) JobState=RUNNING\n", "scontrol show job"},
	{"JobId=1 UserId=u(1) GroupId=g(1) Name=a JobState=COMPLETED Partition=p\n", "job completion log"},
	{`{"jobid":101,"username":"u1","@submit":"2024-04-01T10:00:00","@start":"2024-04-01T10:01:00"`, "jobcomp/elasticsearch"},
	{`{"jobs":[{"type":"rigid","submit_time":0,"num_nodes":16,"walltime":600,"application_model":"a.json"}]}`, "ElastiSim"},
	{"PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\n", "sinfo"},
	{"-----\nCluster/Account/User Utilization 2026-01-01\n-----\n", "sreport"},
	{`{"meta":{"command":["squeue","--json"]},"jobs":[`, "squeue --json or slurmrestd"},
	{"{\n \"jobs\": [\n {\n \"account\": \"a\",\n \"accrue_time\": {\"set\": true", "squeue --json or slurmrestd"},
	{`{"jobs":[{"job_id":1,"partition":"p","job_state":["RUNNING"],"submit_time":1}]}`, "squeue --json or slurmrestd"},
	{`[{"job_id": 1, "account": "a", "nodes": "n1", "allocation_nodes": 1}]`, "without the object"},
	{"{\"job_id\": 1, \"allocation_nodes\": 1}\n{\"job_id\": 2}", "without the object"},
	{`{"timestamp":1711965600,"pbs_version":"23.06","pbs_server":"pbs","Jobs":{"1.pbs":{`, "qstat -F json"},
	{"Job Id: 101.pbs\n    Job_Name = a\n", "qstat -f"},
	{"Job id            Name             User              Time Use S Queue\n", "qstat, "},
	{"\npbs: \n                                                            Req'd\nJob ID          Username Queue\n", "qstat, "},
	{"job-ID  prior   name       user         state submit/start at     queue\n", "Grid Engine's qstat"},
	{"Job: 101.pbs\n\n04/01/2024 10:00:00  S    Job Queued\n", "tracejob"},
	{strings.Repeat("=", 62) + "\nqname        all.q               \nhostname     node01\n", "qacct -j"},
	{"Total System Usage\n    WALLCLOCK         UTIME\n", "summary of qacct"},
	{"OWNER       WALLCLOCK         UTIME         STIME           CPU\n", "summary of qacct"},
	{`{"job_number":101,"task_number":0,"qname":"all.q"}`, "Grid Engine in lines of JSON"},
	{"\nAccounting information about jobs that are: \n", "bacct"},
	{"Summary of time in seconds spent in various states by  Mon Apr  1\n", "bhist"},
	{"JOBID      USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n", "bjobs, "},
	{"{\n  \"COMMAND\":\"bjobs\",\n  \"JOBS\":1,\n  \"RECORDS\":[", "bjobs -json"},
	{"\nJob <101>, User <u1>, Project <default>, Status <DONE>\n", "bjobs -l"},
	{"*** Offset = 0 ClusterId = 101 ProcId = 0\nMyType = \"Job\"\n", "HTCondor's history"},
	{"MaxHosts = 1\nOwner = \"u\"\nClusterId = 101\n", "HTCondor's history"},
	{"[{\"ClusterId\":101,\"ProcId\":0}]", "HTCondor's list of jobs as JSON"},
	{"<?xml version=\"1.0\"?>\n<classads>\n<c>\n", "HTCondor's history as XML"},
	{"\n\n-- Schedd: s@h : <10.0.0.1:9618>\n ID OWNER\n", "condor_q"},
	{" ID     OWNER          SUBMITTED   RUN_TIME     ST COMPLETED   CMD\n", "condor_q or condor_history"},
	{"000 (101.000.000) 2024-04-01 10:00:00 Job submitted from host: <10.0.0.1>\n...\n", "event log of HTCondor"},
	{`{"101":{"jobId":101,"owner":"u1","submissionTime":1711965600,"stopTime":0}}`, "oarstat -J"},
	{"Job id     Name           User           Submission Date     S Queue\n", "oarstat"},
	{"VERSION 230\n1001 2 8 u1 g1 3600 Completed\n", "Maui"},
	{"VERSION 230\n" + strings.Repeat("[NONE] ", 34) + "\n", "early Maui"},
	{"# V 1\n# FIELDS: ID,USER\n1,u\n", "columns are named in a comment"},
	{"+----+------+\n| id | user |\n+----+------+\n", "table in a frame"},
	{"┌───────┬──────┐\n│ job   │ user │\n", "table in a frame"},
	{"10:00:00 1711965600:0 job 101 JOBEND 2 8 u1\n", "event log of Moab"},
	{"1;40;40;4000.0;4000.0;0.0;0.0;0.0;4000.0\n", "CQSim"},
	{"1;0.0;11464.0;4000.0;40;-1.0;-1.0;40;4000.0;-1.0;1;17;17;-1;-1;-1;-1;-1\n", "other marks than spaces"},
	{"1,0,11464,4000,40,-1,-1,40,4000,-1,1,17,17,-1,-1,-1,-1,-1\r\n", "other marks than spaces"},
	{`{"submit":{"0":1,"1":5},"run":{"0":1,"1":5}}`, "table as JSON by columns"},
	{`{"columns":["submit","run"],"index":[0],"data":[[1,2]]}`, "table as JSON by columns"},
	{"{\n \"data\": [ {\"submit\": 1}]}", "table as JSON by columns"},
	{"[\n  {\"id\": 1, \"submit_time\": 1711965600}]", "list of objects as JSON in a form that is not read here"},
	{`[{"id": 1, "hosts": ["n1"]}]`, "a list of objects as JSON whose member hosts is a list or an object"},
	{"{\"id\": 1, \"hosts\": [\"n1\"]}\n{\"id\": 2}\n", "a file of JSON lines whose member hosts is a list or an object"},
	{"{\"hosts\": [{\"n\": 1}], \"id\": 1}\n{\"id\": 2}\n", "a file of JSON lines whose member hosts is a list or an object"},
	{`{"jobs": [{"id": 1, "a": {"b": 1}, "c": [1], "d": {}}]}`, "not Slurm's, whose members a, c and d are lists or objects"},
	{`{"apiVersion": "kueue.x-k8s.io/v1beta1", "kind": "Workload", "metadata": {}}`, "Kubernetes' objects"},
	{`{"jobSummaryList": [{"jobArn": "arn:aws:batch", "jobId": "a", "createdAt": 1711965600000}]}`, "AWS Batch"},
	{"- job: 1\n  submit: 1711965600\n  procs: 4\n", "YAML"},
	{"---\nruns:\n- id: 1\n", "YAML"},
	{"[{'JobID': '101'}, {'JobID': '102'}]", "what Python prints"},
	{`{"timestamp":1711965600,"Jobs":{"1.pbs":{"ctime":"2024-04-01 10:00:00"`, "qhist --json"},
}

func TestEachFormatIsRecognised(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range recognised {
		for _, first := range []string{c.first, "\ufeff" + c.first, strings.ReplaceAll(c.first, "\n", "\r\n")} {
			f := Recognise([]byte(first))
			if f == nil || !strings.Contains(f.Is, strings.TrimSuffix(c.is, ", ")) {
				t.Errorf("%.60q: %v; want %s", first, f, c.is)
				continue
			}
			seen[f.Is] = true
		}
	}
	for _, f := range formats {
		if !seen[f.Is] && !f.Nested {
			t.Errorf("%s: no file of it is tested", f.Is)
		}
		if err := f.Refusal(); err != nil && (strings.Contains(err.Error(), "\n") || len(err.Error()) > 250) {
			t.Errorf("not one line: %v", err)
		}
	}
}

// Commands about a Slurm cluster need sacct's output, whichever log they are given.
func TestOnlySacctIsTakenForSlurm(t *testing.T) {
	for _, c := range recognised {
		if err := RefuseForSacct([]byte(c.first)); err == nil || !strings.Contains(err.Error(), ": give sacct's ") {
			t.Errorf("%.60q: %v", c.first, err)
		}
	}
	if err := RefuseForSacct([]byte("JobID|User|Submit\n")); err != nil {
		t.Error(err)
	}
}

// What other packages read is none of these formats, however much it looks like one.
func TestLogsOfOtherPackagesAreLeftToThem(t *testing.T) {
	for _, first := range []string{
		"", "\n\n", "; MaxProcs: 4\n1 0 1 1 1\n", "1 0 11 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n",
		"1 0 11 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1 5 6\n", // 20 fields
		"JobID|JobIDRaw|User|Submit|Start|End|State\n", "JobID|Submit|CPUs|Reason\n", "jobid,submit_time,start_time,cpus\n",
		"JOBID|USER|STATE|SUBMIT|START|END|ALLOCCPUS\n", "JOBIDRAW|JOBID|STATE|CPUS\n", // read by package sacct
		"JOBID,SUBMIT_TIME,START_TIME,CPUS\n1,2,3,4\n", "JOBID;SUBMIT_TIME;START_TIME;CPUS\n", // a database's export
		`{"jobs":[{"account":"a","job_id":1,"state":{"current":["COMPLETED"]},"time":{"submission":1}}]}`,
		`{"meta":{"plugin":{},"command":["sacct","--json"]},"jobs":[{"name":"squeue","comment":{"job":"\"squeue\""}}]}`,
		`[{"submitted_time":"2017-10-09","attempts":[]}`, `{"nb_res":4,"jobs":[{"id":1,"subtime":0}]}`,
		`{"workload":{"file":"a.swf"},"policies":["easy"]}`,
		"<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC>\n<html>", "JOBID\tX\n", "# a\n1 2 3\n",
		"1;2;3\n", "time,value\n1,2\n", "<html>\n", "PAR1", "hello world\n", "Job\n",
	} {
		f := Recognise([]byte(first))
		if f != nil && !strings.HasPrefix(first, "[{\"submitted_time") { // which package table takes before
			t.Errorf("%.60q is %s", first, f.Is)
		}
	}
	files, err := filepath.Glob("../../sacct/testdata/*.sacct")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if f := Recognise(text[:min(len(text), 4<<10)]); f != nil {
			t.Errorf("%s is %s", file, f.Is)
		}
	}
}

func FuzzRecognise(f *testing.F) {
	for _, c := range recognised {
		f.Add([]byte(c.first))
	}
	for _, c := range corpus(f) {
		f.Add([]byte(c[1]))
	}
	f.Fuzz(func(t *testing.T, first []byte) { Recognise(first) })
}
