package grid

import (
	"embed"
	"fmt"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

//go:embed printed readings.txt paper.txt
var files embed.FS

// numbers are what the paper prints in its tables 1 to 4. Its figures print none.
var numbers = paper.Embedded(files)

// A queue is a row of tables 1 and 2: the jobs of one site.
type queue struct {
	title    string
	from     string // the log's queue; "*" all others that have a name
	jobs     float64
	runMax   float64 // s
	runMean  float64 // s
	procsMax float64
	procs    float64 // mean, printed without decimals
	site     float64 // tables 3 and 4: processors of the site
}

// queues returns the queues with a printed number; from are those of the log.
func queues(kind string, from ...string) (all []queue) {
	for i, q := range from {
		all = append(all, queue{title: fmt.Sprintf("%s %d", kind, i+1), from: q})
	}
	return all
}

// A log is one of the paper's two workloads.
type log struct {
	set    string // name of the job set
	title  string
	trace  string
	table  string // that describes its jobs
	sites  string // and its sites
	queues []queue
	jobs   float64   // printed total
	speeds []float64 // of the sites, ascending
	pool   int       // processors of the log's machine
	power  float64   // the threshold that the paper finds best

	completed bool  // only jobs that ended well, see jobsOf
	span      int64 // of the public log, for the substitute: last submission less the first, s
	narrow    int   // processors of the narrowest jobs of the substitute
}

var sdsc = log{
	set: "sdsc-sp2", title: "SDSC SP2", trace: "SDSC-SP2-1998-4.2-cln.swf.gz", table: "table1", sites: "table3",
	queues: queues("Queue", "1", "2", "3", "4", "5"),
	speeds: []float64{1, 3, 5, 7, 9}, pool: 128, power: 0.5,
	completed: true, span: 63_016_164, narrow: 1,
}

var lanl = log{
	set: "lanl-cm5", title: "LANL CM5", trace: "LANL-CM5-1994-4.1-cln.swf.gz", table: "table2", sites: "table4",
	queues: queues("Group", "6", "1", "2", "*"),
	speeds: []float64{1, 3, 5, 7}, pool: 1024, power: 0.1,
	span: 62_288_828, narrow: 32,
}

const quickJobs = 1500 // at scale quick

var logs = []*log{sdsc.read(), lanl.read()}

// read fills in what tables 1 to 4 print of the log.
func (g *log) read() *log {
	g.jobs = numbers().At(g.table, total, jobsRow)
	for i := range g.queues {
		q := &g.queues[i]
		at := func(column string) float64 { return numbers().At(g.table, q.title, column) }
		q.jobs, q.runMax, q.runMean, q.procsMax, q.procs = at(jobsRow), at(runMaxRow), at(runMeanRow), at(procsMaxRow), at(procsRow)
		q.site = numbers().At(g.sites, siteProcs, fmt.Sprintf("site %d", i+1))
	}
	return g
}
