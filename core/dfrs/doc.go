// Package dfrs is dynamic fractional resource scheduling: jobs of identical tasks
// share the nodes of a cluster by fractions of their CPU, which change while they
// run; jobs can be paused, resumed and moved. It follows
//
//	Casanova, Stillwell, Vivien: Dynamic Fractional Resource Scheduling vs. Batch
//	Scheduling, INRIA RR-7659, 2011
//
// whose sections 2 to 5 are the specification.
//
// Time is int64 microseconds. CPU and memory are integers, parts of Whole, so
// that no result depends on how a processor rounds. All tasks of a job have the
// same yield: the CPU that each gets over the CPU that it needs.
package dfrs
