"""The environments for Gymnasium: its own checker, simple agents that are known policies, and what the rewards add up to."""

import importlib.util
import pathlib
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import backfill
from backfill.gym import ORDERS, QueueEnv, SwitchEnv

HERE = pathlib.Path(__file__).resolve().parent
JOBS = 60
WINDOW = 64  # every waiting job is in sight


@pytest.fixture(scope="module")
def queue():
    env = QueueEnv(episode_jobs=JOBS, window=WINDOW)
    yield env
    env.close()


@pytest.fixture(scope="module")
def switch():
    env = SwitchEnv(episode_jobs=JOBS)
    yield env
    env.close()


def play(env, first, choose):
    """Play an episode; its rewards and the last info."""
    observation, info = env.reset(seed=first, options={"first": first})
    assert info == {"first": first}
    rewards, over = [], False
    while not over:
        assert env.observation_space.contains(observation)
        observation, reward, over, cut, info = env.step(choose(env, observation))
        assert not cut
        rewards.append(reward)
    assert info["violations"] == 0
    return rewards, info


def starts(env, first, policy):
    results = backfill.run(env.jobs(first), policy, procs=env.procs)
    return results.jobs.sort_by("job")["start_s"].to_pylist()


def places(observation):
    return observation[3:].reshape(-1, 4)


def strict(env, _):
    return 0 if env.action_masks()[0] else WINDOW


def greedy(env, _):
    return int(np.argmax(env.action_masks()))


def shortest(env, observation):
    return int(np.argmin(np.where(env.action_masks()[:-1], places(observation)[:, 1].astype(float), 2)))


def dumb(env, _):
    return WINDOW  # never starts anything of its own will


@pytest.mark.parametrize("env_id", ["backfill/Queue-v0", "backfill/Switch-v0"])
def test_gymnasiums_checker_finds_nothing(env_id):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        env = gymnasium.make(env_id, episode_jobs=20).unwrapped
        check_env(env)
        env.close()


@pytest.mark.parametrize(("agent", "policy"), [(strict, "fcfs"), (greedy, "list"), (shortest, "sjf-list")])
def test_simple_agents_are_policies_of_the_command(queue, agent, policy):
    for first in (0, 700):
        _, info = play(queue, first, agent)
        assert info["results"].jobs.sort_by("job")["start_s"].to_pylist() == starts(queue, first, policy)


@pytest.mark.parametrize("action", range(len(ORDERS)))
def test_an_agent_that_never_switches_is_easy_in_that_order(switch, action):
    policy = ["easy", "sjf-easy", "ljf-easy"][action]
    for first in (0, 700):
        _, info = play(switch, first, lambda *_: action)
        assert info["results"].jobs.sort_by("job")["start_s"].to_pylist() == starts(switch, first, policy)


@pytest.mark.parametrize("agent", [strict, shortest, dumb])
def test_rewards_add_up_to_minus_the_mean_wait(queue, agent):
    rewards, info = play(queue, 300, agent)
    assert max(rewards) <= 0
    assert sum(rewards) == pytest.approx(-info["mean_wait_s"] / 3600)


def test_a_seed_gives_the_same_episode(queue):
    first = [queue.reset(seed=5)[1]["first"] for _ in range(2)]
    assert first[0] == first[1] and queue.reset()[1]["first"] != first[0]


def test_mistakes_are_errors_of_one_line(queue):
    for call, says in [
        (lambda: QueueEnv(episode_jobs=10**9), "an episode of 1000000000 jobs"),
        (lambda: QueueEnv(episode_jobs=20, window=0), "a window of 0 jobs"),
        (lambda: queue.reset(options={"first": -1}), "cannot begin with job -1"),
        (lambda: (queue.close(), queue.step(0)), "call reset first"),
    ]:
        with pytest.raises(backfill.Error, match=says):
            call()


# The numbers are the same each time: the seeds and the simulator's schedules are.
def test_the_example_agent_beats_chance_and_is_held_against_sjf():
    spec = importlib.util.spec_from_file_location("agent", HERE / "examples" / "agent.py")
    agent = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(agent)
    env = QueueEnv(episode_jobs=64)
    weights = agent.train(env, [500, 1500], rounds=3, drawn=6)
    waits = agent.compare(env, weights, [2000, 2500, 3000])
    env.close()
    assert set(waits) == {"chance", "agent", "sjf-list", "easy"}
    assert waits["agent"] < 0.9 * waits["chance"], waits
    assert waits["agent"] < 1.5 * waits["sjf-list"], waits
