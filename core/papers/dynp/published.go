package dynp

// The numbers that the dynp paper prints in its tables 2 to 6, row by row. What
// they contradict among themselves stands at the rows.

// sets are the keys of the four job sets in the order of the paper's columns.
var sets = []string{"ctc", "kth", "pc2", "sdsc"}

// A printedRow is one row of a printed table: a value for each of the table's
// columns.
type printedRow struct {
	Key, Title string
	Unit       string // "s", "1" for counts and ratios, "%"
	Values     []float64
}

// table2 is the output of the trace analyser: CTC, KTH, PC2, SDSC.
var table2 = []printedRow{
	{"jobs", "number of jobs", "1", []float64{79302, 28490, 35094, 67667}},
	{"width_max", "maximum job width", "1", []float64{336, 100, 96, 128}},
	{"procs", "width of machine (batch)", "1", []float64{430, 100, 96, 352}},
	{"width_mean", "average requested resources", "1", []float64{10.72, 7.68, 6.34, 10.53}},
	{"estimate_mean", "estimated run time, average", "s", []float64{24324, 13677, 11716, 14337}},
	{"estimate_min", "estimated run time, least", "s", []float64{0, 60, 1, 0}},
	{"estimate_max", "estimated run time, largest", "s", []float64{64800, 216000, 1209600, 172800}},
	{"run_mean", "actual run time, average", "s", []float64{10983, 8876, 4346, 6119}},
	{"run_min", "actual run time, least", "s", []float64{0, 0, 1, 0}},
	{"run_max", "actual run time, largest", "s", []float64{71998, 226709, 604800, 510209}},
	{"over", "jobs with actual > estimated run time", "1", []float64{7180, 478, 0, 4327}},
	{"over_share", "jobs with actual > estimated run time, share", "%", []float64{9.05, 1.68, 0, 6.39}},
	{"gap_mean", "interarrival time, average", "s", []float64{369, 1031, 870, 934}},
	{"gap_min", "interarrival time, least", "s", []float64{0, 0, 0, 0}},
	{"gap_max", "interarrival time, largest", "s", []float64{164472, 327952, 313861, 79503}},
	{"likelihood", "likelihood of interarrival time", "1", []float64{0.0063932, 0.0116883, 0.0659942, 0.0104926}},
	{"alpha", "Weibull: alpha", "1", []float64{0.35, 0.35, 0.25, 0.4}},
	{"beta", "Weibull: beta", "s", []float64{60, 200, 40, 290}},
}

// table3 describes the synthetic job sets.
var table3 = []printedRow{
	{"jobs", "number of jobs", "1", []float64{10000, 10000, 10000, 10000}},
	{"width_max", "maximum job width", "1", []float64{330, 100, 96, 128}},
	{"procs", "width of machine (batch)", "1", []float64{430, 100, 96, 352}},
	{"width_mean", "average requested resources", "1", []float64{10.67, 7.73, 6.48, 10.71}},
	{"estimate_mean", "estimated run time, average", "s", []float64{24260, 13643, 11516, 14305}},
	{"estimate_min", "estimated run time, least", "s", []float64{0, 60, 1, 0}},
	{"estimate_max", "estimated run time, largest", "s", []float64{64800, 216000, 604800, 64800}},
	{"run_mean", "actual run time, average", "s", []float64{10924, 9060, 4442, 6085}},
	{"run_min", "actual run time, least", "s", []float64{0, 0, 1, 0}},
	{"run_max", "actual run time, largest", "s", []float64{71998, 215965, 604800, 64884}},
	{"over", "jobs with actual > estimated run time", "1", []float64{929, 178, 0, 640}},
	{"over_share", "jobs with actual > estimated run time, share", "%", []float64{9.29, 1.78, 0, 6.40}},
	{"gap_mean", "interarrival time, average", "s", []float64{287, 1047, 1013, 945}},
	{"gap_min", "interarrival time, least", "s", []float64{0, 0, 0, 0}},
	{"gap_max", "interarrival time, largest", "s", []float64{24815, 191258, 236546, 76019}},
}

// table4Columns are quality and decider of the columns of table 4.
var table4Columns = []string{
	"artww-simple", "artww-advanced", "art-simple", "art-advanced", "ms-simple", "ms-advanced",
}

