/* Makes I/O calls on the files of a SQLite database fail, controlled by a test. It is loaded into the real program with
 * LD_PRELOAD; see tests/src/shim.rs, which compiles it and writes the control file.
 *
 * FAULTS_DIRECTORY  the directory of the database, without links
 * FAULTS_NAME       its file name; every file whose name begins with it is included (-wal, -shm, -journal, .lock)
 * FAULTS_CONTROL    a file of 24 64-bit numbers, mapped here and written by the test at any time
 * FAULTS_LOG        a file to which a line is appended for each failed call
 *
 * Writes through the mapped -shm are not calls, so no fault can be injected there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum kind { WRITE, SYNC, OPEN, TRUNCATE, UNLINK, READ, KINDS };
static const char *const names[] = {"write", "sync", "open", "truncate", "unlink", "read"};

/* The same order as in tests/src/shim.rs. */
struct control {
    uint64_t armed;      /* 0: every call goes through and none is counted */
    uint64_t kind;       /* the kind that is counted down */
    uint64_t nth;        /* the call of that kind that fails, from 1; 0: none */
    uint64_t error;      /* an errno */
    uint64_t is_short;   /* a write first writes its first half, and only the rest of it fails */
    uint64_t persistent; /* a bit for each kind that fails from then on */
    uint64_t tripped;    /* set here: a fault has begun */
    uint64_t hits;       /* set here: how many calls have failed */
    uint64_t budget;     /* with `limited`: how many bytes the files may still grow by */
    uint64_t limited;    /* 1: the growth of all files is limited */
    uint64_t trace;      /* calls that go through are logged too */
    uint64_t counts[KINDS]; /* set here */
};

static struct control *control;
static const char *directory, *name, *log_path;
/* The rest of a short write fails in this thread. */
static __thread int rest_fails;

#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))
#define IS_ARMED() (control && LOAD(armed))
#define LOAD(field) __atomic_load_n(&control->field, __ATOMIC_SEQ_CST)
#define STORE(field, value) __atomic_store_n(&control->field, value, __ATOMIC_SEQ_CST)
#define ADD(field, value) __atomic_add_fetch(&control->field, value, __ATOMIC_SEQ_CST)

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_read)(int, void *, size_t);
static ssize_t (*real_pread)(int, void *, size_t, off_t);

__attribute__((constructor)) static void begin(void) {
    real_open = REAL(open);
    real_write = REAL(write);
    real_pwrite = REAL(pwrite);
    real_read = REAL(read);
    real_pread = REAL(pread);
    directory = getenv("FAULTS_DIRECTORY");
    name = getenv("FAULTS_NAME");
    log_path = getenv("FAULTS_LOG");
    const char *path = getenv("FAULTS_CONTROL");
    int fd = path ? real_open(path, O_RDWR | O_CLOEXEC) : -1;
    void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (mapped == MAP_FAILED || !directory || !name || !log_path) {
        fprintf(stderr, "shim: FAULTS_DIRECTORY, FAULTS_NAME, FAULTS_LOG and FAULTS_CONTROL are needed\n");
        _exit(99);
    }
    close(fd);
    control = mapped;
}

/* Returns the file name in a path if it belongs to the database. */
static const char *of_database(const char *path) {
    const char *last = strrchr(path, '/');
    last = last ? last + 1 : path;
    return strncmp(last, name, strlen(name)) == 0 ? last : NULL;
}

/* Returns the name of an open file if it belongs to the database, or of its directory. */
static const char *opened(int fd, char *buffer) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, buffer, PATH_MAX - 1);
    if (length <= 0) return NULL;
    buffer[length] = 0;
    return strcmp(buffer, directory) == 0 ? "the directory" : of_database(buffer);
}

static void note(const char *what, enum kind kind, uint64_t count, const char *file, int error) {
    char line[PATH_MAX + 100];
    int length = snprintf(line, sizeof line, "%s %s %llu %s %s\n", what, names[kind], (unsigned long long)count, file,
                          error ? strerror(error) : "");
    int fd = real_open(log_path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0) {
        if (real_write(fd, line, length) < 0) _exit(98);
        close(fd);
    }
}

/* Counts a call. Returns the error that it fails with, or 0; `grows` is the increase of the size of the file. */
static int judge(enum kind kind, const char *file, uint64_t grows, int *is_short) {
    uint64_t count = ADD(counts[kind], 1);
    int error = 0;
    if (LOAD(limited) && grows) {
        uint64_t left = LOAD(budget);
        if (grows > left)
            error = ENOSPC;
        else
            ADD(budget, -grows);
    }
    if (LOAD(tripped) && (LOAD(persistent) >> kind & 1)) error = (int)LOAD(error);
    if (LOAD(kind) == kind && LOAD(nth) == count) {
        error = (int)LOAD(error);
        *is_short = kind == WRITE && LOAD(is_short);
        STORE(tripped, 1);
    }
    if (error) {
        ADD(hits, 1);
        note(*is_short ? "short" : "failed", kind, count, file, error);
    } else if (LOAD(trace)) {
        note("passed", kind, count, file, 0);
    }
    return error;
}

