package conf

import "testing"

// What gres.conf and Gres= say of parts of GPUs, of MIG devices and of counted resources. The lines are of the kinds that public
// configurations have.
func TestGenericResources(t *testing.T) {
	const a100 = "Name=gpu Type=a100 File=/dev/nvidia[0-1]\n"
	for _, c := range []struct {
		node, gres, gpus, want string
		ignored                int
	}{
		{"gpu:1,shard:4", "Name=gpu File=/dev/nvidia0\nName=shard Count=4 File=/dev/nvidia0", `{"":1}`, `[{"name":"shard","per_gpu":[4]}]`, 0},
		{"gpu:1,shard:4", "", `{"":1}`, `[{"name":"shard","per_gpu":[4]}]`, 0},
		// Slurm 22.05 gives the rest to the last GPUs.
		{"gpu:a100:2,shard:9", a100 + "Name=shard Count=9", `{"a100":2}`, `[{"name":"shard","type":"a100","per_gpu":[4,5]}]`, 0},
		{"gpu:a100:3,shard:8", "", `{"a100":3}`, `[{"name":"shard","type":"a100","per_gpu":[2,3,3]}]`, 0},
		{"gpu:a100:2,shard:200", "AutoDetect=nvml\n" + a100 + "Name=shard Count=100 File=/dev/nvidia0\nName=shard Count=100 File=/dev/nvidia1",
			`{"a100":2}`, `[{"name":"shard","type":"a100","per_gpu":[100,100]}]`, 0},
		{"gpu:a100:2,shard:6", a100 + "Name=shard Count=2 File=/dev/nvidia0\nName=shard Count=4 File=/dev/nvidia1", `{"a100":2}`,
			`[{"name":"shard","type":"a100","per_gpu":[2,4]}]`, 0},
		{"gpu:a100:2,shard:3", a100 + "Name=shard Count=3 File=/dev/nvidia1", `{"a100":2}`,
			`[{"name":"shard","type":"a100","per_gpu":[0,3]}]`, 0},
		{"gpu:a100:2,shard:8", a100 + "Name=shard Count=6", `{"a100":2}`, `[{"name":"shard","type":"a100","per_gpu":[4,4]}]`, 0},
		{"gpu:a100:1,gpu:v100:1,shard:8", "", `{"a100":1,"v100":1}`,
			`[{"name":"shard","type":"a100","per_gpu":[4]},{"name":"shard","type":"v100","per_gpu":[4]}]`, 0},
		{"gpu:2,mps:200", "Name=gpu Type=v100 File=/dev/nvidia0\nName=gpu Type=v100 File=/dev/nvidia1\nName=mps Count=200", `{"v100":2}`,
			`[{"name":"mps","type":"v100","per_gpu":[100,100],"one_gpu":true}]`, 0},
		{"gpu:2,mps:200", "Name=mps Count=200 Flags=all_sharing", `{"":2}`, `[{"name":"mps","per_gpu":[100,100]}]`, 0},
		{"gpu:tesla:4,mps:400", "Name=mps Count=100", `{"tesla":4}`,
			`[{"name":"mps","type":"tesla","per_gpu":[100,100,100,100],"one_gpu":true}]`, 0},
		{"gpu:1,shard:2", "Name=shard Count=2 Flags=one_sharing", `{"":1}`, `[{"name":"shard","per_gpu":[2],"one_gpu":true}]`, 0},
		{"shard:2", "", `null`, `[{"name":"shard","count":2}]`, 0}, // of no GPU
		// MIG devices are GPUs of types, each of several files.
		{"gpu:1g.5gb:2,gpu:3g.20gb:1", "Name=gpu Type=1g.5gb MultipleFiles=/dev/nvidia0,/dev/nvidia-caps/nvidia-cap66\n" +
			"Name=gpu Type=1g.5gb MultipleFiles=/dev/nvidia0,/dev/nvidia-caps/nvidia-cap75 Flags=nvidia_gpu_env\n" +
			"Name=gpu Type=3g.20gb MultipleFiles=/dev/nvidia0,/dev/nvidia-caps/nvidia-cap12", `{"1g.5gb":2,"3g.20gb":1}`, `null`, 0},
		{"gpu:3", "AutoDetect=off Name=gpu Type=a100 File=/dev/nvidia0 Cores=0-7\n" +
			"Name=gpu Type=nvidia_a100_1g.10gb MultipleFiles=/dev/nvidia1,/dev/nvidia-caps/nvidia-cap[606-607] Cores=8-15\n" +
			"Name=gpu Type=nvidia_a100_1g.10gb MultipleFiles=/dev/nvidia1,/dev/nvidia-caps/nvidia-cap[615-616] Cores=8-15",
			`{"a100":1,"nvidia_a100_1g.10gb":2}`, `null`, 0},
		{"gpu:4g.24gb:1,gpu:1g.6gb:2,shard:20", "Name=gpu Type=4g.24gb File=/dev/nvidia-caps/nvidia-cap21\n" +
			"Name=gpu Type=1g.6gb File=/dev/nvidia-caps/nvidia-cap[66,75]\nName=shard Count=16 File=/dev/nvidia-caps/nvidia-cap21\n" +
			"Name=shard Count=4 MultipleFiles=/dev/nvidia-caps/nvidia-cap[66,75]", `{"1g.6gb":2,"4g.24gb":1}`,
			`[{"name":"shard","type":"4g.24gb","per_gpu":[16]},{"name":"shard","type":"1g.6gb","per_gpu":[2,2]}]`, 0},
		{"gpu:nvidia_rtx_5000:4(S:0),VramPerGpu:no_consume:32G", "AutoDetect=nvml", `{"nvidia_rtx_5000":4}`,
			`[{"name":"vrampergpu","count":34359738368,"no_consume":true}]`, 0},
		{"qpu:2", "Name=qpu Count=2", `null`, `[{"name":"qpu","count":2}]`, 0},
		{"fpga", "Name=fpga Type=u250 Count=2\nName=fpga Type=u280", `null`,
			`[{"name":"fpga","type":"u250","count":2},{"name":"fpga","type":"u280","count":1}]`, 0},
		{"fpga:2", "Name=fpga Type=u250 File=/dev/xdma[0-1]", `null`, `[{"name":"fpga","type":"u250","count":2}]`, 0},
		{"fpga:u250:2,fpga:u280:1,tmpdisk:2K", "", `null`,
			`[{"name":"fpga","type":"u250","count":2},{"name":"fpga","type":"u280","count":1},{"name":"tmpdisk","count":2048}]`, 0},
		{"bandwidth:lustre:no_consume:4G,craynetwork:4", "Name=bandwidth Type=lustre Count=4G Flags=CountOnly", `null`,
			`[{"name":"bandwidth","type":"lustre","count":4294967296,"no_consume":true},{"name":"craynetwork","count":4}]`, 0},
		{"gpu:2", a100 + "Name=shard Count=8\nName=fpga Count=1", `{"a100":2}`, `null`, 2},
		{"gpu:2", "Name=gpu File=/dev/nvidia0 CPUs=0-9\nName=gpu File=/dev/nvidia1 COREs=[10-19]", `{"":2}`, `null`, 0},
		{"gpu:1", "NodeName=n1 Name=gpu File=/dev/dxg Count=1", `{"":1}`, `null`, 0},
		{"none", "", `null`, `null`, 0},
	} {
		d := read(t, Files{SlurmConf: input("s", "NodeName=n1 Gres="+c.node+"\nPartitionName=p Nodes=n1"), Gres: input("g", c.gres)})
		n := &d.Nodes[0]
		if gpus, gres := js(t, n.GPUs), js(t, n.Gres); gpus != c.gpus || gres != c.want || len(d.Ignored) != c.ignored {
			t.Errorf("%s; %s: %s, %s, ignored %v", c.node, c.gres, gpus, gres, d.Ignored)
		}
	}
}
