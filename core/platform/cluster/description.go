package cluster

// Format is the version of a Description's JSON.
const Format = 1

// A Description is a cluster and the rules of its scheduler, as people write it. Names are
// Slurm's where Slurm has one. A nil limit is none. The tags say which numbers a field may have:
// times reach job.MaxSeconds, others what Slurm's own types hold.
type Description struct {
	Format       int           `json:"backfill_cluster" range:"1..1"` // Format
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
	Names     string         `json:"names"`                           // as Slurm writes them: n[001-087],gn1
	Cores     int            `json:"cores" range:"1..1e6"`            // that jobs get one by one: Slurm's CPUs
	MemoryMiB int64          `json:"memory_mib" range:"0..1e12"`      // Slurm's RealMemory
	GPUs      map[string]int `json:"gpus,omitempty" range:"0..65535"` // how many of each type a node has; "" is a type without name
	Gres      []Gres         `json:"gres,omitempty"`                  // other generic resources
	Features  []string       `json:"features,omitempty"`
	Weight    int            `json:"weight,omitempty" range:"0..2147483647"` // nodes with less are taken first; 0 is 1

	ThreadsPerCore int `json:"threads_per_core,omitempty" range:"0..1024"` // of which jobs get all of a core (CR_Core); 0: a core is one
}

// A Gres is how much of a generic resource other than GPUs a node has.
type Gres struct {
	Name  string `json:"name"`                                        // fpga, tmpdisk, shard, mps
	Type  string `json:"type,omitempty"`                              // of parts of GPUs, that of the GPUs
	Count int64  `json:"count,omitempty" range:"0..1125899906842624"` // 0 with PerGPU
	// of shard and mps: the parts of each GPU of the type, which is given whole or in parts
	PerGPU    []int64 `json:"per_gpu,omitempty" range:"0..1125899906842624"`
	OneGPU    bool    `json:"one_gpu,omitempty"`    // parts of one GPU are given at a time (one_sharing, as of mps)
	NoConsume bool    `json:"no_consume,omitempty"` // jobs hold none of it
}

// A License is what some jobs hold besides nodes, of the whole cluster.
type License struct {
	Name  string `json:"name"`
	Count int64  `json:"count" range:"0..4294967295"`
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
	Name           string   `json:"name"`
	Nodes          string   `json:"nodes"` // "ALL" for every node
	Default        bool     `json:"default,omitempty"`
	Down           bool     `json:"down,omitempty"`                            // takes jobs and starts none
	MaxTimeS       int64    `json:"max_time_s,omitempty" range:"0..1e11,none"` // 0: none
	DefaultTimeS   int64    `json:"default_time_s,omitempty" range:"0..1e11"`  // of jobs without a limit; 0: MaxTimeS
	MinNodes       int      `json:"min_nodes,omitempty" range:"0..2147483647"`
	MaxNodes       int      `json:"max_nodes,omitempty" range:"0..2147483647,none"` // 0: none
	PriorityTier   int      `json:"priority_tier,omitempty" range:"0..65535"`       // 0 is 1
	PriorityFactor int      `json:"priority_job_factor,omitempty" range:"0..65535"` // 0 is 1
	QOS            string   `json:"qos,omitempty"`                                  // whose limits hold for its jobs
	AllowQOS       []string `json:"allow_qos,omitempty"`                            // none: all
	DenyQOS        []string `json:"deny_qos,omitempty"`
	AllowAccounts  []string `json:"allow_accounts,omitempty"` // none: all
	DenyAccounts   []string `json:"deny_accounts,omitempty"`
	// jobs do not share nodes (OverSubscribe=EXCLUSIVE)
	WholeNodes bool `json:"whole_nodes,omitempty"`
	// jobs that may share a core (YES:n, FORCE:n); 0 is 1
	OverSubscribe    int   `json:"over_subscribe,omitempty" range:"0..32767"`
	OverForce        bool  `json:"over_subscribe_force,omitempty"`                         // all of them, not only those that ask (FORCE:n)
	ExclusiveUser    bool  `json:"exclusive_user,omitempty"`                               // a node has jobs of one user
	MaxCPUsPerNode   int   `json:"max_cpus_per_node,omitempty" range:"0..2147483647,none"` // that its jobs hold together of a node; 0: all
	LeastLoaded      bool  `json:"least_loaded,omitempty"`                                 // its jobs go to the least loaded nodes (LLN)
	DefMemPerCoreMiB int64 `json:"default_memory_per_core_mib,omitempty" range:"0..1e12"`
	DefMemPerNodeMiB int64 `json:"default_memory_per_node_mib,omitempty" range:"0..1e12"`
	DefMemPerGPUMiB  int64 `json:"default_memory_per_gpu_mib,omitempty" range:"0..1e12"`   // of jobs with GPUs, before the two above
	DefCoresPerGPU   int   `json:"default_cores_per_gpu,omitempty" range:"0..1e6"`         // of jobs that do not say how many a task has
	MaxMemPerCoreMiB int64 `json:"max_memory_per_core_mib,omitempty" range:"0..1e12,none"` // jobs that ask for more get more cores
	MaxMemPerNodeMiB int64 `json:"max_memory_per_node_mib,omitempty" range:"0..1e12,none"` // jobs that ask for more do not start
	BillingWeights   TRES  `json:"billing_weights,omitempty" range:"-1e15..1e15"`          // none: a core is 1
	// off, cancel, requeue or suspend; "": the cluster's
	PreemptMode string `json:"preempt_mode,omitempty"`
	GraceS      int64  `json:"grace_s,omitempty" range:"0..1e11"`
}

