package import TilawaBase
package import TilawaQuran

/// `ayat/018/index.json`: which ayat of a surah have rows, and in which files.
package struct PublishedSurah: PublishedDocument {
  /// An ayah that has rows.
  package struct Entry: PublishedObject, Hashable {
    /// As the Kufi count numbers it; 0 for the basmalah before the surah.
    package var ayah = 0
    /// The number of rows that contain a part of it.
    package var rows = 0
    /// Its files, in order.
    package var parts: [Part] = []

    package init() {}
  }

  /// A file with recordings of an ayah.
  package struct Part: PublishedObject, Hashable {
    package var file = FileDigest.unknown
    /// The number of recordings in it.
    package var recordings = 0

    package init() {}
  }

  /// From 1 to 114.
  package var surah = 0
  /// In order.
  package var items: [Entry] = []

  package init() {}
}

extension PublishedSurah {
  package static let kind = "surah"
  package static let meaning = "The ayat of a surah that have rows, and their files."
  package static let mostBytes = PublishedLimits.indexBytes
  package static let listKey = "ayat"
  package static let itemForm = PublishedForm<Entry>.object(Entry.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_surah"),
    .required("surah", .integer(1...114), \.surah, "Its number."),
    .required(
      "ayat", .list(of: itemForm, atMost: 287), \.items, "The ayat that have rows, in order."),
  ]

  package func check() throws(PublishedFault) {
    try items.checkOrder(\.ayah, of: Self.listKey)
  }
}

extension PublishedSurah.Entry {
  package static let meaning = "An ayah that has rows."
  package static let members: [PublishedKey<Self>] = [
    .required(
      "ayah", .integer(0...286), \.ayah, "Its number in the Kufi count; 0 for the basmalah before the surah."),
    .required("rows", .count, \.rows, "Number of rows that contain the ayah or a part of it."),
    .required(
      "parts",
      .list(of: .object(PublishedSurah.Part.self), atMost: PublishedLimits.mostParts), \.parts,
      "Its files, in order: `ayat/SSS/AAA.json`, then `AAA-2.json` and so on."),
  ]

  package func check() throws(PublishedFault) {
    if parts.isEmpty { throw PublishedFault("is empty", at: "parts") }
  }
}

extension PublishedSurah.Part {
  package static let meaning = "A file with recordings of an ayah."
  package static let members: [PublishedKey<Self>] = [
    .required("file", .file, \.file, "Its size and checksum."),
    .required("recordings", .count, \.recordings, "Number of recordings in the file."),
  ]
}

/// `ayat/018/held.json`: who is heard in a surah, and of which ayat.
package struct PublishedHeld: PublishedDocument {
  /// The ayat by one reciter in one riwayah and one count.
  package struct Entry: PublishedObject, Hashable {
    /// An id; nil for those of whom nothing is known.
    package var reciter: String?
    package var riwayah = Riwayah.hafs
    /// Of the numbers.
    package var counting = CountingSystem.kufi
    /// In the order of their numbers; 0 only where a row begins or ends with it.
    package var ayat = AyahNumbers()
    /// Those of which a row is verified.
    package var verified = AyahNumbers()

    package init() {}
  }

  /// From 1 to 114.
  package var surah = 0
  /// By reciter (nobody first, then ids by their bytes), riwayah and count.
  package var items: [Entry] = []

  package init() {}
}

/// Numbers of ayat of one surah, from 0 to 286, written as `1-31,40`.
package struct AyahNumbers: Hashable, Sendable {
  private var bits: [UInt64] = [0, 0, 0, 0, 0]

  package init() {}

  package func contains(_ number: Int) -> Bool {
    (0...286).contains(number) && bits[number / 64] & (1 << UInt64(number % 64)) != 0
  }

  package mutating func insert(_ number: Int) {
    if (0...286).contains(number) { bits[number / 64] |= 1 << UInt64(number % 64) }
  }

  package mutating func formUnion(_ other: AyahNumbers) {
    for index in bits.indices { bits[index] |= other.bits[index] }
  }

  package var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

  /// In order.
  package var numbers: [Int] { (0...286).filter(contains) }

  /// `1-31,40`.
  package var text: String {
    var runs: [(first: Int, last: Int)] = []
    for number in numbers {
      if let last = runs.last?.last, last + 1 == number {
        runs[runs.count - 1].last = number
      } else {
        runs.append((number, number))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }.joined(separator: ",")
  }

  /// Nil unless it is `1-31,40` and the like.
  package init?(_ text: String) {
    for run in text.fields(by: ",") {
      let ends = run.fields(by: "-")
      guard (1...2).contains(ends.count), let first = Self.number(ends[0]),
        let last = Self.number(ends[ends.count - 1]), first <= last
      else { return nil }
      for number in first...last { insert(number) }
    }
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), number <= 286
    else { return nil }
    return number
  }
}

extension PublishedForm<AyahNumbers> {
  static var numbers: Self {
    .spelled(
      "numbers of ayat such as 1-31,40",
      schema: ["type": "string", "pattern": "^[0-9]{1,3}(-[0-9]{1,3})?(,[0-9]{1,3}(-[0-9]{1,3})?)*$"],
      { AyahNumbers($0) }, { $0.text })
  }
}

extension PublishedHeld {
  package static let kind = "held"
  package static let meaning = "The reciters of a surah, and the ayat that each recites."
  package static let mostBytes = PublishedLimits.listBytes
  package static let listKey = "held"
  package static let itemForm = PublishedForm<Entry>.object(Entry.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_held"),
    .required("surah", .integer(1...114), \.surah, "Its number."),
    .required(
      "held", .list(of: itemForm), \.items,
      "Entries by reciter (those without first, then ids by their bytes), riwayah and count."),
  ]
}

extension PublishedHeld.Entry {
  package static let meaning = "The ayat of a surah by one reciter in one riwayah and one count."
  package static let members: [PublishedKey<Self>] = [
    .optional("reciter", .text(), \.reciter, "The reciter; absent if unknown."),
    .required("riwayah", .riwayah, \.riwayah, "The riwayah."),
    .unless(.kufi, "numbering", .counting, \.counting, "The numbering; absent: `kufi`."),
    .required("ayat", .numbers, \.ayat, "The ayat that rows contain: numbers and runs of them."),
    .unless(
      AyahNumbers(), "verified", .numbers, \.verified, "The ayat that verified rows contain; absent: none."),
  ]
}
