"""SciPy and statsmodels give the answers of package stats."""

import json
import pathlib
import subprocess

import numpy
import pytest
import scipy.stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.stattools import durbin_watson
from statsmodels.stats.weightstats import DescrStatsW
from statsmodels.tsa.stattools import acf

HERE = pathlib.Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    file = tmp_path_factory.mktemp("stats") / "answers.json"
    subprocess.run(["go", "test", "-count=1", "-run", "^TestAnswersForSciPy$", ".", "-answers", str(file)], cwd=HERE, check=True)
    return json.loads(file.read_text("utf-8"))


def close(ours, theirs):
    assert ours == pytest.approx(theirs, rel=1e-8, abs=1e-10)


def test_distributions(questions):
    for q in questions:
        ours, p, n, k = q["answers"], q["quantile"], q["freedom"], len(q["ranks"])
        close(ours["normal"], scipy.stats.norm.ppf(p))
        close(ours["student"], scipy.stats.t.ppf(p, n))
        close(ours["chi"], scipy.stats.chi2.cdf(2 * n * p, n))
        close(ours["f"], scipy.stats.f.cdf(2 * p, n, n + 3))
        assert ours["range"] == pytest.approx(scipy.stats.studentized_range.ppf(p, k, numpy.inf), rel=1e-6)


def test_means_and_pairs(questions):
    for q in questions:
        ours, x = q["answers"], numpy.array(q["x"])
        sample = DescrStatsW(x[:, 0])
        close(ours["mean"], sample.mean)
        close((ours["student_low"], ours["student_high"]), sample.tconfint_mean(0.05))
        close(ours["median"], numpy.median(x[:, 0]))
        close(ours["correlation"], scipy.stats.pearsonr(x[:, 0], x[:, 1]).statistic)
        pair = scipy.stats.ttest_rel(x[:, 1], x[:, 0])
        close(ours["pair_p"], pair.pvalue)
        close((ours["pair_low"], ours["pair_high"]), tuple(pair.confidence_interval(0.95)))
        close(ours["lag1"], acf(x[:, 1] - x[:, 0], nlags=1)[1])


def merged(parts):
    """Weeks, merged in pairs while von Neumann's test, of which statsmodels has Durbin and Watson's, doubts that they are independent."""
    while (n := len(parts)) // 2 >= 6:
        c = 1 - durbin_watson(parts - parts.mean()) / 2
        if scipy.stats.norm.sf(c / numpy.sqrt((n - 2) / (n * n - 1))) >= 0.25:
            break
        parts = numpy.add.reduceat(parts, numpy.arange(0, n - 1, 2))  # an odd one goes to the last pair
    return parts


# The change of a mean of jobs over weeks is a regression of sums through the origin's sandwich: worked out here from
# the definition with numpy, since neither library has it by a name.
def test_changes_of_weeks(questions):
    for q in questions:
        ours = q["answers"]
        (a, da), (b, db) = ((numpy.array(s["Num"]), numpy.array(s["Den"])) for s in (q["before"], q["after"]))
        before, after = a.sum() / da.sum(), b.sum() / db.sum()
        close(ours["ratio"], after - before)
        parts = (b - after * db) / db.mean() - (a - before * da) / da.mean()
        weeks = len(parts)
        parts = merged(parts)
        assert q["merged"] == weeks // len(parts)
        test = scipy.stats.ttest_1samp(parts * len(parts) / weeks + (after - before), 0)
        close(ours["ratio_low"], test.confidence_interval(0.95).low)


# P of weeks is of exchanging the sides in some of them: all ways of few, a sample of more.
def test_exchanges_of_weeks(questions):
    for q in questions:
        n = len(q["before"]["Num"]) // q["merged"]
        if n > 11:  # ours draws
            continue
        both = [numpy.array(q[s]["Num"]) / sum(q[s]["Den"]) for s in ("before", "after")]
        for _ in range(q["merged"].bit_length() - 1):
            both = [numpy.add.reduceat(x, numpy.arange(0, len(x) - 1, 2)) for x in both]
        d = both[1] - both[0]
        test = scipy.stats.permutation_test((d,), numpy.sum, permutation_type="samples", n_resamples=numpy.inf)
        close(q["answers"]["ratio_p"], test.pvalue)


def test_effects(questions):
    for q in questions:
        x = numpy.array(q["x"])
        u = scipy.stats.mannwhitneyu(x[:, 1], x[:, 0]).statistic
        close(q["answers"]["cliff"], 2 * u / len(x) ** 2 - 1)
        close(q["answers"]["superiority"], numpy.mean((x[:, 1] < x[:, 0]) + 0.5 * (x[:, 1] == x[:, 0])))


def test_many_policies(questions):
    for q in questions:
        ours, x = q["answers"], numpy.array(q["x"])
        n, k = x.shape
        close(q["holm"], multipletests(q["pairs"], method="holm")[1].tolist())
        close(q["ranks"], scipy.stats.rankdata(x, axis=1).mean(axis=0).tolist())
        if k > 2:  # SciPy asks for three
            theirs = scipy.stats.friedmanchisquare(*x.T)
            close(ours["friedman"], theirs.statistic)
            close(ours["friedman_p"], theirs.pvalue)
            f = (n - 1) * theirs.statistic / (n * (k - 1) - theirs.statistic)
            close(ours["iman_p"], scipy.stats.f.sf(f, k - 1, (k - 1) * (n - 1)))
        ranks = numpy.array(q["ranks"])
        distance = abs(ranks[:, None] - ranks[None, :]) / numpy.sqrt(k * (k + 1) / (12 * n))
        theirs = scipy.stats.studentized_range.sf(distance, k, numpy.inf)
        assert q["nemenyi"] == pytest.approx(theirs, rel=1e-5, abs=1e-8)
