package whatif

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/accounting"
	"github.com/backfill-lab/backfill/core/trace"
)

// A Change is one thing that is different. The zero Change changes nothing.
type Change struct {
	Text string // as it was written

	describe func(d *cluster.Description) error         // changes a description in place
	jobs     func(l *accounting.Log, seed uint64) error // changes jobs
	policy   string

	from, to int64 // a time that is to fall into that of the log, if to is after from
}

// Parse reads a change; the clock is the log's. The error says what is wrong with it.
func Parse(text string, clock trace.Clock) (c Change, err error) {
	what, value, ok := strings.Cut(text, "=")
	what, value = strings.TrimSpace(what), strings.TrimSpace(value)
	if !ok || what == "" || value == "" {
		return c, fmt.Errorf("%q is no change: write WHAT=VALUE, such as add=8:n1 or partitions.long.max_time_s=86400", text)
	}
	switch c.Text = text; what {
	case "policy":
		c.policy = value
	case "add":
		err = c.add(value)
	case "remove":
		c.describe = func(d *cluster.Description) error { return remove(d, value) }
	case "maintenance":
		err = c.maintenance(value, clock)
	case "estimates":
		err = c.estimates(value)
	case "jobs":
		err = c.load(value)
	default:
		c.describe = func(d *cluster.Description) error { return set(d, what, value) }
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", text, err)
	}
	return c, err
}

func (c *Change) add(value string) error {
	count, like, ok := strings.Cut(value, ":")
	n, err := strconv.Atoi(count)
	if !ok || err != nil || n < 1 || n > cluster.MaxNodes || like == "" {
		return fmt.Errorf("write add=8:n1 for eight more nodes like n1, at most %d", cluster.MaxNodes)
	}
	c.describe = func(d *cluster.Description) error { return add(d, n, like) }
	return nil
}

func (c *Change) maintenance(value string, clock trace.Clock) error {
	begin, rest, ok := strings.Cut(value, "/")
	end, nodes := rest, "ALL"
	if k := strings.LastIndexByte(rest, ':'); k >= 0 && strings.ContainsFunc(rest[k+1:], letter) {
		end, nodes = rest[:k], rest[k+1:]
	}
	if !ok {
		return fmt.Errorf("write BEGIN/END or BEGIN/END:NODES, such as 2026-06-01T08:00/2026-06-01T20:00")
	}
	from, err := clock.Second(begin)
	if err != nil {
		return err
	}
	to, err := clock.Second(end)
	if err != nil {
		return err
	}
	if to <= from {
		return fmt.Errorf("the end is not after the begin")
	}
	c.from, c.to = from, to
	c.describe = func(d *cluster.Description) error {
		d.Reservations = append(d.Reservations, cluster.Reservation{
			Name: free("maintenance", func(name string) bool {
				return slices.ContainsFunc(d.Reservations, func(r cluster.Reservation) bool { return r.Name == name })
			}),
			Nodes: nodes, BeginS: from, EndS: to, Flags: []string{"maint"},
		})
		return nil
	}
	return nil
}

func letter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' && c != 'T' }

// free returns a name that is not taken: the given one, or that with a number.
func free(name string, taken func(string) bool) string {
	for k := 2; taken(name); k++ {
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(k)
	}
	return name
}

func (c *Change) estimates(value string) error {
	factor := 0.0 // exact
	if text, ok := strings.CutPrefix(value, "factor:"); ok {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f > 0) || f > 1e6 {
			return fmt.Errorf("the factor %q is not a positive number up to a million", text)
		}
		factor = f
	} else if value != "exact" {
		return fmt.Errorf("write estimates=exact or estimates=factor:0.5")
	}
	c.jobs = func(l *accounting.Log, _ uint64) error {
		for i := range l.Jobs {
			j := &l.Jobs[i]
			least := max(j.Run, 1)
			if l.Recorded[i].Starts == nil { // it never ran, so that nobody knows its run time
				least = 1
				if factor == 0 {
					continue
				}
			}
			j.Limit = max(int64(math.Round(factor*float64(j.Limit))), least)
		}
		return nil
	}
	return nil
}

func (c *Change) load(value string) error {
	k := strings.LastIndexByte(value, ':')
	text, ok := strings.CutSuffix(value[k+1:], "%")
	percent, err := strconv.ParseFloat(text, 64)
	if k < 1 || !ok || err != nil || !(percent >= -100 && percent <= 1000) {
		return fmt.Errorf("write ACCOUNT:+20%% or ACCOUNT:-20%%, from -100 to +1000")
	}
	account := value[:k]
	c.jobs = func(l *accounting.Log, seed uint64) error { return reload(l, account, percent/100, seed) }
	return nil
}
