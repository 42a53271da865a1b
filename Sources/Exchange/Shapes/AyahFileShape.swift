import TilawaBase
import TilawaFormat
import TilawaQuran

/// JSON formats with an object for each ayah, whose audio is a file of its own. Words have times in
/// milliseconds from its start.
struct AyahFileShape: Sendable {
  /// The objects of a file by their keys, where they have some, and the text that they stand in.
  typealias Objects = (items: [(key: String, value: JSONNode)], text: SourceText)

  /// Finds the objects.
  var objects: @Sendable (ForeignInput) throws -> Objects
  /// The ayah of an object; nil where it names none.
  var ayah: @Sendable (_ key: String, JSONNode) -> Ayah?
  /// Returns the message for an object that names no ayah.
  var fault: @Sendable (_ key: String) -> String
  /// The keys of an address and of a length in seconds.
  var (url, length): (String?, String?)
  /// Takes what else an object says.
  var more: @Sendable (JSONNode, inout AyahFileSet.Entry, ForeignInput) -> Void = { _, _, _ in }
  /// An object as it is written, and what stands around all of them.
  var written: @Sendable (AyahFileRow) -> String
  var frame: (String, String)

  /// A format of this shape.
  func format(
    _ name: String, _ title: String, losing losses: Set<LossCode>,
    recognises: @escaping @Sendable (ForeignSource) -> Bool
  ) -> ForeignFormat {
    ForeignFormat(
      name: name, title: title, extensions: ["json"], loses: .ofAyat.union(losses),
      bends: [.words, .numbering], recognises: recognises, read: read,
      write: .texts { collection, _, losses in
        let rows = AyahFileRow.rows(of: collection, &losses).map { "\n" + written($0) }
        return frame.0 + rows.joined(separator: ",") + frame.1
      })
  }

  @Sendable private func read(_ input: ForeignInput) throws -> RecordingCollection {
    let (items, text) = try objects(input)
    var set = AyahFileSet(input)
    var lists = WordLists(text, input)
    for (key, value) in items {
      let place = lists.place(value)
      guard let ayah = ayah(key, value) else {
        input.fault(fault(key), at: place)
        continue
      }
      var entry = AyahFileSet.Entry(ayah: ayah, place: place)
      entry.url = url.flatMap { value[$0]?.string }
      entry.declare(seconds: length.flatMap { value[$0]?.number })
      entry.words = lists.words(value["segments"], of: ayah)
      more(value, &entry, input)
      set.add(entry)
    }
    lists.tell()
    return try set.finished(audio: input.options.audioFolder)
  }
}

extension AyahFileSet.Entry {
  /// Takes a length in seconds; a whole number of them is a rounded one.
  mutating func declare(seconds: Substring?) {
    guard let seconds, let time = DecimalTime.parse(seconds), time > .zero else { return }
    length = time
    isExact = !time.count.isMultiple(of: 1000)
  }
}

extension AyahRange {
  /// The one ayah that a key such as `2:255` names.
  static func single(_ key: String) -> Ayah? {
    AyahRange(key).flatMap { $0.isSingle ? $0.first : nil }
  }
}

extension [WordTiming] {
  /// `[[1,4200,5000],...]`
  var triples: String {
    "[" + map { "[\($0.word),\($0.start.count),\($0.end.count)]" }.joined(separator: ",") + "]"
  }

  /// `[[0,1,4200,5000],...]`: from a word counted from 0 up to and without another.
  var spans: String {
    "[" + map { "[\($0.word - 1),\($0.word),\($0.start.count),\($0.end.count)]" }.joined(separator: ",") + "]"
  }
}
