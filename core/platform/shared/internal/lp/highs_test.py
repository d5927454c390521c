"""HiGHS finds the optima that core/platform/shared/internal/lp finds."""

import json
import pathlib
import subprocess

import highspy
import numpy
import pytest

HERE = pathlib.Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def problems(tmp_path_factory):
    file = tmp_path_factory.mktemp("lp") / "problems.json"
    subprocess.run(["go", "test", "-count=1", "-run", "^TestProblemsForHiGHS$", ".", "-problems", str(file)], cwd=HERE, check=True)
    return json.loads(file.read_text("utf-8"))


def solve(problem):
    """Status and optimum of a problem by HiGHS."""
    lp = highspy.HighsLp()
    lp.sense_ = highspy.ObjSense.kMaximize
    lp.num_row_, lp.num_col_ = len(problem["bound"]), len(problem["gain"])
    lp.col_cost_ = numpy.array(problem["gain"])
    lp.col_lower_, lp.col_upper_ = numpy.array(problem["lo"]), numpy.array(problem["hi"])
    lp.row_lower_, lp.row_upper_ = numpy.full(lp.num_row_, -highspy.kHighsInf), numpy.array(problem["bound"])
    start, index, value = [0], [], []
    entries = problem["first"] + [len(problem["row"] or [])]
    for j in range(lp.num_col_):
        column = {}  # an entry that is given twice is a sum, which HiGHS refuses
        for k in range(entries[j], entries[j + 1]):
            row = problem["row"][k]
            column[row] = column.get(row, 0.0) + problem["coef"][k]
        index += column.keys()
        value += column.values()
        start.append(len(index))
    lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    lp.a_matrix_.start_ = numpy.array(start)
    lp.a_matrix_.index_, lp.a_matrix_.value_ = numpy.array(index, dtype=numpy.int32), numpy.array(value, dtype=float)
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.passModel(lp) == highspy.HighsStatus.kOk
    solver.run()
    status = {
        highspy.HighsModelStatus.kOptimal: "optimal",
        highspy.HighsModelStatus.kModelEmpty: "optimal",
        highspy.HighsModelStatus.kInfeasible: "infeasible",
    }[solver.getModelStatus()]
    return status, solver.getInfo().objective_function_value


def test_the_optima_are_those_of_highs(problems):
    assert len(problems) == 300
    seen = set()
    for number, problem in enumerate(problems):
        problem = {key: [] if value is None else value for key, value in problem.items()}
        status, value = solve(problem)
        assert problem["status"] == status, number
        if status == "optimal":
            assert problem["value"] == pytest.approx(value, rel=1e-7, abs=1e-7), number
        seen.add(status)
    assert seen == {"optimal", "infeasible"}
