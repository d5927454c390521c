package cluster

// Format is the version of a Description's JSON.
const Format = 1

// A Description is a cluster and the rules of its scheduler, as people write it. Names are
// Slurm's where Slurm has one. A nil limit is none.
type Description struct {
	Format       int           `json:"backfill_cluster"` // Format
	Name         string        `json:"name,omitempty"`
	SlurmVersion string        `json:"slurm_version,omitempty"` // such as 24.11 or 24.11.5, whose rules hold; "": 22.05
	Nodes        []NodeType    `json:"nodes"`
	Switches     []Switch      `json:"switches,omitempty"`
	Partitions   []Partition   `json:"partitions"`
	QOS          []QOS         `json:"qos,omitempty"`
	Accounts     []Account     `json:"accounts,omitempty"`
	Reservations []Reservation `json:"reservations,omitempty"`
	Licenses     []License     `json:"licenses,omitempty"`
	Outages      []Outage      `json:"outages,omitempty"`
	Scheduling   Scheduling    `json:"scheduling"`
	Priority     Priority      `json:"priority"`
	Preemption   Preemption    `json:"preemption,omitzero"`
	Ignored      []Ignored     `json:"ignored,omitempty"` // what the files say and no simulation models
	Assumed      []string      `json:"assumed,omitempty"` // what the files do not say, in sentences
}

// A NodeType is nodes that are alike.
type NodeType struct {
	Names     string         `json:"names"`          // as Slurm writes them: n[001-087],gn1
	Cores     int            `json:"cores"`          // that jobs get one by one: Slurm's CPUs
	MemoryMiB int64          `json:"memory_mib"`     // Slurm's RealMemory
	GPUs      map[string]int `json:"gpus,omitempty"` // how many of each type a node has; "" is a type without name
	Gres      []Gres         `json:"gres,omitempty"` // other generic resources
	Features  []string       `json:"features,omitempty"`
	Weight    int            `json:"weight,omitempty"` // nodes with less are taken first; 0 is 1

	ThreadsPerCore int `json:"threads_per_core,omitempty"` // of which jobs get all of a core (CR_Core); 0: a core is one
}

// A Gres is how much of a generic resource other than GPUs a node has.
type Gres struct {
	Name      string  `json:"name"`                 // fpga, tmpdisk, shard, mps
	Type      string  `json:"type,omitempty"`       // of parts of GPUs, that of the GPUs
	Count     int64   `json:"count,omitempty"`      // 0 with PerGPU
	PerGPU    []int64 `json:"per_gpu,omitempty"`    // of shard and mps: the parts of each GPU of the type, which is given whole or in parts
	OneGPU    bool    `json:"one_gpu,omitempty"`    // parts of one GPU are given at a time (one_sharing, as of mps)
	NoConsume bool    `json:"no_consume,omitempty"` // jobs hold none of it
}

// A License is what some jobs hold besides nodes, of the whole cluster.
type License struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// A Switch connects nodes, if it is a leaf, or other switches.
type Switch struct {
	Name     string `json:"name"`
	Nodes    string `json:"nodes,omitempty"`
	Switches string `json:"switches,omitempty"`
}

// TRES is an amount of each trackable resource: cpu, mem (MiB), node, billing, gres/gpu,
// gres/gpu:TYPE, gres/NAME, gres/NAME:TYPE, license/NAME.
type TRES map[string]float64

