"""The pins, a serial board and a camera on real drivers, in a small virtual machine: `python -m tests.pi.vm`.

It is a PC with Debian's kernel, whose own simulators stand for the hardware: a GPIO chip (gpio-sim), a USB port with
a serial device (dummy_hcd, g_serial), a camera (vivid). What runs in it is this checkout as it is, with rpi-lgpio.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from tests.checkout import ROOT
from tests.pi.kernel import CACHE, Kernel, kernel

LONG_S = 1800
HIDDEN = tuple(map(Path, ("/dev", "/proc", "/run", "/sys", "/tmp")))  # noqa: S108 - not written to
"""For these the machine has folders of its own, so nothing that is here below them is seen in it."""
END = re.compile(r"companion-vm: exit (\d+)")


def command(made: Kernel) -> list[str]:
    """Return how the machine is started."""
    # On a busy machine the simulated timers come late: the kernel would take them for broken ones.
    told = f"console=ttyS0 quiet panic=-1 mitigations=off no_timer_check nowatchdog at={ROOT} python={made.python}"
    share = "local,path=/,mount_tag=below,security_model=none,readonly=on,multidevs=remap"
    return [
        *"qemu-system-x86_64 -M q35 -accel tcg -cpu max -smp 1 -m 1536".split(),
        *"-nographic -no-reboot -nic none -monitor none".split(),
        *("-kernel", str(made.image), "-initrd", str(made.first_files), "-virtfs", share, "-append", told),
    ]


def boot(made: Kernel) -> int:
    """Run the machine, show what it says, and return the exit status of what ran in it."""
    ends, status = time.monotonic() + LONG_S, 1
    with subprocess.Popen(command(made), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as machine:
        assert machine.stdout is not None
        for line in machine.stdout:
            text = line.decode("utf-8", "replace").rstrip()
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
            if found := END.search(text):
                status = int(found[1])
            if time.monotonic() > ends:
                machine.kill()
    return status


def unseen(folders: Iterable[Path]) -> str:
    """Say which of these folders the machine would not see, and what to do; nothing if it sees them all."""
    lost = [str(one) for one in folders if any(one.resolve().is_relative_to(hidden) for hidden in HIDDEN)]
    if not lost:
        return ""
    own = ", ".join(map(str, HIDDEN))
    return f"The small machine has its own {own}, and so does not see {' and '.join(lost)}: move it elsewhere."


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    if refusal := unseen((ROOT, ROOT / ".venv", CACHE, Path(sys.base_prefix))):
        sys.exit(refusal)
    begun = time.monotonic()
    result = boot(kernel())
    sys.stdout.write(f"{'all right' if result == 0 else 'FAILED'} after {time.monotonic() - begun:.0f} s\n")
    sys.exit(result)
