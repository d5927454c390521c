package conf

import (
	"errors"
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// ErrNoConf is a call of Read without slurm.conf and without the output of scontrol.
var ErrNoConf = errors.New("no slurm.conf is given: it names the nodes and partitions")

// Errors of a file, a line or a value, wrapped by a ParseError.
var (
	ErrNoNodes  = errors.New("no NodeName line: give the file slurm.conf, or the output of scontrol show node with --scontrol")
	ErrNoParts  = errors.New("no PartitionName line: give the file slurm.conf, or the output of scontrol show partition with --scontrol")
	ErrIncluded = errors.New("the nodes and partitions are in files that are included: give one file with all of it, or the output of " +
		"scontrol show node and scontrol show partition with --scontrol")
	ErrDynamic   = errors.New("nodes register by themselves, and slurm.conf names none: give the output of scontrol show node with --scontrol")
	ErrYAML      = errors.New("not a line of topology.yaml: write each key on a line of its own")
	ErrTemplate  = errors.New("this is a template: give the slurm.conf that is made of it")
	ErrLong      = fmt.Errorf("a line of more than %d KiB: this is not a configuration of Slurm", maxLine>>10)
	ErrLines     = fmt.Errorf("more than %d lines: this is not a configuration of Slurm", maxLines)
	ErrSize      = fmt.Errorf("more than %d MiB: this is not a configuration of Slurm", maxText>>20)
	ErrBinary    = errors.New("a NUL byte: this is not a text")
	ErrPair      = errors.New("not Key=Value: if the value has spaces, write it in double quotes")
	ErrQuote     = errors.New("a double quote is missing at the end of the value")
	ErrYesNo     = errors.New("not YES or NO")
	ErrTwice     = errors.New("the node is in an earlier line too: name it once")
	ErrPartTwo   = errors.New("the partition is in an earlier line too: name it once")
	ErrNode      = errors.New("no node of this name is in slurm.conf")
	ErrGres      = errors.New("not a list of GPUs: write gpu:2 or gpu:a100:2")
	ErrState     = errors.New("not a state of a node or partition: write UP or DOWN")
	ErrDefaults  = errors.New("not a list like DefCpuPerGPU=2,DefMemPerGPU=4000")
	ErrSpec      = errors.New("no core is left for jobs")
	ErrExclusive = errors.New("not NO, NODE, USER or TOPO")
	ErrCount     = errors.New("not a count from 1 to 1,000,000")
	ErrSize32    = errors.New("not a whole number from 0 to 1,000,000,000")
	ErrParts     = fmt.Errorf("more than %d partitions: this is not a configuration of Slurm", maxAllRow)
	ErrForm      = errors.New("not a line of sacctmgr: give its commands, sacctmgr dump, or sacctmgr show qos|assoc -P")
	ErrColumns   = errors.New("more or fewer fields than columns: run sacctmgr show with -P")
	ErrAccount   = errors.New("no such account: add it in an earlier line")
	ErrNoName    = errors.New("the command has no name: write name=NAME")
	ErrCycle     = errors.New("the account is its own ancestor: parents must lead to root")
	ErrParent    = errors.New("no such parent account: sacctmgr show assoc -P must list it too")
	ErrMany      = fmt.Errorf("more than %d associations from one line", maxAllRow)
	ErrFew       = fmt.Errorf("more than %d of them: this is not a configuration of Slurm", maxFew)
	ErrDepth     = fmt.Errorf("accounts nested more than %d deep: this is not a configuration of Slurm", maxDepth)
	ErrWork      = errors.New("too many commands that change everything: give a dump of sacctmgr")
	ErrDate      = errors.New("not a time like 2026-01-31T12:00:00")
	ErrNoTimes   = errors.New("the reservation has no StartTime or no EndTime: give all of scontrol show reservation")
	ErrScontrol  = errors.New("not a line of scontrol: give the output of scontrol show reservation, node, partition or config")
	ErrPast      = errors.New("not a table of events or reservations: give sacctmgr -P show event format=NodeName,Start,End,State, or " +
		"show reservation format=Name,Start,End,NodeNames,Flags")
)

// A ParseError says what is wrong with a line of a configuration.
type ParseError = text.ParseError

// A place is a line of a file.
type place struct {
	file string
	line int
}

// wrong returns the error of a value in this line.
func (at place) wrong(field, value string, err error) error {
	return &ParseError{File: at.file, Line: at.line, Field: field, Text: text.Shorten([]byte(value)), Err: err}
}

// clip returns a text for the list Ignored, on one line and not too long.
func clip(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		return strings.ToValidUTF8(s[:most-3], "") + "..."
	}
	return strings.ToValidUTF8(s, "?")
}
