package guess

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/backfill-lab/backfill/core/trace/sacct"
)

// What jobs had of generic resources at one time, nodes have: of shards, as many of each GPU.
func TestGenericResourcesOfALog(t *testing.T) {
	const head = "JobID|Submit|Start|End|State|AllocCPUS|NNodes|Partition|User|Account|ReqTRES|NodeList\n"
	row := func(id, start, end, tres, nodes string) string {
		n := "1"
		if strings.Contains(nodes, "[") {
			n = "2"
		}
		return id + "|1000|" + start + "|" + end + "|COMPLETED|2|" + n + "|p|u|a|cpu=2,node=" + n + tres + "|" + nodes + "\n"
	}
	all, err := sacct.Read("log", strings.NewReader(head+
		row("1", "1000", "1100", ",gres/gpu:a100=2,gres/gpu=2", "g1")+
		row("2", "1100", "1300", ",gres/shard=3", "g1")+row("3", "1100", "1300", ",gres/shard=4", "g1")+ // 7 at one time, on two GPUs
		row("4", "1000", "1100", ",gres/fpga:u250=1,gres/fpga=2,gres/tmpdisk=300", "f1")+
		row("5", "1050", "1100", ",gres/tmpdisk=200", "f1")+row("6", "1000", "1100", "", "c[1-2]")))
	if err != nil {
		t.Fatal(err)
	}
	g, err := From(all)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range g.Description().Nodes {
		text, _ := json.Marshal(n.Gres)
		want := map[string]string{"c[1-2]": "null", "g1": `[{"name":"shard","type":"a100","per_gpu":[4,4]}]`,
			"f1": `[{"name":"fpga","count":1},{"name":"fpga","type":"u250","count":1},{"name":"tmpdisk","count":500}]`}[n.Names]
		if string(text) != want {
			t.Errorf("%s: %s, want %s", n.Names, text, want)
		}
	}
}
