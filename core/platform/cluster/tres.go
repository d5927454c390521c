package cluster

import (
	"slices"
	"strings"
)

// A Resource is what limits, weights and factors are on: a trackable resource (TRES).
type Resource struct {
	Kind  ResourceKind
	Index int32 // of System.GPUTypes (None for GPUs of any type), System.Gres or Description.Licenses
}

// A ResourceKind is a kind of Resource. They are in the order of Slurm's numbers for them.
type ResourceKind uint8

const (
	CPU ResourceKind = iota
	Memory
	NodeCount
	Billing
	GPU
	GresCount
	LicenseCount
	ResourceKinds int = iota
)

// Resource returns the resource of a name: cpu, mem, node, billing, gres/gpu, gres/gpu:TYPE, gres/NAME, gres/NAME:TYPE or license/NAME.
// ok is false for what no job here can hold: other names, and generic resources, types and licences that the cluster does not have.
func (s *System) Resource(name string) (r Resource, ok bool) {
	name, of, typed := strings.Cut(strings.ToLower(name), ":")
	r.Index = None
	switch name {
	case "cpu":
		r.Kind = CPU
	case "mem":
		r.Kind = Memory
	case "node":
		r.Kind = NodeCount
	case "billing":
		r.Kind = Billing
	case "gres/gpu":
		if r.Kind = GPU; typed {
			r.Index = int32(slices.IndexFunc(s.GPUTypes, func(t string) bool { return strings.EqualFold(t, of) }))
			return r, r.Index != None
		}
	default:
		if gres, is := strings.CutPrefix(name, "gres/"); is {
			r.Kind, r.Index = GresCount, s.GresKind(gres, of)
			return r, r.Index != None
		}
		licence, is := strings.CutPrefix(name, "license/")
		r.Kind, r.Index = LicenseCount, s.License(licence)
		return r, is && r.Index != None
	}
	return r, !typed
}

// LimitsOnResources are the Limits on resources, by their keys in JSON.
var LimitsOnResources = [...]struct {
	Key string
	Of  func(*Limits) *TRES
}{
	{"grp_tres", func(l *Limits) *TRES { return &l.GrpTRES }},
	{"grp_tres_mins", func(l *Limits) *TRES { return &l.GrpTRESMins }},
	{"grp_tres_run_mins", func(l *Limits) *TRES { return &l.GrpTRESRunMins }},
	{"max_tres_per_job", func(l *Limits) *TRES { return &l.MaxTRESPerJob }},
	{"min_tres_per_job", func(l *Limits) *TRES { return &l.MinTRESPerJob }},
	{"max_tres_mins_per_job", func(l *Limits) *TRES { return &l.MaxTRESMinsPerJob }},
	{"max_tres_per_node", func(l *Limits) *TRES { return &l.MaxTRESPerNode }},
	{"max_tres_per_user", func(l *Limits) *TRES { return &l.MaxTRESPerUser }},
	{"max_tres_per_account", func(l *Limits) *TRES { return &l.MaxTRESPerAccount }},
	{"max_tres_run_mins_per_user", func(l *Limits) *TRES { return &l.MaxTRESRunMinsPerUser }},
	{"max_tres_run_mins_per_account", func(l *Limits) *TRES { return &l.MaxTRESRunMinsPerAcct }},
}

// License returns the licence of a name, or None.
func (s *System) License(name string) int32 {
	return int32(slices.IndexFunc(s.Description.Licenses, func(l License) bool { return strings.EqualFold(l.Name, name) }))
}
