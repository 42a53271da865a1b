package import TilawaQuran

/// What somebody wants to listen to: one riwayah, and whose recitation they prefer.
package struct Session: Sendable {
  /// No other is ever served.
  package var riwayah: Riwayah
  /// Ids, the preferred first; nobody else is served unless `fillsFromAnyone`. When there are none every reciter is equal.
  package var reciters: [String]
  /// How the ayat that are asked for are counted, whatever the bundles say.
  package var counting: CountingSystem
  /// Files that have to be fetched first are answers, too.
  package var allowsRemote = false
  /// Whoever isn't in `reciters` is served for what nobody there has.
  package var fillsFromAnyone = false

  /// Whether audio may be a link out of its bundle where its `recording.yaml` says so. Off for what leaves this computer: the
  /// bundle, and the key in it, may be a stranger's.
  package var followsLinks = true

  /// A session in Hafs and the Kufi count, of any reciter, unless given otherwise.
  package init(riwayah: Riwayah = .hafs, reciters: [String] = [], counting: CountingSystem = .kufi) {
    self.riwayah = riwayah
    self.reciters = reciters
    self.counting = counting
  }

  /// Whether a place in the list, as `preference` has it, is that of somebody who isn't on it.
  package func isFilling(_ preference: Int) -> Bool { !reciters.isEmpty && preference >= reciters.count }

  /// The reciter's place in the list; nil for one who isn't served.
  package func preference(for reciter: String?) -> Int? {
    if reciters.isEmpty { return 0 }
    return reciters.firstIndex { $0 == reciter } ?? (fillsFromAnyone ? reciters.count : nil)
  }
}
