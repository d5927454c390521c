package cluster

import "fmt"

// Shapes numbers jobs by what they ask of nodes: those of one shape find room in the same places of a
// partition, whatever their limits.
func Shapes(jobs []Job) []int32 {
	type shape struct {
		minNodes, maxNodes, tasks, perNode, perTask int32
		memory                                      int64
		perCore, whole                              bool
		gpus, kind                                  int32
		features                                    string
	}
	of, numbers := make([]int32, len(jobs)), map[shape]int32{}
	for i := range jobs {
		j := &jobs[i]
		s := shape{j.MinNodes, j.MaxNodes, j.Tasks, j.TasksPerNode, j.CoresPerTask, j.MemoryMiB, j.MemoryPerCore, j.WholeNodes,
			j.GPUs, j.GPUType, fmt.Sprint(j.Features)}
		if _, seen := numbers[s]; !seen {
			numbers[s] = int32(len(numbers))
		}
		of[i] = numbers[s]
	}
	return of
}
