package import TilawaBase

/// `tilawa-library.json`: the contents of the library, and the checksums of the files that lead to the rest.
/// Only this file is fetched anew each time.
package struct PublishedRoot: PublishedDocument {
  /// The way in which audio was published.
  package enum AudioUse: String, CaseIterable, Sendable {
    case copy, cut, reference
  }

  /// A surah of which something is held.
  package struct Surah: PublishedObject, Hashable {
    /// From 1 to 114.
    package var surah = 0
    /// The number of rows in the files of its ayat. A run counts in each of them.
    package var rows = 0
    /// Of `index.json`.
    package var index = FileDigest.unknown
    /// Of `held.json`.
    package var held = FileDigest.unknown

    package init() {}
  }

  /// A number that grows with each signed root, so that an older one can't be passed off as the newest; nil
  /// if it isn't signed.
  package var serial: Int?
  /// The greatest number that every reader of JSON takes exactly.
  package static let greatestSerial = 9_007_199_254_740_991
  /// For people.
  package var title: String?
  package var audio = AudioUse.reference
  /// The number of recordings.
  package var recordings = 0
  /// The number of rows with ayat that are served in some session.
  package var rows = 0
  /// Of `index.html`.
  package var page: FileDigest?
  /// Of `reciters.json`.
  package var reciters = FileDigest.unknown
  /// Of `recordings/index.json`.
  package var directory = FileDigest.unknown
  /// In order.
  package var items: [Surah] = []

  package init() {}
}

extension PublishedRoot {
  package static let kind = "library"
  package static let meaning = "A published library."
  package static let mostBytes = PublishedLimits.rootBytes
  package static let listKey = "surahs"
  package static let itemForm = PublishedForm<Surah>.object(Surah.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_library"),
    .optional(
      "serial", .integer(1...greatestSerial), \.serial,
      "Serial number of a signed root, greater than that of every root signed before."),
    .optional("title", .text(), \.title, "A display name."),
    .required(
      "audio", .choice("copy, cut or reference", AudioUse.allCases.map { ($0.rawValue, $0) }) { $0.rawValue },
      \.audio, "The published audio: whole files, a file for each row, or none."),
    .required("recordings", .count, \.recordings, "Number of recordings."),
    .required("rows", .count, \.rows, "Number of their rows that may be played."),
    .optional("page", .file, \.page, "`index.html`."),
    .required("reciters", .file, \.reciters, "`reciters.json`."),
    .required("directory", .file, \.directory, "`recordings/index.json`."),
    .required(
      "surahs", .list(of: itemForm, atMost: 114), \.items,
      "The surahs that rows contain, in order."),
  ]

  package func check() throws(PublishedFault) {
    try items.checkOrder(\.surah, of: Self.listKey)
  }
}

extension PublishedRoot.Surah {
  package static let meaning = "A surah that rows contain."
  package static let members: [PublishedKey<Self>] = [
    .required("surah", .integer(1...114), \.surah, "Its number."),
    .required("rows", .count, \.rows, "Number of rows in the files of its ayat."),
    .required("index", .file, \.index, "`ayat/SSS/index.json`."),
    .required("held", .file, \.held, "`ayat/SSS/held.json`."),
  ]
}

extension FileDigest {
  /// Before a file is known.
  package static let unknown = FileDigest(sha256: String(repeating: "0", count: 64), bytes: 0)
}

extension PublishedForm<FileDigest> {
  /// Size and checksum of another file.
  static var file: Self {
    Self(
      "size and checksum of a file",
      schema: [
        "type": "object",
        "properties": [
          "sha256": PublishedForm<String>.hexadecimal(64).form.type.schema,
          "bytes": PublishedForm<Int>.count.form.type.schema,
        ], "required": ["sha256", "bytes"],
      ],
      read: { node throws(PublishedFault) in
        guard let sum = node["sha256"], let size = node["bytes"] else {
          throw PublishedFault("lacks sha256 or bytes")
        }
        return FileDigest(
          sha256: try PublishedForm<String>.hexadecimal(64).read(sum),
          bytes: Int64(try PublishedForm<Int>.count.read(size)))
      },
      write: { file, json in
        json.raw("{\"sha256\":")
        json.text(file.sha256)
        json.raw(",\"bytes\":")
        json.integer(Int(file.bytes))
        json.raw("}")
      })
  }
}

extension Array {
  /// Throws unless each item has a greater number than the one before.
  func checkOrder<Number: Comparable>(_ number: (Element) -> Number, of list: String) throws(PublishedFault) {
    for index in indices.dropFirst() where number(self[index - 1]) >= number(self[index]) {
      throw PublishedFault("is out of order or given twice", at: "\(list)[\(index)]")
    }
  }
}
