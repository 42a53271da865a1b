package import TilawaBase
package import TilawaExchange
import TilawaFormat
package import TilawaQuran

/// A mistake in a recitation, heard by a person or by `follow --mistakes`.
package struct HeardMistake: Sendable {
  /// The ayah that contains the first word.
  package let ayah: Ayah
  let word: Int
  let words: Int
  let kind: MistakeKind
  let note: String?

  /// The keys and values of its row, without the date.
  var values: [(key: String, text: String)] {
    [("ayah", "\(ayah)"), ("word", "\(word)")] + (words > 1 ? [("words", "\(words)")] : [])
      + [("kind", kind.rawValue)] + (note.map { [("note", $0)] } ?? [])
  }

  /// Reads what a person writes: `18:10:3 tajweed the madd`, or `18:10 word 3`. Without a kind, another word
  /// was said.
  package init(_ text: String) throws(Failure) {
    var parts = text.words(by: " ").map(String.init)
    if parts.count > 2, parts[1] == "word" { parts.replaceSubrange(0...2, with: ["\(parts[0]):\(parts[2])"]) }
    let numbers = (parts.first ?? "").fields(by: ":").map { Int($0) }
    guard numbers.count == 3, let surah = numbers[0], let number = numbers[1], let word = numbers[2], word > 0
    else {
      throw Failure(
        "invalid mistake \"\(text)\" (expected a word, a kind and a remark, such as 18:10:3 tajweed the madd)"
      )
    }
    ayah = Ayah(surah, number)
    (self.word, words) = (word, 1)
    guard parts.count > 1 else {
      (kind, note) = (.wrong, nil)
      return
    }
    let name = parts[1].lowercased().replaced("-", with: "_")
    guard let kind = MistakeKind(rawValue: name) else {
      let names = MistakeKind.allCases.map(\.rawValue)
      let meant = nearestName(to: name, in: names).map { "did you mean \($0)?" }
      throw Failure(
        "no such kind of mistake: \"\(parts[1])\"; \(meant ?? "there are \(names.joined(separator: ", "))")")
    }
    self.kind = kind
    note = parts.count > 2 ? parts.dropFirst(2).joined(separator: " ") : nil
  }

  private init(_ ayah: Ayah, _ word: Int, words: Int, _ kind: MistakeKind) {
    (self.ayah, self.word, self.words, self.kind, note) = (ayah, word, words, kind, nil)
  }

  /// Returns the mistakes among the lines that `follow --mistakes` printed, whose ayat are in the Kufi count.
  package static func all(in source: ForeignSource) throws -> [HeardMistake] {
    let text = try source.text()
    var mistakes: [HeardMistake] = []
    var start = 0
    while start < text.bytes.count {
      let end = text.bytes[start...].firstIndex(of: 0x0A) ?? text.bytes.count
      defer { start = end + 1 }
      if text.text(in: start..<end).trimmed.isEmpty { continue }
      let line = try JSONText.parse(text, in: start..<end)
      guard let type = line["type"]?.string else {
        throw ExchangeFailure("not a line of tilawa follow", at: Place(text, start..<end))
      }
      guard type == "slip" else { continue }
      guard let kind = line["slip"]?.string.flatMap(MistakeKind.init),
        let first = line["ayah"]?.string.flatMap(AyahRange.init)?.first, let word = line["word"]?.integer,
        let last = line["last_ayah"]?.string.flatMap(AyahRange.init)?.first,
        let lastWord = line["last_word"]?.integer
      else { throw ExchangeFailure("not a slip that this version knows", at: Place(text, start..<end)) }
      mistakes.append(
        HeardMistake(first, word, words: count(from: (first, word), to: (last, lastWord)), kind))
    }
    return mistakes
  }

  /// Returns the number of words from one place to another, to the end of the surah at most.
  private static func count(from first: (ayah: Ayah, word: Int), to last: (ayah: Ayah, word: Int)) -> Int {
    var (count, ayah) = (1 - first.word, first.ayah)
    while ayah < last.ayah, let words = AyahLength.words(of: ayah, in: .kufi) {
      count += words
      ayah = Ayah(ayah.surah, ayah.number + 1)
    }
    return max(1, ayah == last.ayah ? count + last.word : count)
  }
}
