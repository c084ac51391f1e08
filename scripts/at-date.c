// Preloaded by scripts/at-date.sh: the wall clock and the times of files are later by SECONDS; whatever lasts, lasts as long as ever.
// libfaketime does the same for most programs, but its semaphores refuse every deadline, and it stops Swift's own threads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The function behind ours. What has two versions in glibc is wanted in the newer one.
static void *next(const char *name) {
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.3");
    if (!found) found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
}
#define NEXT(name)                                                \
    static __typeof__(&name) behind;                              \
    if (!behind) behind = (__typeof__(&name))next(#name)

// Instants are told from spans and from the time since the machine began by their size: 2001 was a thousand million seconds ago.
static struct timespec there(struct timespec t) { return t.tv_sec > 1000000000 ? (t.tv_sec += SECONDS, t) : t; }
static struct timespec back(struct timespec t) { return t.tv_sec > 1000000000 ? (t.tv_sec -= SECONDS, t) : t; }

int clock_gettime(clockid_t clock, struct timespec *t) {
    NEXT(clock_gettime);
    int result = behind ? behind(clock, t) : (int)syscall(SYS_clock_gettime, clock, t);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) *t = there(*t);
    return result;
}
int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now) == 0) *t = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}
time_t time(time_t *t) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return t ? (*t = now.tv_sec) : now.tv_sec;
}
int timespec_get(struct timespec *t, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, t) == 0 ? base : 0;
}

int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict t) {
    NEXT(pthread_cond_timedwait);
    struct timespec end = back(*t);
    return behind(c, m, &end);
}
int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict t) {
    NEXT(pthread_cond_clockwait);
    struct timespec end = back(*t);
    return behind(c, m, clock, &end);
}
int pthread_mutex_timedlock(pthread_mutex_t *restrict m, const struct timespec *restrict t) {
    NEXT(pthread_mutex_timedlock);
    struct timespec end = back(*t);
    return behind(m, &end);
}
int sem_timedwait(sem_t *restrict s, const struct timespec *restrict t) {
    NEXT(sem_timedwait);
    struct timespec end = back(*t);
    return behind(s, &end);
}
int sem_clockwait(sem_t *restrict s, clockid_t clock, const struct timespec *restrict t) {
    NEXT(sem_clockwait);
    struct timespec end = back(*t);
    return behind(s, clock, &end);
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *rest) {
    NEXT(clock_nanosleep);
    struct timespec end = back(*t);
    return behind(clock, flags, &end, rest);
}
int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
    NEXT(timerfd_settime);
    struct itimerspec end = {new->it_interval, back(new->it_value)};
    return behind(file, flags, &end, old);
}

static int filed(int result, struct stat *s) {
    if (result != 0) return result;
    s->st_mtim = there(s->st_mtim), s->st_atim = there(s->st_atim), s->st_ctim = there(s->st_ctim);
    return 0;
}
int stat(const char *restrict path, struct stat *restrict s) {
    NEXT(stat);
    return filed(behind(path, s), s);
}
int lstat(const char *restrict path, struct stat *restrict s) {
    NEXT(lstat);
    return filed(behind(path, s), s);
}
int fstat(int file, struct stat *s) {
    NEXT(fstat);
    return filed(behind(file, s), s);
}
int fstatat(int folder, const char *restrict path, struct stat *restrict s, int flags) {
    NEXT(fstatat);
    return filed(behind(folder, path, s, flags), s);
}
// On 64 bits they are the same.
int stat64(const char *restrict path, struct stat64 *restrict s) { return stat(path, (struct stat *)s); }
int lstat64(const char *restrict path, struct stat64 *restrict s) { return lstat(path, (struct stat *)s); }
int fstat64(int file, struct stat64 *s) { return fstat(file, (struct stat *)s); }
int fstatat64(int folder, const char *restrict path, struct stat64 *restrict s, int flags) {
    return fstatat(folder, path, (struct stat *)s, flags);
}
int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict s) {
    NEXT(statx);
    int result = behind(folder, path, flags, mask, s);
    if (result != 0) return result;
    s->stx_mtime.tv_sec += SECONDS, s->stx_atime.tv_sec += SECONDS, s->stx_ctime.tv_sec += SECONDS, s->stx_btime.tv_sec += SECONDS;
    return 0;
}
int utimensat(int folder, const char *path, const struct timespec t[2], int flags) {
    NEXT(utimensat);
    struct timespec times[2];
    if (t) times[0] = back(t[0]), times[1] = back(t[1]);
    return behind(folder, path, t ? times : 0, flags);
}
int futimens(int file, const struct timespec t[2]) {
    NEXT(futimens);
    struct timespec times[2];
    if (t) times[0] = back(t[0]), times[1] = back(t[1]);
    return behind(file, t ? times : 0);
}
