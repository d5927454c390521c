"""The environments for Gymnasium: its own checker, simple agents that are known policies, and what the rewards add up to."""

import importlib.util
import pathlib
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import backfill
from backfill.gym import ORDERS, QueueEnv, QueueVectorEnv, SwitchEnv

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
    """Play an episode; its rewards, the last info and the results."""
    observation, info = env.reset(seed=first, options={"first": first})
    assert info == {"first": first}
    rewards, over = [], False
    while not over:
        assert env.observation_space.contains(observation)
        observation, reward, over, cut, info = env.step(choose(env, observation))
        assert not cut
        rewards.append(reward)
    results = info["results"] if "results" in info else env.results()
    assert results.verified == {"agent": 0}
    return rewards, info, results


def by_job(results, column="start_s"):
    return results.jobs.sort_by("job")[column].to_pylist()


def starts(env, first, policy, **options):
    return by_job(backfill.run(env.jobs(first), policy, procs=env.procs, **options))


def places(env, observation, feature):
    """A feature of all places."""
    names = list(env.job_features)
    return observation[len(env.machine_features):].reshape(-1, len(names))[:, names.index(feature)]


def strict(env, _):
    return 0 if env.action_masks()[0] else env.window


def greedy(env, _):
    return int(np.argmax(env.action_masks()))


def shortest(env, observation):
    return int(np.argmin(np.where(env.action_masks()[:-1], places(env, observation, "estimate").astype(float), 2)))


def easy(env, observation):
    may = places(env, observation, "backfills")
    return int(np.argmax(may)) if may.any() else env.window


def dumb(env, _):
    return env.window  # never starts anything of its own will


@pytest.mark.parametrize("env_id", ["backfill/Queue-v1", "backfill/Switch-v1"])
def test_gymnasiums_checker_finds_nothing(env_id):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        env = gymnasium.make(env_id, episode_jobs=20).unwrapped
        check_env(env)
        env.close()


@pytest.mark.parametrize(("agent", "policy"), [(strict, "fcfs"), (greedy, "list"), (shortest, "sjf-list"), (easy, "easy")])
def test_simple_agents_are_policies_of_the_command(queue, agent, policy):
    for first in (0, 700):
        _, _, results = play(queue, first, agent)
        assert by_job(results) == starts(queue, first, policy)


@pytest.mark.parametrize("options", [{"overrun": "extend"}, {"estimates": "factor:2"}, {"shrink": 0.5}])
def test_options_of_an_experiment_are_those_of_run(options):
    env = QueueEnv("holes", episode_jobs=12, window=WINDOW, **options)
    _, _, results = play(env, 0, shortest)
    env.close()
    assert by_job(results) == by_job(backfill.run("holes", "sjf-list", **options))


@pytest.mark.parametrize("action", range(len(ORDERS)))
def test_an_agent_that_never_switches_is_easy_in_that_order(switch, action):
    policy = ["easy", "sjf-easy", "ljf-easy"][action]
    for first in (0, 700):
        rewards, info, results = play(switch, first, lambda *_: action)
        assert by_job(results) == starts(switch, first, policy)
        assert sum(rewards) == pytest.approx(-info["mean_wait_s"] / 3600)


@pytest.mark.parametrize("agent", [strict, shortest, dumb])
def test_rewards_add_up_to_minus_the_mean_wait(queue, agent):
    rewards, info, results = play(queue, 300, agent)
    assert max(rewards) <= 0
    assert sum(rewards) == pytest.approx(-info["mean_wait_s"] / 3600)
    found = {"mean_wait_s": "wait_mean_s", "mean_bsld": "bsld_mean", "utilisation": "util"}
    assert info == pytest.approx({name: results.runs[column][0].as_py() for name, column in found.items()})


@pytest.mark.parametrize("base", ["sjf-fcfs", "easy"])
def test_each_reward_is_what_its_source_says(base):
    def rewarded(name):
        env = QueueEnv(episode_jobs=JOBS, window=WINDOW, reward=name, base=base)
        rewards, _, results = play(env, 300, shortest)
        jobs = backfill.run(env.jobs(300), base, procs=env.procs)
        env.close()
        return np.array(rewards), results.runs.to_pylist()[0], jobs.runs["bsld_mean"][0].as_py()

    rewards, metrics, _ = rewarded("slowdown")
    assert rewards.sum() == pytest.approx(-metrics["bsld_mean"]) and np.count_nonzero(rewards) == JOBS
    for name, of in {
        "utilisation": lambda ours, _: ours["util"],
        "rlscheduler": lambda ours, _: -ours["bsld_mean"],
        "schedinspector": lambda ours, base: (base - ours["bsld_mean"]) / max(base, ours["bsld_mean"], 1),
    }.items():
        rewards, metrics, theirs = rewarded(name)
        assert not rewards[:-1].any() and rewards[-1] == pytest.approx(of(metrics, theirs)), name


