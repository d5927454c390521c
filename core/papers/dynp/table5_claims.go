package dynp

import (
	"fmt"
	"math"

	"github.com/backfill-lab/backfill/core/papers/paper"
)

func table5Claims() []paper.Claim {
	claim := paper.Compared(table5.ours, table5.at)
	return []paper.Claim{
		claim("sdsc-waits", sdscWaits),
		claim("sdsc-tries", sdscTries),
		claim("same-policy", over("same", 90)),
		claim("backlog", backlog),
		claim("switches", switches),
		claim("sjf-most", sjfMost),
		claim("fcfs-brief", fcfsBrief),
		claim("ljf-lasting", ljfLasting),
	}
}

// perSwitch is how many jobs a policy starts each time it is switched to.
func perSwitch(at paper.Source, policy string) func(set string) float64 {
	return func(s string) float64 {
		return at(s, "", "started_"+policy) / math.Round(float64(at(s, "", "to_"+policy)*at(s, "", "tries"))/100)
	}
}

func sdscWaits(at paper.Source) (bool, string) {
	share := 100 * at("sdsc", "", "wait_mean") / at("sdsc", "", "run_mean")
	return share <= 2, fmt.Sprintf("%.1f s, %.2f %% of the run time", at("sdsc", "", "wait_mean"), share)
}

func sdscTries(at paper.Source) (bool, string) {
	tries := at.Of("", "tries")
	ok, _ := each(busy, "", tries, func(v float64) bool { return 10*tries("sdsc") < v })
	return ok, "steps: " + list(sets, "%.0f", tries)
}

func backlog(at paper.Source) (bool, string) {
	value := at.Of("", "backlog")
	ok, _ := each(busy, "", value, func(v float64) bool { return v > max(10, value("sdsc")) })
	return ok, list(sets, "%.1f", value)
}

func switches(at paper.Source) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		sjf, fcfs, ljf := at(s, "", "to_sjf"), at(s, "", "to_fcfs"), at(s, "", "to_ljf")
		t.Check(min(sjf, fcfs) > ljf, "%s: SJF %.2f, FCFS %.2f, LJF %.2f %%", s, sjf, fcfs, ljf)
	})
}

func sjfMost(at paper.Source) (bool, string) {
	return paper.Every(sets, func(t *paper.Cases, s string) {
		t.Check(startsMost(at, s, "") == "sjf", "%s: %s", s, startsMost(at, s, ""))
	})
}

func fcfsBrief(at paper.Source) (bool, string) {
	return each(busy, "%.2f", perSwitch(at, "fcfs"), func(v float64) bool { return v <= 2 })
}

func ljfLasting(at paper.Source) (bool, string) {
	fcfs, ljf := perSwitch(at, "fcfs"), perSwitch(at, "ljf")
	ok := true
	for _, s := range busy {
		ok = ok && ljf(s) >= max(5, fcfs(s))
	}
	return ok, list(busy, "%.1f", ljf)
}

func table6Claims() []paper.Claim {
	claim := paper.Compared(table6.ours, table6.at)
	return []paper.Claim{
		claim("6b", claim6b),
		claim("fcfs-like-sjf", fcfsLikeSjf),
		claim("differences", over("differences_share", rounded78)),
		claim("current", over("current_share", rounded78)),
		claim("6c", claim6c),
		claim("8b-10a", claim8b10a),
	}
}

func share(at paper.Source, key string) func(set string) float64 {
	return func(s string) float64 { return 100 * at(s, "", key) / at(s, "", "total") }
}

func overall(at paper.Source, keys ...string) float64 {
	part, whole := 0.0, 0.0
	for _, s := range sets {
		for _, k := range keys {
			part += at(s, "", k)
		}
		whole += at(s, "", "total")
	}
	return 100 * part / whole
}

func claim6b(at paper.Source) (bool, string) {
	all := overall(at, "6b")
	return 3*all > 200, fmt.Sprintf("%.1f %% of all; %s", all, list(sets, "%.1f %%", share(at, "6b")))
}

func fcfsLikeSjf(at paper.Source) (bool, string) {
	all := overall(at, "1", "6a", "6b", "6c")
	return all > 50, fmt.Sprintf("%.1f %%", all)
}

func claim6c(at paper.Source) (bool, string) {
	return each(sets, "%.2f %%", share(at, "6c"), func(v float64) bool { return v < 1 })
}

func claim8b10a(at paper.Source) (bool, string) {
	n := 0.0
	for _, s := range sets {
		n += at(s, "", "8b") + at(s, "", "10a")
	}
	return n == 0, fmt.Sprintf("%.0f times", n)
}

// rounded78 is half a printed digit below the text's 78 %, which is rounded.
const rounded78 = 77.995

// over claims that a percentage is above a bound in every set.
func over(key string, bound float64) func(at paper.Source) (bool, string) {
	return func(at paper.Source) (bool, string) {
		return each(sets, "%.2f %%", at.Of("", key), func(v float64) bool { return v > bound })
	}
}
