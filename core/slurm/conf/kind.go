package conf

import (
	"bufio"
	"errors"
	"regexp"
	"strings"

	"github.com/backfill-lab/backfill/core/internal/text"
)

// A kind is what a file is, by its first lines.
type kind int

const (
	unknown kind = iota // what the caller says it is
	gresKind
	topologyKind
	sacctmgrKind
	scontrolKind
)

// kindNames name files of which no cluster is made alone.
var kindNames = map[kind]string{gresKind: "gres.conf", topologyKind: "topology.conf or topology.yaml", sacctmgrKind: "of sacctmgr"}

// A fileSign tells a file by its first line.
type fileSign struct {
	kind  kind
	first *regexp.Regexp
}

var fileSigns = []fileSign{
	{scontrolKind, regexp.MustCompile(`^(Configuration data as of |NodeName=\S+ (Arch|CoresPerSocket)=|ReservationName=\S+ StartTime=)`)},
	{scontrolKind, regexp.MustCompile(`^PartitionName=\S+( +AllowGroups=.*)?$`)},
	{topologyKind, regexp.MustCompile(`^(---$|- topology:|(?i)SwitchName=|(?i)BlockName=)`)},
	{gresKind, regexp.MustCompile(`(?i)^(AutoDetect=|Name=gpu|NodeName=\S+ +(Name|AutoDetect)=)`)},
	{sacctmgrKind, regexp.MustCompile(`^((Cluster|QOS|Parent|Account) - '|(Name|Cluster|Account)\|)`)},
}

// A foreignSign tells a file from which no cluster is read.
type foreignSign struct {
	head *regexp.Regexp
	err  error
}

var foreignSigns = []foreignSign{
	{regexp.MustCompile(`(?s)^\s*\{.*"jobs"`), errors.New("this is JSON of jobs: sacct --json goes to --log, and squeue --json is not read")},
	{regexp.MustCompile(`^\s*\{`), errors.New("this is JSON: give the text that scontrol and sacctmgr print without --json")},
	{regexp.MustCompile(`(?s)^\*+\s*\nsdiag output`), errors.New("this is the output of sdiag: give it as --sdiag")},
	{regexp.MustCompile(`^(JobID|JobIDRaw|ACCOUNT\|TRES_PER_NODE|JOBID)\b.*\|`),
		errors.New("this is a list of jobs: the output of sacct goes to --log")},
}

// kindOf tells what a file is, whose Data it reads ahead, and returns an error for one from which no cluster is read.
func kindOf(f *File) (kind, error) {
	ahead := bufio.NewReaderSize(text.NewSource(f.Data), 1<<14)
	f.Data = ahead
	head, _ := ahead.Peek(1 << 14)
	for _, sign := range foreignSigns {
		if sign.head.Match(head) {
			return unknown, place{f.Name, 1}.wrong("", "", sign.err)
		}
	}
	lines := strings.Split(string(head), "\n")
	for i, line := range lines {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for _, sign := range fileSigns {
			if !sign.first.MatchString(line) {
				continue
			}
			if strings.HasPrefix(line, "PartitionName=") && !strings.Contains(line, " ") && // a line of slurm.conf has more
				(i+1 == len(lines) || !strings.HasPrefix(strings.TrimSpace(lines[i+1]), "AllowGroups=")) {
				continue
			}
			return sign.kind, nil
		}
		break
	}
	return unknown, nil
}
