package table

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// samples are two rows of each data set as its documentation has them, made up but for their form, and
// what is read.
var samples = map[string]struct{ text, want string }{
	"backfill": {`run,policy,job,submit_s,start_s,end_s,wait_s,run_s,estimate_s,procs,killed,user,group
a/easy,easy,7,10,12,17,2,5,9,2,false,ann,
a/fcfs,fcfs,7,10,13,18,3,5,9,2,false,ann,
`, "7:10+2 run 5 of 9 on 2"},
	"nrel-eagle": {`job_id,user,account,qos,wallclock_req,nodes_req,processors_req,gpus_req,submit_time,start_time,end_time,run_time,state
1,u,a,normal,172800.0,10,360,0,2019-01-01 08:55:55,2019-01-01 08:55:56,2019-01-02 12:39:41,99825.0,COMPLETED
2,u,a,normal,600.0,1,36,0,2019-01-01 08:56:00,,,,CANCELLED
`, "1:1546332955+1 run 99825 of 172800 on 360 status 1; 2:1546332960 of 600 on 36 status 5"},
	"pm100": {`job_id,num_cores_req,num_cores_alloc,num_nodes_alloc,num_gpus_alloc,time_limit,submit_time,start_time,run_time,job_state
5,128,128,1,4,1440,2020-05-01 00:00:00+00:00,2020-05-01 00:01:00+00:00,60,COMPLETED
6,128,128,1,4,INFINITE,2020-05-01 00:00:00+00:00,2020-05-01 00:01:00+00:00,60,TIMEOUT
`, "5:1588291200+60 run 60 of 86400 on 128 gpus 4 status 1; 6:1588291200+60 run 60 on 128 gpus 4 status 0"},
	"helios": {`job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,duration,queue
1425511,uXBbc,vcJkd,1,6,1,COMPLETED,2020-06-09 18:41:01,2020-06-09 18:41:03,36848,2
`, "1425511:1591728061+2 run 36848 on 6 gpus 1 status 1"},
	"last": {`allocation_id,primary_job_id,num_nodes,begin_time,end_time,exit_status,job_submit_time,queue,hashed_user_id,time_limit
9,77,4,2019-01-01 00:00:10.5,2019-01-01 00:01:10.5,0,2019-01-01 00:00:00,pbatch,h,7200
8,78,4,2019-01-01 00:00:10,2019-01-01 00:01:10,1,2019-01-01 00:00:00,pbatch,h,2147483647
`, "9:1546300800+11 end +71 of 7200 on 4 nodes status 1; 8:1546300800+10 end +70 on 4 nodes status 0"},
	"f-data": {`jid,usr,jnam,cnumr,cnumat,cnumut,nnumr,adt,qdt,schedsdt,deldt,ec,elpl,sdt,edt,nnuma,duration,exit state
job_0,usr_0,jnam_0,96,96,96,2,2021-03-01 00:00:00+00:00,2021-03-01 00:00:02+00:00,2021-03-01 00:00:01+00:00,,0,86400.0,` +
		`2021-03-01 00:01:00+00:00,2021-03-01 01:01:00+00:00,2,3600.0,completed
job_1,usr_0,jnam_0,48,48,48,1,2021-03-01 00:00:00+00:00,,,,1,600.0,2021-03-01 00:01:00+00:00,2021-03-01 00:01:05+00:00,1,5.0,failed
`, ":1614556800+60 run 3600 of 86400 on 2 nodes status 1; :1614556800+60 run 5 of 600 on 1 nodes status 0"},
	"alcf": {`JOB_NAME,MACHINE_NAME,QUEUED_TIMESTAMP,START_TIMESTAMP,END_TIMESTAMP,USERNAME_GENID,PROJECT_NAME_GENID,QUEUE_NAME,` +
		`WALLTIME_SECONDS,RUNTIME_SECONDS,NODES_USED,NODES_REQUESTED,CORES_USED,CORES_REQUESTED,EXIT_STATUS
373284.polaris-pbs-01,polaris,2023-01-01 00:00:00,2023-01-01 00:00:20,2023-01-01 00:30:20,77,88,prod,3600.0,1800.0,10.0,10.0,320.0,320.0,0
373285.polaris-pbs-01,polaris,2023-01-01 00:00:00.5,2023-01-01 00:00:20,2023-01-01 00:30:20,77,88,prod,3600,1800,10,10,320,320,271
`, ":1672531200+20 run 1800 of 3600 on 10 nodes status 1; :1672531201+19 run 1800 of 3600 on 10 nodes status 0"},
	"slurm-db": {`id_job,id_user,cpus_req,nodes_alloc,partition,state,timelimit,time_submit,time_eligible,time_start,time_end,tres_alloc
3,40,20,1,normal,3,60,1600000000,1600000000,1600000009,1600000100,"1=40,2=8000,4=1"
4,40,20,1,normal,5,4294967295,1600000000,1600000000,1600000009,1600000100,"2=8000,1=20,4=1"
`, "3:1600000000+9 end +100 of 3600 on 40 of 20 asked status 1; 4:1600000000+9 end +100 on 20 of 20 asked status 0"},
	"philly": {`[{"status": "Pass", "vc": "v", "jobid": "application_1_7", "user": "u", "submitted_time": "2017-10-07 01:11:39", "attempts": [
  {"start_time": "2017-10-07 01:12:09", "end_time": "2017-10-07 01:13:23", "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1"]},
    {"ip": "m2", "gpus": ["gpu0"]}]},
  {"start_time": "2017-10-07 01:13:30", "end_time": "2017-10-07 01:13:39", "detail": [{"ip": "m3", "gpus": ["gpu0"]}]}]},
 {"status": "Killed", "vc": "v", "jobid": 8, "user": "u", "submitted_time": "2017-10-07 01:11:39", "attempts": [
  {"start_time": "2017-10-07 01:11:40", "end_time": null, "detail": [{"ip": "m1", "gpus": ["gpu0"]}]}]},
 {"status": "Failed", "vc": "v", "jobid": "9", "user": "u", "submitted_time": "2017-10-07 01:11:39", "attempts": []}]
`, ":1507338699+30 end +120 on 3 status 1; 8:1507338699+1 on 1 status 5; 9:1507338699 on 0 status 0"},
	"batsim": {`{"nb_res": 4, "jobs": [
  {"id": "a!1", "subtime": 0.4, "walltime": 100, "res": 2, "profile": "wait"},
  {"id": 2, "subtime": 10, "res": 4, "profile": "both"}],
 "description": {"other": [1, {"x": null}]},
 "profiles": {"wait": {"type": "delay", "delay": 20.2},
  "both": {"type": "composed", "repeat": 2, "seq": ["wait", "wait"]}}}
`, ":0 run 20 of 100 on 2; 2:10 run 81 on 4"},
	"opendc": {"id,submission_time,duration,cpu_count,cpu_capacity,mem_capacity\n2,1665093600000,27930000,16,33600.0,100000\n",
		"2:1665093600 run 27930 on 16"},
	"wtf": {`id,workflow_id,ts_submit,runtime,wait_time,resource_amount_requested,user_id,group_id,type
0,0,1500,7184,-1,1.0,-1,-1,composite
`, "0:2 run 7 on 1"},
	"nextflow": {"task_id\thash\tname\tstatus\tsubmit\tcpus\ttime\tduration\trealtime\n" +
		"7\tab/12\tp (1)\tCOMPLETED\t2024-03-04 08:00:00.123\t4\t2h\t31m 35s\t1m 35s\n" +
		"8\tab/13\tp (2)\tFAILED\t2024-03-04 08:00:00.523\t1\t-\t2s\t931ms\n",
		"7:1709539200 run 95 of 7200 on 4 status 1; 8:1709539201 run 1 on 1 status 0"},
	"alibaba-gpu-2023": {`name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
openb-pod-0017,88000,327680,8,1000,,Burstable,Succeeded,9437497,10769854,9437499
openb-pod-0018,500,15258,1,220,,BE,Failed,9679175,9973826,9679175
`, ":9437497+2 end +1332357 on 88 gpus 8 status 1; :9679175+0 end +294651 on 1 gpus 1 status 0"},
}

