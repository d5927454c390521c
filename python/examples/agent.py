"""Train a small agent for backfill.gym on some weeks of a log, and compare it with EASY and SJF-EASY on weeks it has not seen.

    python examples/agent.py KTH-SP2-1996-2.swf.gz

The agent scores each waiting job that fits by a weighted sum of its features, and waiting by a sum of those of the machine,
and does what scores best. So it backfills by itself: any job that fits may start, and nothing is promised to the first.
The cross-entropy method finds the weights: it draws some, keeps the best, and draws again around them. All that it draws play
all of its weeks at once, each in an environment of its own, in one process of the command.
"""

import argparse
import time

import numpy as np

import backfill
from backfill.gym import QueueVectorEnv

WEEK = 600  # jobs: about a week of KTH


def split(observations, window):
    """The features of the machine, and those of each place of the window."""
    places = observations.shape[1] - 8 * window
    return observations[:, :places], observations[:, places:].reshape(len(observations), window, 8)


def decide(weights, observations, masks):
    """What agents with these weights do, one for each row."""
    window = masks.shape[1] - 1
    machine, jobs = split(observations, window)
    scores = np.full(masks.shape, -np.inf, np.float32)
    scores[:, :-1] = np.einsum("nwf,nf->nw", jobs, weights[:, :8])
    scores[:, -1] = np.einsum("nf,nf->n", machine, weights[:, 8:-1]) + weights[:, -1]
    return np.where(masks, scores, -np.inf).argmax(1)


def play(envs, weights, firsts):
    """The sum of rewards of each environment's episode, which begins with the job in firsts."""
    observations, _ = envs.reset(options={"first": firsts})
    rewards, live = np.zeros(envs.num_envs), np.ones(envs.num_envs, bool)
    while live.any():
        observations, reward, over, _, _ = envs.step(decide(weights, observations, envs.action_masks()))
        rewards += np.where(live, reward, 0)
        live &= ~over
    return rewards


def train(workload, weeks, *, rounds, drawn, seed=1, **options):
    """The weights that the cross-entropy method finds on the weeks that begin with these jobs."""
    draws = np.random.default_rng(seed)
    envs = QueueVectorEnv(drawn * len(weeks), workload, **options)
    size = envs.single_observation_space.shape[0] - 8 * options["window"] + 9
    mean, spread = np.zeros(size), np.ones(size)
    mean[1], mean[-1] = -1, -1  # it begins as shortest job first that seldom waits
    for _ in range(rounds):
        tried = mean + spread * draws.standard_normal((drawn, size))
        tried[0] = mean
        rewards = play(envs, np.repeat(tried, len(weeks), 0).astype(np.float32), weeks * drawn).reshape(drawn, len(weeks))
        # Every week counts alike, whatever its load.
        gain = (rewards / np.abs(rewards).mean(0)).mean(1)
        best = tried[np.argsort(-gain)[: max(2, drawn // 5)]]
        mean, spread = best.mean(0), best.std(0) + 0.02
    envs.close()
    return mean


def test(workload, weights, weeks, **options):
    """Metrics of each policy in each of the weeks, schedules checked by the referee."""
    envs = QueueVectorEnv(len(weeks), workload, **options)
    found = {}
    observations, _ = envs.reset(options={"first": weeks})
    rows = np.repeat(weights[None, :], len(weeks), 0).astype(np.float32)
    left = set(range(len(weeks)))
    while left:
        observations, _, over, _, _ = envs.step(decide(rows, observations, envs.action_masks()))
        for k in np.flatnonzero(over):
            if k in left:
                left.remove(k)
                results = envs.results(k)
                others = backfill.run(envs.jobs(weeks[k]), ["easy", "sjf-easy", "sjf-list"], procs=envs.procs, verify=True)
                assert not any([*results.verified.values(), *others.verified.values()]), "the referee objects"
                found[k] = {row["policy"]: row for row in results.runs.to_pylist() + others.runs.to_pylist()}
    envs.close()
    return [found[k] for k in range(len(weeks))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("workload", nargs="?", help="a log, or a built-in workload (default: the default one)")
    parser.add_argument("--jobs", type=int, default=WEEK, help="jobs of a week")
    parser.add_argument("--weeks", type=int, default=20, help="weeks to learn on, and as many others to be tested on")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--drawn", type=int, default=40, help="agents tried in a round")
    parser.add_argument("--reward", default="slowdown", help="wait or slowdown")
    given = parser.parse_args()
    options = {"episode_jobs": given.jobs, "window": 64, "reward": given.reward}
    seen = [k * given.jobs for k in range(2 * given.weeks)]  # the first half is for learning, the second for the test
    begun = time.monotonic()
    weights = train(given.workload, seen[: given.weeks], rounds=given.rounds, drawn=given.drawn, **options)
    print(f"trained in {time.monotonic() - begun:.0f} s; weights", np.round(weights, 2).tolist())
    weeks = test(given.workload, weights, seen[given.weeks :], **options)
    for column in ("bsld_mean", "wait_mean_s"):
        means = {policy: np.mean([week[policy][column] for week in weeks]) for policy in weeks[0]}
        better = sum(week["agent"][column] < week["sjf-easy"][column] for week in weeks)
        print(f"{column}: " + ", ".join(f"{policy} {mean:,.1f}" for policy, mean in means.items()) + f"; agent better than sjf-easy in {better} of {len(weeks)} weeks")


if __name__ == "__main__":
    main()
