package conf

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// forever is a time that outlasts every simulation, in seconds: a hundred years.
const forever = 100 * 365 * 86400

// global takes a pair of slurm.conf that is not about nodes or partitions.
func (r *reader) global(p pair) (err error) {
	s := &r.d.Scheduling
	r.globals[p.key] = p
	switch p.key {
	case "clustername":
		r.d.Name = p.value
	case "schedulertype":
		return r.schedulerType(p)
	case "schedulerparameters":
		return r.schedulerParameters(p)
	case "preempttype":
		return r.preemptType(p)
	case "preemptmode":
		r.d.Preemption.Mode = r.preemptMode(p)
		q := &r.d.Preemption
		q.Gang, q.Within, q.Priority = has(p.value, "GANG"), has(p.value, "WITHIN"), has(p.value, "PRIORITY")
	case "schedulertimeslice":
		r.d.Preemption.TimeSliceS, err = p.pointer()
	case "preemptparameters":
		return r.preemptParameters(p)
	case "preemptexempttime":
		r.d.Preemption.ExemptS, err = p.seconds(amount.Seconds)
	case "topologyplugin":
		r.topologyPlugin(p)
	case "overtimelimit":
		return r.overTime(p)
	case "epilog":
		s.Epilog = p.value != "" && !strings.EqualFold(p.value, "(null)")
	case "killwait":
		s.KillWaitS, err = p.pointer()
	case "authinfo":
		err = r.credentials(p)
	case "jobrequeue":
		var yes bool
		if yes, err = p.yes(); err == nil {
			s.Requeue = &yes
		}
	case "mcsplugin":
		r.mcs(p)
	case "mcsparameters":
		s.MCSJobs = mcsJobs(p.value)
	case "licenses":
		r.d.Licenses, err = licenses(p)
	case "defmempercpu", "defmempernode", "defmempergpu", "defcpupergpu", "jobdefaults", "maxmempercpu", "maxmempernode":
		return r.partitionKey(&r.memory, p)
	case "selecttype", "selecttypeparameters", "accountingstorageenforce": // read when all of the file is known
	default:
		if strings.HasPrefix(p.key, "priority") {
			return r.priority(p)
		}
		if p.key == "fairsharedampeningfactor" {
			r.d.Priority.DampeningFact, err = p.pointer()
			return err
		}
		if !silent(p.key) && !defaults[strings.ToLower(p.text())] {
			r.ignore(p.at, p.text(), why("slurm.conf", p.name))
		}
	}
	return err
}

// mcs reads by what jobs have security labels.
func (r *reader) mcs(p pair) {
	switch label, _ := strings.CutPrefix(strings.ToLower(p.value), "mcs/"); label {
	case "account", "user":
		r.d.Scheduling.MCS = label
	case "none", "":
		r.d.Scheduling.MCS = ""
	default:
		r.ignore(p.at, p.text(), "of security labels those by account or user are modelled: no file here says the groups of users")
	}
}

// mcsJobs reads which jobs keep to nodes with jobs of their label. Slurm looks for the words anywhere in the value.
func mcsJobs(value string) string {
	v := strings.ToLower(value)
	switch {
	case strings.Contains(v, "noselect"):
		return "none"
	case strings.Contains(v, "ondemandselect") || !strings.Contains(v, "select") || !strings.Contains(v, "enforced"):
		return ""
	}
	return "all"
}

// licenses reads matlab:4,ansys, or matlab=4 of scontrol.
func licenses(p pair) (all []cluster.License, err error) {
	for _, item := range list(p.value) {
		name, text, counted := strings.Cut(strings.Replace(item, "=", ":", 1), ":")
		count := int64(1)
		if counted {
			if count, err = amount.Whole(text); err != nil {
				return nil, p.at.wrong(p.name, item, err)
			}
		}
		if all = append(all, cluster.License{Name: name, Count: count}); len(all) > maxFew {
			return nil, p.wrong(ErrFew)
		}
	}
	return all, nil
}

// pointer returns the value as a whole number that is given.
func (p pair) pointer() (*int64, error) {
	n, err := p.whole()
	if err != nil {
		return nil, err
	}
	return &n, nil
}

