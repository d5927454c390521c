// EASY backfilling in JavaScript, by the lines of core/policy/PROTOCOL.md alone:
//
//     backfill run --policy 'exec:node python/examples/easy.js'
"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });

let free = 0;
let queue = []; // waiting jobs, in order of submission
let running = []; // by expected end

function start(job, now) {
	free -= job.procs;
	job.end = now + job.estimate;
	let at = running.length;
	while (at > 0 && running[at - 1].end > job.end) at--;
	running.splice(at, 0, job);
	return job.name;
}

// reservation returns when the head will fit, and how many more processors will be free then.
function reservation(head) {
	let left = free;
	let shadow = -1;
	for (const job of running) {
		if (left >= head.procs && job.end > shadow) break;
		left += job.procs;
		shadow = job.end;
	}
	return [shadow, left - head.procs];
}

function pass(now) {
	const started = [];
	while (queue.length > 0 && queue[0].procs <= free) started.push(start(queue.shift(), now));
	if (queue.length === 0) return started;
	let [shadow, extra] = reservation(queue[0]);
	const [head, ...others] = queue;
	queue = [head];
	for (const job of others) {
		const ends = now + job.estimate <= shadow;
		if (job.procs > free || (!ends && job.procs > extra)) {
			queue.push(job);
			continue;
		}
		if (!ends) extra -= job.procs;
		started.push(start(job, now));
	}
	return started;
}

lines.on("line", (line) => {
	const [word, ...rest] = line.split(" ");
	const n = rest.map(Number);
	switch (word) {
		case "backfill-policy":
			process.stdout.write("policy 1 javascript-easy 1\n");
			break;
		case "machine":
			free = n[0];
			queue = [];
			running = [];
			break;
		case "job":
			queue.push({ name: n[0], estimate: n[2], procs: n[3], end: 0 });
			break;
		case "end": {
			const at = running.findIndex((job) => job.name === n[1]);
			free += running[at].procs;
			running.splice(at, 1);
			break;
		}
		case "extend": {
			const at = running.findIndex((job) => job.name === n[1]);
			const [job] = running.splice(at, 1);
			job.end = n[2];
			running.push(job);
			running.sort((a, b) => a.end - b.end);
			break;
		}
		case "pass":
			process.stdout.write(pass(n[0]).join(" ") + "\n");
			break;
	}
});
