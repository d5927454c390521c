package sbatch

import "strings"

// An Option is one of sbatch, salloc or srun.
type Option struct {
	Name   string // as --nodes
	Read   bool   // a Request has it
	Beyond bool   // no Request has it, and it has to do with when or where a job runs: jobs with it are counted
}

// Options lists all options that are known, as the manual names them first.
func Options() (all []Option) {
	for _, o := range options {
		name := ""
		for n := range strings.FieldsSeq(o.names) {
			if len(n) > 1 && name == "" {
				name = "--" + n
			}
		}
		if name != "--sim-walltime" { // of the simulator of Slurm
			all = append(all, Option{name, o.set != nil, o.beyond})
		}
	}
	return all
}
