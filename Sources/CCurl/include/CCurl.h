#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>
#include <stdbool.h>

// libcurl, loaded when it is first asked for and named by nothing that is linked: a server that never calls another one runs
// without it and without what it brings along. Its calls with a variable number of arguments have one name here for each kind.

/// False where libcurl is not installed. Everything else here needs it.
bool ccurl_load(void);

/// The name of a host with letters beyond ASCII as DNS has it (`xn--`), for `free`; null where it is none, or where libidn2
/// is not installed.
char *ccurl_ascii_name(const char *name);

CURL *ccurl_easy(void);
void ccurl_easy_end(CURL *easy);
CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value);
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);
CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver receiver);
/// Is asked for the socket of every connection, after its name was resolved.
CURLcode ccurl_set_opener(CURL *easy, curl_opensocket_callback opener);
/// Hears what both sides say.
CURLcode ccurl_set_listener(CURL *easy, curl_debug_callback listener);
/// What was set as `CURLOPT_PRIVATE`.
void *ccurl_context(CURL *easy);
const char *ccurl_message(CURLcode code);
bool ccurl_is_http2(CURL *easy);

struct curl_slist *ccurl_list_add(struct curl_slist *list, const char *line);
void ccurl_list_end(struct curl_slist *list);

CURLM *ccurl_multi(long connectionsPerHost, long connections);
void ccurl_multi_end(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi);
/// Waits until there is something to do, or another thread calls `ccurl_multi_wake`.
CURLMcode ccurl_multi_wait(CURLM *multi, int milliseconds);
CURLMcode ccurl_multi_wake(CURLM *multi);
/// The next transfer that has ended, or null.
CURL *ccurl_multi_ended(CURLM *multi, CURLcode *outcome);

#endif