// A Partition is nodes with rules for the jobs that are sent to it.
type Partition struct {
	Name             string   `json:"name"`
	Nodes            string   `json:"nodes"` // "ALL" for every node
	Default          bool     `json:"default,omitempty"`
	Down             bool     `json:"down,omitempty"`           // takes jobs and starts none
	MaxTimeS         int64    `json:"max_time_s,omitempty"`     // 0: none
	DefaultTimeS     int64    `json:"default_time_s,omitempty"` // of jobs without a limit; 0: MaxTimeS
	MinNodes         int      `json:"min_nodes,omitempty"`
	MaxNodes         int      `json:"max_nodes,omitempty"`           // 0: none
	PriorityTier     int      `json:"priority_tier,omitempty"`       // 0 is 1
	PriorityFactor   int      `json:"priority_job_factor,omitempty"` // 0 is 1
	QOS              string   `json:"qos,omitempty"`                 // whose limits hold for its jobs
	AllowQOS         []string `json:"allow_qos,omitempty"`           // none: all
	DenyQOS          []string `json:"deny_qos,omitempty"`
	AllowAccounts    []string `json:"allow_accounts,omitempty"` // none: all
	DenyAccounts     []string `json:"deny_accounts,omitempty"`
	WholeNodes       bool     `json:"whole_nodes,omitempty"`          // jobs do not share nodes (OverSubscribe=EXCLUSIVE)
	OverSubscribe    int      `json:"over_subscribe,omitempty"`       // jobs that may share a core (YES:n, FORCE:n); 0 is 1
	OverForce        bool     `json:"over_subscribe_force,omitempty"` // all of them, not only those that ask (FORCE:n)
	ExclusiveUser    bool     `json:"exclusive_user,omitempty"`       // a node has jobs of one user
	MaxCPUsPerNode   int      `json:"max_cpus_per_node,omitempty"`    // that its jobs hold together of a node; 0: all
	LeastLoaded      bool     `json:"least_loaded,omitempty"`         // its jobs go to the least loaded nodes (LLN)
	DefMemPerCoreMiB int64    `json:"default_memory_per_core_mib,omitempty"`
	DefMemPerNodeMiB int64    `json:"default_memory_per_node_mib,omitempty"`
	DefMemPerGPUMiB  int64    `json:"default_memory_per_gpu_mib,omitempty"` // of jobs with GPUs, before the two above
	DefCoresPerGPU   int      `json:"default_cores_per_gpu,omitempty"`      // of jobs that do not say how many a task has
	MaxMemPerCoreMiB int64    `json:"max_memory_per_core_mib,omitempty"`    // jobs that ask for more get more cores
	MaxMemPerNodeMiB int64    `json:"max_memory_per_node_mib,omitempty"`    // jobs that ask for more do not start
	BillingWeights   TRES     `json:"billing_weights,omitempty"`            // none: a core is 1
	PreemptMode      string   `json:"preempt_mode,omitempty"`               // off, cancel, requeue or suspend; "": the cluster's
	GraceS           int64    `json:"grace_s,omitempty"`
}

// Limits of a QOS, an account or a user. A nil number is none; 0 forbids.
type Limits struct {
	GrpTRES           TRES   `json:"grp_tres,omitempty"`          // of all running jobs together
	GrpTRESMins       TRES   `json:"grp_tres_mins,omitempty"`     // decayed usage and what running jobs may still use
	GrpTRESRunMins    TRES   `json:"grp_tres_run_mins,omitempty"` // what running jobs may still use
	GrpJobs           *int64 `json:"grp_jobs,omitempty"`          // running together
	GrpSubmitJobs     *int64 `json:"grp_submit_jobs,omitempty"`   // waiting and running together
	GrpWallS          *int64 `json:"grp_wall_s,omitempty"`        // decayed wall-clock time of all jobs
	MaxTRESPerJob     TRES   `json:"max_tres_per_job,omitempty"`
	MinTRESPerJob     TRES   `json:"min_tres_per_job,omitempty"`      // a QOS's
	MaxTRESMinsPerJob TRES   `json:"max_tres_mins_per_job,omitempty"` // by its time limit
	MaxTRESPerNode    TRES   `json:"max_tres_per_node,omitempty"`
	MaxTRESPerUser    TRES   `json:"max_tres_per_user,omitempty"`    // a QOS's
	MaxTRESPerAccount TRES   `json:"max_tres_per_account,omitempty"` // a QOS's
	// What running jobs of a user or an account may still use (a QOS's).
	MaxTRESRunMinsPerUser TRES `json:"max_tres_run_mins_per_user,omitempty"`
	MaxTRESRunMinsPerAcct TRES `json:"max_tres_run_mins_per_account,omitempty"`

	MaxJobs           *int64 `json:"max_jobs,omitempty"`             // running of each user (association)
	MaxJobsPerUser    *int64 `json:"max_jobs_per_user,omitempty"`    // a QOS's
	MaxJobsPerAccount *int64 `json:"max_jobs_per_account,omitempty"` // a QOS's
	MaxSubmitJobs     *int64 `json:"max_submit_jobs,omitempty"`      // waiting and running of each user (association)
	MaxSubmitPerUser  *int64 `json:"max_submit_per_user,omitempty"`  // a QOS's
	MaxSubmitPerAcct  *int64 `json:"max_submit_per_account,omitempty"`
	MaxWallS          *int64 `json:"max_wall_s,omitempty"`
	MinPriority       *int64 `json:"min_priority,omitempty"` // to have nodes reserved (MinPrioThreshold)

	// How many waiting jobs may grow older, of those that are ready to start.
	GrpJobsAccrue        *int64 `json:"grp_jobs_accrue,omitempty"`
	MaxJobsAccrue        *int64 `json:"max_jobs_accrue,omitempty"`             // of each user (association)
	MaxJobsAccruePerUser *int64 `json:"max_jobs_accrue_per_user,omitempty"`    // a QOS's
	MaxJobsAccruePerAcct *int64 `json:"max_jobs_accrue_per_account,omitempty"` // a QOS's
}

