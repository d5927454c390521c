package grid

import "github.com/backfill-lab/backfill/core/papers/paper"

// What the text leaves open. Where words decide, they do; Why says where none do.
var (
	base = &paper.Choice{Key: "base",
		Asks: "Where does a job take the run time of the log: on a processor of speed 1, or on its home site?",
		Text: "The run time \"on its home site\" is \"directly gotten\" from the log, but \"the value 1 represents the computing speed " +
			"resulting in the job execution time in the original workload log\" (section 3)",
		Why: "The text says both, and only one can be true where the home site is not of speed 1. Run time, slowdown (section 3) and required " +
			"computing power (section 5) are all of the home site; the sentence on speeds stands alone. We made this choice after seeing " +
			"outcomes: only with it does multi-site execution improve on load sharing in most permutations at the log's own load.",
		Values: []paper.Answer{
			{Name: "home", Doc: "On site s a job takes its logged run time times the speed of its home site over the speed of s."},
			{Name: "speed-1", Doc: "On site s a job takes its logged run time over the speed of s."}}}

	load = &paper.Choice{Key: "load",
		Asks: "By how much are the run times of the figures multiplied?",
		Text: "The load vector is \"used to derive different loading levels from the original workload data\" (section 3); no figure names a " +
			"load",
		Why: "The captions name the log and no load, so it is the original workload data. It is the same for all figures, since the text sets " +
			"none apart.",
		Values: []paper.Answer{{Name: "1", Doc: "The run times of the log."}, {Name: "1.3", Doc: "1.3 times those."},
			{Name: "2", Doc: "Twice those."}, {Name: "4", Doc: "4 times those."}, {Name: "8", Doc: "8 times those."},
			{Name: "10", Doc: "10 times those."}}}

	site = &paper.Choice{Key: "site",
		Asks: "Which site gets a job that fits on several?",
		Text: "\"In this paper we explore possible site selection policies\" (section 2); a molded job goes where \"it provides the largest " +
			"available computing power among all sites\" (section 5)",
		Why: "The rule of section 5 is the only one that the text states for one site, though of jobs that do not fit.",
		Values: []paper.Answer{{Name: "most-power", Doc: "The one with the largest free computing power."},
			{Name: "most-free", Doc: "The one with the most free processors."},
			{Name: "best-fit", Doc: "The one on which the job leaves the fewest processors free."},
			{Name: "fastest", Doc: "The fastest."}, {Name: "home", Doc: "The home site if the job fits there, else the fastest."},
			{Name: "random", Doc: "Any of them, drawn."}}}

	rule = &paper.Choice{Key: "rule",
		Asks: "Are larger-first, faster-first and adaptive also rules for a job that fits on one site?",
		Text: "They are policies \"for the site selection issue in multi-site parallel execution\" (section 4)",
		Why:  "The words speak of multi-site execution only.",
		Values: []paper.Answer{{Name: "own", Doc: "No: the choice site decides, for all three alike."},
			{Name: "one", Doc: "Yes: larger-first sends it to the site with the most free processors, faster-first to the fastest, adaptive to " +
				"the one of these that lets more of the jobs behind start at once. Load sharing and allocation keep the choice site."},
			{Name: "one-best-fit", Doc: "Yes, and larger-first sends it to the best fit."}}}

	tie = &paper.Choice{Key: "tie",
		Asks: "What does adaptive site selection do if both ways let equally many jobs start?",
		Text: "It \"dynamically changes between the larger-first and the faster-first policies\" (section 4)",
		Why:  "No word decides. Ours is the policy that the text names first.",
		Values: []paper.Answer{{Name: "larger", Doc: "It takes sites larger-first."},
			{Name: "faster", Doc: "It takes sites faster-first."}}}

	counting = &paper.Choice{Key: "count",
		Asks: "Which jobs does adaptive site selection count?",
		Text: "\"which policy can further accommodate more jobs for immediate single-site execution\" (section 4)",
		Why:  "The jobs that would really start at once: nothing passes the head of the queue.",
		Values: []paper.Answer{{Name: "queue", Doc: "Those that start one after the other, up to the first that does not fit."},
			{Name: "list", Doc: "Those that start one after the other, passing over what does not fit."},
			{Name: "each", Doc: "All that would fit if they were the only one."}}}

	factor = &paper.Choice{Key: "p",
		Asks: "By what does the overhead p=2 of figure 1 multiply a run time?",
		Text: "\"r* = (1 + p) x r\" (equation 2); other papers extend run times \"by a certain percentage\" (section 2)",
		Why:  "It is equation 2.",
		Values: []paper.Answer{{Name: "overhead", Doc: "By 1+p, 3."}, {Name: "factor", Doc: "By p, 2."},
			{Name: "percent", Doc: "By 1+p/100, 1.02."}}}

	limit = &paper.Choice{Key: "limit",
		Asks: "Of what is p the upper limit where slowdowns are drawn?",
		Text: "\"the slowdown values for these jobs are generated according to specified statistical distributions and upper limits. The upper " +
			"limits are denoted by p\" (section 5)",
		Why: "The words say of the slowdown, which is the factor of the run time (section 3).",
		Values: []paper.Answer{{Name: "slowdown", Doc: "Of the slowdown: it lies between 1 and p."},
			{Name: "overhead", Doc: "Of the overhead, as p is in equation 2: the slowdown lies between 1 and 1+p."}}}

	stretched = &paper.Choice{Key: "stretched",
		Asks: "Which run time does multi-site execution multiply?",
		Text: "\"equal to the runtime within its home site multiplied by the slowdown value\" (section 3); faster parts \"would finish earlier " +
			"than those on slower sites\" (section 1)",
		Why: "Section 3 defines the run time; section 1 gives a reason against multi-site execution.",
		Values: []paper.Answer{{Name: "home", Doc: "That on the home site."},
			{Name: "slowest", Doc: "That on the slowest site taken."}}}

	slowdown = &paper.Choice{Key: "slowdown",
		Asks: "Which slowdowns does multi-site execution have in figure 7?",
		Text: "\"To further compare these two approaches\" (section 5), after figures with drawn slowdowns; no limit is named",
		Why:  "No word decides. Ours is the p=2 of figure 1, the only one that is printed.",
		Values: []paper.Answer{{Name: "fixed", Doc: "The overhead p=2 for every job."},
			{Name: "uniform", Doc: "Drawn uniformly, up to p=2."}, {Name: "normal", Doc: "Drawn normally, up to p=2."}}}

	taken = &paper.Choice{Key: "take",
		Asks:   "How many processors does a job take that does not get what it asked for?",
		Text:   "Allocation gives it \"a smaller number of processors than specified upon submission\" (section 5)",
		Why:    "All that is free is the least reduction. No word speaks of leaving processors free.",
		Values: []paper.Answer{{Name: "asked", Doc: "All that are free."}, {Name: "power", Doc: "Up to the computing power that it asked for."}}}

	discipline = &paper.Choice{Key: "discipline",
		Asks: "May a job pass one that cannot start?",
		Text: "\"a global grid scheduler which handles all job scheduling and resource allocation activities\" (section 3), no word on the queue",
		Why:  "No word decides. First come first served is the rule that needs none.",
		Values: []paper.Answer{{Name: "fcfs", Doc: "Nothing passes the head of the queue."},
			{Name: "list", Doc: "Whatever can start does, in the order of the queue."}}}
)

var choices = []*paper.Choice{base, load, site, rule, tie, counting, factor, limit, stretched, slowdown, taken, discipline}
