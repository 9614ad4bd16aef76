"""Makes what the small machine boots: Debian's kernel, a simulated GPIO chip, and a first file system with its modules.

All of it comes from where apt gets its packages; nothing of it is installed as a kernel here. It is kept, and made anew
only when there is a newer kernel.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.checkout import ROOT

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "companion-pi" / "vm"
TOOLS = "qemu-system-x86 busybox-static cpio kmod xz-utils gcc make".split()
PYTHON_PACKAGES = ("rpi-lgpio==0.6", "lgpio==0.2.2.0")
SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
AT_BOOT = "virtio_pci 9pnet_virtio 9p overlay configfs gpio-simx vivid dummy_hcd cdc-acm".split()
LATER = ("usb_f_acm", "g_serial")
NOT_SAFE = "handle_simple_irq(irq_to_desc(irqnum));"
SAFE = "{ unsigned long flags; local_irq_save(flags); generic_handle_irq(irqnum); local_irq_restore(flags); }"
MAKEFILE = "obj-m += gpio-simx.o\ngpio-simx-y := gpio-sim.o irq_sim.o\n"


@dataclass(frozen=True, slots=True)
class Kernel:
    """What was made of one version of the kernel."""

    version: str

    @property
    def folder(self) -> Path:
        """Where all of it is."""
        return CACHE / self.version

    @property
    def image(self) -> Path:
        """The kernel."""
        return self.folder / "boot" / f"vmlinuz-{self.version}"

    @property
    def modules(self) -> Path:
        """All of its modules."""
        return self.folder / "lib" / "modules" / self.version

    @property
    def first_files(self) -> Path:
        """The file system that it starts with."""
        return self.folder / "first.gz"

    @property
    def python(self) -> Path:
        """The libraries for the pins."""
        return self.folder / "python"


def kernel() -> Kernel:
    """Return the newest kernel of this system's packages, made ready."""
    depends = _said("apt-cache", "depends", "linux-headers-amd64")
    found = re.search(r"linux-headers-(\d\S+-amd64)", depends)
    if not found:
        msg = "apt knows no kernel: run apt-get update"
        raise RuntimeError(msg)
    made = Kernel(found[1])
    _install(made.version)
    if not (made.folder / "made").exists():
        shutil.rmtree(made.folder, ignore_errors=True)
        made.folder.mkdir(parents=True)
        _make(made)
        (made.folder / "made").touch()
    _first_files(made)
    return made


def _install(version: str) -> None:
    wanted = [*TOOLS, f"linux-headers-{version}"]
    states = [_said("dpkg-query", "--show", "--showformat=${db:Status-Status}", one, check=False) for one in wanted]
    missing = [name for name, state in zip(wanted, states, strict=True) if state != "installed"]
    if missing:
        _do("sh", str(ROOT / ".ci" / "apt"), *missing)


def _make(made: Kernel) -> None:
    series = ".".join(made.version.split(".")[:2])
    _do("apt-get", "download", f"linux-image-{made.version}", f"linux-source-{series}", cwd=made.folder)
    (image,), (source,) = (list(made.folder.glob(f"linux-{kind}-*.deb")) for kind in ("image", "source"))
    _do("dpkg-deb", "--extract", str(image), str(made.folder))
    _gpio_simulator(made, source, series)
    image.unlink()
    source.unlink()
    target = ("--target", str(made.python), "--only-binary", ":all:", "--no-deps")
    _do(sys.executable, "-m", "pip", "install", "--quiet", "--no-input", *target, *PYTHON_PACKAGES)


def _gpio_simulator(made: Kernel, source: Path, series: str) -> None:
    """Build the kernel's own simulator of a GPIO chip: Debian leaves it out."""
    folder = made.folder / "gpio-simx"
    folder.mkdir()
    inside = [f"linux-source-{series}/{name}" for name in SOURCES]
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(source)], stdout=subprocess.PIPE) as unpacking:  # noqa: S607 - Debian's
        name = f"./usr/src/linux-source-{series}.tar.xz"
        tree = subprocess.run(["tar", "-xO", name], stdin=unpacking.stdout, capture_output=True, check=True).stdout  # noqa: S607 - as above
    flat = ["tar", "-xJ", "--transform", "s#.*/##", *inside]
    subprocess.run(flat, input=tree, cwd=folder, check=True)
    simulated = folder / "irq_sim.c"
    simulated.write_text(simulated.read_text(encoding="utf-8").replace(NOT_SAFE, SAFE), encoding="utf-8")
    (folder / "Makefile").write_text(MAKEFILE, encoding="utf-8")
    _do("make", "-C", f"/usr/src/linux-headers-{made.version}", f"M={folder}", "modules")
    shutil.copy(folder / "gpio-simx.ko", made.modules / "kernel")
    _do("/sbin/depmod", "--basedir", str(made.folder), made.version)


def _first_files(made: Kernel) -> None:
    """Pack busybox, the script that it runs, and the modules with all that they need."""
    tree = made.folder / "first"
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("bin", "proc", "sys", "dev"):
        (tree / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", tree / "bin")
    shutil.copy(HERE / "init.sh", tree / "init")
    (tree / "init").chmod(0o755)
    for module in _needed(made):
        target = tree / module.relative_to(made.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, target)
    for name in ("modules.order", "modules.builtin"):
        shutil.copy(made.modules / name, tree / made.modules.relative_to(made.folder))
    _do("/sbin/depmod", "--basedir", str(tree), made.version)
    names = "\n".join(sorted(str(one.relative_to(tree)) for one in tree.rglob("*")))
    pack = ["cpio", "--create", "--format=newc", "--quiet", "--owner=+0:+0"]
    packed = subprocess.run(pack, input=names.encode(), cwd=tree, capture_output=True, check=True).stdout
    made.first_files.write_bytes(gzip.compress(packed, 1))


def _needed(made: Kernel) -> set[Path]:
    shown = ("/sbin/modprobe", "--dirname", str(made.folder), "--set-version", made.version, "--show-depends")
    lines = "\n".join(_said(*shown, name) for name in (*AT_BOOT, *LATER))
    return {Path(path) for path in re.findall(r"^insmod (\S+)", lines, re.MULTILINE)}


def _do(*command: str, cwd: Path | None = None) -> None:
    subprocess.run(command, cwd=cwd, check=True)


def _said(*command: str, check: bool = True) -> str:
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=check).stdout
