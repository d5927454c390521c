package grid

import "fmt"

// Options say how a Scheduler decides. The zero value is load sharing as in the
// paper: one queue, first come first served, no splitting, no moulding.
type Options struct {
	// Scope is where jobs may run: "grid" (also "") all sites share one queue, or
	// "home", independent clusters: each job on its home site, with its own queue.
	Scope string `json:"scope,omitempty"`

	// Queue is the discipline: "fcfs" (also ""), nothing passes a job that cannot
	// start; or "list", whatever can start does, in order.
	Queue string `json:"queue,omitempty"`

	// Site is how one of the sites with enough free processors is chosen:
	// "fastest" (also ""), "best-fit" (fewest left over), "most-power" (largest free
	// computing power), "most-free", "random", "home" (the home site if it will do,
	// else the fastest). Ties: see Scheduler.
	Site string `json:"site,omitempty"`

	// Split is how sites are taken for a job that fits on none: "" not at all,
	// "larger" (larger-first), "faster" (faster-first) or "adaptive".
	Split string `json:"split,omitempty"`

	// Mold tells whether a job that fits on no site may start on fewer processors,
	// and Power is the least part of the computing power it asked for, 0..1.
	Mold  bool    `json:"mold,omitempty"`
	Power float64 `json:"power,omitempty"`

	// Take is how many processors a moulded job takes: "asked" (also ""), what it
	// asked for as far as they are free; or "power", those that make up the power it
	// asked for.
	Take string `json:"take,omitempty"`

	// First is which of the two is tried first where both are allowed: "mold" (also
	// "") or "split".
	First string `json:"first,omitempty"`
}

// Validate reports the first option that is out of range.
func (o Options) Validate() error {
	for _, c := range []struct {
		name, value string
		known       []string
	}{
		{"scope", o.Scope, []string{"grid", "home"}},
		{"queue", o.Queue, []string{"fcfs", "list"}},
		{"site", o.Site, []string{"fastest", "best-fit", "most-power", "most-free", "random", "home"}},
		{"split", o.Split, []string{"larger", "faster", "adaptive"}},
		{"take", o.Take, []string{"asked", "power"}},
		{"first", o.First, []string{"mold", "split"}},
	} {
		ok := c.value == ""
		for _, k := range c.known {
			ok = ok || c.value == k
		}
		if !ok {
			return fmt.Errorf("%s=%s is unknown: it is one of %q", c.name, c.value, c.known)
		}
	}
	if !(o.Power >= 0 && o.Power <= 1) {
		return fmt.Errorf("power=%v is out of range: it is 0 to 1", o.Power)
	}
	return nil
}
