import TilawaBase
import TilawaFormat
import TilawaQuran

/// Text that a caption file shows for a while: its lines, its name, and its words where each has its time.
struct ScreenCue {
  /// A word, and when it lights up.
  struct Word {
    var text: String
    var start: Milliseconds
    var end: Milliseconds
  }

  /// The name beside its text; empty if it has none.
  var name = ""
  var lines: [String]
  var start: Milliseconds
  /// Nil where nothing ends it.
  var end: Milliseconds?
  /// All of its words; empty where the times of some aren't known.
  var words: [Word] = []
  /// The number of times in it that don't separate words.
  var otherTimes = 0
  var place: Place
  /// The other facts of the cue.
  var more = LabelText()

  /// Joins syllables into words, which whitespace separates. Each word lasts from its first syllable to its
  /// last. Returns an empty array if a syllable contains parts of several words.
  static func words(of syllables: [(text: String, start: Milliseconds, end: Milliseconds)]) -> [Word] {
    var words: [(word: Word, first: Int, last: Int)] = []
    var isOpen = false
    for (index, syllable) in syllables.enumerated() {
      for sign in syllable.text.unicodeScalars {
        if sign.properties.isWhitespace {
          isOpen = false
        } else if isOpen, let last = words.indices.last {
          words[last].word.text.unicodeScalars.append(sign)
          words[last].word.end = max(words[last].word.end, syllable.end)
          words[last].last = index
        } else {
          isOpen = true
          words.append((Word(text: String(sign), start: syllable.start, end: syllable.end), index, index))
        }
      }
    }
    var joined: [(word: Word, first: Int, last: Int)] = []
    for next in words {
      // A sign of a pause that stands alone belongs to the word before it.
      if CaptionLines.width(of: next.word.text) == 0, let last = joined.indices.last {
        joined[last].word.text += " \(next.word.text)"
        joined[last].word.end = max(joined[last].word.end, next.word.end)
        joined[last].last = next.last
      } else {
        joined.append(next)
      }
    }
    let areParted = zip(joined, joined.dropFirst()).allSatisfy { $0.last < $1.first }
    return areParted ? joined.map(\.word) : []
  }
}

/// Makes rows of the cues of caption formats. Words are identified by their text or by their number.
struct ScreenRows {
  private let input: ForeignInput
  private let counting: CountingSystem

  init(_ input: ForeignInput, _ counting: CountingSystem? = nil) {
    (self.input, self.counting) = (input, counting ?? input.counting)
  }

  /// All cues, as rows of a recording of which that much is known.
  func rows(_ cues: [ScreenCue], in recording: AnnotatedRecording = AnnotatedRecording())
    -> AnnotatedRecording
  {
    var rows = LabelledRows(recording, report: input.report)
    add(cues, to: &rows)
    return rows.finished()
  }

  /// Adds all cues to `rows`.
  private func add(_ cues: [ScreenCue], to rows: inout LabelledRows) {
    let labels = labels(of: cues)
    for (cue, label) in zip(cues, labels) {
      var more = cue.more
      if !label.rest.isEmpty, !SubtitleCue.isSaid(label.rest, by: label.text) {
        input.unplaced.add(
          "text beside the labels of cues", label.rest, as: "x-text", in: &more.extras, at: cue.place)
      }
      let end = cue.end ?? input.options.duration
      if end == nil {
        input.add(
          .understood, "the end of \"\(label.text)\" is unknown; kept as a marker", at: cue.place,
          unless: .audio)
      } else if let end, end <= cue.start {
        input.report.addEmptyRow("the cue \"\(label.text)\"", from: cue.start, to: end, at: cue.place)
        continue
      }
      rows.add(label.text, from: cue.start, to: end, at: cue.place, saying: more)
      let named = words(of: cue, label.text)
      for word in named { rows.add(WordRow(word, at: cue.place)) }
      let left = max(0, cue.words.count - named.count) + cue.otherTimes
      for _ in 0..<left { input.unplaced.add("times of words without a reference", at: cue.place) }
    }
  }

  // MARK: Which ayat

  private func labels(of cues: [ScreenCue]) -> [(text: String, rest: String)] {
    var isNamed = false
    let labels = cues.map { cue -> (text: String, rest: String) in
      if LabelText(cue.name)?.isNamed == true {
        isNamed = true
        return (cue.name, cue.lines.joined(separator: " "))
      }
      let (label, rest) = SubtitleCue.label(of: cue.lines)
      if LabelText(label)?.isNamed == true { isNamed = true }
      return (label, rest)
    }
    return isNamed ? labels : takenInTurn(cues) ?? labels
  }

  /// Gives the words of the passage to cues one after the other, if there are as many of them. Each cue then
  /// gets the label of its words; otherwise the result is nil.
  private func takenInTurn(_ cues: [ScreenCue]) -> [(text: String, rest: String)]? {
    let expected = input.options.passage.flatMap(words)
    let follow = zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start }
    guard !expected.isEmpty, follow, cues.allSatisfy({ !$0.words.isEmpty }),
      cues.reduce(0, { $0 + $1.words.count }) == expected.count
    else { return nil }
    var rest = expected[...]
    var labels: [(text: String, rest: String)] = []
    for cue in cues {
      let own = rest.prefix(cue.words.count)
      rest = rest.dropFirst(cue.words.count)
      guard let first = own.first, let last = own.last else { return nil }
      let isWhole = first.word == 1 && last.word == (AyahLength.words(of: last.ayah, in: counting) ?? 1)
      let range = AyahRange(first.ayah, last.ayah)
      let reference = LabelReference(ayat: range, words: isWhole ? nil : .init(first.word, last.word))
      labels.append((reference.text, ""))
    }
    if let first = cues.first {
      let name = input.options.passage.map(\.description).joined(separator: ", ")
      input.add(
        .understood,
        "the \(expected.count) words shown are assigned to the \(expected.count) words of \(name) in order",
        at: first.place)
    }
    return labels
  }

  // MARK: Which words

  /// Words that are references themselves, or as many as the label's ayat have.
  func words(of cue: ScreenCue, _ label: String) -> [WordTiming] {
    let references = cue.words.map { LabelReference($0.text) }
    var numbered: [(ayah: Ayah, word: Int)?]
    if references.contains(where: { $0?.words != nil }) {
      numbered = references.map { reference in
        guard let reference, let words = reference.words, reference.ayat.isSingle, words.first == words.last
        else { return nil }
        return (reference.ayat.first, words.first)
      }
    } else {
      let all = self.numbers(of: label)
      guard all.count == cue.words.count else { return [] }
      numbered = all
    }
    var drafts: [WordTiming] = []
    for (number, word) in zip(numbered, cue.words) where word.start < word.end {
      guard let number, (1...200).contains(number.word) else { continue }
      drafts.append(WordTiming(ayah: number.ayah, word: number.word, start: word.start, end: word.end))
    }
    return drafts
  }

  /// Returns the words that a label names: all of its ayat, or those between its two word numbers.
  private func numbers(of label: String) -> [(ayah: Ayah, word: Int)] {
    guard let text = LabelText(label), let range = text.ayah else { return [] }
    let all = words(of: range)
    guard let words = text.words else { return all }
    return all.filter {
      !($0.ayah == range.first && $0.word < words.first || $0.ayah == range.last && $0.word > words.last)
    }
  }

  private func words(of range: AyahRange) -> [(ayah: Ayah, word: Int)] {
    counting.ayat(in: range).flatMap { ayah in
      (1...max(1, AyahLength.words(of: ayah, in: counting) ?? 1)).map { (ayah, $0) }
    }
  }
}