func (r *reader) schedulerType(p pair) error {
	var backfill bool
	switch strings.ToLower(p.value) {
	case "sched/backfill":
		backfill = true
	case "sched/builtin":
	default:
		r.ignore(p.at, p.text(), "the scheduler is sched/backfill")
		return nil
	}
	r.d.Scheduling.Backfill = &backfill
	return nil
}

func (r *reader) topologyPlugin(p pair) {
	switch strings.ToLower(p.value) {
	case "topology/tree":
		r.d.Scheduling.Topology = true
	case "topology/none", "topology/default", "topology/flat", "":
		r.d.Scheduling.Topology = false
	default:
		r.ignore(p.at, p.text(), "of topologies only topology/tree is modelled")
	}
}

func (r *reader) overTime(p pair) error {
	if t, err := amount.Seconds(p.value); err == nil && t == amount.Unlimited {
		r.d.Scheduling.OverTimeS = forever
		r.assume("OverTimeLimit=UNLIMITED is a hundred years.")
		return nil
	}
	minutes, err := p.small()
	r.d.Scheduling.OverTimeS = int64(minutes) * 60
	return err
}

// setSelect reads how nodes are shared, and what threads mean for it.
func (r *reader) setSelect() error {
	s := &r.d.Scheduling
	typ, ok := r.globals["selecttype"]
	switch v := strings.ToLower(typ.value); {
	case !ok && r.before("23.11"):
		s.WholeNodes = true
		r.assume("slurm.conf has no SelectType: jobs have whole nodes, the default before Slurm 23.11.")
	case !ok && !r.d.Since("23.11"):
		r.assume("slurm.conf has no SelectType: jobs share nodes and get cores one by one, as with select/cons_tres. " +
			"Before Slurm 23.11, the default was whole nodes.")
	case !ok:
	case v == "select/linear":
		s.WholeNodes = true
	case v != "select/cons_tres" && v != "select/cons_res":
		r.ignore(typ.at, typ.text(), "taken as select/cons_tres")
	}
	par, given := r.globals["selecttypeparameters"]
	memory := false
	unit := "CR_CORE"
	for word := range strings.SplitSeq(par.value, ",") {
		switch w := strings.ToUpper(strings.TrimSpace(word)); w {
		case "":
		case "CR_CPU", "CR_CORE", "CR_SOCKET":
			unit = w
		case "CR_CPU_MEMORY", "CR_CORE_MEMORY", "CR_SOCKET_MEMORY":
			unit, memory = strings.TrimSuffix(w, "_MEMORY"), true
		case "CR_MEMORY":
			memory = true
		case "CR_LLN":
			s.LeastLoaded = true
		case "MULTIPLE_SHARING_GRES_PJ":
			s.SeveralGPUs = true
		case "LL_SHARED_GRES":
			s.LeastLoadedGPU = true
		case "CR_PACK_NODES":
			s.PackNodes = true
		case "CR_ONE_TASK_PER_CORE":
			s.OneTaskPerCore = true
		case "CR_CORE_DEFAULT_DIST_BLOCK", "OTHER_CONS_RES", "OTHER_CONS_TRES", "NONE", "CR_NONE":
		default:
			r.ignore(par.at, par.name+"="+strings.TrimSpace(word), why(par.name, strings.TrimSpace(word)))
		}
	}
	switch {
	case given:
		s.Memory = &memory
	case s.WholeNodes:
		s.Memory = &memory // select/linear does not count memory unless told
	default:
		r.assume("slurm.conf has no SelectTypeParameters: memory is counted, as with CR_Core_Memory.")
	}
	if r.unit = unit; unit == "CR_SOCKET" && !s.WholeNodes {
		r.ignore(par.at, par.text(), "jobs get cores one by one, not whole sockets")
	}
	for _, n := range r.nodes {
		if n.two && unit != "CR_CPU" && !s.WholeNodes {
			n.typ.ThreadsPerCore = n.threads
		}
	}
	return nil
}

// before tells whether the version is known and older than a release.
func (r *reader) before(release string) bool { return r.d.SlurmVersion != "" && !r.d.Since(release) }

