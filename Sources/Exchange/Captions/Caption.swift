import TilawaBase
import TilawaFormat
import TilawaQuran

/// Text shown on the screen for a while: one or more lines of words, each with its time where that is known.
struct Caption {
  /// A word on the screen.
  struct Word {
    var text: String
    /// Its number in the ayah; 0 where words aren't counted.
    var number = 0
    /// When it is heard.
    var span: (start: Milliseconds, end: Milliseconds)?
  }

  var start: Milliseconds
  var end: Milliseconds
  /// Which ayah or ayat it is of: `2:255`; of a part `2:255:1-2:255:7`.
  var label: String
  var lines: [[Word]]

  /// True if each word has its time, so that it can light up while it is recited.
  var isTimed: Bool { lines.allSatisfy { $0.allSatisfy { $0.span != nil } } }

  /// The number of words on all lines.
  var wordCount: Int { lines.reduce(0) { $0 + $1.count } }

  /// The lines, each as one text.
  var texts: [String] { lines.map { $0.map(\.text).joined(separator: " ") } }
}

extension AnnotatedRecording {
  /// Returns its rows as captions, ordered by time.
  ///
  /// Without a text, each row is shown as its label, or as the references of its words if words are
  /// requested. With a text, a row of several ayat is split at its joins. A caption that takes more than two
  /// lines is split further if its words have times. Rows without an ayah and ayat that the text doesn't
  /// contain aren't shown; both are counted.
  func captions(_ options: WritingOptions, _ losses: inout Losses) -> [Caption] {
    guard let text = options.captions else {
      var words = options.words ? wordsInTime[...] : []
      return segmentsInTime.map { segment in
        let label = losses.oneLine(LabelText(segment).text(.bare))
        var own: [Caption.Word] = []
        var at = segment.row.start
        while let word = words.first?.row, word.start < segment.row.end {
          words = words.dropFirst()
          guard word.start >= at, word.end <= segment.row.end else { continue }
          own.append(
            Caption.Word(
              text: "\(word.ayah):\(word.word)", number: word.word, span: (start: word.start, end: word.end)))
          at = word.end
        }
        return Caption(
          start: segment.row.start, end: segment.row.end, label: label,
          lines: [own.isEmpty ? [Caption.Word(text: label)] : own])
      }
    }
    var made: [Caption] = []
    let timed = wordsByAyah.mapValues { $0.map(\.row) }
    for segment in segmentsInTime {
      let row = segment.row
      guard let range = row.ayah else {
        losses.add(.skip)
        continue
      }
      let ayat = Array(counting.ayat(in: range))
      // The joins of several ayat give the stretch of each.
      let parts = row.parts(ayat)?.map { ([$0.ayah], $0.start, $0.end) } ?? [(ayat, row.start, row.end)]
      for (ayat, start, end) in parts {
        let words = ayat.flatMap { ayah in
          Self.words(of: ayah, text, (timed[ayah] ?? []).filter { $0.start >= start && $0.end <= end })
        }
        if words.isEmpty {
          losses.add(.wordless)
        } else {
          made += Self.captions(of: words, ayat, start, end, text.width)
        }
      }
    }
    return made
  }

  /// Its words with the times at which they are heard first; of ayah 0 those of the basmalah.
  private static func words(of ayah: Ayah, _ text: CaptionText, _ timed: [WordTiming]) -> [Caption.Word] {
    let source = ayah.number == 0 ? Ayah(1, 1) : ayah
    if let words = text.words(source) {
      return words.enumerated().map { index, word in
        let time = timed.first { $0.word == index + 1 }
        return Caption.Word(
          text: plain(word), number: index + 1, span: time.map { (start: $0.start, end: $0.end) })
      }
    }
    return (text.text(source) ?? "").words { $0.properties.isWhitespace }.reduce(into: []) { words, word in
      // A sign of a pause that stands alone belongs to the word before it.
      if CaptionLines.width(of: String(word)) == 0, let last = words.indices.last {
        words[last].text += String(word)
      } else {
        words.append(Caption.Word(text: plain(String(word))))
      }
    }
  }

  private static func plain(_ text: String) -> String {
    text.words { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
      .joined(separator: " ")
  }

  /// One caption, or several of two lines where the words have times.
  private static func captions(
    of words: [Caption.Word], _ ayat: [Ayah], _ start: Milliseconds, _ end: Milliseconds, _ width: Int
  ) -> [Caption] {
    guard let first = ayat.first, let last = ayat.last else { return [] }
    let label = AyahRange(first, last).description
    let lines = CaptionLines.lines(of: words.map(\.text), limit: width).map { Array(words[$0]) }
    let whole = Caption(start: start, end: end, label: label, lines: lines)
    let starts = words.compactMap { $0.span?.start }
    // Words that go back in time are shown at once, not one after the other.
    guard lines.count > 2, ayat.count == 1, whole.isTimed, starts == starts.sorted() else { return [whole] }
    let groups = stride(from: 0, to: lines.count, by: 2).map { Array(lines[$0..<min($0 + 2, lines.count)]) }
    return groups.indices.map { index in
      let own = groups[index].flatMap(\.self)
      let next = index + 1 < groups.count ? groups[index + 1].first?.first?.span?.start : nil
      let words = LabelReference.Words(own.first?.number ?? 1, own.last?.number ?? 1)
      return Caption(
        start: index == 0 ? start : own.first?.span?.start ?? start, end: next ?? end,
        label: LabelReference(ayat: AyahRange(first), words: words).text, lines: groups[index])
    }
  }
}