// A QOS is a quality of service.
type QOS struct {
	Name           string   `json:"name"`
	Priority       int64    `json:"priority,omitempty"`
	Preempt        []string `json:"preempt,omitempty"`      // QOS whose jobs its jobs may preempt
	PreemptMode    string   `json:"preempt_mode,omitempty"` // off, cancel, requeue or suspend; "": the cluster's
	PreemptExemptS int64    `json:"preempt_exempt_s,omitempty"`
	PreemptWithin  bool     `json:"preempt_within,omitempty"` // its jobs may preempt one another (WITHIN)
	GraceS         int64    `json:"grace_s,omitempty"`
	UsageFactor    *float64 `json:"usage_factor,omitempty"` // none: 1
	OverPartQOS    bool     `json:"over_part_qos,omitempty"`
	DenyOnLimit    bool     `json:"deny_on_limit,omitempty"`
	NoReserve      bool     `json:"no_reserve,omitempty"`           // backfilling reserves no nodes for its jobs
	NoDecay        bool     `json:"no_decay,omitempty"`             // what its jobs have used does not decay
	FactorSafe     bool     `json:"usage_factor_safe,omitempty"`    // a job must fit into safe limits with UsageFactor
	LimitFactor    *float64 `json:"limit_factor,omitempty"`         // of GrpTRES and MaxTRESPerJob of associations, for its jobs; none: 1
	PassMinNodes   bool     `json:"partition_min_nodes,omitempty"`  // its jobs may have fewer nodes than the partition's least
	PassMaxNodes   bool     `json:"partition_max_nodes,omitempty"`  // or more than its most, if they ask for that
	PassTime       bool     `json:"partition_time_limit,omitempty"` // or run for longer
	Limits
}

// An Account is a node of the tree of shares, below its Parent or the root.
type Account struct {
	Name     string `json:"name"`
	Parent   string `json:"parent,omitempty"`   // "": root
	Shares   *int64 `json:"shares,omitempty"`   // none: 1; -1: those of its parent
	Priority int64  `json:"priority,omitempty"` // of the association
	Users    []User `json:"users,omitempty"`
	Limits
}

// A User is a user's association with an account.
type User struct {
	Name       string   `json:"name"`
	Shares     *int64   `json:"shares,omitempty"` // none: 1; -1: those of its parent
	Priority   int64    `json:"priority,omitempty"`
	Partition  string   `json:"partition,omitempty"` // the association holds there only
	QOS        []string `json:"qos,omitempty"`       // that the user may ask for
	DefaultQOS string   `json:"default_qos,omitempty"`
	Default    bool     `json:"default,omitempty"` // jobs of the user that name no account have this one
	Limits
}

// A Reservation keeps nodes free for its jobs, its users or for maintenance.
type Reservation struct {
	Name     string   `json:"name"`
	Nodes    string   `json:"nodes"`
	BeginS   int64    `json:"begin_s"` // seconds from the start of the workload; of 1970 if UnixTime
	EndS     int64    `json:"end_s"`
	UnixTime bool     `json:"unix_time,omitempty"`
	Users    []string `json:"users,omitempty"`
	Accounts []string `json:"accounts,omitempty"`
	Licenses TRES     `json:"licenses,omitempty"` // how many of each licence it keeps
	Flags    []string `json:"flags,omitempty"`    // maint, ignore_jobs, daily, weekly, flex
}

// An Outage takes nodes away for a time.
type Outage struct {
	Nodes    string `json:"nodes"`
	BeginS   int64  `json:"begin_s"`
	EndS     int64  `json:"end_s"` // 0: for ever
	UnixTime bool   `json:"unix_time,omitempty"`
	Drain    bool   `json:"drain,omitempty"` // running jobs end by themselves; else they are lost
}