// setPriority reads what the priority is where slurm.conf does not say so.
func (r *reader) setPriority() {
	q := &r.d.Priority
	weighs := q.WeightAge+q.WeightFair+q.WeightJobSize+q.WeightPart+q.WeightQOS+q.WeightAssoc > 0 || len(q.WeightTRES) > 0
	switch {
	case q.Type != "" || r.d.Since("23.11"):
	case r.before("23.11"):
		q.Type = "basic"
		if weighs {
			r.assume("slurm.conf has no PriorityType: jobs are in order of submission, the default before Slurm 23.11, whatever it weighs.")
		}
	case weighs:
		r.assume("slurm.conf has no PriorityType: it is taken as priority/multifactor. " +
			"Before Slurm 23.11, the default was the order of submission.")
	}
}

// priority takes a key that begins with Priority.
func (r *reader) priority(p pair) (err error) {
	q := &r.d.Priority
	switch p.key {
	case "prioritytype":
		switch strings.ToLower(p.value) {
		case "priority/basic":
			q.Type = "basic"
		case "priority/multifactor", "priority/multifactor2":
			q.Type = "multifactor"
		default:
			r.ignore(p.at, p.text(), "taken as priority/multifactor")
		}
	case "priorityweightage":
		q.WeightAge, err = p.whole()
	case "priorityweightfairshare":
		q.WeightFair, err = p.whole()
	case "priorityweightjobsize":
		q.WeightJobSize, err = p.whole()
	case "priorityweightpartition":
		q.WeightPart, err = p.whole()
	case "priorityweightqos":
		q.WeightQOS, err = p.whole()
	case "priorityweightassoc":
		q.WeightAssoc, err = p.whole()
	case "priorityweighttres":
		var w map[string]float64
		if w, err = amount.SignedWeights(p.value); err != nil {
			return p.wrong(err)
		}
		q.WeightTRES = w
	case "prioritymaxage":
		q.MaxAgeS, err = p.time()
	case "prioritydecayhalflife":
		q.HalfLifeS, err = p.time()
	case "prioritycalcperiod":
		q.CalcPeriodS, err = p.time()
	case "priorityusageresetperiod":
		r.usageReset(q, p)
	case "priorityfavorsmall":
		q.FavorSmall, err = p.yes()
	case "priorityflags":
		r.priorityFlags(q, p)
	default:
		r.ignore(p.at, p.text(), why("slurm.conf", p.name))
	}
	return err
}

// time returns a time in whole minutes as Slurm rounds them, in seconds.
func (p pair) time() (*int64, error) {
	t, err := amount.Limit(p.value)
	if err != nil {
		return nil, p.wrong(err)
	}
	if t == amount.Unlimited {
		t = forever
	}
	return &t, nil
}

func (r *reader) usageReset(q *cluster.Priority, p pair) {
	switch v := strings.ToLower(p.value); v {
	case "none":
		q.Reset = ""
	case "now", "daily", "weekly", "monthly", "quarterly", "yearly":
		q.Reset = v
	default:
		r.ignore(p.at, p.text(), "not a period of Slurm")
	}
}

func (r *reader) priorityFlags(q *cluster.Priority, p pair) {
	yes, no := true, false
	for word := range strings.SplitSeq(p.value, ",") {
		switch w := strings.ToUpper(strings.TrimSpace(word)); w {
		case "":
		case "ACCRUE_ALWAYS":
			q.AccrueAlways = true
		case "CALCULATE_RUNNING":
			q.CalculateRunning = true
		case "FAIR_TREE":
			q.FairTree = &yes
		case "NO_FAIR_TREE":
			q.FairTree = &no
		case "DEPTH_OBLIVIOUS":
			q.FairTree = &no
			r.ignore(p.at, p.name+"="+w, why(p.name, w))
		case "SMALL_RELATIVE_TO_TIME":
			q.SmallRelative = true
		case "MAX_TRES":
			q.MaxTRES = true
		case "MAX_TRES_GRES":
			q.MaxTRESGRES = true
		case "INCR_ONLY":
			q.IncreaseOnly = true
		case "NO_NORMAL_ALL":
			q.NoNormal = []string{"assoc", "part", "qos", "tres"}
		case "NO_NORMAL_ASSOC", "NO_NORMAL_PART", "NO_NORMAL_QOS", "NO_NORMAL_TRES":
			q.NoNormal = addNew(q.NoNormal, strings.ToLower(strings.TrimPrefix(w, "NO_NORMAL_")))
		default:
			r.ignore(p.at, p.name+"="+strings.TrimSpace(word), why(p.name, strings.TrimSpace(word)))
		}
	}
}

// addNew appends what is not yet in the list.
func addNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}