// Limits of a QOS, an account or a user. A nil number is none; 0 forbids.
type Limits struct {
	GrpTRES           TRES   `json:"grp_tres,omitempty" range:"0..1e15,none"`              // of all running jobs together
	GrpTRESMins       TRES   `json:"grp_tres_mins,omitempty" range:"0..1e15,none"`         // decayed usage and what running jobs may still use
	GrpTRESRunMins    TRES   `json:"grp_tres_run_mins,omitempty" range:"0..1e15,none"`     // what running jobs may still use
	GrpJobs           *int64 `json:"grp_jobs,omitempty" range:"0..4294967295,none"`        // running together
	GrpSubmitJobs     *int64 `json:"grp_submit_jobs,omitempty" range:"0..4294967295,none"` // waiting and running together
	GrpWallS          *int64 `json:"grp_wall_s,omitempty" range:"0..1e11,none"`            // decayed wall-clock time of all jobs
	MaxTRESPerJob     TRES   `json:"max_tres_per_job,omitempty" range:"0..1e15,none"`
	MinTRESPerJob     TRES   `json:"min_tres_per_job,omitempty" range:"0..1e15"`           // a QOS's
	MaxTRESMinsPerJob TRES   `json:"max_tres_mins_per_job,omitempty" range:"0..1e15,none"` // by its time limit
	MaxTRESPerNode    TRES   `json:"max_tres_per_node,omitempty" range:"0..1e15,none"`
	MaxTRESPerUser    TRES   `json:"max_tres_per_user,omitempty" range:"0..1e15,none"`    // a QOS's
	MaxTRESPerAccount TRES   `json:"max_tres_per_account,omitempty" range:"0..1e15,none"` // a QOS's
	// What running jobs of a user or an account may still use (a QOS's).
	MaxTRESRunMinsPerUser TRES `json:"max_tres_run_mins_per_user,omitempty" range:"0..1e15,none"`
	MaxTRESRunMinsPerAcct TRES `json:"max_tres_run_mins_per_account,omitempty" range:"0..1e15,none"`

	MaxJobs           *int64 `json:"max_jobs,omitempty" range:"0..4294967295,none"`             // running of each user (association)
	MaxJobsPerUser    *int64 `json:"max_jobs_per_user,omitempty" range:"0..4294967295,none"`    // a QOS's
	MaxJobsPerAccount *int64 `json:"max_jobs_per_account,omitempty" range:"0..4294967295,none"` // a QOS's
	// waiting and running of each user (association)
	MaxSubmitJobs    *int64 `json:"max_submit_jobs,omitempty" range:"0..4294967295,none"`
	MaxSubmitPerUser *int64 `json:"max_submit_per_user,omitempty" range:"0..4294967295,none"` // a QOS's
	MaxSubmitPerAcct *int64 `json:"max_submit_per_account,omitempty" range:"0..4294967295,none"`
	MaxWallS         *int64 `json:"max_wall_s,omitempty" range:"0..1e11,none"`
	MinPriority      *int64 `json:"min_priority,omitempty" range:"0..4294967295"` // to have nodes reserved (MinPrioThreshold)

	// How many waiting jobs may grow older, of those that are ready to start.
	GrpJobsAccrue        *int64 `json:"grp_jobs_accrue,omitempty" range:"0..4294967295,none"`
	MaxJobsAccrue        *int64 `json:"max_jobs_accrue,omitempty" range:"0..4294967295,none"`             // of each user (association)
	MaxJobsAccruePerUser *int64 `json:"max_jobs_accrue_per_user,omitempty" range:"0..4294967295,none"`    // a QOS's
	MaxJobsAccruePerAcct *int64 `json:"max_jobs_accrue_per_account,omitempty" range:"0..4294967295,none"` // a QOS's
}

