package import TilawaQuran

/// A listener's request: one riwayah, and the preferred reciters.
package struct Session: Sendable {
  /// No other is ever served.
  package var riwayah: Riwayah
  /// Ids of reciters, the preferred first. No others are served unless `fillsFromAnyone` is true. If it is
  /// empty, all reciters are equal.
  package var reciters: [String]
  /// The count that requested ayat are numbered by, whatever the bundles use.
  package var counting: CountingSystem
  /// Files that have to be fetched first are answers, too.
  package var allowsRemote = false
  /// Whoever isn't in `reciters` is served for what nobody there has.
  package var fillsFromAnyone = false

  /// True if audio may be a link out of its bundle where its `recording.yaml` permits that. It must
  /// be false for files that leave this computer: the bundle, and the key in it, may be a stranger's.
  package var followsLinks = true

  /// A session in Hafs and the Kufi count, of any reciter, unless given otherwise.
  package init(riwayah: Riwayah = .hafs, reciters: [String] = [], counting: CountingSystem = .kufi) {
    self.riwayah = riwayah
    self.reciters = reciters
    self.counting = counting
  }

  /// Returns true if a place in the list, as `preference` returns it, belongs to a reciter who isn't on it.
  package func isFilling(_ preference: Int) -> Bool { !reciters.isEmpty && preference >= reciters.count }

  /// The reciter's place in the list; nil for one who isn't served.
  package func preference(for reciter: String?) -> Int? {
    if reciters.isEmpty { return 0 }
    return reciters.firstIndex { $0 == reciter } ?? (fillsFromAnyone ? reciters.count : nil)
  }
}
