// Package cluster is backfill cluster, which describes a real cluster.
package cluster

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/slurm/campus"
	"github.com/backfill-lab/backfill/core/slurm/conf"
	"github.com/backfill-lab/backfill/core/slurm/guess"
	"github.com/backfill-lab/backfill/core/trace"
	"github.com/backfill-lab/backfill/core/trace/sacct"
	"github.com/backfill-lab/backfill/internal/atomicfile"
	"github.com/backfill-lab/backfill/internal/cli/internal/console"
	"github.com/backfill-lab/backfill/internal/cli/internal/description"
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
	"github.com/backfill-lab/backfill/internal/numeral"
)

// Command is backfill cluster.
func Command(a *console.App) *cobra.Command {
	c := usage.NewGroup("cluster", initCommand(a), showCommand(a), exampleCommand(a))
	c.Aliases = []string{"system"} // its former name, which scripts may have
	return c
}

// initFlags are the files that describe a cluster.
type initFlags struct {
	conf, gres, topology, sacctmgr, scontrol, sdiag string
	log, columns, started, zone, version, out       string
	yes                                             bool
}

func initCommand(a *console.App) *cobra.Command {
	var f initFlags
	c := usage.New("cluster init", usage.Arguments(0, 0), func(*cobra.Command, []string) error { return initialize(a, &f) })
	fl := c.Flags()
	fl.StringVar(&f.conf, "slurm-conf", "", "slurm.conf, a `file`")
	fl.StringVar(&f.gres, "gres", "", "gres.conf, a `file`")
	fl.StringVar(&f.topology, "topology", "", "topology.conf or topology.yaml, a `file`")
	fl.StringVar(&f.sacctmgr, "sacctmgr", "", "accounts, users and QOS, a `file`")
	fl.StringVar(&f.scontrol, "scontrol", "", "what scontrol show prints of config, nodes, partitions, reservations, a `file`")
	fl.StringVar(&f.sdiag, "sdiag", "", "output of sdiag, a `file`")
	fl.StringVar(&f.log, "log", "", "sacct output (--duplicates --parsable2 --format ALL), a `file`")
	fl.StringVar(&f.columns, "columns", "", "columns of the log without a header line, as its --format has them")
	fl.BoolVar(&f.yes, "yes", false, "ask nothing: take the guesses")
	fl.StringVar(&f.started, "started", "", "when slurmctld started, a `date` such as 2026-06-01T12:00:30")
	fl.StringVar(&f.zone, "timezone", "", "the cluster's `zone`, such as Europe/Berlin, for dates")
	fl.StringVar(&f.version, "slurm-version", "", "the cluster's `version`, such as 24.11 (default: what the files say, or 22.05)")
	fl.StringVarP(&f.out, "out", "o", "", "`file` for the description (default standard output)")
	return a.WithJSON(c)
}

// initialize describes the cluster of the flags.
func initialize(a *console.App, f *initFlags) error {
	if f.conf == "" && f.log == "" && f.scontrol == "" {
		return usage.Errorf("--slurm-conf is missing: it names the nodes and partitions; or give --log, from which they are guessed")
	}
	if err := usage.JSONNeedsFile(a, f.out, "description"); err != nil {
		return err
	}
	if f.version != "" {
		release, ok := cluster.SlurmRelease(f.version)
		if !ok {
			return usage.Errorf("--slurm-version %q: expected two numbers such as 24.11", f.version)
		}
		f.version = release
	}
	var all *sacct.Records
	var err error
	if f.log != "" {
		if all, err = description.ReadLog(f.log, f.columns, f.zone); err != nil {
			return err
		}
	}
	d, err := describe(a, f, all)
	if err != nil {
		return err
	}
	s, err := cluster.New(d)
	if err != nil {
		return fmt.Errorf("%s: %w", cmp.Or(f.conf, f.scontrol, f.log), err)
	}
	var left []accounting.Left
	if all != nil {
		if left, err = placeless(d, all); err != nil {
			return fmt.Errorf("%s: %w", f.log, err)
		}
	}
	if err := a.Save(f.out, func(w io.Writer) error { return cluster.Write(w, d) }); err != nil {
		return err
	}
	report, name := a.Beside(f.out)
	return show(a, report, s, "to "+name, name, left)
}

// describe reads the files, or guesses what the log shows.
func describe(a *console.App, f *initFlags, all *sacct.Records) (d *cluster.Description, err error) {
	zone, err := trace.Zone(f.zone)
	if err != nil {
		return nil, err
	}
	if f.conf == "" && f.scontrol == "" {
		d, err = guessed(a, f, all)
	} else if d, err = f.read(zone); err == nil && all != nil {
		guess.Fill(d, all)
	}
	if err != nil {
		return nil, err
	}
	if all != nil && d.SlurmVersion == "" {
		d.SlurmVersion, _ = cluster.SlurmRelease(all.Release)
	}
	return d, f.clocks(d, zone)
}

