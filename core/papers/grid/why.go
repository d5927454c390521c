package grid

// Why claims fail, found in grid/section5-readings, grid/section5-loads and runs on the
// logs.
var why = map[string]string{
	"grid/fig1/significantly": "the adaptive choice differs from larger-first only if the two leave room for different numbers of waiting " +
		"jobs; where multi-site execution still pays, the queue is short and they rarely do",
	"grid/fig1/all-120": "no reading and load of grid/section5-readings makes it the best for all permutations: the counts are mostly " +
		"equal, and it then does what one of the others does; where they differ, a mean over the log depends on single decisions",
	"grid/fig3/matters": "at the log's own load few jobs are molded; it does at heavier loads, but there thresholds below 0.5 are best",
	"grid/fig4/matters": "at the log's own load few jobs are molded; it does at load 2, where 0.1 is the best threshold",
	"grid/fig5/slowdown-matters": "at the log's own load about one job in a hundred runs on several sites; its slowdown matters to the " +
		"others only if they queue behind it",
}
