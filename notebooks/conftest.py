"""Notebooks are run beside each other and beside the other tests of this folder."""

from execute import begin, pool


def pytest_collection_finish(session):
    if session.config.option.collectonly:
        return
    for item in session.items:
        path = getattr(item, "callspec", None) and item.callspec.params.get("pair")
        if path:
            begin(path)


def pytest_sessionfinish():
    pool.shutdown(wait=False, cancel_futures=True)
