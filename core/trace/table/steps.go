package table

import "strings"

// Slurm's steps have their job's number with a point and a name or a number after it: 101.batch, 101.extern, 101.interactive, 101.0,
// 5_3.0, 200+1.batch. A number alone may be what pandas makes of 101, so it tells only beside a row of its job.

// isStep tells whether a text is that of a step, of which job, and whether it can be nothing else.
func isStep(s string) (job string, is, sure bool) {
	job, step, found := strings.Cut(s, ".")
	if !found || job == "" || strings.Trim(job, "0123456789_+") != "" || job[0]-'0' > 9 {
		return "", false, false
	}
	sure = step == "batch" || step == "extern" || step == "interactive"
	return job, sure || digits(step), sure
}

// ofArray tells whether a text is of a job array of PBS, 2000[3].server, and whether as a whole: 2000[].server.
func ofArray(s string) (is, whole bool) {
	before, after, found := strings.Cut(strings.TrimSpace(s), "[")
	task, _, closed := strings.Cut(after, "]")
	is = found && closed && digits(before) && (task == "" || digits(task))
	return is, is && task == ""
}

// findSteps looks for rows of steps, and of job arrays as a whole beside those of their tasks, in the first batch.
func (r *Reader) findSteps() {
	c := &r.cells[Job]
	if !c.given || c.at < 0 {
		return
	}
	jobs := map[string]bool{}
	texts := r.batch.Cols[c.at].Text
	for _, s := range texts {
		jobs[strings.TrimSpace(s)] = true
	}
	arrays, tasks := false, false
	for _, s := range texts {
		array, whole := ofArray(s)
		arrays, tasks = arrays || whole, tasks || array && !whole
		if arrays && tasks {
			r.steps = true
			return
		}
		job, is, sure := isStep(strings.TrimSpace(s))
		if sure || is && jobs[job] {
			r.steps = true
			return
		}
	}
}

// ofStep tells whether row i is that of a step, or of a job array as a whole.
func (r *Reader) ofStep(i int) bool {
	v := &r.batch.Cols[r.cells[Job].at]
	if v.Text == nil || v.null(i) {
		return false
	}
	_, is, _ := isStep(strings.TrimSpace(v.Text[i]))
	_, whole := ofArray(v.Text[i])
	return is || whole
}
