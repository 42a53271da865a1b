import TilawaBase

/// The patience with which files are fetched, and their limits.
package struct FetchOptions: Sendable {
  /// The maximum number of requests for a file without any progress.
  package var attempts = 5
  /// The pause before the second attempt in milliseconds; each further one is twice as long.
  package var firstPause = 500
  /// The longest pause in milliseconds. A server that demands a longer one is not contacted again.
  package var longestPause = 60_000
  /// After how many seconds without anything to speak of a transfer is given up.
  package var stallSeconds = 30
  /// The minimum speed, in bytes per second, below which a transfer counts as stalled.
  package var leastSpeed = 16
  /// The maximum time for a file in seconds, with all attempts.
  package var totalSeconds = 7200
  /// The maximum time for opening a connection, in seconds.
  package var connectSeconds = 15
  /// Larger files are refused.
  package var maximumBytes: Int64 = 1 << 29
  /// True if `file:` addresses are read.
  package var allowsFiles = false
  /// True if unencrypted addresses are refused, also as targets of redirects.
  package var requiresHTTPS = false
  /// True if the environment's proxies are used.
  package var usesProxies = true
  /// Who vouches for servers, where the environment says that.
  package var authorities = Authorities(Surroundings.environment)
  /// The number of files fetched at the same time.
  package var parallel = 4
  /// The program's name as sent to the server.
  package var userAgent = "tilawa"

  /// For the network as it is.
  package init() {}
}

/// Certificates of those who vouch for servers, in place of the system's.
package struct Authorities: Sendable, Hashable {
  /// A file of certificates (PEM); nil for the system's.
  package var file: String?
  /// A folder of certificates, named as OpenSSL has it; nil for the system's.
  package var folder: String?

  /// As the curl program takes them from the environment: `CURL_CA_BUNDLE`, else `SSL_CERT_FILE` and `SSL_CERT_DIR`.
  package init(_ environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    file = value("CURL_CA_BUNDLE")
    guard file == nil else { return }
    (file, folder) = (value("SSL_CERT_FILE"), value("SSL_CERT_DIR"))
  }
}
