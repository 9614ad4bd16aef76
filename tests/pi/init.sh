#!/bin/busybox sh
# The first program of the small machine: this checkout and system, read-only with a layer of memory over it, and in it the
# checks. `at` and `python` come from the kernel's command line.
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
for module in virtio_pci 9pnet_virtio 9p overlay configfs gpio-simx dummy_hcd cdc-acm; do
    modprobe "$module" || echo "There is no module $module"
done
# One camera, and nothing else that it can stand for: each costs time.
modprobe vivid n_devs=1 node_types=0x1 || echo "There is no module vivid"
mkdir -p /below /over /root
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose,ro below /below
mount -t tmpfs none /over
mkdir -p /over/upper /over/work
mount -t overlay -o lowerdir=/below,upperdir=/over/upper,workdir=/over/work none /root
for folder in proc sys dev; do
    mount --bind "/$folder" "/root/$folder"
done
mount -t tmpfs none /root/tmp
mount -t tmpfs none /root/run
mount -t configfs none /root/sys/kernel/config
mkdir -p /dev/pts /root/run/modules
mount -t devpts none /dev/pts
ip link set lo up
for module in libcomposite u_serial usb_f_acm g_serial; do
    cp "$(find /lib/modules -name "$module.ko")" /root/run/modules
done
chroot /root /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp TMPDIR=/tmp LANG=C.UTF-8 \
    PYTHONPATH="$python" PYTHONDONTWRITEBYTECODE=1 RPI_LGPIO_REVISION=c03114 \
    /bin/sh -c "cd '$at' && exec .venv/bin/python -m tests.pi.inside"
echo "companion-vm: exit $?"
poweroff -f
