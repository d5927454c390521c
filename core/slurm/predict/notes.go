package predict

// Notes say what a prediction takes for granted.
var Notes = []string{
	"A range is what the middle 80 % of the draws lie in. In a draw each job runs as large a part of its limit as one that its user's jobs " +
		"ran so far (all jobs', of users with fewer than 10); in every other draw people submit what they submitted in the week before, " +
		"moved by a random time, in the rest nobody submits anything.",
	"On a real run of 500 jobs 73 % of 839 such ranges held the true start, fewer while the queue grew; half of the starts were off by " +
		"less than 30 minutes, where jobs still had to wait for 2.6 hours. A range is a guess, no promise.",
	"Jobs that ran several times count by their last run. A waiting job of priority 0 is held; without priorities in the accounting, so is " +
		"one that is not eligible and waits for no other job.",
}
