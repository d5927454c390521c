package managers

import (
	"bytes"
	"slices"
	"strings"
)

// looksLike reports whether text begins like a pattern, in which 0 stands for any digit and A for any capital letter.
func looksLike(text []byte, pattern string) bool {
	if len(text) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		switch c := text[i]; pattern[i] {
		case '0':
			if c-'0' > 9 {
				return false
			}
		case 'A':
			if c-'A' > 'Z'-'A' {
				return false
			}
		default:
			if c != pattern[i] {
				return false
			}
		}
	}
	return true
}

// startsWith returns whether the first line starts with a text.
func startsWith(text string) func(*head) bool {
	return func(h *head) bool { return bytes.HasPrefix(h.first, []byte(text)) }
}

// beginsWith returns whether the first words of the first line are these.
func beginsWith(words ...string) func(*head) bool {
	return func(h *head) bool {
		fields := strings.Fields(string(h.first))
		return len(fields) >= len(words) && slices.Equal(fields[:len(words)], words)
	}
}

// firstWord returns the first line up to its first space.
func firstWord(h *head) string {
	word, _, _ := strings.Cut(string(h.first), " ")
	return word
}

func isPBS(h *head) bool {
	const stamp = "00/00/0000 00:00:00;"
	return slices.ContainsFunc([][]byte{h.row, h.next}, func(row []byte) bool {
		row = withoutFile(row)
		return looksLike(row, stamp+"A;") || looksLike(row, stamp+"AA;")
	})
}

// withoutFile drops the name of a file in front of a record of PBS, as grep prints it.
func withoutFile(line []byte) []byte {
	if _, rest, found := bytes.Cut(line[:min(len(line), 256)], []byte(":")); found && looksLike(rest, "00/00/0000 00:00:00;") {
		return line[bytes.IndexByte(line, ':')+1:]
	}
	return line
}

// isPBSDaemon knows the logs of servers and nodes by the class of the event in hexadecimal digits.
func isPBSDaemon(h *head) bool {
	return looksLike(h.row, "00/00/0000 00:00:00") && bytes.Count(h.row, []byte{';'}) >= 4
}

func isSGE(h *head) bool {
	return slices.ContainsFunc([][]byte{h.row, h.next}, func(row []byte) bool {
		return isSGERow(sgeRejoin(bytes.Split(row, []byte{':'})), 0, 0)
	})
}

func isLSF(h *head) bool {
	return h.event("JOB_FINISH", "JOB_RESIZE", "EVENT_ADRSV_FINISH") || !isLSFEvents(h) && bytes.HasPrefix(h.next, []byte(`"JOB_FINISH" "`))
}

// event reports whether the first row is one of these records of LSF.
func (h *head) event(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return bytes.HasPrefix(h.row, []byte(`"`+name+`" "`)) })
}

func isLSFEvents(h *head) bool {
	return h.event("JOB_NEW", "JOB_START", "JOB_STATUS", "JOB_EXECUTE", "JOB_ACCEPT", "MBD_START", "LOG_SWITCH", "LOAD_INDEX",
		"JOB_FINISH2", "JOB_START_ACCEPT", "JOB_CLEAN", "JOB_SWITCH", "JOB_MODIFY2", "QUEUE_CTRL", "HOST_CTRL")
}

// isGWF knows the format by its comments, else by rows of as many fields, some of which are texts.
func isGWF(h *head) bool {
	for _, line := range h.lines {
		if line[0] != '#' {
			break
		}
		if bytes.Contains(line, []byte("SubmitTime")) && bytes.Contains(line, []byte("WaitTime")) {
			return true
		}
	}
	fields := bytes.Fields(h.row)
	if len(fields) < gwfLeast || len(fields) > gwfFields+1 {
		return false
	}
	for _, f := range fields[:11] {
		if !isNumber(f) {
			return false
		}
	}
	return len(fields) == gwfFields || slices.ContainsFunc(fields[11:19], func(f []byte) bool { return !isNumber(f) })
}

func isFlux(h *head) bool {
	return h.json() && h.key("t_submit") && (h.keys("id", "userid") || h.keys("id", "urgency"))
}

func isFluxEvents(h *head) bool {
	return h.json() && h.keys("timestamp", "name") && (h.has(`"submit"`) || h.has(`"validate"`)) && h.key("context")
}

func isFluxJobspec(h *head) bool {
	return h.json() && h.keys("resources", "tasks", "version") && h.has(`"slot"`)
}

func isFluxTable(h *head) bool {
	return beginsWith("JOBID", "USER", "NAME", "ST", "NTASKS")(h) || beginsWith("JOBID", "QUEUE", "USER", "NAME", "ST", "NTASKS")(h)
}

// isSlurmQueueJSON knows Slurm's live jobs by members that those of the accounting lack.
func isSlurmQueueJSON(h *head) bool {
	if !h.json() {
		return false
	}
	return h.key("accrue_time") || h.keys("job_id", "job_state") || h.keys("job_id", "submit_time", "start_time") ||
		h.key("command") && h.has(`"squeue"`) && !h.has(`"sacct"`)
}