// read reads the files of Slurm.
func (f *initFlags) read(zone *time.Location) (d *cluster.Description, err error) {
	var opened []*os.File
	defer func() {
		for _, file := range opened {
			file.Close()
		}
	}()
	open := func(name string) *conf.File {
		if name == "" || err != nil {
			return nil
		}
		var file *os.File
		if file, err = console.Open(name); err != nil {
			return nil
		}
		opened = append(opened, file)
		return &conf.File{Name: name, Data: file}
	}
	files := conf.Files{SlurmConf: open(f.conf), Gres: open(f.gres), Topology: open(f.topology), Sacctmgr: open(f.sacctmgr),
		Reservations: open(f.scontrol), Location: zone, SlurmVersion: f.version}
	if err != nil {
		return nil, err
	}
	console.Await(func() { d, err = conf.Read(files) })
	return d, err
}

// clocks says in the description when the daemon's cycles begin, and which version it is.
func (f *initFlags) clocks(d *cluster.Description, zone *time.Location) error {
	if f.sdiag != "" {
		_, err := console.ReadFile(f.sdiag, func(r io.Reader) (any, error) { return nil, conf.ReadSdiag(f.sdiag, r, &d.Scheduling) })
		if err != nil {
			return err
		}
	}
	if f.started != "" {
		at, err := time.ParseInLocation("2006-01-02T15:04:05", f.started, zone)
		if err != nil {
			return usage.Errorf("--started %q: expected a date such as 2026-06-01T12:00:30", f.started)
		}
		unix := at.Unix()
		d.Scheduling.StartedUnixS = &unix
	}
	return f.older(d)
}

// older says in the description which version it is, and what Slurm did otherwise before the version in which it changed.
func (f *initFlags) older(d *cluster.Description) error {
	if f.version != "" {
		d.SlurmVersion = f.version
	}
	if note := d.VersionNote(); note != "" {
		d.Assumed = append(d.Assumed, note)
	}
	if !d.Since("20.11") {
		d.Assumed = append(d.Assumed, "Backfill groups the ends of running jobs as in Slurm 17.11, "+
			"not as in 22.05: the version in between that changed it is not known.")
	}
	if tree := false; !d.Since("19.05") && d.Priority.FairTree == nil {
		d.Priority.FairTree = &tree
	}
	return nil
}

func showCommand(a *console.App) *cobra.Command {
	return a.WithJSON(usage.New("cluster show", usage.Arguments(1, 1), func(_ *cobra.Command, args []string) error {
		s, err := description.System(args[0])
		if err != nil {
			return err
		}
		return show(a, a, s, "in "+args[0], args[0], nil)
	}))
}

// show prints the size of a cluster, what its description assumes and ignores, and the jobs of a log that have no place there.
func show(a *console.App, report io.Writer, s *cluster.System, where, file string, left []accounting.Left) error {
	d := s.Description
	summary := map[string]any{"file": file, "nodes": len(s.Nodes), "cores": s.Cores, "partitions": len(s.Partitions), "qos": len(s.QOS),
		"users": len(s.Users), "ignored": d.Ignored, "assumed": d.Assumed, "left_out": left}
	return a.Show(summary, func() {
		fmt.Fprintf(report, "%s, %s, %s, %d QOS, %s, %s\n", numeral.Plural(len(s.Nodes), "node"), numeral.Plural(int(s.Cores), "core"),
			numeral.Plural(len(s.Partitions), "partition"), len(s.QOS), numeral.Plural(len(s.Users), "user"), where)
		for _, l := range left {
			fmt.Fprintf(report, "%s of the log would be left out: they %s\n", numeral.Plural(l.Jobs, "job"), l.Why)
		}
		for _, sentence := range d.Assumed {
			fmt.Fprintln(report, "assumed:", sentence)
		}
		for _, i := range d.Ignored {
			fmt.Fprintf(report, "ignored: %s:%d: %s: %s\n", i.File, i.Line, i.Text, i.Why)
		}
	})
}

func exampleCommand(a *console.App) *cobra.Command {
	var out string
	c := usage.New("cluster example", usage.Arguments(0, 0), func(*cobra.Command, []string) error {
		description, log := filepath.Join(out, campus.DescriptionFile), filepath.Join(out, campus.LogFile)
		var fresh atomicfile.Fresh
		for _, path := range []string{out, description, log} {
			fresh.Expect(path)
		}
		if err := os.MkdirAll(out, 0o777); err != nil {
			return fmt.Errorf("--out %s: %w", out, atomicfile.Cause(err))
		}
		if err := cmp.Or(a.Save(description, campus.WriteDescription), a.Save(log, campus.WriteLog)); err != nil {
			fresh.Remove()
			return err
		}
		return a.Show(map[string]string{"cluster": description, "log": log}, func() {
			fmt.Fprintf(a, "%s  the cluster\n%s  its accounting\n\nbackfill twin check %s --cluster %s\n", description, log, log, description)
		})
	})
	c.Flags().StringVarP(&out, "out", "o", ".", "`folder` for both files")
	return a.WithJSON(c)
}

// guessed describes the cluster that a log shows. On a terminal it asks what people know better.
func guessed(a *console.App, f *initFlags, all *sacct.Records) (*cluster.Description, error) {
	for _, conf := range []struct{ flag, file string }{{"--gres", f.gres}, {"--topology", f.topology}, {"--sacctmgr", f.sacctmgr}} {
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
