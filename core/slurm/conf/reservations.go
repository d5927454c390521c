package conf

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// takeBlocks takes the reservations and the states of nodes that scontrol shows, and the tables of sacctmgr of events and
// reservations.
func (r *reader) takeBlocks() error {
	var states []nodeState
	var columns []string
	for _, rec := range r.shown.blocks {
		var err error
		switch rec[0].key {
		case "":
			err = r.pastRow(rec[0].at, rec[0].value, &columns)
		case "reservationname":
			err = r.reservation(rec)
		default:
			var s nodeState
			if s, err = r.shownNode(rec); s.name != "" {
				states = append(states, s)
			}
		}
		if err != nil {
			return err
		}
	}
	r.shownOutages(states)
	return nil
}

// looseWords splits a line of scontrol. Values may have spaces: a word without "=" belongs to
// the value before it.
func looseWords(at place, s string) (rec record) {
	for _, w := range strings.Fields(s) {
		name, value, ok := strings.Cut(w, "=")
		if ok && isKey(name) {
			rec = append(rec, pair{at: at, key: strings.ToLower(name), name: name, value: value})
		} else if n := len(rec); n > 0 {
			rec[n-1].value += " " + w
		} else {
			rec = append(rec, pair{at: at, name: w})
		}
	}
	return rec
}

// resFlags are the flags of reservations that are modelled; those of resSilent only say how
// the nodes were chosen.
var (
	resFlags  = set("maint ignore_jobs daily weekly flex")
	resSilent = set("spec_nodes all_nodes part_nodes any_nodes first_cores static reserved_nodes")
)

// reservation takes one reservation.
func (r *reader) reservation(rec record) error {
	v := cluster.Reservation{Name: rec[0].value, UnixTime: true}
	get := func(key string) (p pair, given bool) {
		p, ok := rec.find(key)
		return p, ok && p.value != "" && !strings.EqualFold(p.value, "(null)") && !strings.EqualFold(p.value, "none")
	}
	for _, t := range []struct {
		key string
		to  *int64
	}{{"starttime", &v.BeginS}, {"endtime", &v.EndS}} {
		p, ok := get(t.key)
		if !ok {
			return rec[0].wrong(ErrNoTimes)
		}
		at, ok := r.date(p.value)
		if !ok {
			return p.wrong(ErrDate)
		}
		*t.to = at
	}
	if p, ok := get("licenses"); ok {
		list, err := licenses(p)
		if err != nil {
			return err
		}
		v.Licenses = cluster.TRES{}
		for _, l := range list {
			v.Licenses[l.Name] = float64(l.Count)
		}
	}
	nodes, ok := get("nodes")
	if !ok && v.Licenses == nil {
		r.ignore(rec[0].at, rec[0].text(), "a reservation without nodes")
		return nil
	}
	var names []string
	if ok {
		var err error
		if names, err = r.expandAll(nodes.value); err != nil {
			return nodes.wrong(err)
		}
	}
	if !ok {
		nodes.value = "" // it keeps licences
	}
	have, unknown := r.known(names)
	if v.Nodes = nodes.value; unknown > 0 || strings.EqualFold(nodes.value, "ALL") {
		v.Nodes = hostlist.Compress(have)
	}
	if unknown > 0 {
		r.assume("Reservation %s has %d nodes that slurm.conf does not have; they are left out.", clip(v.Name), unknown)
	}
	for _, who := range []struct {
		key string
		to  *[]string
	}{{"users", &v.Users}, {"accounts", &v.Accounts}} {
		p, ok := get(who.key)
		if !ok {
			continue
		}
		for _, name := range list(p.value) {
			if name[0] == '-' {
				r.ignore(p.at, p.name+"="+name, "who may not use a reservation is not modelled")
				continue
			}
			*who.to = append(*who.to, name)
		}
	}
	r.reservationRest(rec, &v, have)
	r.d.Reservations = append(r.d.Reservations, v)
	return nil
}

// reservationRest takes flags, and says what a reservation has that is not modelled.
func (r *reader) reservationRest(rec record, v *cluster.Reservation, nodes []string) {
	for _, p := range rec {
		if strings.EqualFold(p.value, "(null)") || strings.EqualFold(p.value, "none") || p.value == "" {
			continue
		}
		switch p.key {
		case "flags":
			for flag := range strings.SplitSeq(p.value, ",") {
				if f := strings.ToLower(strings.TrimSpace(flag)); resFlags[f] {
					v.Flags = addNew(v.Flags, f)
				} else if f != "" && !resSilent[f] {
					r.ignore(p.at, p.name+"="+strings.TrimSpace(flag), why("reservation", strings.TrimSpace(flag)))
				}
			}
		case "corecnt":
			cores := 0
			for _, name := range nodes {
				cores += r.nodes[r.nodeOf[name]].typ.Cores
			}
			if n, err := strconv.Atoi(p.value); err == nil && n < cores {
				r.assume("Reservation %s has %d cores in Slurm; here it has its nodes whole, %d cores.", clip(v.Name), n, cores)
			}
		case "groups", "burstbuffer", "maxstartdelay":
			r.ignore(p.at, p.text(), why("reservation", p.name))
		}
	}
}

// date returns the Unix time of a local time, or of a number of seconds.
func (r *reader) date(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, n >= 0 && n < 1<<40
	}
	t, err := time.ParseInLocation("2006-01-02T15:04:05", s, r.location)
	return t.Unix(), err == nil && t.Unix() >= 0
}

// A nodeState is a node that scontrol shows as down or draining.
type nodeState struct {
	name  string
	begin int64 // Unix time, 0 if it is not known
	drain bool
}

// shownNode returns the state of a node, with the name "" if it runs jobs.
func (r *reader) shownNode(rec record) (s nodeState, err error) {
	p, ok := rec.find("state")
	if !ok {
		return s, rec[0].wrong(ErrScontrol)
	}
	word, _, _ := strings.Cut(p.value, " ")
	down, drain, known := stateOf(word)
	if !known {
		r.ignore(p.at, p.text(), "not a state of a node")
	}
	if !down && !drain {
		return s, nil
	}
	if _, ok := r.nodeOf[rec[0].value]; !ok {
		r.ignore(rec[0].at, rec[0].text()+" "+p.text(), "slurm.conf has no such node")
		return s, nil
	}
	s = nodeState{name: rec[0].value, drain: !down}
	if reason, ok := rec.find("reason"); ok { // Reason=broken [root@2026-01-31T12:00:00]
		if i := strings.LastIndexByte(reason.value, '@'); i >= 0 {
			s.begin, _ = r.date(strings.TrimSuffix(reason.value[i+1:], "]"))
		}
	}
	s.begin = max(0, s.begin)
	return s, nil
}

// shownOutages makes an outage of the nodes that went down at the same time.
func (r *reader) shownOutages(states []nodeState) {
	for len(states) > 0 {
		first := states[0]
		same := func(s nodeState) bool { return s.begin == first.begin && s.drain == first.drain }
		i := slices.IndexFunc(states, func(s nodeState) bool { return !same(s) })
		if i < 0 {
			i = len(states)
		}
		var names []string
		for _, s := range states[:i] {
			names = append(names, s.name)
		}
		r.d.Outages = append(r.d.Outages,
			cluster.Outage{Nodes: hostlist.Compress(names), BeginS: first.begin, UnixTime: first.begin > 0, Drain: first.drain})
		states = states[i:]
	}
}
