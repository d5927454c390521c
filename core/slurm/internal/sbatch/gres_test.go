package sbatch

import (
	"errors"
	"reflect"
	"testing"
)

func TestGenericResources(t *testing.T) {
	for line, want := range map[string]Request{
		"--gres=gpu:1g.5gb:3,none": {NodeGPUs: []GPUs{{"1g.5gb", 3}}},
		"--gres=gres:shard:2,gres/fpga:u250=1,tmpdisk:2K,bandwidth:lustre": {Gres: []Gres{{"shard", "", 2}, {"fpga", "u250", 1},
			{"tmpdisk", "", 2048}, {"bandwidth", "lustre", 1}}},
		"--gres=shard:0": {}, "--gres=none": {}, "--gres=shard": {Gres: []Gres{{"shard", "", 1}}},
	} {
		got, err := Parse([]string{line})
		if want.RunS = -1; err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
	if _, err := Parse([]string{"--gres=a:b:c:1"}); !errors.Is(err, ErrGres) {
		t.Error(err)
	}
}