// A QOS is a quality of service.
type QOS struct {
	Name           string   `json:"name"`
	Priority       int64    `json:"priority,omitempty" range:"0..4294967295"`
	Preempt        []string `json:"preempt,omitempty"`      // QOS whose jobs its jobs may preempt
	PreemptMode    string   `json:"preempt_mode,omitempty"` // off, cancel, requeue or suspend; "": the cluster's
	PreemptExemptS int64    `json:"preempt_exempt_s,omitempty" range:"0..1e11"`
	PreemptWithin  bool     `json:"preempt_within,omitempty"` // its jobs may preempt one another (WITHIN)
	GraceS         int64    `json:"grace_s,omitempty" range:"0..1e11"`
	UsageFactor    *float64 `json:"usage_factor,omitempty" range:"0..1e6"` // none: 1
	OverPartQOS    bool     `json:"over_part_qos,omitempty"`
	DenyOnLimit    bool     `json:"deny_on_limit,omitempty"`
	NoReserve      bool     `json:"no_reserve,omitempty"`        // backfilling reserves no nodes for its jobs
	NoDecay        bool     `json:"no_decay,omitempty"`          // what its jobs have used does not decay
	FactorSafe     bool     `json:"usage_factor_safe,omitempty"` // a job must fit into safe limits with UsageFactor
	// of GrpTRES and MaxTRESPerJob of associations, for its jobs; none: 1
	LimitFactor  *float64 `json:"limit_factor,omitempty" range:"0..1e6"`
	PassMinNodes bool     `json:"partition_min_nodes,omitempty"`  // its jobs may have fewer nodes than the partition's least
	PassMaxNodes bool     `json:"partition_max_nodes,omitempty"`  // or more than its most, if they ask for that
	PassTime     bool     `json:"partition_time_limit,omitempty"` // or run for longer
	Limits
}

// An Account is a node of the tree of shares, below its Parent or the root.
type Account struct {
	Name     string `json:"name"`
	Parent   string `json:"parent,omitempty"`                         // "": root
	Shares   *int64 `json:"shares,omitempty" range:"-1..4294967295"`  // none: 1; -1: those of its parent
	Priority int64  `json:"priority,omitempty" range:"0..4294967295"` // of the association
	Users    []User `json:"users,omitempty"`
	Limits
}