static ssize_t written(int fd, const void *bytes, size_t size, off_t at, int is_at) {
    char buffer[PATH_MAX];
    int saved = errno;
    const char *file = IS_ARMED() ? opened(fd, buffer) : NULL;
    if (file) {
        struct stat now = {0};
        fstat(fd, &now);
        off_t from = is_at ? at : fcntl(fd, F_GETFL) & O_APPEND ? now.st_size : lseek(fd, 0, SEEK_CUR);
        uint64_t end = from + size;
        uint64_t grows = end > (uint64_t)now.st_size ? end - now.st_size : 0;
        int is_short = 0;
        int error = rest_fails ? rest_fails : judge(WRITE, file, grows, &is_short);
        rest_fails = 0;
        if (error && is_short && size > 1) {
            rest_fails = error;
            size /= 2;
        } else if (error) {
            errno = error;
            return -1;
        }
    }
    errno = saved;
    return is_at ? real_pwrite(fd, bytes, size, at) : real_write(fd, bytes, size);
}

ssize_t write(int fd, const void *bytes, size_t size) { return written(fd, bytes, size, 0, 0); }
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at) { return written(fd, bytes, size, at, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) { return written(fd, bytes, size, at, 1); }

static int of_fd(enum kind kind, int fd, uint64_t size) {
    char buffer[PATH_MAX];
    const char *file = IS_ARMED() ? opened(fd, buffer) : NULL;
    if (!file) return 0;
    struct stat now = {0};
    uint64_t grows = 0;
    if (kind == TRUNCATE && fstat(fd, &now) == 0) {
        if (size > (uint64_t)now.st_size)
            grows = size - now.st_size;
        else if (LOAD(limited))
            ADD(budget, now.st_size - size);
    }
    int is_short = 0;
    return judge(kind, file, grows, &is_short);
}

#define FAIL(error) if (error) { errno = error; return -1; }

ssize_t read(int fd, void *bytes, size_t size) { int error = of_fd(READ, fd, 0); FAIL(error) return real_read(fd, bytes, size); }
ssize_t pread(int fd, void *bytes, size_t size, off_t at) { int error = of_fd(READ, fd, 0); FAIL(error) return real_pread(fd, bytes, size, at); }
ssize_t pread64(int fd, void *bytes, size_t size, off64_t at) { int error = of_fd(READ, fd, 0); FAIL(error) return real_pread(fd, bytes, size, at); }
int fsync(int fd) { int error = of_fd(SYNC, fd, 0); FAIL(error) return REAL(fsync)(fd); }
int fdatasync(int fd) { int error = of_fd(SYNC, fd, 0); FAIL(error) return REAL(fdatasync)(fd); }
int ftruncate(int fd, off_t size) { int error = of_fd(TRUNCATE, fd, size); FAIL(error) return REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { int error = of_fd(TRUNCATE, fd, size); FAIL(error) return REAL(ftruncate64)(fd, size); }
int fallocate(int fd, int mode, off_t at, off_t size) {
    int error = of_fd(TRUNCATE, fd, at + size);
    FAIL(error)
    return REAL(fallocate)(fd, mode, at, size);
}
int fallocate64(int fd, int mode, off64_t at, off64_t size) { return fallocate(fd, mode, at, size); }
/* These return the error itself. */
int posix_fallocate(int fd, off_t at, off_t size) {
    int error = of_fd(TRUNCATE, fd, at + size);
    return error ? error : REAL(posix_fallocate)(fd, at, size);
}
int posix_fallocate64(int fd, off64_t at, off64_t size) { return posix_fallocate(fd, at, size); }

static int removed(const char *path) {
    const char *file = IS_ARMED() ? of_database(path) : NULL;
    struct stat now;
    int is_short = 0;
    if (file && LOAD(limited) && stat(path, &now) == 0) ADD(budget, now.st_size);
    return file ? judge(UNLINK, file, 0, &is_short) : 0;
}
int unlink(const char *path) { int error = removed(path); FAIL(error) return REAL(unlink)(path); }
int unlinkat(int at, const char *path, int flags) { int error = removed(path); FAIL(error) return REAL(unlinkat)(at, path, flags); }

/* Opens for writing or to create. Without space, an existing file can still be opened. */
static int to_open(const char *path, int flags) {
    if (!IS_ARMED() || !(flags & (O_CREAT | O_WRONLY | O_RDWR))) return 0;
    const char *file = of_database(path);
    if (!file) return 0;
    int is_short = 0;
    int error = judge(OPEN, file, 0, &is_short);
    if (error == ENOSPC && !(LOAD(kind) == OPEN && LOAD(counts[OPEN]) == LOAD(nth)) && access(path, F_OK) == 0) return 0;
    return error;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) int error = to_open(path, flags); FAIL(error) return real_open(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) int error = to_open(path, flags); FAIL(error) return REAL(open64)(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) int error = to_open(path, flags); FAIL(error) return REAL(openat)(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) int error = to_open(path, flags); FAIL(error) return REAL(openat64)(at, path, flags, mode); }