// table4 has a block for each job set, at shrinking factor 1.00. The jobs
// started add up to 9,997 in every column of CTC and KTH, 10,000 of PC2 (but
// 10,090 in its art-advanced, a misprint) and 9,999 of SDSC.
var table4 = map[string][]printedRow{
	"ctc": {
		{"artww_s", "ARTwW", "s", []float64{25980, 21912, 26082, 21648, 27268, 25829}},
		{"util", "UTIL", "%", []float64{75.36, 75.70, 74.02, 74.96, 75.64, 75.08}},
		{"loc", "LOC", "1", []float64{0.12650, 0.10911, 0.13731, 0.12099, 0.09054, 0.10395}},
		{"started_sjf", "jobs started with SJF", "1", []float64{2703, 6115, 2472, 5860, 130, 551}},
		{"started_fcfs", "jobs started with FCFS", "1", []float64{6817, 1296, 6418, 1144, 5295, 953}},
		{"started_ljf", "jobs started with LJF", "1", []float64{477, 2586, 1107, 2993, 4572, 8493}},
	},
	"kth": {
		{"artww_s", "ARTwW", "s", []float64{48077, 33299, 49301, 40663, 50497, 50395}},
		{"util", "UTIL", "%", []float64{66.00, 65.64, 66.01, 65.64, 66.14, 66.11}},
		{"loc", "LOC", "1", []float64{0.16398, 0.16456, 0.17121, 0.18386, 0.16588, 0.16629}},
		{"started_sjf", "jobs started with SJF", "1", []float64{2865, 7885, 2768, 5730, 142, 322}},
		{"started_fcfs", "jobs started with FCFS", "1", []float64{6854, 1345, 6313, 1313, 5951, 686}},
		{"started_ljf", "jobs started with LJF", "1", []float64{278, 767, 916, 2954, 3904, 8989}},
	},
	"pc2": {
		{"artww_s", "ARTwW", "s", []float64{43124, 31493, 42795, 31994, 47747, 47260}},
		{"util", "UTIL", "%", []float64{42.60, 42.49, 42.60, 42.58, 42.60, 42.60}},
		{"loc", "LOC", "1", []float64{0.22423, 0.23792, 0.22147, 0.23937, 0.22724, 0.22722}},
		{"started_sjf", "jobs started with SJF", "1", []float64{2553, 7550, 2615, 6651, 65, 391}},
		{"started_fcfs", "jobs started with FCFS", "1", []float64{7344, 1062, 7106, 766, 6789, 229}},
		{"started_ljf", "jobs started with LJF", "1", []float64{103, 1388, 279, 2673, 3146, 9380}},
	},
	"sdsc": {
		{"artww_s", "ARTwW", "s", []float64{9969, 9936, 9963, 9921, 9982, 9991}},
		{"util", "UTIL", "%", []float64{31.32, 31.32, 31.32, 31.32, 31.32, 31.32}},
		{"loc", "LOC", "1", []float64{0.00133, 0.00119, 0.00135, 0.00124, 0.00135, 0.00135}},
		{"started_sjf", "jobs started with SJF", "1", []float64{317, 3924, 309, 1031, 1, 0}},
		{"started_fcfs", "jobs started with FCFS", "1", []float64{9561, 4206, 9517, 4797, 9570, 3087}},
		{"started_ljf", "jobs started with LJF", "1", []float64{121, 1869, 173, 4171, 428, 6912}},
	},
}

// table5 is the advanced decider with quality ARTwW at shrinking factor 1.00.
var table5 = []printedRow{
	{"run_mean", "average actual run time", "s", []float64{10927, 9063, 4442, 6085}},
	{"wait_mean", "average wait time", "s", []float64{3178, 6925, 4577, 44.02}},
	{"art_s", "ART", "s", []float64{14105, 15989, 9018, 6129}},
	{"artww_s", "ARTwW", "s", []float64{21912, 33299, 31493, 9936}},
	{"util", "utilization", "%", []float64{75.70, 65.64, 42.49, 31.32}},
	{"loc", "LOC", "1", []float64{0.10911, 0.16456, 0.23792, 0.00119}},
	{"started_sjf", "jobs started with SJF", "1", []float64{6115, 7885, 7550, 3924}},
	{"started_fcfs", "jobs started with FCFS", "1", []float64{1296, 1345, 1062, 4206}},
	{"started_ljf", "jobs started with LJF", "1", []float64{2586, 767, 1388, 1869}},
	{"tries", "total tries of switches", "1", []float64{16946, 18840, 15552, 509}},
	{"to_sjf", "switches to SJF", "%", []float64{4.49, 5.80, 3.61, 3.73}},
	{"to_fcfs", "switches to FCFS", "%", []float64{4.59, 5.85, 3.64, 3.93}},
	{"to_ljf", "switches to LJF", "%", []float64{0.59, 0.45, 0.23, 0.98}},
	{"same", "same policy", "%", []float64{90.32, 87.92, 92.52, 91.36}},
	{"backlog", "average backlog at start of self-tuning", "1", []float64{22.05, 14.48, 15.04, 6.36}},
}

// table6 counts the cases of table 1 for the runs of table 5. Without case
// 10b the cases of every column add up to the printed total, with it they
// exceed it. The cases printed as taking the current policy add up to 15,991
// for KTH, not to the 15,932 printed.
var table6 = []printedRow{
	{"1", "case 1", "1", []float64{2549, 1693, 2209, 271}},
	{"2+7", "cases 2 & 7", "1", []float64{1324, 1756, 920, 27}},
	{"3+9", "cases 3 & 9", "1", []float64{692, 1029, 535, 15}},
	{"4b+5", "cases 4b & 5", "1", []float64{1298, 403, 304, 31}},
	{"4a", "case 4a", "1", []float64{5, 5, 2, 1}},
	{"4c", "case 4c", "1", []float64{4, 3, 0, 0}},
	{"6a", "case 6a", "1", []float64{81, 116, 58, 8}},
	{"6b", "case 6b", "1", []float64{10669, 13664, 11449, 150}},
	{"6c", "case 6c", "1", []float64{100, 81, 36, 5}},
	{"8a", "case 8a", "1", []float64{224, 89, 39, 1}},
	{"8b", "case 8b", "1", []float64{0, 1, 0, 0}},
	{"8c", "case 8c", "1", []float64{0, 0, 0, 0}},
	{"10a", "case 10a", "1", []float64{0, 0, 0, 0}},
	{"10b", "case 10b", "1", []float64{37, 26, 17, 1}},
	{"10c", "case 10c", "1", []float64{0, 0, 0, 0}},
	{"total", "total", "1", []float64{16946, 18840, 15552, 509}},
	{"differences", "differences to the simple decider", "1", []float64{13218, 15357, 13658, 421}},
	{"differences_share", "differences to the simple decider, share", "%", []float64{78.00, 81.51, 87.82, 82.71}},
	{"current", "taking the current policy", "1", []float64{14858, 15932, 14076, 462}},
	{"current_share", "taking the current policy, share", "%", []float64{87.68, 84.56, 90.51, 90.76}},
}
