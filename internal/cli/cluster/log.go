package cluster

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/guess"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

// fromLog reads the log of the flags.
func (f *initFlags) fromLog() (*sacct.Records, error) {
	zone, err := trace.Zone(f.zone)
	if err != nil {
		return nil, err
	}
	src, err := description.OpenLog(f.log)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return accounting.ReadAccounting(f.log, src, f.columns, zone)
}

// guessed describes the cluster that a log shows. On a terminal it asks what people know better.
func guessed(a *console.App, f *initFlags, all *sacct.Records) (*cluster.Description, error) {
	for _, conf := range []struct{ flag, file string }{
		{"--gres", f.gres}, {"--topology", f.topology}, {"--sacctmgr", f.sacctmgr}, {"--scontrol", f.scontrol},
	} {
		if conf.file != "" {
			return nil, usage.Errorf("%s needs --slurm-conf: a guess from the log has names and limits of its own", conf.flag)
		}
	}
	g, err := guess.From(all)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.log, err)
	}
	if in, file := a.In.(*os.File); !f.yes && !a.JSON && file && console.Terminal(in) && console.Terminal(a.Err) {
		fmt.Fprintf(a.Err, "%s shows this of the cluster. Enter takes what stands in brackets.\n", f.log)
		if err := askAll(a.Context, in, a.Err, g.Questions()); err != nil {
			return nil, err
		}
	}
	return g.Description(), nil
}

// askAll asks the questions; the end of input takes the guesses that are left.
func askAll(ctx context.Context, in io.Reader, out io.Writer, questions []guess.Question) error {
	lines, done := make(chan string), make(chan struct{})
	defer close(done)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-done:
				return
			}
		}
	}()
	for i := range questions {
		for asked := false; !asked; {
			fmt.Fprintf(out, "%s [%s]: ", questions[i].Text, questions[i].Default)
			select {
			case <-ctx.Done():
				return console.ErrStopped
			case line, more := <-lines:
				if !more {
					fmt.Fprintln(out)
					return nil
				}
				if err := questions[i].Answer(line); err != nil {
					fmt.Fprintln(out, err)
					continue
				}
			}
			asked = true
		}
	}
	return nil
}

// placeless counts the jobs of a log that have no place on a cluster.
func placeless(d *cluster.Description, all *sacct.Records) ([]accounting.Left, error) {
	s, err := cluster.New(d) // which learns of users
	if err != nil {
		return nil, err
	}
	l, err := accounting.FromAccounting(all, nil, s)
	if err != nil {
		return nil, err
	}
	return l.Left, nil
}
