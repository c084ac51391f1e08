#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

// Declared by glibc for _GNU_SOURCE only, which would contradict Swift's own view of the headers.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pthread_setname_np(unsigned long thread, const char *name);
