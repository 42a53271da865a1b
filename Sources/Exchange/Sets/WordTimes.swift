import TilawaBase
import TilawaFormat
import TilawaQuran

/// Words of a set on their way in: their numbers are compared with those of the text.
///
/// Sets part words in different ways. Words of an ayah that go beyond its last one were numbered by another text, so
/// none of that ayah's is where its number says.
struct WordTimes {
  let counting: CountingSystem
  private var misnumbered: [Ayah] = []
  private var place: Place?

  init(counting: CountingSystem) { self.counting = counting }

  /// Adds the words of an ayah to a recording, all or none.
  mutating func add(_ words: [WordRow], of ayah: Ayah, to recording: inout AnnotatedRecording) {
    if let last = words.map(\.row.word).max(), let count = AyahLength.words(of: ayah, in: counting),
      last > count
    {
      misnumbered.append(ayah)
      if place == nil { place = words.first?.place }
      return
    }
    recording.words += words
  }

  /// Tells which ayat were left without words.
  func tell(_ report: ExchangeReport) {
    guard let place else { return }
    let ayat = misnumbered.count == 1 ? "1 ayah" : "\(misnumbered.count) ayat"
    report.add(
      .writerFault,
      "\(ayat) come with more words than the text has, which is parted otherwise here; their words are left out: "
        + SetNames.list(misnumbered.map(\.description)), at: place)
  }

  /// `1:4200:5000,2:5000:5900`: a word's number, start and end in milliseconds.
  static func parse(
    triples text: String, of ayah: Ayah, at place: Place, _ report: ExchangeReport
  ) -> [WordRow] {
    text.words(by: ",").compactMap { triple in
      let parts = triple.fields(by: ":").map { $0.trimmed(of: " ") }
      guard parts.count == 3, let number = DecimalTime.whole(parts[0]), (1...1000).contains(number),
        let start = DecimalTime.parse(parts[1], unit: .milliseconds),
        let end = DecimalTime.parse(parts[2], unit: .milliseconds)
      else {
        report.add(
          .unreadableRow, "a word of \(ayah) should be number:start:end, found \"\(triple)\"", at: place)
        return nil
      }
      return WordRow(ayah, Int(number), start, end, at: place)
    }
  }
}
