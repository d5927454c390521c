// Package bridge connects a page to the simulator by requests and answers, each a JSON
// text with blobs of bytes. It is pure Go, knows nothing of browsers and is tested
// natively with the cases that the browser runs too (testdata/cases.json).
//
// The operations of the simulator (New) are
//
//	describe   what there is: policies and their options, metrics, columns, workloads
//	load       keep a log (blob 0) under a name and summarise it
//	forget     drop a loaded log
//	generate   draw the workload of a model and summarise it
//	shape      count the jobs of a workload in classes, for charts of it
//	run        simulate a Spec; blobs: its tables as Arrow IPC files, without those that
//	           have no rows (a very large table of steps is thinned)
//	spare      ask a run for a policy to simulate elsewhere, by another simulator's
//	play       simulate one policy of a Spec; blobs: its rows, in batches, for
//	played     hand such a policy, batch by batch, to the run that has spared it
//	why        why a job of a Spec's run did not start earlier
//	moment     why jobs started and wait at a second of a Spec's run
//	changes    how far mean changes of groups of jobs (blobs 0 to 2) can be trusted
//	csv        a table (blob 0) as CSV text
//	rules      read a rule base (blob 0) for a Spec
//	system     read the description of a cluster (blob 0; empty: the example's), and change it
//	instance   the off-line problem of a second of a Spec's run, or that of blob 0; blob: the
//	           problem as JSON (see package exact)
//	solve      find the best schedule of a problem (blob 0) within a number of seconds; blob:
//	           the exact.Result as JSON. Cancelled, it answers with what it has
//	cancel     stop a request by its id
//
// They are asked for as package service says. The add-ons, with operations such as parquet and figure, are in
// wasm/internal/extra.
package bridge
