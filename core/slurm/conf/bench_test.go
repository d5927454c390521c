package conf

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkRead reads a cluster of 10,000 nodes with 5,000 users.
func BenchmarkRead(b *testing.B) {
	var accounts strings.Builder
	for i := range 500 {
		fmt.Fprintf(&accounts, "add account a%d Fairshare=%d\n", i, i+1)
	}
	for i := range 5000 {
		fmt.Fprintf(&accounts, "add user u%d account=a%d MaxSubmitJobs=100\nmodify user name=u%d set qos+=high\n", i, i%500, i)
	}
	conf := least + "NodeName=big[00001-10000] CPUs=64 RealMemory=256000 Gres=gpu:4\n"
	for i := range 50 {
		conf += fmt.Sprintf("PartitionName=p%d Nodes=big[00001-10000]\n", i)
	}
	for b.Loop() {
		d, err := Read(Files{SlurmConf: input("s", conf), Gres: input("g", "NodeName=big[00001-05000] Name=gpu Type=a Count=4"),
			Sacctmgr: input("m", "add qos high\n"+accounts.String())})
		if err != nil || len(d.Nodes) != 3 {
			b.Fatal(err)
		}
	}
}
