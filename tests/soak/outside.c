/* What lies outside a service and may go wrong there: the clock on the wall, and the room on its disk.
 *
 * Loaded before the C library's own functions into the process that is tried, and steered through a page of memory in a
 * file that the soak shares with it: nothing of this is known to the service.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct outside {
    volatile long long ahead_s;
    volatile long long disk_is_full;
};

static struct outside *outside;

__attribute__((constructor)) static void share(void)
{
    const char *name = getenv("SOAK_OUTSIDE");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof *outside, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    outside = page == MAP_FAILED ? NULL : page;
    close(file);
}

int clock_gettime(clockid_t which, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, which, now);
    if (!result && outside && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
        now->tv_sec += outside->ahead_s;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &exact))
        return -1;
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *kept)
{
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (kept)
        *kept = exact.tv_sec;
    return exact.tv_sec;
}

/* What the process says of itself (its first three files) is always taken. */
static int has_no_room(int file)
{
    struct stat about;
    int kept = errno, full = 0;
    if (outside && outside->disk_is_full && file > 2)
        full = !fstat(file, &about) && S_ISREG(about.st_mode);
    errno = full ? ENOSPC : kept;
    return full;
}

ssize_t write(int file, const void *data, size_t size)
{
    return has_no_room(file) ? -1 : syscall(SYS_write, file, data, size);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at)
{
    return has_no_room(file) ? -1 : syscall(SYS_pwrite64, file, data, size, at);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at)
{
    return pwrite64(file, data, size, at);
}
