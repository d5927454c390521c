"""Train a small agent for backfill.gym.QueueEnv, and compare it with chance, SJF and EASY.

    python examples/agent.py

The agent scores each waiting job by a weighted sum of its wait, estimate and processors,
and starts the best that fits. The cross-entropy method finds the weights: it draws some,
keeps the better half, and draws again around them.
"""

import argparse

import numpy as np

import backfill
from backfill.gym import QueueEnv

FEATURES = 3  # of a place: wait, estimate, processors


def play(env, first, choose):
    """Play the episode that begins with the first-th job; the mean wait in seconds."""
    observation, _ = env.reset(seed=first, options={"first": first})
    over = False
    while not over:
        observation, _, over, _, info = env.step(choose(observation, env.action_masks()))
    assert info["violations"] == 0, "the referee objects"
    return info["mean_wait_s"]


def linear(weights):
    """The agent with these weights."""

    def choose(observation, masks):
        scores = (observation[3:].reshape(-1, 4)[:, :FEATURES] * weights).sum(1)
        scores[~masks[:-1]] = -np.inf
        return int(np.argmax(scores))

    return choose


def chance(seed):
    """The agent that chooses at random among what may be chosen."""
    draws = np.random.default_rng(seed)
    return lambda _, masks: int(draws.choice(np.flatnonzero(masks)))


def train(env, episodes, rounds, drawn, seed=1):
    """Return the weights that the cross-entropy method finds on the episodes."""
    draws = np.random.default_rng(seed)
    mean, spread = np.zeros(FEATURES), np.ones(FEATURES)
    for _ in range(rounds):
        tried = mean + spread * draws.standard_normal((drawn, FEATURES))
        waits = [sum(play(env, first, linear(weights)) for first in episodes) for weights in tried]
        best = tried[np.argsort(waits)[: drawn // 2]]
        mean, spread = best.mean(0), best.std(0) + 0.05
    return mean


def compare(env, weights, episodes):
    """Return the mean wait of each policy over the episodes, in seconds."""
    waits = {"chance": [], "agent": [], "sjf-list": [], "easy": []}
    for first in episodes:
        waits["chance"].append(play(env, first, chance(first)))
        waits["agent"].append(play(env, first, linear(weights)))
        others = backfill.run(env.jobs(first), ["sjf-list", "easy"], procs=env.procs, verify=True)
        assert not any(others.verified.values())
        for row in others.runs.to_pylist():
            waits[row["policy"]].append(row["wait_mean_s"])
    return {name: float(np.mean(found)) for name, found in waits.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("workload", nargs="?", help="a log, or a built-in workload (default: the default one)")
    parser.add_argument("--procs", type=int, help="processors of the machine")
    parser.add_argument("--jobs", type=int, default=128, help="jobs of an episode")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--drawn", type=int, default=10, help="agents tried in a round")
    given = parser.parse_args()
    env = QueueEnv(given.workload, procs=given.procs, episode_jobs=given.jobs)
    weights = train(env, [500, 1500], given.rounds, given.drawn)
    print("weights of wait, estimate, processors:", np.round(weights, 2))
    for name, wait in compare(env, weights, [2000, 2500, 3000, 3500]).items():
        print(f"{name:10} {wait:10,.0f} s mean wait")