// A User is a user's association with an account.
type User struct {
	Name       string   `json:"name"`
	Shares     *int64   `json:"shares,omitempty" range:"-1..4294967295"` // none: 1; -1: those of its parent
	Priority   int64    `json:"priority,omitempty" range:"0..4294967295"`
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
	BeginS   int64    `json:"begin_s" range:"-1e11..1e11"` // seconds from the start of the workload; of 1970 if UnixTime
	EndS     int64    `json:"end_s" range:"-1e11..1e11"`
	UnixTime bool     `json:"unix_time,omitempty"`
	Users    []string `json:"users,omitempty"`
	Accounts []string `json:"accounts,omitempty"`
	Licenses TRES     `json:"licenses,omitempty" range:"0..1e15"` // how many of each licence it keeps
	Flags    []string `json:"flags,omitempty"`                    // maint, ignore_jobs, daily, weekly, flex
}

// An Outage takes nodes away for a time.
type Outage struct {
	Nodes    string `json:"nodes"`
	BeginS   int64  `json:"begin_s" range:"-1e11..1e11"`
	EndS     int64  `json:"end_s" range:"-1e11..1e11"` // 0: for ever
	UnixTime bool   `json:"unix_time,omitempty"`
	Drain    bool   `json:"drain,omitempty"` // running jobs end by themselves; else they are lost
}

