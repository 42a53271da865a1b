import TilawaBase

/// How patiently files are fetched, and what is refused.
package struct FetchOptions: Sendable {
  /// How often a file is asked for at most without getting any further.
  package var attempts = 5
  /// The pause before the second attempt in milliseconds; each further one is twice as long.
  package var firstPause = 500
  /// The longest pause in milliseconds; a server that asks for more is left alone.
  package var longestPause = 60_000
  /// After how many seconds without anything to speak of a transfer is given up.
  package var stallSeconds = 30
  /// How many bytes a second are something to speak of.
  package var leastSpeed = 16
  /// How many seconds a file may take in all, with all attempts.
  package var totalSeconds = 7200
  /// How many seconds a connection may take.
  package var connectSeconds = 15
  /// Larger files are refused.
  package var maximumBytes: Int64 = 1 << 29
  /// Whether `file:` addresses are read.
  package var allowsFiles = false
  /// Whether neither an address nor what it leads to may be without encryption.
  package var requiresHTTPS = false
  /// Whether the proxies that the environment names are used.
  package var usesProxies = true
  /// Who vouches for servers, where the environment says that.
  package var authorities = Authorities(Surroundings.environment)
  /// How many files are fetched at the same time.
  package var parallel = 4
  /// What the server is told of the program.
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
