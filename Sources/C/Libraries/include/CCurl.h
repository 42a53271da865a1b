#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

// The part of libcurl that fetching needs, without its variadic functions, which Swift can't call.
//
// The library is loaded when the first transfer is opened and not when the program starts: with it come
// some thirty others (TLS, Kerberos, LDAP), and loading them takes longer than a whole `tilawa resolve`.

/// One connection, used again for transfers that follow each other; belongs to one thread at a time.
typedef struct CurlConnection CurlConnection;

/// What is asked for. All of it must live until the transfer is over.
typedef struct {
  const char *address;
  /// Lines such as "Range: bytes=10-", ended by NULL; may be NULL.
  const char *const *headers;
  const char *user_agent;
  /// Whether `file:` addresses are read, too.
  int allows_files;
  /// Whether neither the address nor what it leads to may be without encryption.
  int requires_https;
  /// Whether the proxies that the environment names are used; 2 for every host, whatever it exempts.
  int uses_proxies;
  /// Whether redirects are followed; else the answer has the address of the first.
  int follows_redirects;
  /// A file, and a folder, of authorities that vouch for servers, in place of libcurl's; may be NULL.
  const char *authorities_file;
  const char *authorities_folder;
  /// Whether the body may come compressed; what is handed on is not.
  int takes_compressed;
  long connect_timeout_milliseconds;
  /// How long the whole transfer may take.
  long total_timeout_milliseconds;
  /// After how many seconds of less than `least_speed` bytes a second the transfer is given up.
  long stall_seconds;
  long least_speed;
  /// Handed to the three functions.
  void *context;
  /// Takes a line of the answer's head, with its line end; anything but `count` ends the transfer.
  size_t (*on_header)(void *context, const char *line, size_t count);
  /// Takes a part of the answer's body; anything but `count` ends the transfer.
  size_t (*on_body)(void *context, const char *bytes, size_t count);
  /// Says whether a connection to an address of the network, 4 or 16 bytes of it, may be opened, 0 for no; NULL for all.
  int (*on_connect)(void *context, const unsigned char *bytes, size_t count);
} CurlRequest;

/// How a transfer ended.
typedef struct {
  /// libcurl's code, 0 for success.
  int code;
  /// The last HTTP status; 0 without one.
  long status;
  /// Seconds after which the server wants to be asked again; 0 when it doesn't say.
  long retry_after;
  /// What libcurl says of a failure.
  char message[256];
  /// Where a redirect leads that wasn't followed, absolute; empty without one, or when it is too long to be meant.
  char redirect[4096];
} CurlAnswer;

/// Opens a connection; NULL when libcurl can't be loaded, and `message` then says why.
CurlConnection *curl_connection_open(char *message, size_t size);

/// Closes it.
void curl_connection_close(CurlConnection *connection);

/// Does the transfer and returns when it is over.
CurlAnswer curl_connection_fetch(CurlConnection *connection, const CurlRequest *request);

#endif