// Scheduling are the parameters of the scheduler's cycles. A nil number is Slurm's default,
// which the comment gives.
type Scheduling struct {
	Backfill           *bool  `json:"backfill,omitempty"`                                  // true (SchedulerType=sched/backfill)
	Defer              bool   `json:"defer,omitempty"`                                     // no attempt when a job comes
	QueueDepth         *int64 `json:"default_queue_depth,omitempty" range:"0..4294967295"` // 100 jobs
	SchedIntervalS     *int64 `json:"sched_interval_s,omitempty" range:"1..1e11"`          // 60
	SchedMinIntervalUs *int64 `json:"sched_min_interval_us,omitempty" range:"0..1e11"`     // 2
	BatchDelayS        *int64 `json:"batch_sched_delay_s,omitempty" range:"0..1e11"`       // 3
	AssocLimitStop     bool   `json:"assoc_limit_stop,omitempty"`
	PartitionJobDepth  *int64 `json:"partition_job_depth,omitempty" range:"0..4294967295,none"` // 0: none
	MaxJobStart        *int64 `json:"sched_max_job_start,omitempty" range:"0..4294967295,none"` // 0: none
	WholeNodes         bool   `json:"whole_nodes,omitempty"`                                    // select/linear: jobs do not share nodes
	Memory             *bool  `json:"memory,omitempty"`                                         // true: memory is consumed (CR_*_Memory)
	// account or user: by it, jobs have security labels (MCSPlugin)
	MCS string `json:"mcs,omitempty"`
	// that share nodes with their label only: all, none, or "" those that ask
	MCSJobs     string `json:"mcs_jobs,omitempty"`
	LeastLoaded bool   `json:"least_loaded,omitempty"` // CR_LLN: jobs go to the least loaded nodes
	PackNodes   bool   `json:"pack_nodes,omitempty"`   // CR_Pack_Nodes
	// CR_ONE_TASK_PER_CORE: of jobs that do not say --ntasks-per-core
	OneTaskPerCore bool `json:"one_task_per_core,omitempty"`
	PackSerial     bool `json:"pack_serial_at_end,omitempty"` // jobs of one core go to the last nodes
	Topology       bool `json:"topology,omitempty"`           // topology/tree: few leaf switches
	// parts for a job from several GPUs (MULTIPLE_SHARING_GRES_PJ)
	SeveralGPUs bool `json:"several_gpus,omitempty"`
	// parts come from the least loaded GPU (LL_SHARED_GRES)
	LeastLoadedGPU bool `json:"least_loaded_gpu,omitempty"`

	BfIntervalS       *int64 `json:"bf_interval_s,omitempty" range:"1..1e11"`                   // 30
	BfWindowS         *int64 `json:"bf_window_s,omitempty" range:"0..1e11"`                     // 86,400
	BfResolutionS     *int64 `json:"bf_resolution_s,omitempty" range:"1..1e11"`                 // 60
	BfMaxTimeS        *int64 `json:"bf_max_time_s,omitempty" range:"0..1e11"`                   // bf_interval_s
	BfMaxJobTest      *int64 `json:"bf_max_job_test,omitempty" range:"0..4294967295"`           // 500
	BfMaxJobUser      *int64 `json:"bf_max_job_user,omitempty" range:"0..4294967295,none"`      // 0: none
	BfMaxJobPart      *int64 `json:"bf_max_job_part,omitempty" range:"0..4294967295,none"`      // 0: none
	BfMaxJobAssoc     *int64 `json:"bf_max_job_assoc,omitempty" range:"0..4294967295,none"`     // 0: none
	BfMaxJobStart     *int64 `json:"bf_max_job_start,omitempty" range:"0..4294967295,none"`     // 0: none
	BfMaxJobUserPart  *int64 `json:"bf_max_job_user_part,omitempty" range:"0..4294967295,none"` // 0: none
	BfMaxJobArrayResv *int64 `json:"bf_max_job_array_resv,omitempty" range:"0..4294967295"`     // 20
	BfContinue        bool   `json:"bf_continue,omitempty"`
	BfMinAgeReserveS  *int64 `json:"bf_min_age_reserve_s,omitempty" range:"0..1e11"`            // 0: none
	BfMinPrioReserve  *int64 `json:"bf_min_prio_reserve,omitempty" range:"0..4294967295"`       // 0: none
	BfJobPartCount    *int64 `json:"bf_job_part_count_reserve,omitempty" range:"0..4294967295"` // 0: none
	BfWindowLinearS   *int64 `json:"bf_window_linear_s,omitempty" range:"0..1e11"`              // 0: groups of ends grow from 30 s
	BfOneRsvPerJob    bool   `json:"bf_one_resv_per_job,omitempty"`
	BfBusyNodes       bool   `json:"bf_busy_nodes,omitempty"`          // plans take nodes that have jobs now before idle ones
	BfRunningReserve  bool   `json:"bf_running_job_reserve,omitempty"` // jobs that run alone on their nodes reserve them in each cycle
	BfLicenses        bool   `json:"bf_licenses,omitempty"`            // cycles reserve licences, too

	// What the daemon's own statistics (sdiag) say of a run, so that the twin's cycles fall on the
	// same seconds. Without them they begin with the workload.
	StartedUnixS *int64 `json:"started_unix_s,omitempty" range:"-1e11..1e11"`  // when slurmctld started, which its priority periods count from
	BfCycleUnixS *int64 `json:"bf_cycle_unix_s,omitempty" range:"-1e11..1e11"` // when a backfill cycle began
	BfJobUs      int64  `json:"bf_job_us,omitempty" range:"0..1e9"`            // microseconds that a cycle takes for each job it tries

	// true (AccountingStorageEnforce=safe): a job starts only if limits on minutes leave enough for all of its time limit. Without
	// it, as long as they are not reached.
	SafeLimits *bool `json:"safe_limits,omitempty"`

	// nodes run one after each job, and its end starts a pass at once (not with Defer)
	Epilog    bool   `json:"epilog,omitempty"`
	OverTimeS int64  `json:"over_time_limit_s,omitempty" range:"0..1e11"` // a job may run that much longer than its limit
	KillWaitS *int64 `json:"kill_wait_s,omitempty" range:"0..1e11"`       // 30
	Requeue   *bool  `json:"job_requeue,omitempty"`                       // true
	// Seconds after which a job that went back to the queue may start: 121, one more than
	// credentials last (AuthInfo=cred_expire).
	RequeueDelayS *int64 `json:"requeue_delay_s,omitempty" range:"0..1e11"`
}

