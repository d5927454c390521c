package managers

import "bytes"

// mostProcs bounds sums of processors.
const mostProcs = 1 << 40

// pbsHosts returns the processors and the nodes of exec_host: n1/0*4+n2/0*4 of PBS Pro, n1/0+n1/1 or n1/0-3,7 of Torque. The
// processors are None if it names nodes alone.
func (r *Reader) pbsHosts(list []byte) (procs, nodes int64) {
	if r.pbs.hosts == nil {
		r.pbs.hosts = map[string]bool{}
	}
	clear(r.pbs.hosts)
	procs = None
	for part := range bytes.SplitSeq(list, []byte("+")) {
		host, slots, numbered := bytes.Cut(part, []byte("/"))
		if len(host) == 0 {
			continue
		}
		if !r.pbs.hosts[string(host)] {
			r.pbs.hosts[string(host)] = true
		}
		if numbered {
			procs = min(max(procs, 0)+slotsOf(slots), mostProcs)
		}
	}
	return procs, int64(len(r.pbs.hosts))
}

// slotsOf returns how many processors a list such as 0, 0-3,7 or 0*4 has.
func slotsOf(list []byte) (n int64) {
	for slot := range bytes.SplitSeq(list, []byte(",")) {
		if _, times, is := bytes.Cut(slot, []byte("*")); is {
			if k, err := count(times); err == nil && k >= 0 {
				n += k
			}
			continue
		}
		first, last, isRange := bytes.Cut(slot, []byte("-"))
		from, err := count(first)
		if to, err2 := count(last); isRange && err == nil && err2 == nil && to >= from {
			n += to - from
		}
		n++
	}
	return min(n, mostProcs)
}

// vnodes returns the processors and GPUs of exec_vnode, such as (n1:ncpus=4:mem=1gb)+(n2:ncpus=4:ngpus=1), None without any.
func vnodes(list []byte) (procs, gpus int64) { return sumOf(list, "ncpus="), sumOf(list, "ngpus=") }

// sumOf adds up the numbers behind a key, None if there is none.
func sumOf(list []byte, key string) int64 {
	sum := int64(None)
	for part := range bytes.FieldsFuncSeq(list, func(c rune) bool { return c == ':' || c == '(' || c == ')' || c == '+' }) {
		if number, is := bytes.CutPrefix(part, []byte(key)); is {
			if n, err := count(number); err == nil && n >= 0 {
				sum = min(max(sum, 0)+n, mostProcs)
			}
		}
	}
	return sum
}

// chunks reads what a job asked for, such as 2:ncpus=4:ngpus=1+1:ncpus=8 or 2:ppn=8+fat:ppn=4: a number of chunks or a node's
// name each, with a processor if it does not say how many. Behind them Torque may say #shared. It sets the processors, and the GPUs
// if the row has none.
func (r *Reader) chunks(list []byte, procs, gpus string, to *int64, row *Row) {
	sum, cards := int64(0), int64(0)
	asked, sharing, _ := bytes.Cut(list, []byte("#"))
	row.Exclusive = row.Exclusive || bytes.HasPrefix(sharing, []byte("excl"))
	for chunk := range bytes.SplitSeq(asked, []byte("+")) {
		first, _, _ := bytes.Cut(chunk, []byte(":"))
		times, err := count(first)
		if err != nil {
			times = 1
		}
		times = min(max(times, 0), mostProcs)
		each := sumOf(chunk, procs)
		if each == None {
			each = 1
		}
		if each > 0 && times > mostProcs/each {
			r.odd(row, "Resource_List", list, errNumber)
			return
		}
		sum = min(sum+times*each, mostProcs)
		if n := sumOf(chunk, gpus); n > 0 && times <= mostProcs/n {
			cards = min(cards+times*n, mostProcs)
		}
	}
	if *to = sum; cards > 0 && row.GPUs == None {
		row.GPUs = cards
	}
}
