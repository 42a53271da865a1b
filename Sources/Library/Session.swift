public import QuranIndex

/// What somebody wants to listen to: one riwayah, and whose recitation they prefer.
public struct Session: Sendable {
  /// No other is ever served.
  public var riwayah: Riwayah
  /// Ids, the preferred first; nobody else is served unless `fillsFromAnyone`. When there are none every reciter is equal.
  public var reciters: [String]
  /// How the ayat that are asked for are counted, whatever the bundles say.
  public var counting: CountingSystem
  /// Files that have to be fetched first are answers, too.
  public var allowsRemote = false
  /// Whoever isn't in `reciters` is served for what nobody there has.
  public var fillsFromAnyone = false

  /// A session in Hafs and the Kufi count, of any reciter, unless given otherwise.
  public init(riwayah: Riwayah = .hafs, reciters: [String] = [], counting: CountingSystem = .kufi) {
    self.riwayah = riwayah
    self.reciters = reciters
    self.counting = counting
  }

  /// The reciter's place in the list; nil for one who isn't served.
  func preference(for reciter: String?) -> Int? {
    if reciters.isEmpty { return 0 }
    return reciters.firstIndex { $0 == reciter } ?? (fillsFromAnyone ? reciters.count : nil)
  }
}
