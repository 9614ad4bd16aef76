"""Runs a part of the project's tests on the Pi's processor, emulated, with the Python and the packages of its system.

    python -m tests.pi.arm64_tests bookworm

The system is that of `tests.pi.installation`. Chosen is what needs neither a browser nor other programs, and does not
compute for long: the emulated processor is about ten times slower.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

from companion.install.layout import FILES
from companion.install.wanted import requirements, with_all_that_they_ask_for
from tests.checkout import ROOT
from tests.pi.installation import fill, pi, platforms, reader, system

PACKAGES = "installation-packages"
TOOLS = frozenset({"hypothesis", "packaging", "pytest"})
"""What the tests need besides what the companion runs on."""
CHOSEN = """
tests/rules/test_position.py tests/rules/test_ids.py tests/rules/test_results.py tests/rules/test_trictrac.py
tests/rules/test_diagram.py
tests/match
tests/table/test_reducer.py tests/table/test_agreement.py tests/table/test_codec.py
tests/journal/test_migration.py tests/journal/test_evidence.py
tests/firmware_bridge/test_frames.py tests/firmware_bridge/test_protocol.py tests/firmware_bridge/test_session.py
tests/firmware_bridge/test_readings.py tests/firmware_bridge/test_link.py tests/firmware_bridge/gpio
tests/vision/test_calibration.py tests/vision/test_mjpeg.py tests/vision/test_teller.py
tests/vision/test_reader.py::test_it_reads_without_calibration
tests/vision/test_reader.py::test_a_grey_picture_can_be_read
tests/service/test_lamps.py tests/service/test_gpio_port.py tests/service/test_ledger.py tests/service/test_parts.py
tests/service/doctor/test_camera.py
tests/test_log.py tests/test_config.py
""".split()


def bring(folder: Path, suite: str) -> None:
    """Unpack the packages beside the checkout: pip itself, emulated, takes long."""
    target = folder / PACKAGES
    shutil.rmtree(target, ignore_errors=True)
    wanted = folder / "installation/tests.txt"
    tools = with_all_that_they_ask_for(ROOT, TOOLS)
    wanted.write_text(requirements(ROOT, pi(suite), FILES) + tools, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    where = ["--target", str(target), "--requirement", str(wanted)]
    subprocess.run([*command, *platforms(suite), *where], check=True)


def main() -> int:
    """Bring all that is wanted, and run; return the exit status."""
    parser = reader(__doc__)
    parser.add_argument("tests", nargs="*", help="instead of those that are chosen")
    asked = parser.parse_args()
    suite, chosen = asked.suite, asked.tests
    folder = system(suite)
    fill(folder, suite)
    bring(folder, suite)
    begun = time.monotonic()
    run = f"cd /installation && exec env PYTHONPATH=/{PACKAGES} /usr/bin/python3 -B -m pytest -q -p no:cacheprovider"
    mounts = f"mount --rbind /dev {folder}/dev; mount --rbind /proc {folder}/proc; mount --rbind /sys {folder}/sys"
    inside = ["sh", "-c", f'{mounts}; exec chroot {folder} sh -c "{run} {" ".join(chosen or CHOSEN)}"']
    done = subprocess.run([sys.executable, "-m", "tests.pi.emulated", *inside], cwd=ROOT, check=False)
    sys.stdout.write(f"{time.monotonic() - begun:.0f} s\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