// told returns a row in a line.
func told(r *Row) string {
	var b strings.Builder
	say := func(format string, n int64) {
		if n != None {
			fmt.Fprintf(&b, format, n)
		}
	}
	say("%d", r.Job)
	say(":%d", r.Submit)
	if r.Start != None {
		say("+%d", r.Start-r.Submit)
	}
	if r.Run == None && r.End != None {
		say(" end +%d", r.End-r.Submit)
	}
	say(" run %d", r.Run)
	say(" of %d", r.Estimate)
	say(" on %d", r.Procs)
	say(" of %d asked", r.ReqProcs)
	if r.Procs == None {
		say(" on %d nodes", r.Nodes)
	}
	if r.GPUs > 0 {
		say(" gpus %d", r.GPUs)
	}
	say(" status %d", r.Status)
	return b.String()
}

// A data set is known by its columns, and read as its documentation says.
func TestDataSetsAreKnownAndRead(t *testing.T) {
	for _, p := range Presets {
		sample, ok := samples[p.Name]
		if !ok {
			t.Errorf("%s has no sample", p.Name)
			continue
		}
		rows, r := rowsOf(t, sample.text, "", time.UTC)
		var all []string
		for i := range rows {
			if rows[i].Err != nil {
				t.Errorf("%s: %v", p.Name, rows[i].Err)
			}
			all = append(all, told(&rows[i]))
		}
		if got := strings.Join(all, "; "); got != sample.want || r.Reading.Preset != p.Name {
			t.Errorf("%s, read as %q:\n%s\nwant\n%s", p.Name, r.Reading.Preset, got, sample.want)
		}
		if m, err := ParseMap(p.Name); err != nil || m.String() != p.Name {
			t.Errorf("%s as a map: %v, %v", p.Name, m, err)
		}
		if p.Source == "" || p.Doc == "" || len(p.Columns) < 4 {
			t.Errorf("%s lacks its source, description or columns", p.Name)
		}
	}
	if len(samples) != len(Presets) {
		t.Errorf("%d samples for %d data sets", len(samples), len(Presets))
	}
}
