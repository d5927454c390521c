package conf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/backfill-lab/backfill/core/platform/cluster"
	"github.com/backfill-lab/backfill/core/slurm/hostlist"
)

// The columns of sacctmgr show event and show reservation, in lower case and without spaces:
// Slurm writes TimeStart for the field Start.
var pastColumns = map[string]string{
	"nodename": "node", "start": "start", "timestart": "start", "end": "end", "timeend": "end", "state": "state",
	"name": "name", "nodenames": "node", "flags": "flags",
}

// pastRow reads a line of a table of what was: an event is an outage of a node, which has no end
// yet if that is 0 or Unknown; a reservation is one.
func (r *reader) pastRow(at place, s string, columns *[]string) error {
	fields := strings.Split(strings.TrimSuffix(s, "|"), "|")
	var names []string
	for _, f := range fields {
		names = append(names, pastColumns[strings.ToLower(strings.ReplaceAll(f, " ", ""))])
	}
	if slices.Contains(names, "start") && slices.Contains(names, "end") { // a header
		*columns = names
		return nil
	}
	if *columns == nil {
		return at.wrong("", s, ErrPast)
	}
	fields = strings.Split(s, "|")
	if n := len(*columns); len(fields) < n || len(fields) > n+1 {
		return at.wrong("", s, ErrColumns)
	}
	row := map[string]pair{}
	for i, key := range *columns {
		row[key] = pair{at: at, key: key, name: key, value: strings.TrimSpace(fields[i])}
	}
	begin, known := r.date(row["start"].value)
	if !known {
		return row["start"].wrong(ErrDate)
	}
	end := int64(0)
	if v := row["end"].value; v != "" && v != "0" && !strings.EqualFold(v, "unknown") {
		if end, known = r.date(v); !known {
			return row["end"].wrong(ErrDate)
		}
	}
	switch {
	case slices.Contains(*columns, "node") && slices.Contains(*columns, "state"):
		return r.pastEvent(row, begin, end)
	case slices.Contains(*columns, "name") && slices.Contains(*columns, "node"):
		return r.pastReservation(row, begin, end)
	}
	return at.wrong("", s, ErrPast)
}

// pastEvent takes an outage. Events without a node are of the whole cluster's size, and no
// outages.
func (r *reader) pastEvent(row map[string]pair, begin, end int64) error {
	node, state := row["node"], row["state"]
	if node.value == "" {
		return nil
	}
	down, drain, _ := stateOf(state.value)
	if !down && !drain || end != 0 && end <= begin {
		return nil
	}
	if _, ok := r.nodeOf[node.value]; !ok {
		r.ignore(node.at, node.value+" "+state.value, "slurm.conf has no such node")
		return nil
	}
	r.d.Outages = append(r.d.Outages, cluster.Outage{Nodes: node.value, BeginS: begin, EndS: end, UnixTime: true, Drain: drain})
	return nil
}

// pastReservation takes a reservation. Slurm's database has a row for each time that one was changed.
func (r *reader) pastReservation(row map[string]pair, begin, end int64) error {
	names, err := r.expandAll(row["node"].value)
	if err != nil {
		return row["node"].wrong(err)
	}
	have, _ := r.known(names)
	if len(have) == 0 || end <= begin {
		return nil
	}
	v := cluster.Reservation{Name: row["name"].value, Nodes: hostlist.Compress(have), BeginS: begin, EndS: end, UnixTime: true}
	if f := row["flags"]; f.value != "" {
		r.reservationRest(record{{at: f.at, key: "flags", name: "Flags", value: f.value}}, &v, have)
	}
	r.d.Reservations = append(r.d.Reservations, v)
	return nil
}

// credentials takes how long a job's credentials last: AuthInfo=cred_expire=SECONDS.
func (r *reader) credentials(p pair) error {
	for option := range strings.SplitSeq(p.value, ",") {
		if v, ok := strings.CutPrefix(strings.ToLower(option), "cred_expire="); ok {
			n, err := strconv.ParseInt(v, 10, 32)
			if err != nil || n < 0 {
				return p.wrong(ErrSize32)
			}
			n++
			r.d.Scheduling.RequeueDelayS = &n
		}
	}
	return nil
}