def test_the_docstring_names_every_feature_and_reward(queue):
    for name in [*queue.machine_features, *queue.job_features, *queue._queue.played.hello["rewards"]]:
        assert name in QueueEnv.__doc__


def test_a_seed_gives_the_same_episode(queue):
    first = [queue.reset(seed=5)[1]["first"] for _ in range(2)]
    assert first[0] == first[1] and queue.reset()[1]["first"] != first[0]


def test_episodes_begin_where_they_may():
    env = QueueEnv(episode_jobs=JOBS, firsts=range(100, 110))
    assert {env.reset(seed=seed)[1]["first"] for seed in range(100)} == set(range(100, 110))
    env.close()


def test_many_environments_play_what_each_would_play_alone():
    n, options = 3, {"episode_jobs": 25, "window": 8}
    envs = gymnasium.make_vec("backfill/Queue-v1", num_envs=n, **options)
    assert isinstance(envs.unwrapped, QueueVectorEnv)
    played = []
    for _ in range(2):  # the same seed, the same everything
        observations, infos = envs.reset(seed=7)
        draws = np.random.default_rng(1)
        steps = [(observations, None, None, infos["first"])]
        for _ in range(150):
            actions = np.array([draws.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in envs.unwrapped.action_masks()])
            observations, rewards, over, _, infos = envs.step(actions)
            steps.append((observations, actions, rewards, over))
        played.append(steps)
    for one, other in zip(*played, strict=True):
        assert all(a is None or np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    for k in range(n):
        env = QueueEnv(**options)
        observation, info = env.reset(seed=7 + k)
        assert info["first"] == played[0][0][3][k]
        over, episodes = False, 0
        for observations, actions, rewards, overs in played[0][1:]:
            if over:
                (observation, info), reward, over = env.reset(), 0, False
                episodes += 1
            else:
                observation, reward, over, _, info = env.step(actions[k])
            assert np.array_equal(observation, observations[k]) and reward == rewards[k] and over == overs[k]
        assert episodes > 1
        env.close()
    envs.close()


def test_the_referee_sees_the_episode_of_one_of_many():
    envs = QueueVectorEnv(4, episode_jobs=JOBS, window=WINDOW)
    envs.reset(options={"first": [0, 100, 200, 300]})
    with pytest.raises(backfill.Error, match="the episode is not over"):
        envs.results(2)
    while not envs._queue.over[2]:
        infos = envs.step(envs.action_masks().argmax(1))[4]
    results = envs.results(2)
    assert results.verified == {"agent": 0} and by_job(results) == starts(envs, 200, "list")
    assert infos["mean_wait_s"][2] == pytest.approx(results.runs["wait_mean_s"][0].as_py()) and infos["_mean_wait_s"][2]
    envs.close()


def test_mistakes_are_errors_of_one_line(queue):
    queue.reset(seed=1)
    for call, says in [
        (lambda: QueueEnv(episode_jobs=10**9), "an episode of 1000000000 jobs"),
        (lambda: QueueEnv(episode_jobs=20, window=0), "a window of 0 jobs"),
        (lambda: QueueEnv(reward="waits"), 'unknown reward "waits".*did you mean wait'),
        (lambda: QueueEnv(base="ezsy"), 'unknown policy "ezsy"'),
        (lambda: QueueEnv(firsts=range(0)), r"firsts=range\(0, 0\): give a range within 0 to"),
        (lambda: queue.reset(options={"first": -1}), "cannot begin with job -1"),
        (lambda: queue.step(-1), f"an action is from 0 to {WINDOW}"),
        (lambda: SwitchEnv(episode_jobs=20).step(0), "call reset first"),
    ]:
        with pytest.raises(backfill.Error, match=says):
            call()


# The numbers are the same each time: the seeds and the simulator's schedules are. README.md has those of KTH.
def test_the_example_agent_learns_and_is_judged_on_weeks_it_has_not_seen():
    spec = importlib.util.spec_from_file_location("agent", HERE / "examples" / "agent.py")
    agent = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(agent)
    options = {"episode_jobs": 100, "window": 16, "reward": "slowdown"}
    weights = agent.train(None, [0, 500, 1000], rounds=3, drawn=10, **options)
    weeks = agent.test(None, weights, [2000, 2500, 3000], **options)
    assert [set(week) for week in weeks] == [{"agent", "easy", "sjf-easy", "sjf-list"}] * 3
    means = {policy: np.mean([week[policy]["bsld_mean"] for week in weeks]) for policy in weeks[0]}
    assert means["agent"] < means["easy"], means
