package train

import (
	"github.com/backfill-lab/backfill/internal/cli/internal/usage"
)

const text = `Learn a rule base on a workload: in every scheduling pass its rules look at the state of the machine
and the queue and choose one of 13 strategies, so as to minimise a weighted sum of scores. The
result is a JSON file; the policy rules:FILE schedules by it.

The --objective is a sum such as 10*awrt1 + 4*awrt2 - 1e5*u. awrt is the average response time in
seconds weighted by resource consumption, awrt1 to awrt5 the same for each user group, and u the
utilisation, 0 to 1 (give it a negative weight). A user's share of the whole consumption decides the
group: above 8 %, 2 %, 1 %, 0.1 %, or less.`

const examples = `  backfill train log.swf.gz -o base.json
  backfill train log.swf.gz --objective '10*awrt1 + 4*awrt2' --seed 1 -o base.json \
      --checkpoint base.state --resume
  backfill train log.swf.gz --approach cca --generations 20 --patience 5 -o pair.json --json
  backfill run other.swf.gz --policy easy,rules:base.json     compare it on another log`

// Groups are all flags of backfill train, in the order of its help.
var Groups = []usage.FlagGroup{
	{
		Title: "Training",
		Usual: "approach objective seed generations",
		Rare:  "mu lambda rules features patience target step selection recombination partners draws part best-draw groups advantage",
		Text: `Approaches: pitts evolves fuzzy rule bases (--mu parents, --lambda offspring, --generations). cca
evolves pairs of them, one for the queue's order and one for the algorithm. prob draws rigid rule
bases that divide the features' ranges (--part, by default table 1 of the paper) and combines the
best strategy of each situation. The defaults are the paper's: 843, 843 and 650 simulations of the
whole workload.`,
		Examples: `  backfill train log.swf.gz --approach prob --part um=75,85 --part prcwq1=20 --draws 20 \
      --best-draw -o rigid.json
  backfill train log.swf.gz --objective 'awrt - 1e5*u' --rules 5 --features sd,um -o small.json`,
	},
	{Title: "Workload and machine", Usual: "procs shrink",
		Rare: "estimates shake arrival width overrun strict anonymize columns map timezone"},
	{
		Title: "Output",
		Usual: "out checkpoint resume json", Rare: "parallel help help-all",
		Text: `--checkpoint keeps every generation in a file, and --resume continues from it after Ctrl-C, a crash
or the end of a batch job. Neither an interruption nor the number of cores changes the result.
Without such a file --resume starts at the beginning. More --generations continue a finished
training.`,
	},
}