// Scheduling are the parameters of the scheduler's cycles. A nil number is Slurm's default,
// which the comment gives.
type Scheduling struct {
	Backfill           *bool  `json:"backfill,omitempty"`              // true (SchedulerType=sched/backfill)
	Defer              bool   `json:"defer,omitempty"`                 // no attempt when a job comes
	QueueDepth         *int64 `json:"default_queue_depth,omitempty"`   // 100 jobs
	SchedIntervalS     *int64 `json:"sched_interval_s,omitempty"`      // 60
	SchedMinIntervalUs *int64 `json:"sched_min_interval_us,omitempty"` // 2
	BatchDelayS        *int64 `json:"batch_sched_delay_s,omitempty"`   // 3
	AssocLimitStop     bool   `json:"assoc_limit_stop,omitempty"`
	PartitionJobDepth  *int64 `json:"partition_job_depth,omitempty"` // 0: none
	MaxJobStart        *int64 `json:"sched_max_job_start,omitempty"` // 0: none
	WholeNodes         bool   `json:"whole_nodes,omitempty"`         // select/linear: jobs do not share nodes
	Memory             *bool  `json:"memory,omitempty"`              // true: memory is consumed (CR_*_Memory)
	MCS                string `json:"mcs,omitempty"`                 // account or user: by it, jobs have security labels (MCSPlugin)
	MCSJobs            string `json:"mcs_jobs,omitempty"`            // that share nodes with their label only: all, none, or "" those that ask
	LeastLoaded        bool   `json:"least_loaded,omitempty"`        // CR_LLN: jobs go to the least loaded nodes
	PackNodes          bool   `json:"pack_nodes,omitempty"`          // CR_Pack_Nodes
	OneTaskPerCore     bool   `json:"one_task_per_core,omitempty"`   // CR_ONE_TASK_PER_CORE: of jobs that do not say --ntasks-per-core
	PackSerial         bool   `json:"pack_serial_at_end,omitempty"`  // jobs of one core go to the last nodes
	Topology           bool   `json:"topology,omitempty"`            // topology/tree: few leaf switches
	SeveralGPUs        bool   `json:"several_gpus,omitempty"`        // parts for a job from several GPUs (MULTIPLE_SHARING_GRES_PJ)
	LeastLoadedGPU     bool   `json:"least_loaded_gpu,omitempty"`    // parts come from the least loaded GPU (LL_SHARED_GRES)

	BfIntervalS       *int64 `json:"bf_interval_s,omitempty"`         // 30
	BfWindowS         *int64 `json:"bf_window_s,omitempty"`           // 86,400
	BfResolutionS     *int64 `json:"bf_resolution_s,omitempty"`       // 60
	BfMaxTimeS        *int64 `json:"bf_max_time_s,omitempty"`         // bf_interval_s
	BfMaxJobTest      *int64 `json:"bf_max_job_test,omitempty"`       // 500
	BfMaxJobUser      *int64 `json:"bf_max_job_user,omitempty"`       // 0: none
	BfMaxJobPart      *int64 `json:"bf_max_job_part,omitempty"`       // 0: none
	BfMaxJobAssoc     *int64 `json:"bf_max_job_assoc,omitempty"`      // 0: none
	BfMaxJobStart     *int64 `json:"bf_max_job_start,omitempty"`      // 0: none
	BfMaxJobUserPart  *int64 `json:"bf_max_job_user_part,omitempty"`  // 0: none
	BfMaxJobArrayResv *int64 `json:"bf_max_job_array_resv,omitempty"` // 20
	BfContinue        bool   `json:"bf_continue,omitempty"`
	BfMinAgeReserveS  *int64 `json:"bf_min_age_reserve_s,omitempty"`      // 0: none
	BfMinPrioReserve  *int64 `json:"bf_min_prio_reserve,omitempty"`       // 0: none
	BfJobPartCount    *int64 `json:"bf_job_part_count_reserve,omitempty"` // 0: none
	BfWindowLinearS   *int64 `json:"bf_window_linear_s,omitempty"`        // 0: groups of ends grow from 30 s
	BfOneRsvPerJob    bool   `json:"bf_one_resv_per_job,omitempty"`
	BfBusyNodes       bool   `json:"bf_busy_nodes,omitempty"`          // plans take nodes that have jobs now before idle ones
	BfRunningReserve  bool   `json:"bf_running_job_reserve,omitempty"` // jobs that run alone on their nodes reserve them in each cycle
	BfLicenses        bool   `json:"bf_licenses,omitempty"`            // cycles reserve licences, too

	// What the daemon's own statistics (sdiag) say of a run, so that the twin's cycles fall on the
	// same seconds. Without them they begin with the workload.
	StartedUnixS *int64 `json:"started_unix_s,omitempty"`  // when slurmctld started, which its priority periods count from
	BfCycleUnixS *int64 `json:"bf_cycle_unix_s,omitempty"` // when a backfill cycle began
	BfJobUs      int64  `json:"bf_job_us,omitempty"`       // microseconds that a cycle takes for each job it tries

	// true (AccountingStorageEnforce=safe): a job starts only if limits on minutes leave enough for all of its time limit. Without
	// it, as long as they are not reached.
	SafeLimits *bool `json:"safe_limits,omitempty"`

	Epilog    bool   `json:"epilog,omitempty"`            // nodes run one after each job, and its end starts a pass at once (not with Defer)
	OverTimeS int64  `json:"over_time_limit_s,omitempty"` // a job may run that much longer than its limit
	KillWaitS *int64 `json:"kill_wait_s,omitempty"`       // 30
	Requeue   *bool  `json:"job_requeue,omitempty"`       // true
	// Seconds after which a job that went back to the queue may start: 121, one more than
	// credentials last (AuthInfo=cred_expire).
	RequeueDelayS *int64 `json:"requeue_delay_s,omitempty"`
}

