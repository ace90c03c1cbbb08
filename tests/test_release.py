"""Releases: who may publish and when, pinned actions, and third-party licenses."""

import re
from pathlib import Path

import pytest
import third_party

pytestmark = pytest.mark.source

ROOT = Path(__file__).parent.parent
WORKFLOWS = {path.stem: path.read_text("utf-8") for path in (ROOT / ".github").rglob("*.yml")}


def jobs(workflow: str) -> dict[str, str]:
    """The jobs of a workflow, by name, as text."""
    _, _, text = WORKFLOWS[workflow].partition("\njobs:\n")
    parts = re.split(r"^  ([\w-]+):\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_publishing_waits_for_every_job() -> None:
    release = jobs("release")
    needs = re.search(r"needs: \[(.*)\]", release["publish"])
    assert needs is not None
    assert set(needs[1].split(", ")) == set(release) - {"publish", "binaries"}
    assert "needs: [publish]" in release["binaries"]
    called = set(re.findall(r"uses: \./\.github/workflows/([\w-]+)\.yml", WORKFLOWS["release"]))
    assert called == set(WORKFLOWS) - {"release", "dependabot"}
    for workflow in called:
        assert "continue-on-error" not in WORKFLOWS[workflow]
        assert len(jobs(workflow)) >= 2


def test_only_the_jobs_that_publish_have_write_access() -> None:
    allowed = {("release", "publish"): ["id-token"], ("release", "binaries"): ["contents"]}
    seen = 0
    for workflow in set(WORKFLOWS) - {"dependabot"}:
        assert "\npermissions: {}\n" in WORKFLOWS[workflow]
        for job, text in jobs(workflow).items():
            seen += 1
            writes = re.findall(r"([\w-]+): write", text)
            assert writes == allowed.get((workflow, job), [])
    assert seen >= 10


def test_actions_are_pinned_to_commits_with_their_version() -> None:
    used = [one for text in WORKFLOWS.values() for one in re.findall(r"uses: ([^.$].*)", text)]
    assert len(used) > 15
    commits: dict[str, str] = {}
    for one in used:
        pin = re.fullmatch(r"([\w/-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+", one)
        assert pin is not None, one
        assert commits.setdefault(pin[1], pin[2]) == pin[2], one


def test_the_license_of_every_linked_crate_is_included() -> None:
    kept = (ROOT / "THIRD-PARTY.md").read_text("utf-8")
    assert kept == third_party.text(), "run `make third-party`"
    crates = set(re.findall(r"^- ([\w-]+) \d", kept, re.MULTILINE))
    assert {"pyo3", "rayon", "thiserror", "wide"} <= crates
    texts = re.findall(r"^```text\n(.*?)^```$", kept, re.MULTILINE | re.DOTALL)
    assert len(texts) > 1
    assert all("Permission is hereby granted" in one for one in texts)
