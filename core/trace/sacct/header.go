package sacct

import (
	"slices"
	"strings"
)

// onlySacct are columns of sacct whose names hardly any other table has.
var onlySacct = strings.Fields("JobIDRaw ElapsedRaw TimelimitRaw AllocCPUS ReqCPUS AllocTRES ReqTRES AllocNodes ReqNodes MaxRSS AveRSS " +
	"MaxVMSize AveVMSize MaxRSSNode MaxRSSTask MaxVMSizeNode MaxVMSizeTask AveCPU MinCPU MinCPUNode MinCPUTask AvePages MaxPages " +
	"MaxPagesNode MaxPagesTask ReqMem AllocGRES ReqGRES SubmitLine CPUTimeRAW TotalCPU SystemCPU UserCPU DerivedExitCode " +
	"ConsumedEnergy ConsumedEnergyRaw QOSRAW AssocID WCKey WCKeyID Eligible Planned PlannedCPU PlannedCPURAW Reserved ResvCPU " +
	"ResvCPURAW AveDiskRead AveDiskWrite MaxDiskRead MaxDiskReadNode MaxDiskReadTask MaxDiskWrite MaxDiskWriteNode MaxDiskWriteTask " +
	"TRESUsageInAve TRESUsageInMax TRESUsageInMaxNode TRESUsageInMaxTask TRESUsageInMin TRESUsageInMinNode TRESUsageInMinTask " +
	"TRESUsageInTot TRESUsageOutAve TRESUsageOutMax TRESUsageOutMaxNode TRESUsageOutMaxTask TRESUsageOutMin TRESUsageOutMinNode " +
	"TRESUsageOutMinTask TRESUsageOutTot AveCPUFreq ReqCPUFreq ReqCPUFreqMin ReqCPUFreqMax ReqCPUFreqGov BlockID DBIndex " +
	"AdminComment SystemComment SLUID RestartCnt SegmentSize")

// otherSacct are its other columns.
var otherSacct = strings.Fields("JobID JobName User Group UID GID Account Cluster Partition QOS QOSREQ " +
	"Reservation ReservationID Constraints NodeList Submit Start End Elapsed Suspended Timelimit NCPUS NNodes " +
	"NTasks CPUTime State ExitCode Priority Flags Reason Comment " +
	"Extra FailedNode Layout Licenses McsLabel Container WorkDir StdIn StdOut StdErr StdInExpanded StdOutExpanded StdErrExpanded")

// isIndex tells whether a column is the number of the row, as pandas and R add it.
func isIndex(name string) bool {
	switch plain := squeeze([]byte(name)); plain {
	case "", "index", "unnamed0", "indexlevel0", "rownames", "x":
		return true
	}
	return false
}

// hasName tells whether a list of names has this one, in any spelling.
func hasName(list []string, name string) bool {
	plain := squeeze([]byte(name))
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, plain) })
}

// NamesColumns reports whether names are those of sacct's columns, spelled like JobID or job_id. A job's number and its submission
// are among them, and either at least two more that only sacct has, such as AllocCPUS, or none but sacct's, with processors or
// nodes. If sacct prints all of them so, the number alone is enough: then a Reader says which column is missing.
func NamesColumns(names []string) bool {
	only, others, exact := 0, 0, true
	var has [numColumns]bool
	for _, name := range names {
		c := columnOf([]byte(name))
		has[c] = true
		switch {
		case isIndex(name):
			continue
		case hasName(onlySacct, name) && c != colJobIDRaw:
			only++
		case !hasName(onlySacct, name) && !hasName(otherSacct, name):
			others++
		}
		exact = exact && strings.EqualFold(squeeze([]byte(name)), name)
	}
	switch {
	case !has[colJobID] && !has[colJobIDRaw] || len(names) < 2:
		return false
	case others == 0 && exact:
		return true
	}
	width := slices.Contains(has[colAllocCPUS:colReqNodes+1], true)
	return has[colSubmit] && (only >= 2 || others == 0 && width)
}

// Reads reports for each of these names of columns whether a Reader reads the column.
func Reads(names []string) []bool {
	all := make([]bool, len(names))
	for i, name := range names {
		all[i] = columnOf([]byte(name)) != colOther
	}
	return all
}

// IsPlain reports whether a line of column names is one as sacct prints it, whose rows are told apart by the line's separator.
func IsPlain(line []byte) bool {
	_, err := separator(line)
	return err == nil || err == ErrPlain
}
