package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// slurmFields are the fields that the stand-in for sacct knows.
var slurmFields = strings.Split("JobID|User|Account|Partition|State|Submit|Start|End|Elapsed|Timelimit|"+
	"ReqCPUS|AllocCPUS|NCPUS|JobIDRaw|ElapsedRaw|TimelimitRaw|NTasks|NodeList", "|")

// slurmRows are its jobs: two that ran, one with a step, and one that was
// cancelled before it started.
var slurmRows = []string{
	"10|ann|physics|batch|COMPLETED|2026-01-01T00:00:00|2026-01-01T00:01:00|2026-01-01T01:01:00|01:00:00|02:00:00|4|4|4|10|3600|120||n1",
	"10.batch|||||2026-01-01T00:01:00|2026-01-01T00:01:00|2026-01-01T01:01:00|01:00:00||4|4|4|10.batch|3600||1|n1",
	"11|bob|chem|batch|COMPLETED|2026-01-01T00:10:00|2026-01-01T00:10:00|2026-01-01T00:20:00|00:10:00|00:30:00|2|2|2|11|600|30||n2",
	"12|bob|chem|batch|CANCELLED by 7|2026-01-01T00:11:00|None|2026-01-01T00:12:00|00:00:00|00:30:00|8|0|8|12|0|30||None assigned",
}

// slurmTime is a cell in the format of times that the environment asks for.
func slurmTime(cell string) string {
	when, err := time.Parse("2006-01-02T15:04:05", cell)
	if err != nil || os.Getenv("SLURM_TIME_FORMAT") != "%s" {
		return cell
	}
	return fmt.Sprint(when.Unix())
}

// fakeSacct prints the fields that --format asks for, as --parsable2 does.
func fakeSacct() {
	format := ""
	for i, arg := range os.Args {
		if value, ok := strings.CutPrefix(arg, "--format="); ok {
			format = value
		} else if arg == "--format" && i+1 < len(os.Args) {
			format = os.Args[i+1]
		}
	}
	fields := slurmFields
	if format != "ALL" {
		fields = strings.Split(format, ",")
	}
	var columns []int
	for _, f := range fields {
		k := slices.IndexFunc(slurmFields, func(known string) bool { return strings.EqualFold(known, f) })
		if k < 0 || !slices.Contains(os.Args, "--parsable2") {
			fmt.Fprintf(os.Stderr, "sacct: the stand-in knows --parsable2 and the fields %v, not %q\n", slurmFields, f)
			os.Exit(1)
		}
		columns = append(columns, k)
	}
	rows := slurmRows
	if !slices.Contains(os.Args, "--noheader") {
		rows = append([]string{strings.Join(slurmFields, "|")}, rows...)
	}
	for _, row := range rows {
		cells := strings.Split(row, "|")
		var out []string
		for _, k := range columns {
			out = append(out, slurmTime(cells[k]))
		}
		fmt.Println(strings.Join(out, "|"))
	}
}
