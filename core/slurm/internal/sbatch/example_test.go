package sbatch_test

import (
	"fmt"

	"github.com/backfill-lab/backfill/core/slurm/internal/sbatch"
)

func ExampleParse() {
	args, err := sbatch.Split("-J 'my job' -N 2-4 -t 1-12 --mem=64G --gres=gpu:a100:2 --mail-type=END job.sh")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := sbatch.Parse(args)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q: %d to %d nodes for %d s, %d MiB a %s, GPUs %v, unknown %v\n",
		r.Name, r.MinNodes, r.MaxNodes, r.TimeS, r.MemoryMiB, r.MemoryPer, r.NodeGPUs, r.Unknown)
	// Output:
	// "my job": 2 to 4 nodes for 129600 s, 65536 MiB a node, GPUs [{a100 2}], unknown [--mail-type=END]
}
