package grid

import "github.com/backfill-lab/backfill/core/papers/paper"

// findings are what the record shows.
var findings = []paper.Finding{
	{Text: "Reproduced, the main point: running a job on fewer processors beats running it on several sites, in all 120 " +
		"permutations of the speeds on SDSC SP2, and improves on load sharing in each.",
		Rests: map[string]paper.Verdict{"grid/fig7/all-120": paper.Holds, "grid/fig2/improves": paper.Holds,
			"grid/fig6/allocation-wins": paper.Holds, "grid/fig7/resources": paper.Holds}},
	{Text: "Its size is not: at the log's own load the improvement on load sharing is 4.7 times that of multi-site " +
		"execution, not more than five, and the grid is about twice as good as separate clusters, not four times.",
		Rests: map[string]paper.Verdict{"grid/fig7/five-times": paper.Fails, "grid/fig8/four-times": paper.Fails}},
	{Text: "Adaptive site selection is not best in every permutation, only in 42 of 120; none of the readings and loads of " +
		"grid/section5-readings makes it best in all.",
		Rests: map[string]paper.Verdict{"grid/fig1/all-120": paper.Fails, "grid/fig1/significantly": paper.Fails}},
	{Text: "Threshold and slowdowns matter little at the log's own load, at which few jobs are molded or split. What we " +
		"think: the figures were made at a heavier load, which no caption gives. At load 2 the threshold matters on both " +
		"logs, and 0.1 is the best on LANL CM5, as printed; but 0.5 is the best on SDSC SP2 at none of the three loads " +
		"of grid/fig3.",
		Rests: map[string]paper.Verdict{"grid/fig3/matters": paper.Fails, "grid/fig3/best": paper.Fails, "grid/fig4/matters": paper.Fails,
			"grid/fig5/slowdown-matters": paper.Fails, "grid/fig6/slowdown-matters": paper.Fails}},
}
