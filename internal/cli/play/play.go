// Package play is backfill play, which lets an agent choose which jobs start.
package play

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/backfill-lab/backfill/core/experiment"
	"github.com/backfill-lab/backfill/core/learn/queue"
	"github.com/backfill-lab/backfill/core/sim"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/cli/internal/workload"
)

type playFlags struct {
	run    workload.Flags
	envs   int
	reward string
	base   string
	c      queue.Config
}

// mostEnvs bounds the environments of one process.
const mostEnvs = 100_000

// Command is backfill play.
func Command(a *console.App) *cobra.Command {
	var f playFlags
	c := usage.New("play", usage.Arguments(0, 1), func(c *cobra.Command, args []string) error { return play(a, c.Flags(), args, &f) })
	c.Hidden = true // programs call it: people use the Python package's backfill.gym
	fl := usage.Ordered(c)
	fl.IntVar(&f.envs, "envs", 1, "environments that are played at once")
	fl.IntVar(&f.c.Length, "episode-jobs", 256, "successive jobs of the workload that make an episode")
	fl.IntVar(&f.c.Window, "window", 16, "waiting jobs that the agent sees, the first in order of submission")
	fl.StringVar(&f.reward, "reward", queue.Wait.String(), "what the agent is rewarded for: "+strings.Join(queue.Rewards, ", "))
	fl.StringVar(&f.base, "base", "sjf-fcfs", "policy with which the reward schedinspector compares")
	f.run.AddMachine(fl)
	return c
}

func play(a *console.App, flags *pflag.FlagSet, args []string, f *playFlags) error {
	if err := f.run.CheckNumbers(flags); err != nil {
		return err
	}
	if f.envs < 1 || f.envs > mostEnvs {
		return usage.Errorf("--envs %d: give 1 to %d", f.envs, mostEnvs)
	}
	var err error
	if f.c.Reward, err = queue.ParseReward(f.reward); err != nil {
		return usage.Unknown("reward", f.reward, queue.Rewards, "backfill play --help")
	}
	if f.c.Base, err = basePolicy(f.base); err != nil {
		return err
	}
	w, err := load(a, flags, args, f)
	if err != nil {
		return err
	}
	f.c.Jobs, f.c.Procs = w.Jobs.Held(), w.Procs
	if err := f.c.Check(); err != nil {
		return usage.Errorf("%w", err)
	}
	return queue.Serve(&f.c, f.envs, a.In, a.Data())
}

// basePolicy returns what makes a policy for one machine.
func basePolicy(name string) (func() sim.Policy, error) {
	if err := workload.CheckPolicy(name); err != nil {
		return nil, err
	}
	e, err := experiment.Builtin.Find(name)
	if err != nil {
		return nil, usage.Errorf("%w", err)
	}
	make, is := e.Make.(func() sim.Policy)
	if !is {
		return nil, usage.Errorf("--base %s: give a policy for one machine", name)
	}
	return make, nil
}

func load(a *console.App, flags *pflag.FlagSet, args []string, f *playFlags) (*trace.Workload, error) {
	in := &workload.Input{App: a, Opt: f.run.Read.Options()}
	if err := in.Name(args); err != nil {
		return nil, err
	}
	switch {
	case in.Spec.Workload.File == console.Stdio:
		return nil, usage.Errorf("the agent's actions come from standard input: give the workload as a file")
	case !in.Spec.Simple():
		return nil, usage.Errorf("%s: an agent plays one machine, and this experiment has %s", args[0], in.Spec.Platform().About())
	}
	f.run.ApplyMachine(flags, &in.Spec)
	in.Spec.Policies = []string{workload.DefaultPolicy}
	if err := in.Check(); err != nil {
		return nil, err
	}
	if in.Spec.Overrun == "extend" {
		f.c.Overrun = sim.Extend
	}
	return in.Load()
}
