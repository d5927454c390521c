package grid

// Why claims fail, found in grid/section5-readings, grid/section5-loads and runs on the
// logs.
var why = map[string]string{
	"grid/fig1/significantly": "the adaptive choice differs from larger-first only where the two leave room for different numbers of " +
		"waiting jobs; where multi-site execution still pays, the queue is short and they rarely do",
	"grid/fig1/all-120": "with the main reading under other loads, and with all other readings of grid/section5-readings, it is not the " +
		"best for all permutations either; under light loads the counts are mostly equal, so that it does what one of the others does, " +
		"and under heavy ones a mean over the log depends on single decisions, so that each of the three is lowest for many",
	"grid/fig3/matters": "it does under heavy loads, but there lower thresholds are best: at no load are both claims of this figure true, " +
		"see the other loads",
}
