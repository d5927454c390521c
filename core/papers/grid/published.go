package grid

// The numbers that the grid paper prints in its tables 1 to 4. Its figures print
// none.

// A queue is a row of tables 1 and 2: the jobs of one site.
type queue struct {
	title    string
	from     []string // the log's queues; "*" the others that have a name
	jobs     float64
	runMax   float64 // s
	runMean  float64 // s
	procsMax float64
	procs    float64 // mean, printed without decimals
	site     float64 // tables 3 and 4: processors of the site
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
	procs  float64   // printed total
	speeds []float64 // of the sites, in all permutations
	pool   int       // processors of the log's machine
	power  float64   // the threshold that the paper finds best

	completed bool  // only jobs that ended well, see jobsRow
	span      int64 // of the public log, for the substitute: last submission less the first, s
	narrow    int   // processors of the narrowest jobs of the substitute
	quick     int   // jobs at scale quick
}

var sdsc = log{
	set: "sdsc-sp2", title: "SDSC SP2", trace: "SDSC-SP2-1998-4.2-cln.swf.gz", table: "table1", sites: "table3",
	queues: []queue{
		{title: "Queue 1", from: []string{"1"}, jobs: 4053, runMax: 21922, runMean: 267.13, procsMax: 8, procs: 3, site: 8},
		{title: "Queue 2", from: []string{"2"}, jobs: 6795, runMax: 64411, runMean: 6746.27, procsMax: 128, procs: 16, site: 128},
		{title: "Queue 3", from: []string{"3"}, jobs: 26067, runMax: 118561, runMean: 5657.81, procsMax: 128, procs: 12, site: 128},
		{title: "Queue 4", from: []string{"4"}, jobs: 19398, runMax: 64817, runMean: 5935.92, procsMax: 128, procs: 6, site: 128},
		{title: "Queue 5", from: []string{"5"}, jobs: 177, runMax: 42262, runMean: 462.46, procsMax: 50, procs: 4, site: 50},
	},
	jobs: 56490, procs: 442, speeds: []float64{1, 3, 5, 7, 9}, pool: 128, power: 0.5,
	completed: true, span: 63_016_164, narrow: 1, quick: 1500,
}

var lanl = log{
	set: "lanl-cm5", title: "LANL CM5", trace: "LANL-CM5-1994-4.1-cln.swf.gz", table: "table2", sites: "table4",
	queues: []queue{
		{title: "Group 1", from: []string{"6"}, jobs: 79076, runMax: 66164, runMean: 158.90, procsMax: 1024, procs: 57, site: 1024},
		{title: "Group 2", from: []string{"1"}, jobs: 85358, runMax: 239892, runMean: 2027.81, procsMax: 128, procs: 55, site: 128},
		{title: "Group 3", from: []string{"2"}, jobs: 22515, runMax: 170380, runMean: 3625.65, procsMax: 1024, procs: 210, site: 1024},
		{title: "Group 4", from: []string{"*"}, jobs: 14394, runMax: 239470, runMean: 3815.42, procsMax: 1024, procs: 238, site: 1024},
	},
	jobs: 201343, procs: 3200, speeds: []float64{1, 3, 5, 7}, pool: 1024, power: 0.1,
	span: 62_288_828, narrow: 32, quick: 1500,
}

var logs = []*log{&sdsc, &lanl}