func isBareSacctJSON(h *head) bool {
	return h.json() && h.keys("job_id", "allocation_nodes") && !h.key("jobs")
}

// isSqueue knows the header of squeue, all of which is in capital letters: sacct's is not. A line with the date may come before.
func isSqueue(h *head) bool {
	return slices.ContainsFunc(h.lines[:min(len(h.lines), 2)], isSqueueHeader)
}

func isSqueueHeader(line []byte) bool {
	if bytes.ContainsAny(line, "abcdefghijklmnopqrstuvwxyz,;\"") {
		return false
	}
	words := bytes.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' || r == '|' })
	is := func(names ...string) bool {
		return slices.ContainsFunc(words, func(w []byte) bool { return slices.Contains(names, string(w)) })
	}
	if is("STAT", "NTASKS", "SUBMIT", "ELAPSED", "JOBIDRAW") { // of bjobs, flux jobs, and of sacct in capital letters
		return false
	}
	return is("JOBID", "ARRAY_JOB_ID", "STEPID") &&
		is("ST", "STATE", "NODELIST", "NODELIST(REASON)", "REASON", "TIME_LIMIT", "TIME_LEFT", "MIN_CPUS", "CPUS", "SUBMIT_TIME", "START_TIME")
}

func isScontrol(h *head) bool {
	return bytes.HasPrefix(h.first, []byte("JobId=")) && (bytes.Contains(h.first, []byte(" JobName=")) || h.has("\n   UserId="))
}

// isJobcompJSON knows the documents of the plugins jobcomp/elasticsearch and jobcomp/kafka.
func isJobcompJSON(h *head) bool {
	return h.json() && (h.keys("@submit", "@start") || h.keys("jobid", "@end"))
}

func isJobcomp(h *head) bool {
	return bytes.HasPrefix(h.first, []byte("JobId=")) && bytes.Contains(h.first, []byte(" JobState="))
}

// isSinfo knows the header; a line with the date may come before.
func isSinfo(h *head) bool {
	return slices.ContainsFunc(h.lines[:min(len(h.lines), 2)], func(line []byte) bool {
		words := strings.Fields(string(line))
		return len(words) > 2 && (words[0] == "PARTITION" && words[1] == "AVAIL" || words[0] == "NODELIST" && slices.Contains(words, "PARTITION"))
	})
}

func isSeff(h *head) bool { return startsWith("Job ID: ")(h) && h.has("\nCluster: ") }

// isSlurmConf knows slurm.conf and what scontrol and sacctmgr print of a cluster.
func isSlurmConf(h *head) bool {
	for _, begins := range [...]string{
		"ClusterName=", "SlurmctldHost=", "NodeName=", "PartitionName=", "Configuration data as of", "Cluster - ",
	} {
		if bytes.HasPrefix(h.row, []byte(begins)) {
			return true
		}
	}
	return false
}

// isSlurmYAML knows the members at the top of what commands print with --yaml.
func isSlurmYAML(h *head) bool {
	for _, line := range h.lines[:min(len(h.lines), 2)] {
		if s := string(line); s == "jobs:" || s == "meta:" {
			return true
		}
	}
	return false
}

func isSreport(h *head) bool {
	return bytes.HasPrefix(h.first, []byte("-----")) && len(h.lines) > 1 && bytes.Contains(h.lines[1], []byte("Utilization "))
}

func isQstatJSON(h *head) bool {
	return h.json() && (h.key("pbs_version") || h.keys("Job_Name", "job_state"))
}

// isQstat knows the header with its rule below; a line with the server's name may come before.
func isQstat(h *head) bool {
	for i, line := range h.lines {
		words := strings.Fields(string(line))
		if len(words) > 3 && words[0] == "Job" && strings.EqualFold(words[1], "ID") && (words[2] == "Name" || words[2] == "Username") {
			return i < 4
		}
	}
	return false
}

func isGridQstat(h *head) bool {
	return beginsWith("job-ID", "prior", "name")(h) || beginsWith("queuename", "qtype")(h)
}

func isQacct(h *head) bool {
	return bytes.HasPrefix(h.first, []byte("=====")) && len(h.lines) > 1 && bytes.HasPrefix(h.lines[1], []byte("qname ")) ||
		firstWord(h) == "qname" && h.has("\nhostname ")
}

func isQacctSummary(h *head) bool {
	words := strings.Fields(string(h.first))
	return bytes.HasPrefix(h.first, []byte("Total System Usage")) || slices.Contains(words, "WALLCLOCK") && slices.Contains(words, "UTIME")
}

func isSGEJSON(h *head) bool { return h.json() && h.keys("job_number", "qname") }

func isBjobsJSON(h *head) bool { return h.json() && h.keys("COMMAND", "RECORDS") }

func isCondor(h *head) bool {
	if startsWith("*** ")(h) && (h.has("Offset = ") || h.has("ClusterId")) {
		return true
	}
	return h.has("\nClusterId = ") || startsWith("ClusterId = ")(h) || startsWith(`MyType = "Job"`)(h) ||
		h.has("\nJobUniverse = ") || h.has("\nBytesRecvd = ")
}

