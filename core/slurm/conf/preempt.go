package conf

import (
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/internal/amount"
)

func (r *reader) preemptType(p pair) error {
	switch v := strings.ToLower(p.value); v {
	case "preempt/none":
		r.d.Preemption.Type = ""
	case "preempt/qos", "preempt/partition_prio":
		r.d.Preemption.Type = strings.TrimPrefix(v, "preempt/")
	default:
		r.ignore(p.at, p.text(), "preemption is by QOS or by partition")
	}
	return nil
}

// preemptParameters reads the list of PreemptParameters.
func (r *reader) preemptParameters(p pair) error {
	for item := range strings.SplitSeq(p.value, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if known, err := r.preemptParameter(p, strings.ToLower(item)); err != nil {
			return err
		} else if !known {
			name, _, _ := strings.Cut(item, "=")
			r.ignore(p.at, p.name+"="+item, why(p.name, name))
		}
	}
	return nil
}

// preemptParameter reads one of PreemptParameters, and tells whether it is one that is simulated.
func (r *reader) preemptParameter(p pair, item string) (known bool, err error) {
	q := &r.d.Preemption
	name, value, _ := strings.Cut(item, "=")
	field := &q.ReorderCount
	switch name {
	case "youngest_first":
		q.YoungestFirst = true
		return true, nil
	case "strict_order":
		q.StrictOrder = true
		return true, nil
	case "min_exempt_priority":
		field = &q.MinExemptPriority
	case "reorder_count":
	default:
		return false, nil
	}
	n, err := amount.Whole(value)
	if err != nil {
		return true, p.at.wrong(p.name, item, amount.ErrWhole)
	}
	*field = &n
	return true, nil
}

// has tells whether a list has a word.
func has(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if strings.EqualFold(strings.TrimSpace(w), word) {
			return true
		}
	}
	return false
}

// preemptMode returns off, cancel, requeue, suspend or "".
func (r *reader) preemptMode(p pair) (mode string) {
	for word := range strings.SplitSeq(strings.ToUpper(p.value), ",") {
		switch word = strings.TrimSpace(word); word {
		case "OFF", "CANCEL", "REQUEUE":
			mode = strings.ToLower(word)
		case "", "CLUSTER":
		case "WITHIN", "PRIORITY", "GANG": // read apart from the mode
		case "SUSPEND":
			mode = "suspend"
			r.suspending = append(r.suspending, p)
		default:
			r.ignore(p.at, p.name+"="+word, "preemption is OFF, CANCEL, REQUEUE or SUSPEND")
		}
	}
	return mode
}

// gang says how gang scheduling knows which jobs run together, and that without it no job is suspended.
func (r *reader) gang() {
	q := &r.d.Preemption
	if q.Gang {
		plugin, given := r.globals["taskplugin"]
		q.GangCounts = r.unit == "CR_CPU" && (!given || strings.EqualFold(plugin.value, "task/none"))
		return
	}
	q.TimeSliceS = nil
	for _, p := range r.suspending {
		r.ignore(p.at, p.name+"=SUSPEND", "jobs are suspended with GANG only: nothing is preempted here")
	}
	modes := []*string{&q.Mode}
	for i := range r.d.Partitions {
		modes = append(modes, &r.d.Partitions[i].PreemptMode)
	}
	for i := range r.d.QOS {
		modes = append(modes, &r.d.QOS[i].PreemptMode)
	}
	for _, mode := range modes {
		if *mode == "suspend" {
			*mode = "off"
		}
	}
}
