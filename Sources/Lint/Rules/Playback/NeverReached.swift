import Diagnostics
import QuranIndex
import TilawaFormat

extension Rule {
  /// Something is to be played after what never ends.
  static let neverReached = Rule("P906", "never-reached", .warning) { files, report in
    guard let file = files.playback, let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      if let repeats = keys.ayahRepeats, repeats.value == .infinite,
        (keys.memorisation ?? playback.keys.memorisation) == nil,
        keys.pages != nil || keys.ayat.map({ !$0.value.isSingle }) ?? false
      {
        report.add("the first ayah never ends, so no other is heard", at: file.place(repeats))
      }
      if let after = keys.afterLast, after.value != .stop,
        (keys.rangeRepeats ?? playback.keys.rangeRepeats)?.value == .infinite
      {
        report.add("the repeats never end, so nothing follows them", at: file.place(after))
      }
    }
  }
}
