import TilawaBase
import TilawaFormat
import TilawaQuran

/// Words as QUL, quran.com, quran-align and apps write them: lists of numbers, one per word, on their way in.
///
/// `[word, start, end]` counts from 1. `[from, to, start, end]` counts from 0 and excludes `to`, which is
/// equivalent to a first number from 0 and a last number from 1. Times are milliseconds.
///
/// Sets divide words in different ways. If words of an ayah go beyond its last one, they were numbered by
/// another text, so no word of that ayah can be placed by its number.
struct WordLists {
  let text: SourceText
  let input: ForeignInput
  /// Keys of objects behind the numbers that nothing here has a place for.
  private var unplaced: (keys: Set<String>, place: Place)?
  private var misnumbered: [(ayah: Ayah, place: Place)] = []

  init(_ text: SourceText, _ input: ForeignInput) { (self.text, self.input) = (text, input) }

  /// Words of a set that isn't a text.
  init(_ input: ForeignInput) { self.init(SourceText(path: input.name, bytes: []), input) }

  /// Adds the words of an ayah to a recording, all or none.
  mutating func add(_ words: [WordRow], of ayah: Ayah, to recording: inout AnnotatedRecording) {
    guard let last = words.map(\.row.word).max() else { return }
    if let count = AyahLength.words(of: ayah, in: input.counting), last > count {
      misnumbered.append((ayah, words[0].place ?? input.place))
    } else {
      recording.words += words
    }
  }

  func place(_ node: JSONNode) -> Place { Place(text, node.offset..<node.offset) }

  /// The words of an ayah.
  mutating func words(_ node: JSONNode?, of ayah: Ayah) -> [WordRow] {
    guard let node, !node.isNull else { return [] }
    if let string = node.string {
      // Some exports write a list as a text, in the way of Ruby.
      input.add(.writerFault, "the words of \(ayah) are a text that contains a list", at: place(node))
      return words(inText: string, of: ayah, at: place(node))
    }
    guard let items = node.items else {
      input.fault("the words of \(ayah) should be a list", at: place(node))
      return []
    }
    return items.compactMap { word($0, ayah, place($0)) }
  }

  /// The words of an ayah from a column that holds them as text.
  mutating func words(inText string: String, of ayah: Ayah, at place: Place) -> [WordRow] {
    if string.isEmpty { return [] }
    let plain = string.holds("=>") ? string.replaced("=>", with: ":") : string
    guard let list = try? JSONText.parse(SourceText(path: text.path, bytes: Array(plain.utf8))),
      let items = list.items
    else {
      if !string.begins(with: "[") { return words(inTriples: string, of: ayah, at: place) }
      input.fault("the words of \(ayah) cannot be read", at: place)
      return []
    }
    return items.compactMap { word($0, ayah, place) }
  }

  /// `1:4200:5000,2:5000:5900`: a word's number, start and end in milliseconds.
  func words(inTriples text: String, of ayah: Ayah, at place: Place) -> [WordRow] {
    text.words(by: ",").compactMap { triple in
      let parts = triple.fields(by: ":").map { $0.trimmed(of: " ") }
      guard parts.count == 3, let number = DecimalTime.whole(parts[0]), (1...1000).contains(number),
        let start = DecimalTime.parse(parts[1], unit: .milliseconds),
        let end = DecimalTime.parse(parts[2], unit: .milliseconds)
      else {
        input.fault("a word of \(ayah) should be number:start:end, found \"\(triple)\"", at: place)
        return nil
      }
      return WordRow(ayah, Int(number), start, end, at: place)
    }
  }

  private mutating func word(_ item: JSONNode, _ ayah: Ayah, _ place: Place) -> WordRow? {
    guard var parts = item.items else {
      input.fault("a word of \(ayah) should be a list of numbers", at: place)
      return nil
    }
    var extras: [ExtraKey] = []
    if let members = parts.last?.members {
      parts.removeLast()
      extras = take(members, place)
    }
    let number = parts.count == 4 ? span(parts, ayah, place) : parts.first?.integer
    guard let number else {
      if parts.count != 4 { input.fault("a word of \(ayah) has no number", at: place) }
      return nil
    }
    guard parts.count == 3 || parts.count == 4 else {
      input.add(
        parts.count < 3 ? .untimed : .unreadableRow,
        "word \(number) of \(ayah) has \(parts.count) number\(parts.count == 1 ? "" : "s"); 3 are needed for its start "
          + "and end", at: place)
      return nil
    }
    guard let start = parts[parts.count - 2].milliseconds, let end = parts[parts.count - 1].milliseconds
    else {
      input.add(.untimed, "word \(number) of \(ayah) has no times", at: place)
      return nil
    }
    guard (1...1000).contains(number) else {
      input.fault("words count from 1, found word \(number) of \(ayah)", at: place)
      return nil
    }
    var word = WordRow(ayah, number, start, end, at: place)
    word.extras = extras
    return word
  }

  /// The number of the only word in a stretch from one word to another.
  private func span(_ parts: [JSONNode], _ ayah: Ayah, _ place: Place) -> Int? {
    guard let first = parts[0].integer, let end = parts[1].integer, (0...1000).contains(first), first < end,
      end <= 1000
    else {
      input.fault("a stretch of \(ayah) should contain consecutive words", at: place)
      return nil
    }
    guard end == first + 1 else {
      input.add(
        .unplaced, "words \(first + 1) to \(end) of \(ayah) share one stretch and are left out",
        at: place)
      return nil
    }
    return end
  }

  private mutating func take(_ members: [(key: String, value: JSONNode)], _ place: Place) -> [ExtraKey] {
    if input.options.keepsUnknown { return members.map { ExtraKey("x-\($0.key)", $0.value.value) } }
    unplaced = (Set(members.map(\.key)).union(unplaced?.keys ?? []), unplaced?.place ?? place)
    return []
  }

  /// Tells what found no place, and which ayat were left without words.
  func tell() {
    if let unplaced {
      let keys = unplaced.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      input.add(.unplaced, "left out: \(keys) of words", at: unplaced.place, unless: .keepingUnknown)
    }
    guard let first = misnumbered.first else { return }
    let ayat = misnumbered.count == 1 ? "1 ayah" : "\(misnumbered.count) ayat"
    input.add(
      .writerFault,
      "\(ayat) have more words here than in the text; their words are left out: "
        + SetNames.list(misnumbered.map(\.ayah.description)), at: first.place)
  }
}