// Priority are the parameters of the jobs' priority.
type Priority struct {
	Type          string `json:"type,omitempty"` // multifactor ("") or basic, which is by submission
	WeightAge     int64  `json:"weight_age,omitempty" range:"0..4294967295"`
	WeightFair    int64  `json:"weight_fairshare,omitempty" range:"0..4294967295"`
	WeightJobSize int64  `json:"weight_job_size,omitempty" range:"0..4294967295"`
	WeightPart    int64  `json:"weight_partition,omitempty" range:"0..4294967295"`
	WeightQOS     int64  `json:"weight_qos,omitempty" range:"0..4294967295"`
	WeightAssoc   int64  `json:"weight_assoc,omitempty" range:"0..4294967295"`
	WeightTRES    TRES   `json:"weight_tres,omitempty" range:"-1e15..1e15"`
	MaxAgeS       *int64 `json:"max_age_s,omitempty" range:"0..1e11"`         // 604,800
	HalfLifeS     *int64 `json:"decay_half_life_s,omitempty" range:"0..1e11"` // 604,800; 0: no decay
	CalcPeriodS   *int64 `json:"calc_period_s,omitempty" range:"1..1e11"`     // 300
	Reset         string `json:"usage_reset,omitempty"`                       // none (""), now, daily, weekly, monthly, quarterly, yearly
	FavorSmall    bool   `json:"favor_small,omitempty"`
	SmallRelative bool   `json:"small_relative_to_time,omitempty"`
	FairTree      *bool  `json:"fair_tree,omitempty"`                                   // true
	DampeningFact *int64 `json:"fairshare_dampening_factor,omitempty" range:"1..65535"` // 1
	// of assoc, part, qos, tres: factors taken as they are
	NoNormal []string `json:"no_normal,omitempty"`
	// billing is the largest of cores, memory, GPUs; not their sum
	MaxTRES bool `json:"max_tres,omitempty"`
	// the largest of cores and memory, and all GPUs (25.05)
	MaxTRESGRES bool `json:"max_tres_gres,omitempty"`
	// age grows while a job is held or depends on others
	AccrueAlways     bool `json:"accrue_always,omitempty"`
	IncreaseOnly     bool `json:"incr_only,omitempty"` // a job's priority never falls
	CalculateRunning bool `json:"calculate_running,omitempty"`
}

// Preemption says who may take the nodes of running jobs.
type Preemption struct {
	Type    string `json:"type,omitempty"` // none (""), qos or partition_prio
	Mode    string `json:"mode,omitempty"` // off (""), cancel, requeue or suspend, which is for Gang
	ExemptS int64  `json:"exempt_s,omitempty" range:"0..1e11"`

	// jobs may have the same cores and take turns, or wait for those of higher tiers (GANG)
	Gang bool `json:"gang,omitempty"`
	// those run together that have no more cores of a node than it has, whichever these are
	GangCounts bool   `json:"gang_counts,omitempty"`
	TimeSliceS *int64 `json:"time_slice_s,omitempty" range:"1..1e11"` // 30: how long a turn lasts

	// jobs of one QOS or partition by their priorities, too (WITHIN)
	Within bool `json:"within,omitempty"`
	// only jobs of more priority than what they take (PRIORITY, 25.05)
	Priority bool `json:"priority,omitempty"`
	// of the same priority, those that started last yield first
	YoungestFirst bool `json:"youngest_first,omitempty"`
	StrictOrder   bool `json:"strict_order,omitempty"` // they yield in order, even if fewer others would do
	// 1: how often their order is changed for fewer to yield
	ReorderCount      *int64 `json:"reorder_count,omitempty" range:"0..65535"`
	MinExemptPriority *int64 `json:"min_exempt_priority,omitempty" range:"0..4294967295"` // jobs of at least that priority yield to nobody
}

// An Ignored line says something that no simulation here models.
type Ignored struct {
	File string `json:"file"`
	Line int    `json:"line" range:"0..2147483647"`
	Text string `json:"text"`
	Why  string `json:"why,omitempty"`
}
