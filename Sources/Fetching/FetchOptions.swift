/// How patiently files are fetched, and what is refused.
public struct FetchOptions: Sendable {
  /// How often a file is asked for at most without getting any further.
  public var attempts = 5
  /// The pause before the second attempt in milliseconds; each further one is twice as long.
  public var firstPause = 500
  /// The longest pause in milliseconds; a server that asks for more is left alone.
  public var longestPause = 60_000
  /// After how many seconds without anything to speak of a transfer is given up.
  public var stallSeconds = 30
  /// How many bytes a second are something to speak of.
  public var leastSpeed = 16
  /// How many seconds a file may take in all, with all attempts.
  public var totalSeconds = 7200
  /// How many seconds a connection may take.
  public var connectSeconds = 15
  /// Larger files are refused.
  public var maximumBytes: Int64 = 1 << 29
  /// Whether `file:` addresses are read.
  public var allowsFiles = false
  /// Whether the proxies that the environment names are used.
  public var usesProxies = true
  /// How many files are fetched at the same time.
  public var parallel = 4
  /// What the server is told of the program.
  public var userAgent = "tilawa"

  /// For the network as it is.
  public init() {}
}
