import Files
import Library
import QuranIndex
import ScalarText
import TilawaFormat
import Timing

/// Which word of an ayah is heard, by `words.yaml` of its bundle.
final class HeardWords {
  private var bundle = ""
  private var rows: [WordTiming] = []

  /// `word 5/12`; nil when nothing tells.
  func text(of ayat: AyahRange, in sound: QueueSound, at time: Milliseconds) -> String? {
    let folder = PathText.folder(of: sound.file)
    if folder != bundle {
      bundle = folder
      rows = []
      if PathText.name(of: folder).ends(with: ".tilawa") {
        rows =
          TilawaBundle(readingAt: folder, shownAs: folder, only: [.words]).words?.content?.rows ?? []
      }
    }
    let words = rows.filter { row in
      ayat.first <= row.ayah.value && row.ayah.value <= ayat.last && sound.span.start <= row.start.value
        && row.start.value < sound.span.end
    }
    guard let now = words.last(where: { $0.start.value <= time }) else { return nil }
    let count = words.filter { $0.ayah.value == now.ayah.value }.map(\.word.value).max() ?? now.word.value
    return "word \(now.word.value)/\(count)"
  }
}
