package cluster

import (
	"maps"
	"slices"
	"strings"
)

// inert are settings that need no simulation, by their keys, and why.
var inert = map[string]string{
	"bf_continue": "a cycle of the twin always goes on", "deny_on_limit": "the jobs of the log were accepted",
	"default_qos": "the log says the QOS of each job", "ignored": "nothing reads it", "assumed": "nothing reads it",
}

// Inert says why a setting changes no simulation, by its key in JSON; "" if it may.
func Inert(key string) string { return inert[key] }

// Unused lists the settings of the description that no simulation takes into account, by their keys and what they are in Slurm.
func (d *Description) Unused() (all []string) {
	s := &d.Scheduling
	given := func(n *int64) bool { return n != nil && *n != 0 }
	var limits []*Limits
	for i := range d.QOS {
		limits = append(limits, &d.QOS[i].Limits)
	}
	for i := range d.Accounts {
		limits = append(limits, &d.Accounts[i].Limits)
		for k := range d.Accounts[i].Users {
			limits = append(limits, &d.Accounts[i].Users[k].Limits)
		}
	}
	some := func(is func(*Limits) bool) bool { return slices.ContainsFunc(limits, is) }
	for _, f := range [...]struct {
		is  bool
		key string
	}{
		{s.PackNodes, "pack_nodes (CR_Pack_Nodes)"},
		{some(func(l *Limits) bool {
			return given(l.GrpSubmitJobs) || given(l.MaxSubmitJobs) || given(l.MaxSubmitPerUser) || given(l.MaxSubmitPerAcct)
		}), "max_submit_jobs and its like (limits on submissions, which all jobs of the log have passed)"},
		{d.Priority.CalculateRunning, "calculate_running (CALCULATE_RUNNING)"},
	} {
		if f.is {
			all = append(all, f.key)
		}
	}
	return append(all, d.unheld(limits)...)
}

// unheld lists the limits and weights on resources that no job here holds.
func (d *Description) unheld(limits []*Limits) (all []string) {
	s, err := New(d)
	if err != nil {
		return nil
	}
	list := func(key string, amounts []TRES) {
		found := map[string]bool{}
		for _, t := range amounts {
			for name := range t {
				if _, ok := s.Resource(name); !ok {
					found[name] = true
				}
			}
		}
		if len(found) > 0 {
			names := strings.Join(slices.Sorted(maps.Keys(found)), ", ")
			all = append(all, key+" on "+names+" (no job here holds any)")
		}
	}
	for _, f := range LimitsOnResources {
		var amounts []TRES
		for _, l := range limits {
			amounts = append(amounts, *f.Of(l))
		}
		list(f.Key, amounts)
	}
	list("weight_tres", []TRES{d.Priority.WeightTRES})
	var weights []TRES
	for i := range d.Partitions {
		weights = append(weights, d.Partitions[i].BillingWeights)
	}
	list("billing_weights", weights)
	return all
}
