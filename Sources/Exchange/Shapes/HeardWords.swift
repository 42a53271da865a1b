import TilawaBase
import TilawaFormat
import TilawaQuran

/// Words as a recogniser or aligner of speech heard them, and nobody says of which ayah.
struct HeardWords {
  /// One of them.
  struct Word {
    var text: String
    var start: Milliseconds
    var end: Milliseconds?
    var confidence: Double?
    var place: Place
  }

  private var words: [Word] = []
  private var untimed = 0
  private var backward: (count: Int, place: Place)?
  private var oddScores: (count: Int, place: Place)?

  /// Adds one; without a start it is counted.
  mutating func add(
    _ text: String, _ start: Milliseconds?, _ end: Milliseconds?, _ score: JSONNode?, at place: Place
  ) {
    let text = text.trimmed { $0.properties.isWhitespace }
    guard !text.isEmpty else { return }
    guard let start else {
      untimed += 1
      return
    }
    if let end, end <= start { backward = ((backward?.count ?? 0) + 1, backward?.place ?? place) }
    let confidence = score?.confidence
    if confidence == nil, score?.number != nil {
      oddScores = ((oddScores?.count ?? 0) + 1, oddScores?.place ?? place)
    }
    words.append(
      Word(
        text: text, start: start, end: end.flatMap { $0 > start ? $0 : nil }, confidence: confidence,
        place: place))
  }

  /// Adds a word whose `start` and `end` are in seconds; without a start it is counted.
  mutating func add(_ text: String, timedBy node: JSONNode, score: JSONNode?, in json: JSONSource) {
    add(text, node["start"]?.seconds, node["end"]?.seconds, score, at: json.place(node))
  }

  /// Adds the words to `recording`. They become words of the passage if it has exactly as many, and if each
  /// has a duration and follows the one before. Otherwise each becomes a marker with its text as a note.
  /// Either is reported.
  func finish(_ recording: inout AnnotatedRecording, _ input: ForeignInput) {
    if untimed > 0 { input.add(.untimed, "\(untimed) words have no time", at: input.place) }
    if let backward {
      input.add(
        .writerFault,
        "left out: ends of words that are not after the start\(occurrences(backward.count))",
        at: backward.place)
    }
    if let oddScores {
      input.add(
        .unplaced, "left out: scores not between 0 and 1\(occurrences(oddScores.count))",
        at: oddScores.place)
    }
    guard !words.isEmpty else { return }
    let passage = input.options.passage.isEmpty ? recording.facts.passage : input.options.passage
    let ayat = passage.flatMap { recording.counting.ayat(in: $0) }
    let counts = ayat.map { AyahLength.words(of: $0, in: recording.counting) }
    let expected = counts.contains(nil) ? nil : counts.compactMap(\.self).reduce(0, +)
    let follow = zip(words, words.dropFirst()).allSatisfy { $0.start <= $1.start }
    let name = passage.map(\.description).joined(separator: ", ")
    guard let expected, expected == words.count, follow, words.allSatisfy({ $0.end != nil }) else {
      recording.markers += words.map { word in
        var marker = MarkerRow(noting: word.text, word.start, word.end, at: word.place)
        marker.row.confidence = word.confidence
        return marker
      }
      let reason =
        passage.isEmpty
        ? "their ayat are unknown"
        : expected.map { "\(name) has \($0) words, but \(words.count) were recognised" }
          ?? "the number of words of \(name) is unknown"
      return input.add(
        .understood, "\(words.count) recognised words are kept as markers with their text: \(reason)",
        at: input.place)
    }
    var rest = words[...]
    for (ayah, count) in zip(ayat, counts.compactMap(\.self)) {
      for (index, word) in rest.prefix(count).enumerated() {
        var row = WordRow(ayah, index + 1, word.start, word.end ?? word.start, at: word.place)
        row.row.confidence = word.confidence
        recording.words.append(row)
      }
      rest = rest.dropFirst(count)
    }
    input.add(
      .understood,
      "the \(expected) recognised words are assigned to the \(expected) words of \(name) in order",
      at: input.place)
  }
}
