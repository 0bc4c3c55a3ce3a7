/* Clocks that differ from those of the machine. It is loaded into the real program with LD_PRELOAD; see
 * tests/src/clock.rs. CLOCK_FILE is a file with two 64-bit numbers: how many milliseconds the wall clock is ahead, and how
 * many the time since the start of the machine. A test may write it at any time. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t *ahead;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CLOCK_FILE");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, 2 * sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED) {
        fprintf(stderr, "clock: CLOCK_FILE is needed\n");
        _exit(99);
    }
    close(fd);
    ahead = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = syscall(SYS_clock_gettime, clock, now);
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!failed && ahead && (is_wall || clock == CLOCK_BOOTTIME)) {
        int64_t by = __atomic_load_n(ahead + !is_wall, __ATOMIC_SEQ_CST);
        now->tv_sec += by / 1000;
        now->tv_nsec += by % 1000 * 1000000;
        if (now->tv_nsec >= 1000000000) {
            now->tv_nsec -= 1000000000;
            now->tv_sec++;
        } else if (now->tv_nsec < 0) {
            now->tv_nsec += 1000000000;
            now->tv_sec--;
        }
    }
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec exact;
    int failed = clock_gettime(CLOCK_REALTIME, &exact);
    if (!failed) *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
    return failed;
}

time_t time(time_t *where) {
    struct timespec now;
    time_t seconds = clock_gettime(CLOCK_REALTIME, &now) ? -1 : now.tv_sec;
    if (where) *where = seconds;
    return seconds;
}
