package conf

import (
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

// A parameter is one of SchedulerParameters with a number.
type parameter struct {
	field  func(*cluster.Scheduling) **int64
	factor int64 // of its unit
}

func one(field func(*cluster.Scheduling) **int64) parameter { return parameter{field, 1} }

// parameters are those that a Description has, by name.
var parameters = map[string]parameter{
	"default_queue_depth":       one(func(s *cluster.Scheduling) **int64 { return &s.QueueDepth }),
	"sched_interval":            one(func(s *cluster.Scheduling) **int64 { return &s.SchedIntervalS }),
	"sched_min_interval":        one(func(s *cluster.Scheduling) **int64 { return &s.SchedMinIntervalUs }),
	"batch_sched_delay":         one(func(s *cluster.Scheduling) **int64 { return &s.BatchDelayS }),
	"sched_max_job_start":       one(func(s *cluster.Scheduling) **int64 { return &s.MaxJobStart }),
	"partition_job_depth":       one(func(s *cluster.Scheduling) **int64 { return &s.PartitionJobDepth }),
	"bf_interval":               one(func(s *cluster.Scheduling) **int64 { return &s.BfIntervalS }),
	"bf_window":                 {func(s *cluster.Scheduling) **int64 { return &s.BfWindowS }, 60}, // minutes
	"bf_resolution":             one(func(s *cluster.Scheduling) **int64 { return &s.BfResolutionS }),
	"bf_max_time":               one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxTimeS }),
	"bf_max_job_test":           one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobTest }),
	"max_job_bf":                one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobTest }), // its old name
	"bf_max_job_user":           one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobUser }),
	"bf_max_job_part":           one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobPart }),
	"bf_max_job_assoc":          one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobAssoc }),
	"bf_max_job_start":          one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobStart }),
	"bf_max_job_user_part":      one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobUserPart }),
	"bf_max_job_array_resv":     one(func(s *cluster.Scheduling) **int64 { return &s.BfMaxJobArrayResv }),
	"bf_min_age_reserve":        one(func(s *cluster.Scheduling) **int64 { return &s.BfMinAgeReserveS }),
	"bf_min_prio_reserve":       one(func(s *cluster.Scheduling) **int64 { return &s.BfMinPrioReserve }),
	"bf_job_part_count_reserve": one(func(s *cluster.Scheduling) **int64 { return &s.BfJobPartCount }),
	"bf_window_linear":          one(func(s *cluster.Scheduling) **int64 { return &s.BfWindowLinearS }),
}

// switches are the parameters without a value.
var switches = map[string]func(*cluster.Scheduling) *bool{
	"defer":                  func(s *cluster.Scheduling) *bool { return &s.Defer },
	"assoc_limit_stop":       func(s *cluster.Scheduling) *bool { return &s.AssocLimitStop },
	"bf_continue":            func(s *cluster.Scheduling) *bool { return &s.BfContinue },
	"bf_one_resv_per_job":    func(s *cluster.Scheduling) *bool { return &s.BfOneRsvPerJob },
	"pack_serial_at_end":     func(s *cluster.Scheduling) *bool { return &s.PackSerial },
	"bf_busy_nodes":          func(s *cluster.Scheduling) *bool { return &s.BfBusyNodes },
	"bf_running_job_reserve": func(s *cluster.Scheduling) *bool { return &s.BfRunningReserve },
	"bf_licenses":            func(s *cluster.Scheduling) *bool { return &s.BfLicenses },
}

// schedulerParameters reads the list of SchedulerParameters. Slurm looks for the names
// anywhere in the value, so that "==" for "=" does no harm.
func (r *reader) schedulerParameters(p pair) error {
	s := &r.d.Scheduling
	for item := range strings.SplitSeq(strings.TrimLeft(p.value, "= "), ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, value, valued := strings.Cut(item, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		value = strings.TrimSpace(value)
		if on, ok := switches[name]; ok {
			*on(s) = true
			continue
		}
		if old, ok := strings.CutPrefix(item, "preempt_"); ok { // where they stood before 23.02
			known, err := r.preemptParameter(p, strings.ToLower(old))
			if err != nil {
				return err
			}
			if known {
				continue
			}
		}
		if quiet[[2]string{"SchedulerParameters", name}] {
			continue
		}
		par, ok := parameters[name]
		if !ok {
			r.ignore(p.at, p.name+"="+item, why(p.name, name))
			continue
		}
		if off := false; value == "-1" && name == "bf_interval" { // that is how Slurm turns it off
			s.Backfill = &off
			continue
		}
		if value == "-1" && name == "sched_interval" {
			r.ignore(p.at, p.name+"="+item, "the main scheduler runs")
			continue
		}
		n, err := amount.Whole(value)
		if err != nil || !valued || n > 1e12 {
			return p.at.wrong(p.name, item, amount.ErrWhole)
		}
		n *= par.factor
		*par.field(s) = &n
	}
	return nil
}
