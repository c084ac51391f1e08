#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define EACH(name)                                                                                                       \
    name(global_init) name(easy_init) name(easy_cleanup) name(easy_setopt) name(easy_getinfo) name(easy_strerror)        \
    name(slist_append) name(slist_free_all) name(multi_init) name(multi_cleanup) name(multi_setopt)                      \
    name(multi_add_handle) name(multi_remove_handle) name(multi_perform) name(multi_poll) name(multi_wakeup)             \
    name(multi_info_read)

#define MEMBER(name) __typeof__(curl_##name) *name;
static struct { EACH(MEMBER) } curl;

static bool isThere = false;

static void load(void) {
    // Both of Debian's builds will do; they differ in whose TLS they use.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(name)                                                                                                       \
    curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name);                                                    \
    if (!curl.name) return;
    EACH(FIND)
    isThere = curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

bool ccurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return isThere;
}

char *ccurl_ascii_name(const char *name) {
    // Every libcurl that knows such names has it loaded already.
    void *library = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return NULL;
    int (*convert)(const char *, char **, int) = (int (*)(const char *, char **, int))dlsym(library, "idn2_to_ascii_8z");
    const int composed = 1, withoutTransition = 8;
    char *made = NULL;
    if (convert && convert(name, &made, composed | withoutTransition) != 0) made = NULL;
    return made;
}

CURL *ccurl_easy(void) { return curl.easy_init(); }
void ccurl_easy_end(CURL *easy) { curl.easy_cleanup(easy); }
CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) { return curl.easy_setopt(easy, option, value); }
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver receiver) {
    return curl.easy_setopt(easy, option, receiver);
}
CURLcode ccurl_set_opener(CURL *easy, curl_opensocket_callback opener) {
    return curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, opener);
}
CURLcode ccurl_set_listener(CURL *easy, curl_debug_callback listener) {
    return curl.easy_setopt(easy, CURLOPT_DEBUGFUNCTION, listener);
}
void *ccurl_context(CURL *easy) {
    char *context = NULL;
    curl.easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}
const char *ccurl_message(CURLcode code) { return curl.easy_strerror(code); }
bool ccurl_is_http2(CURL *easy) {
    long version = 0;
    curl.easy_getinfo(easy, CURLINFO_HTTP_VERSION, &version);
    return version == CURL_HTTP_VERSION_2_0;
}

struct curl_slist *ccurl_list_add(struct curl_slist *list, const char *line) { return curl.slist_append(list, line); }
void ccurl_list_end(struct curl_slist *list) { curl.slist_free_all(list); }

CURLM *ccurl_multi(long connectionsPerHost, long connections) {
    CURLM *multi = curl.multi_init();
    if (!multi) return NULL;
    curl.multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost);
    // Zero is without an end for connections in use, and a few for those that are kept.
    curl.multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections);
    if (connections) curl.multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
    return multi;
}
void ccurl_multi_end(CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }
CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running;
    return curl.multi_perform(multi, &running);
}
CURLMcode ccurl_multi_wait(CURLM *multi, int milliseconds) {
    return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}
CURLMcode ccurl_multi_wake(CURLM *multi) { return curl.multi_wakeup(multi); }
CURL *ccurl_multi_ended(CURLM *multi, CURLcode *outcome) {
    int left;
    CURLMsg *message;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *outcome = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
