package grid

// Why claims fail, found in grid/section5-readings, grid/section5-loads and runs on the
// logs.
var why = map[string]string{
	"grid/fig1/significantly": "the adaptive choice differs from larger-first only if the two leave room for different numbers of waiting " +
		"jobs; where multi-site execution still pays, the queue is short and they rarely do",
	"grid/fig1/all-120": "it is not the best for all permutations with the main reading under other loads, nor with any other reading of " +
		"grid/section5-readings: under light loads the counts are mostly equal, so it does what one of the others does; under heavy loads " +
		"a mean over the log depends on single decisions, so each of the three is lowest for many",
	"grid/fig3/matters": "it does under heavy loads, but there lower thresholds are best; at no load are both claims of this figure true: " +
		"see the other loads",
}
