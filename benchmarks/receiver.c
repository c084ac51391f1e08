// The least a webhook's receiver can be: one epoll loop that answers 204 to every request, and writes a line for each to
// standard output: when it came (nanoseconds since 1970), its webhook-id, and the task that it tells of, or "-".

#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST = 65536, CONNECTIONS = 65536 };

struct connection {
  size_t length;
  char bytes[LONGEST];
};

static struct connection *connections[CONNECTIONS];
static const char answer[] = "HTTP/1.1 204 No Content\r\n\r\n";

// Ends at the first byte that no id has.
static void print_after(const char *from, const char *name, char end) {
  const char *found = strcasestr(from, name);
  const char *value = found ? found + strlen(name) : "-\r";
  while (*value == ' ') value++;
  const char *stop = value;
  while (*stop && *stop != '\r' && *stop != end) stop++;
  printf(" %.*s", (int)(stop - value), value);
}

static void note(const char *request) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  printf("%lld", now.tv_sec * 1000000000LL + now.tv_nsec);
  print_after(request, "\r\nwebhook-id:", '\r');
  print_after(request, "\"taskId\":\"", '"');
  putchar('\n');
}

// Answers each request that is whole. False where the sender has to go.
static int answer_all(int descriptor, struct connection *it) {
  for (;;) {
    it->bytes[it->length] = 0;
    char *body = strstr(it->bytes, "\r\n\r\n");
    if (!body) return it->length + 1 < LONGEST;
    body += 4;
    *(body - 2) = 0;
    const char *field = strcasestr(it->bytes, "\r\ncontent-length:");
    *(body - 2) = '\r';
    size_t whole = (body - it->bytes) + (field ? strtoul(field + 17, NULL, 10) : 0);
    if (whole + 1 > LONGEST) return 0;
    if (whole > it->length) return 1;
    char next = it->bytes[whole];
    it->bytes[whole] = 0;
    note(it->bytes);
    it->bytes[whole] = next;
    memmove(it->bytes, it->bytes + whole, it->length - whole);
    it->length -= whole;
    send(descriptor, answer, sizeof answer - 1, MSG_NOSIGNAL);
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  int on = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 1024)) return 1;
  int epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int ready = epoll_wait(epoll, events, 256, 50);
    if (ready == 0) fflush(stdout);
    for (int i = 0; i < ready; i++) {
      int descriptor = events[i].data.fd;
      if (descriptor == listener) {
        while ((event.data.fd = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0) {
          setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
          struct connection **slot = &connections[event.data.fd];
          if (!*slot) *slot = malloc(sizeof **slot);
          (*slot)->length = 0;
          epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
        }
        continue;
      }
      struct connection *it = connections[descriptor];
      ssize_t some = recv(descriptor, it->bytes + it->length, LONGEST - 1 - it->length, 0);
      if (some > 0) it->length += some;
      if (some <= 0 || !answer_all(descriptor, it)) close(descriptor);
    }
  }
}
