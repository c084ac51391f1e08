// The least a plain-text answer can cost here: two epoll loops that receive whatever comes and send the same bytes back,
// without parsing, routing, timers or limits. What it reaches under the same load is the ceiling of the plain-text
// scenario; no HTTP server can be faster on this machine.

#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static const char answer[] =
    "HTTP/1.1 200 OK\r\n"
    "date: Sat, 21 Nov 2026 06:00:00 GMT\r\n"
    "content-type: text/plain; charset=utf-8\r\n"
    "x-request-id: 3b574df34689ec7a85f95d2bfeece236\r\n"
    "content-length: 13\r\n"
    "\r\n"
    "Hello, World!";

static in_port_t port;

static void *loop(void *unused) {
  int on = 1;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512)) exit(1);
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  struct epoll_event events[256];
  char bytes[65536];
  for (;;) {
    int count = epoll_wait(epoll, events, 256, -1);
    for (int i = 0; i < count; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == listener) {
        while ((event.data.fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0) {
          setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
          epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
        }
      } else if (recv(descriptor, bytes, sizeof bytes, 0) <= 0) {
        close(descriptor);
      } else {
        send(descriptor, answer, sizeof answer - 1, MSG_NOSIGNAL);
      }
    }
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  port = htons(atoi(arguments[1]));
  pthread_t other;
  pthread_create(&other, 0, loop, 0);
  loop(0);
}
