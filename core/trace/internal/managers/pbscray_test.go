package managers

import "testing"

// The memory in use is that of the script on the login node, whatever processors the job itself had.
func TestMemoryOfACraysScriptIsNotTheJobs(t *testing.T) {
	for _, c := range []struct {
		cray  pbsCray
		used  int64
		procs int64
	}{
		{pbsCray{}, 6200, 1}, {pbsCray{elements: 1}, None, 1}, {pbsCray{elements: 8, depth: 2}, None, None}, {pbsCray{size: 8}, None, None},
	} {
		row := unknown
		row.Procs, row.ReqProcs, row.MemoryKiB = 1, 1, 6200
		if c.cray.widen(&row); row.MemoryKiB != c.used || row.Procs != c.procs {
			t.Errorf("%+v: %d KiB, %d processors", c.cray, row.MemoryKiB, row.Procs)
		}
	}
}
