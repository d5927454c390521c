package table

// A Preset is the map of a published data set.
type Preset struct {
	Name    string   `json:"name"`
	Doc     string   `json:"doc"`    // one line: what it is
	Source  string   `json:"source"` // where its columns are documented
	Tried   bool     `json:"tried"`  // on the data themselves, or a part; the others on files made as documented
	Columns []string `json:"-"`      // a table with all of these is one
	Map     Map      `json:"-"`
	meta    string   // a key that the file's metadata has, too; "" for none
}

// FindPreset returns the preset of that name.
func FindPreset(name string) (*Preset, bool) {
	for i := range Presets {
		if Presets[i].Name == name {
			return &Presets[i], true
		}
	}
	return nil, false
}

// Presets are the data sets whose columns are documented, in the order in which Detect tries them. Frontier's
// log is in the Standard Workload Format and needs none.
var Presets = []Preset{
	{
		Name: "backfill", Doc: "results of this program (jobs.parquet): the jobs of the first run", Tried: true,
		Source:  "core/result, Jobs",
		Columns: []string{"run", "policy", "submit_s", "start_s", "run_s", "estimate_s", "procs", "killed"},
		Map: of(map[Field]From{
			Job: {Column: "job"}, Submit: {"submit_s", "s"}, Start: {"start_s", "s"}, Run: {"run_s", "s"}, Estimate: {"estimate_s", "s"},
			Procs: {Column: "procs"}, User: {Column: "user"}, Group: {Column: "group"}, Queue: {Column: "queue"},
			Partition: {Column: "partition"}, Name: {Column: "job_name"}, Label: {Column: "id"}, Only: {Column: "run"},
		}),
	},
	{
		Name: "nrel-eagle", Doc: "Eagle of NREL: jobs of Slurm; the full set has 11 million", Tried: true,
		Source:  "github.com/NREL/eagle-jobs; data.openei.org/submissions/5860",
		Columns: []string{"job_id", "wallclock_req", "nodes_req", "processors_req", "gpus_req", "submit_time", "start_time", "run_time", "state"},
		Map: of(map[Field]From{
			Job: {Column: "job_id"}, Submit: {Column: "submit_time"}, Start: {Column: "start_time"}, End: {Column: "end_time"},
			Run: {"run_time", "s"}, Estimate: {"wallclock_req", "s"}, Procs: {Column: "processors_req"}, GPUs: {Column: "gpus_req"},
			Status: {Column: "state"}, User: {Column: "user"}, Group: {Column: "account"}, Queue: {Column: "qos"},
			Partition: {Column: "partition"}, Name: {Column: "name"},
		}),
	},
	{
		Name: "pm100", Doc: "PM100: jobs of Marconi100 at CINECA, whole nodes; limits in minutes",
		Source:  "github.com/francescoantici/PM100-data, documentation/job_features.md",
		Columns: []string{"job_id", "num_cores_alloc", "num_cores_req", "num_nodes_alloc", "time_limit", "submit_time", "run_time", "job_state"},
		Map: of(map[Field]From{
			Job: {Column: "job_id"}, Submit: {Column: "submit_time"}, Start: {Column: "start_time"}, End: {Column: "end_time"},
			Run: {"run_time", "s"}, Estimate: {"time_limit", "min"}, Procs: {Column: "num_cores_alloc"}, GPUs: {Column: "num_gpus_alloc"},
			Status: {Column: "job_state"}, User: {Column: "user_id"}, Group: {Column: "group_id"}, Queue: {Column: "qos"},
			Partition: {Column: "partition"},
		}),
	},
	{
		Name: "helios", Doc: "Helios of SenseTime: cluster_log.csv; no limits; virtual clusters are partitions",
		Source:  "github.com/S-Lab-System-Group/HeliosData, README",
		Columns: []string{"job_id", "user", "vc", "gpu_num", "cpu_num", "node_num", "submit_time", "start_time", "duration"},
		Map: of(map[Field]From{
			Job: {Column: "job_id"}, Submit: {Column: "submit_time"}, Start: {Column: "start_time"}, End: {Column: "end_time"},
			Run: {"duration", "s"}, Procs: {Column: "cpu_num"}, GPUs: {Column: "gpu_num"}, Status: {Column: "state"},
			User: {Column: "user"}, Partition: {Column: "vc"},
		}),
	},
	{
		// The README names the columns without the unit of time_limit; the descriptor that NREL made of the data says seconds.
		Name: "last", Doc: "LAST: Lassen at LLNL; processors are nodes",
		Source: "github.com/LLNL/LAST, Lassen-Supercomputer-Job-Dataset/README.md; " +
			"github.com/NatLabRockies/hpc-oda-commons, lassen.yml",
		Columns: []string{"allocation_id", "primary_job_id", "num_nodes", "begin_time", "end_time", "job_submit_time", "hashed_user_id"},
		Map: of(map[Field]From{
			Job: {Column: "allocation_id"}, Submit: {Column: "job_submit_time"}, Start: {Column: "begin_time"}, End: {Column: "end_time"},
			Estimate: {"time_limit", "s"}, Nodes: {Column: "num_nodes"}, Status: {"exit_status", "exit"}, User: {Column: "hashed_user_id"},
			Group: {Column: "hashed_user_group_id"}, Queue: {Column: "queue"},
		}),
	},
	{
		// Table 2 of the paper has the columns without units; the descriptor that NREL made of the data says seconds.
		Name: "f-data", Doc: "F-DATA: Fugaku at RIKEN; processors are nodes",
		Source:  "doi.org/10.1038/s41597-025-05633-1, table 2; github.com/NatLabRockies/hpc-oda-commons, fdata_fugaku.yml",
		Columns: []string{"jid", "usr", "jnam", "cnumr", "nnumr", "adt", "qdt", "schedsdt", "sdt", "edt", "elpl", "nnuma"},
		Map: of(map[Field]From{
			Job: {Column: "jid"}, Submit: {Column: "adt"}, Start: {Column: "sdt"}, End: {Column: "edt"}, Run: {"duration", "s"},
			Estimate: {"elpl", "s"}, Nodes: {Column: "nnuma"}, Status: {Column: "exit state"}, User: {Column: "usr"}, Name: {Column: "jnam"},
		}),
	},
	{
		Name: "alcf", Doc: "ALCF: DIM_JOB_COMPOSITE of Polaris, Aurora, Theta, Mira; processors are nodes",
		Source: "reports.alcf.anl.gov/data, datadictionary_dim_job_composite.html; " +
			"github.com/NatLabRockies/hpc-oda-commons, alcf_djc_polaris.yml",
		Columns: []string{"JOB_NAME", "QUEUED_TIMESTAMP", "START_TIMESTAMP", "END_TIMESTAMP", "RUNTIME_SECONDS", "WALLTIME_SECONDS",
			"NODES_USED", "NODES_REQUESTED", "QUEUE_NAME"},
		Map: of(map[Field]From{
			Job: {Column: "JOB_NAME"}, Submit: {Column: "QUEUED_TIMESTAMP"}, Start: {Column: "START_TIMESTAMP"}, End: {Column: "END_TIMESTAMP"},
			Run: {"RUNTIME_SECONDS", "s"}, Estimate: {"WALLTIME_SECONDS", "s"}, Nodes: {Column: "NODES_USED"}, Status: {"EXIT_STATUS", "exit"},
			User: {Column: "USERNAME_GENID"}, Group: {Column: "PROJECT_NAME_GENID"}, Queue: {Column: "QUEUE_NAME"},
		}),
	},
	{
		// Slurm writes times in seconds since 1970, limits in minutes and states as numbers (enum job_states in slurm.h).
		Name: "slurm-db", Doc: "Slurm's job table, as of MIT Supercloud; processors are those asked for",
		Source:  "Slurm's src/plugins/accounting_storage/mysql, job_table_fields; arxiv.org/abs/2108.02037",
		Columns: []string{"id_job", "id_user", "cpus_req", "timelimit", "time_submit", "time_start", "time_end", "state"},
		Map: of(map[Field]From{
			Job: {Column: "id_job"}, Submit: {"time_submit", "s"}, Start: {"time_start", "s"}, End: {"time_end", "s"},
			Estimate: {"timelimit", "min"}, Procs: {Column: "cpus_req"}, Nodes: {Column: "nodes_alloc"}, Status: {"state", "slurm"},
			User: {Column: "id_user"}, Group: {Column: "account"}, Partition: {Column: "partition"},
		}),
	},
	{
		Name: "philly", Doc: "Philly of Microsoft: cluster_job_log, JSON; no limits; processors are GPUs",
		Source:  "github.com/msr-fiddle/philly-traces, README.md and analysis/Philly Trace Analysis.ipynb",
		Columns: []string{"jobid", "vc", "submitted_time", "start_time", "end_time", "gpus", "attempts"},
		Map: of(map[Field]From{
			Job: {Column: "jobid"}, Submit: {Column: "submitted_time"}, Start: {Column: "start_time"}, End: {Column: "end_time"},
			Procs: {Column: "gpus"}, Status: {Column: "status"}, User: {Column: "user"}, Partition: {Column: "vc"},
		}),
	},
	{
		Name: "batsim", Doc: "Batsim's JSON: delays, homogeneous tasks (speed=1e9), sequences; no network",
		Source:  "github.com/oar-team/batsim, docs/input-workload.rst",
		Columns: []string{"id", "profile", "subtime", "res", "walltime", "delay", "cpu"},
		Map: of(map[Field]From{
			Job: {Column: "id"}, Submit: {"subtime", "s"}, Run: {"delay", "s"}, Work: {Column: "cpu"}, Estimate: {"walltime", "s"},
			Procs: {Column: "res"}, Name: {Column: "profile"},
		}),
	},
	{
		Name: "opendc", Doc: "OpenDC, such as SURF's Lisa: tasks, times in milliseconds; no waits, no limits", Tried: true,
		Source:  "github.com/atlarge-research/opendc, workload traces",
		Columns: []string{"id", "submission_time", "duration", "cpu_count", "cpu_capacity", "mem_capacity"},
		Map: of(map[Field]From{
			Job: {Column: "id"}, Submit: {"submission_time", "ms"}, Run: {"duration", "ms"}, Procs: {Column: "cpu_count"},
			GPUs: {Column: "gpu_count"}, Memory: {"mem_capacity", "MB"},
		}),
	},
	{
		Name: "wtf", Doc: "Workflow Trace Format: tasks in milliseconds; what they wait for is left out", Tried: true,
		Source:  "wta.atlarge-research.com/traceformat.html; github.com/atlarge-research/opendc, opendc-trace-wtf",
		Columns: []string{"id", "workflow_id", "ts_submit", "runtime", "resource_amount_requested", "wait_time"},
		Map: of(map[Field]From{
			Job: {Column: "id"}, Submit: {"ts_submit", "ms"}, Run: {"runtime", "ms"}, Wait: {"wait_time", "ms"},
			Procs: {Column: "resource_amount_requested"}, User: {Column: "user_id"}, Group: {Column: "group_id"}, Name: {Column: "type"},
		}),
	},
	{
		Name: "alibaba-gpu-2023", Doc: "Alibaba's GPU cluster of 2023: openb_pod_list; processors are rounded up", Tried: true,
		Source:  "github.com/alibaba/clusterdata, cluster-trace-gpu-v2023/README.md",
		Columns: []string{"name", "cpu_milli", "memory_mib", "num_gpu", "creation_time", "deletion_time", "scheduled_time"},
		Map: of(map[Field]From{
			Submit: {"creation_time", "s"}, Start: {"scheduled_time", "s"}, End: {"deletion_time", "s"}, Procs: {"cpu_milli", "milli"},
			GPUs: {Column: "num_gpu"}, Memory: {"memory_mib", "MiB"}, Status: {Column: "pod_phase"}, Queue: {Column: "qos"},
		}),
	},
}

func of(from map[Field]From) (m Map) {
	for f, x := range from {
		m.From[f] = x
	}
	return m
}
