package conf_test

import (
	"fmt"
	"strings"

	"github.com/backfill-lab/backfill/core/slurm/conf"
)

func ExampleRead() {
	const text = `ClusterName=small
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=bf_window=2880,max_rpc_cnt=150
NodeName=n[1-4] Sockets=2 CoresPerSocket=16 RealMemory=128000
PartitionName=batch Nodes=ALL MaxTime=1-0 Default=YES`
	d, err := conf.Read(conf.Files{SlurmConf: &conf.File{Name: "slurm.conf", Data: strings.NewReader(text)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	n, p := d.Nodes[0], d.Partitions[0]
	fmt.Printf("%s: nodes %s with %d cores and %d MiB; jobs of up to %d s\n", d.Name, n.Names, n.Cores, n.MemoryMiB, p.MaxTimeS)
	fmt.Printf("backfilling looks %d s ahead\n", *d.Scheduling.BfWindowS)
	for _, i := range d.Ignored {
		fmt.Printf("ignored: %s:%d: %s\n", i.File, i.Line, i.Text)
	}
	// Output:
	// small: nodes n[1-4] with 32 cores and 128000 MiB; jobs of up to 86400 s
	// backfilling looks 172800 s ahead
	// ignored: slurm.conf:4: SchedulerParameters=max_rpc_cnt=150
}
