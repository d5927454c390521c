package sweep

import (
	"encoding/json"
	"path/filepath"
)

// An IndexedJob is an Indexed Job of Kubernetes whose k-th completion does the k-th chunk of a submission.
type IndexedJob struct {
	Image       string // of the container; it needs no program of its own
	Claim       string // the PersistentVolumeClaim that is the sweep's folder
	CPU, Memory string // of a task, as Kubernetes has them
	Parallel    int    // tasks at once
	Attempts    int    // of a task, at least 1
}

// mountedSweep is where a container sees the sweep's folder.
const mountedSweep = "/sweep"

// Manifest returns the Job as JSON.
func (j *IndexedJob) Manifest(s *Submission) ([]byte, error) {
	type object = map[string]any
	inside := func(path string) string {
		from, _ := filepath.Rel(s.Sweep, path) // both are absolute
		return mountedSweep + "/" + filepath.ToSlash(from)
	}
	resources := object{"cpu": j.CPU, "memory": j.Memory}
	text, err := json.MarshalIndent(object{
		"apiVersion": "batch/v1",
		"kind":       "Job",
		"metadata":   object{"generateName": "backfill-sweep-", "labels": object{"app": "backfill-sweep"}},
		"spec": object{
			"completionMode":       "Indexed",
			"completions":          len(s.Chunks),
			"parallelism":          min(j.Parallel, len(s.Chunks)),
			"backoffLimitPerIndex": j.Attempts - 1,
			"maxFailedIndexes":     len(s.Chunks),
			"template": object{
				"metadata": object{"labels": object{"app": "backfill-sweep"}},
				"spec": object{
					"restartPolicy": "Never",
					"containers": []object{{
						"name":  "backfill",
						"image": j.Image,
						"command": []string{inside(s.Program), "sweep", "run", mountedSweep, "--chunks", inside(s.ChunksFile()),
							"--chunk", "$(JOB_COMPLETION_INDEX)", "--parallel", "1"},
						"resources":    object{"requests": resources, "limits": object{"memory": j.Memory}},
						"volumeMounts": []object{{"name": "sweep", "mountPath": mountedSweep}},
					}},
					"volumes": []object{{"name": "sweep", "persistentVolumeClaim": object{"claimName": j.Claim}}},
				},
			},
		},
	}, "", "  ")
	return append(text, '\n'), err
}
