import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// Which word of an ayah is heard, by `words.yaml` of its bundle.
final class HeardWords {
  private let texts: TextsAtHand?
  private var bundle = ""
  private var rows: [Placed<WordTiming>] = []
  private var counting: CountingSystem?
  /// The words of the ayah that was heard last, where a text has them.
  private var known: (ayah: Ayah, words: [String])?

  /// Words are shown as the first text of `texts` has them.
  init(_ texts: TextsAtHand? = nil) { self.texts = texts }

  /// The text in the bundle whose audio is `sound`, where the queue counts ayat by `counting`.
  func text(
    of ayat: AyahRange, _ counting: CountingSystem, in sound: QueueSound, at time: Milliseconds
  ) -> String? {
    let folder = PathText.folder(of: sound.file)
    if folder != bundle {
      bundle = folder
      rows = []
      if PathText.name(of: folder).ends(with: ".tilawa") {
        let found = TilawaBundle(readingAt: folder, shownAs: folder, only: [.recording, .words])
        take(found)
      }
    }
    guard let own = self.counting, let ayat = AyahMap.map(ayat, from: counting, to: own) else { return nil }
    return text(of: ayat, within: sound.span, at: time)
  }

  /// Has its rows.
  func take(_ bundle: TilawaBundle) {
    rows = bundle.words?.content?.rows ?? []
    counting = bundle.counting
  }

  /// `word 5/12` and the word where a text has it, of ayat as the bundle counts them; nil when nothing tells.
  func text(of ayat: AyahRange, within span: TimeSpan, at time: Milliseconds) -> String? {
    let words = rows.filter { row in
      ayat.first <= row.ayah && row.ayah <= ayat.last && span.start <= row.start
        && row.start < span.end
    }
    guard let now = words.last(where: { $0.start <= time }) else { return nil }
    let ayah = now.ayah
    let heard = words.filter { $0.ayah == ayah }.map(\.word).max() ?? now.word
    let spoken = self.words(of: ayah)
    let place = "word \(now.word)/\(max(heard, spoken.count))"
    let index = now.word - 1
    return spoken.indices.contains(index) ? "\(place) \(spoken[index])" : place
  }

  private func words(of ayah: Ayah) -> [String] {
    if let known, known.ayah == ayah { return known.words }
    let words = counting.flatMap { texts?.words(of: ayah, counting: $0) } ?? []
    known = (ayah, words)
    return words
  }
}
