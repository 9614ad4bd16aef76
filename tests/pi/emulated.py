"""Runs a command as root of a small world of its own, in which the kernel starts programs for the Pi's processor.

    python -m tests.pi.emulated COMMAND...

Nothing outside changes: its mounts and the emulator are known to it and its children alone (Linux 6.7 or newer).
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

NEW_NAMESPACES = 0x10000000 | 0x00020000
"""Of users and of mounts."""
IDS = "0 0 65536"
REGISTRY = Path("/proc/sys/fs/binfmt_misc")
EMULATOR = "/usr/bin/qemu-aarch64-static"
PROCESSOR = "cortex-a72"
"""A Pi 4's. It signs no return addresses: to emulate that costs a newer system most of its time."""
ARM64 = rb"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = rb"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
RULE = b":companion-arm64:M::" + ARM64 + b":" + MASK + b":" + EMULATOR.encode() + b":F"


def run(command: list[str]) -> int:
    """Run a command in such a world; return its exit status."""
    is_apart, apart = os.pipe()
    may_go, go = os.pipe()
    child = os.fork()
    if child == 0:
        _be(command, apart, may_go)
    os.read(is_apart, 1)
    for name in ("uid_map", "gid_map"):
        Path(f"/proc/{child}/{name}").write_text(IDS, encoding="ascii")
    os.write(go, b"x")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _be(command: list[str], apart: int, may_go: int) -> None:
    if ctypes.CDLL(None, use_errno=True).unshare(NEW_NAMESPACES):
        raise OSError(ctypes.get_errno(), "unshare")
    os.write(apart, b"x")
    os.read(may_go, 1)
    os.setgid(0)
    os.setuid(0)
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)  # noqa: S607 - of this system
    subprocess.run(["mount", "-t", "binfmt_misc", "none", str(REGISTRY)], check=True)  # noqa: S607 - as above
    (REGISTRY / "register").write_bytes(RULE)
    os.environ["QEMU_CPU"] = PROCESSOR
    os.execvp(command[0], command)  # noqa: S606 - what was asked for


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
