#include "CCurl.h"

#include <curl/curl.h>
#include <CLoading.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/in.h>
#include <sys/socket.h>

// Types are libcurl's own; only the addresses are looked up at run time.
static struct {
  CURLcode (*global_init)(long);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  void (*easy_reset)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_perform)(CURL *);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded = 0;
static char load_message[256] = "";

static void load(void) {
  static const char *const files[] = {
#if defined(__APPLE__)
    "/usr/lib/libcurl.4.dylib", "libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
#else
    "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so",
#endif
    NULL,
  };
  const LoadedSymbol symbols[] = {
    { "curl_global_init", (void **)&curl.global_init },
    { "curl_easy_init", (void **)&curl.easy_init },
    { "curl_easy_cleanup", (void **)&curl.easy_cleanup },
    { "curl_easy_reset", (void **)&curl.easy_reset },
    { "curl_easy_setopt", (void **)&curl.easy_setopt },
    { "curl_easy_perform", (void **)&curl.easy_perform },
    { "curl_easy_getinfo", (void **)&curl.easy_getinfo },
    { "curl_easy_strerror", (void **)&curl.easy_strerror },
    { "curl_slist_append", (void **)&curl.slist_append },
    { "curl_slist_free_all", (void **)&curl.slist_free_all },
  };
  const LoadedLibrary library = {
    files, symbols, sizeof symbols / sizeof *symbols, "libcurl 4 is not installed",
    "libcurl has no ", "",
  };
  if (!loading_load(&library, load_message, sizeof load_message)) return;
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    snprintf(load_message, sizeof load_message, "libcurl can't be started");
    return;
  }
  is_loaded = 1;
}

struct CurlConnection {
  CURL *handle;
};

CurlConnection *curl_connection_open(char *message, size_t size) {
  pthread_once(&once, load);
  CURL *handle = is_loaded ? curl.easy_init() : NULL;
  CurlConnection *connection = handle ? malloc(sizeof *connection) : NULL;
  if (!connection) {
    snprintf(message, size, "%s", is_loaded ? "no memory is left" : load_message);
    if (handle) curl.easy_cleanup(handle);
    return NULL;
  }
  connection->handle = handle;
  return connection;
}

void curl_connection_close(CurlConnection *connection) {
  curl.easy_cleanup(connection->handle);
  free(connection);
}

static size_t on_header(char *bytes, size_t size, size_t count, void *user) {
  const CurlRequest *request = user;
  return request->on_header(request->context, bytes, size * count);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *user) {
  const CurlRequest *request = user;
  return request->on_body(request->context, bytes, size * count);
}

// Asked with the very address that is connected to: what a name meant when somebody looked it up doesn't matter.
static curl_socket_t on_open(void *user, curlsocktype purpose, struct curl_sockaddr *address) {
  const CurlRequest *request = user;
  const unsigned char *bytes = NULL;
  size_t count = 0;
  if (address->family == AF_INET) {
    bytes = (const unsigned char *)&((struct sockaddr_in *)&address->addr)->sin_addr;
    count = 4;
  } else if (address->family == AF_INET6) {
    bytes = (const unsigned char *)&((struct sockaddr_in6 *)&address->addr)->sin6_addr;
    count = 16;
  }
  if (purpose != CURLSOCKTYPE_IPCXN || !bytes) return CURL_SOCKET_BAD;
  if (!request->on_connect(request->context, bytes, count)) return CURL_SOCKET_BAD;
  int type = address->socktype;
#ifdef SOCK_CLOEXEC
  type |= SOCK_CLOEXEC;
#endif
  return socket(address->family, type, address->protocol);
}

// Redirects lead to nothing but http and https, whatever the first address may be.
static CURLcode limit_protocols(CURL *handle, int allows_files, int requires_https) {
#if LIBCURL_VERSION_NUM >= 0x075500
  const char *redirects = requires_https ? "https" : "http,https";
  const char *all = requires_https ? "https" : allows_files ? "http,https,file" : "http,https";
  CURLcode first = curl.easy_setopt(handle, CURLOPT_PROTOCOLS_STR, all);
  CURLcode second = curl.easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, redirects);
  if (first == CURLE_OK && second == CURLE_OK) return CURLE_OK;
#endif
  // What is loaded may be older than the header.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  const long web = requires_https ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS;
  const long files = allows_files && !requires_https ? CURLPROTO_FILE : 0;
  CURLcode code = curl.easy_setopt(handle, CURLOPT_PROTOCOLS, web | files);
  return code != CURLE_OK ? code : curl.easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, web);
#pragma GCC diagnostic pop
}

CurlAnswer curl_connection_fetch(CurlConnection *connection, const CurlRequest *request) {
  CurlAnswer answer = { 0 };
  CURL *handle = connection->handle;
  // Keeps open connections and forgets everything else.
  curl.easy_reset(handle);
  struct curl_slist *headers = NULL;
  for (const char *const *line = request->headers; line && *line; line++) {
    headers = curl.slist_append(headers, *line);
  }
  char error[CURL_ERROR_SIZE] = "";
  CURLcode code = limit_protocols(handle, request->allows_files, request->requires_https);
#define SET(option, value) \
  if (code == CURLE_OK) code = curl.easy_setopt(handle, option, value)
  SET(CURLOPT_ERRORBUFFER, error);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_URL, request->address);
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_USERAGENT, request->user_agent);
  SET(CURLOPT_FOLLOWLOCATION, request->follows_redirects ? 1L : 0L);
  SET(CURLOPT_MAXREDIRS, 10L);
  if (request->takes_compressed) { SET(CURLOPT_ACCEPT_ENCODING, "gzip"); }
  if (request->on_connect) {
    SET(CURLOPT_OPENSOCKETFUNCTION, on_open);
    SET(CURLOPT_OPENSOCKETDATA, (void *)request);
  }
  SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout_milliseconds);
  SET(CURLOPT_TIMEOUT_MS, request->total_timeout_milliseconds);
  SET(CURLOPT_LOW_SPEED_TIME, request->stall_seconds);
  SET(CURLOPT_LOW_SPEED_LIMIT, request->least_speed);
  SET(CURLOPT_HEADERFUNCTION, on_header);
  SET(CURLOPT_HEADERDATA, (void *)request);
  SET(CURLOPT_WRITEFUNCTION, on_body);
  SET(CURLOPT_WRITEDATA, (void *)request);
  if (request->authorities_file) { SET(CURLOPT_CAINFO, request->authorities_file); }
  if (request->authorities_folder) { SET(CURLOPT_CAPATH, request->authorities_folder); }
  if (!request->uses_proxies) { SET(CURLOPT_PROXY, ""); }
  if (request->uses_proxies == 2) { SET(CURLOPT_NOPROXY, ""); }
#undef SET
  if (code == CURLE_OK) code = curl.easy_perform(handle);
  curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status);
#if LIBCURL_VERSION_NUM >= 0x074200
  curl_off_t seconds = 0;
  if (curl.easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK) answer.retry_after = (long)seconds;
#endif
  answer.code = code;
  if (code != CURLE_OK) {
    snprintf(answer.message, sizeof answer.message, "%s", *error ? error : curl.easy_strerror(code));
  }
  char *redirect = NULL;
  if (!request->follows_redirects && curl.easy_getinfo(handle, CURLINFO_REDIRECT_URL, &redirect) == CURLE_OK && redirect &&
      strlen(redirect) < sizeof answer.redirect) {
    memcpy(answer.redirect, redirect, strlen(redirect) + 1);
  }
  curl.slist_free_all(headers);
  return answer;
}