func isCondorJSON(h *head) bool {
	return h.json() && (h.key("ClusterId") || h.keys("QDate", "Owner") || h.key("GlobalJobId") || h.key("JobUniverse") ||
		h.keys("BytesSent", "BytesRecvd"))
}

func isCondorXML(h *head) bool { return startsWith("<")(h) && h.has("<classads>") }

func isCondorTable(h *head) bool {
	return bytes.HasPrefix(h.first, []byte("-- Schedd: ")) || beginsWith("ID", "OWNER", "SUBMITTED")(h)
}

func isCondorEvents(h *head) bool {
	return looksLike(h.first, "000 (00") && h.has("Job submitted from host")
}

func isOARJSON(h *head) bool {
	return h.json() && (h.key("assigned_network_address") || h.key("assigned_resources") || h.keys("submissionTime", "stopTime") ||
		h.keys("submissionTime", "jobType") ||
		h.keys("wanted_resources", "submission_time") || h.keys("cpuset_name", "owner"))
}

func isMaui(h *head) bool {
	if firstWord(h) == "VERSION" && len(bytes.Fields(h.first)) == 2 {
		return true
	}
	return mauiFields(h.row) != nil
}

// mauiFields returns the fields of a job in a workload trace of Maui, nil if the line is none.
func mauiFields(line []byte) [][]byte {
	fields := bytes.Fields(line)
	marked := func(f []byte) bool { return string(f) == "[NONE]" || string(f) == "[DEFAULT]" }
	if len(fields) <= mauiPerTask || !slices.ContainsFunc(fields, marked) {
		return nil
	}
	return fields
}

// isEarlyMaui knows traces by what stands in place of the processors of a task: in all lines, as one may be damaged.
func isEarlyMaui(h *head) bool {
	jobs := 0
	for _, line := range h.lines {
		switch fields := mauiFields(line); {
		case fields == nil:
		case isCount(fields[mauiPerTask]):
			return false
		default:
			jobs++
		}
	}
	return jobs > 0 && isMaui(h)
}

func isMoabEvents(h *head) bool {
	fields := bytes.Fields(h.row)
	return len(fields) > 4 && looksLike(fields[0], "00:00:00") && bytes.IndexByte(fields[1], ':') > 0 &&
		slices.Contains([]string{"job", "node", "sched", "rsv"}, string(fields[2]))
}

// isXML knows documents of commands such as qstat -xml; other ones that begin with < are web pages.
func isXML(h *head) bool {
	for _, begins := range [...]string{"<?xml", "<Data>", "<job_info", "<classads", "<jobs"} {
		if startsWith(begins)(h) {
			return !h.has("<html") && !h.has("<!DOCTYPE html")
		}
	}
	return false
}

// isFieldsComment knows the files of jobs of Altair Accelerator, whose first comments are of the version and the time.
func isFieldsComment(h *head) bool {
	for _, line := range h.lines {
		if line[0] != '#' {
			break
		}
		if bytes.HasPrefix(line, []byte("# FIELDS: ")) {
			return true
		}
	}
	return false
}

// isFramed knows tables by the line above their names.
func isFramed(h *head) bool {
	return startsWith("+-")(h) && len(bytes.Trim(h.first, "+-")) == 0 && bytes.HasPrefix(h.next, []byte("|")) || startsWith("┌─")(h)
}

func isDump(h *head) bool {
	return startsWith("-- ")(h) && h.has(" dump") || startsWith("INSERT INTO ")(h) || h.has("\nINSERT INTO ") ||
		startsWith("SQLite format 3")(h)
}

// numbersBetween returns how many numbers a line is that has one of these marks between them; 0 if it is anything else.
func numbersBetween(line []byte, marks string) int {
	for _, mark := range marks {
		fields := bytes.Split(line, []byte(string(mark)))
		if len(fields) > 1 && !slices.ContainsFunc(fields, func(f []byte) bool { return !isNumber(bytes.TrimSpace(f)) }) {
			return len(fields)
		}
	}
	return 0
}

func isCQSimResult(h *head) bool {
	n := numbersBetween(h.row, ";")
	return n >= 9 && n < 18
}

func isMarkedSWF(h *head) bool { return numbersBetween(h.row, ",;") == 18 }

func isElastiSim(h *head) bool { return h.json() && h.keys("submit_time", "application_model") }

// isCount reports whether a field is digits only.
func isCount(field []byte) bool {
	return len(field) > 0 && !slices.ContainsFunc(field, func(c byte) bool { return c-'0' > 9 })
}

// isNumber reports whether a field is a number, perhaps with a sign and decimals.
func isNumber(field []byte) bool {
	field = bytes.TrimPrefix(field, []byte("-"))
	whole, decimals, point := bytes.Cut(field, []byte("."))
	return isCount(whole) && (!point || len(decimals) == 0 || isCount(decimals))
}
