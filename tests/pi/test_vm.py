"""What the small machine needs to see of this one."""

import re
import subprocess
import sys
from pathlib import Path

from tests.checkout import ROOT
from tests.pi.vm import HIDDEN, unseen


def test_its_own_folders_are_those_that_it_mounts() -> None:
    script = (ROOT / "tests" / "pi" / "init.sh").read_text(encoding="utf-8")
    bound = re.findall(r"^for folder in (.*); do\n    mount --bind", script, re.MULTILINE)
    mounted = [*bound[0].split(), *re.findall(r"^mount -t tmpfs none /root/(\w+)$", script, re.MULTILINE)]
    assert sorted(f"/{one}" for one in mounted) == sorted(map(str, HIDDEN))


def test_what_it_does_not_see_is_told() -> None:
    inside, beside = HIDDEN[-1] / "companion", Path(f"{HIDDEN[-1]}x/companion")
    assert unseen([beside, Path("/home/ada")]) == ""
    assert f"does not see {inside}: move it" in unseen([beside, inside])


def test_it_is_told_before_anything_is_installed() -> None:
    # What is made for the machine is kept there.
    cache = {"PATH": "", "XDG_CACHE_HOME": str(HIDDEN[-1])}
    begun = [sys.executable, "-m", "tests.pi.vm"]
    done = subprocess.run(begun, cwd=ROOT, env=cache, capture_output=True, text=True, check=False)
    assert (done.returncode, f"does not see {HIDDEN[-1]}/companion-pi" in done.stderr) == (1, True), done.stderr