// Priority are the parameters of the jobs' priority.
type Priority struct {
	Type             string   `json:"type,omitempty"` // multifactor ("") or basic, which is by submission
	WeightAge        int64    `json:"weight_age,omitempty"`
	WeightFair       int64    `json:"weight_fairshare,omitempty"`
	WeightJobSize    int64    `json:"weight_job_size,omitempty"`
	WeightPart       int64    `json:"weight_partition,omitempty"`
	WeightQOS        int64    `json:"weight_qos,omitempty"`
	WeightAssoc      int64    `json:"weight_assoc,omitempty"`
	WeightTRES       TRES     `json:"weight_tres,omitempty"`
	MaxAgeS          *int64   `json:"max_age_s,omitempty"`         // 604,800
	HalfLifeS        *int64   `json:"decay_half_life_s,omitempty"` // 604,800; 0: no decay
	CalcPeriodS      *int64   `json:"calc_period_s,omitempty"`     // 300
	Reset            string   `json:"usage_reset,omitempty"`       // none (""), now, daily, weekly, monthly, quarterly, yearly
	FavorSmall       bool     `json:"favor_small,omitempty"`
	SmallRelative    bool     `json:"small_relative_to_time,omitempty"`
	FairTree         *bool    `json:"fair_tree,omitempty"`                  // true
	DampeningFact    *int64   `json:"fairshare_dampening_factor,omitempty"` // 1
	NoNormal         []string `json:"no_normal,omitempty"`                  // of assoc, part, qos, tres: factors taken as they are
	MaxTRES          bool     `json:"max_tres,omitempty"`                   // billing is the largest of cores, memory, GPUs; not their sum
	MaxTRESGRES      bool     `json:"max_tres_gres,omitempty"`              // the largest of cores and memory, and all GPUs (25.05)
	AccrueAlways     bool     `json:"accrue_always,omitempty"`              // age grows while a job is held or depends on others
	IncreaseOnly     bool     `json:"incr_only,omitempty"`                  // a job's priority never falls
	CalculateRunning bool     `json:"calculate_running,omitempty"`
}

// Preemption says who may take the nodes of running jobs.
type Preemption struct {
	Type    string `json:"type,omitempty"` // none (""), qos or partition_prio
	Mode    string `json:"mode,omitempty"` // off (""), cancel, requeue or suspend, which is for Gang
	ExemptS int64  `json:"exempt_s,omitempty"`

	Gang       bool   `json:"gang,omitempty"`         // jobs may have the same cores and take turns, or wait for those of higher tiers (GANG)
	GangCounts bool   `json:"gang_counts,omitempty"`  // those run together that have no more cores of a node than it has, whichever these are
	TimeSliceS *int64 `json:"time_slice_s,omitempty"` // 30: how long a turn lasts

	Within            bool   `json:"within,omitempty"`              // jobs of one QOS or partition by their priorities, too (WITHIN)
	Priority          bool   `json:"priority,omitempty"`            // only jobs of more priority than what they take (PRIORITY, 25.05)
	YoungestFirst     bool   `json:"youngest_first,omitempty"`      // of the same priority, those that started last yield first
	StrictOrder       bool   `json:"strict_order,omitempty"`        // they yield in order, even if fewer others would do
	ReorderCount      *int64 `json:"reorder_count,omitempty"`       // 1: how often their order is changed for fewer to yield
	MinExemptPriority *int64 `json:"min_exempt_priority,omitempty"` // jobs of at least that priority yield to nobody
}

// An Ignored line says something that no simulation here models.
type Ignored struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	Why  string `json:"why,omitempty"`
}
