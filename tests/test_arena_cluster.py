"""The arena on a cluster: two `dask.distributed` workers on this machine."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import rummy_fast as rf
from contestants import Mortal

distributed: Any = import_module("distributed")  # which has no types
TESTS = str(Path(__file__).parent)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of two worker processes on the loopback interface."""
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            worker_dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        # The workers import the bots of the tests.
        client.register_worker_callbacks(lambda: sys.path.insert(0, TESTS))
        yield client


def test_a_cluster_gives_the_same(client: Any) -> None:
    assert len(client.scheduler_info()["workers"]) == 2
    bots: list[Any] = ["greedy", "careful", "search:positions=1"]
    found = rf.Arena(bots, pairs=3, executor=client.get_executor()).play()
    assert found.complete
    here = rf.Arena(bots, pairs=3, workers=1).play()
    assert json.dumps(found.to_dict()) == json.dumps(here.to_dict())


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_worker_of_the_cluster_dies(client: Any, tmp_path: Path) -> None:
    bots: list[Any] = ["greedy", "careful", Mortal(str(tmp_path), 2)]
    found = rf.Arena(bots, pairs=3, executor=client.get_executor()).play()
    assert len(list(tmp_path.iterdir())) == 2, "two workers have died"
    assert found.complete
    here = rf.Arena(bots, pairs=3, workers=1).play()
    assert [deal.rounds for deal in found.deals] == [deal.rounds for deal in here.deals]
