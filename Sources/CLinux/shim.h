#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/timex.h>

// Declared by glibc for _GNU_SOURCE only, which would contradict Swift's own view of the headers.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pthread_setname_np(unsigned long thread, const char *name);

#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

// Newer than the oldest glibc we run on has it. The kernel has it since 5.3; elsewhere it fails with ENOSYS.
static inline int daybook_pidfd_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// Variadic in C, so Swift does not see it.
static inline int daybook_set_dumpable(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }

// A file without a name, likewise; the flag is the same on every architecture Swift runs on.
#include <fcntl.h>
static inline int daybook_o_tmpfile(void) { return 020000000 | O_DIRECTORY; }

#include <malloc.h>

// Both at once, so that no moment is without either of them: glibc shows it for _GNU_SOURCE only.
static inline int daybook_exchange(const char *one, const char *other) {
  return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2 /* RENAME_EXCHANGE */);
}
