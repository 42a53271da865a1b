public import TilawaBase
public import TilawaQuran

/// The facts that segments and markers share: what is heard, by whom, and who says so.
public struct RowFacts: Hashable, Sendable {
  /// The ayat that are recited; nil if they aren't known yet, or nothing is recited.
  public var ayah: AyahRange?
  /// The kind of what is heard if it is not an ayah: takbir, speech, silence.
  public var skip: String?
  /// The positions in the recording at which one ayah of a run is followed by the next.
  public var joins: [Milliseconds] = []
  /// The end at which a part of an ayah isn't in the recording; nil if the ayat are whole.
  public var cut: AyahCut?
  /// A person has confirmed the row: where it is, and what it names. Segments call it `verified`.
  public var isConfirmed = false
  /// The confidence of the tool that made the row, from 0 to 1.
  public var confidence: Double?
  /// The reciter, if it is not the recording's.
  public var reciter: String?
  /// The riwayah, if it is not the recording's.
  public var riwayah: Riwayah?
  /// The rak'ah of the prayer in which it is heard, from 1.
  public var rakah: Int?
  /// Anything a person wants to say of it.
  public var note: String?

  /// Of a row with `ayah` or `skip`, or neither.
  public init(ayah: AyahRange? = nil, skip: String? = nil) {
    self.ayah = ayah
    self.skip = skip
  }

  /// True if the row names what is heard.
  public var isNamed: Bool { ayah != nil || skip != nil }
  /// The name of the row in messages: `2:255`, `skip takbir`, or `unassigned marker`.
  public var label: String { ayah?.description ?? skip.map { "skip \($0)" } ?? "unassigned marker" }
  /// The identity of its content, by which rows of two files are matched.
  public var name: RowName { ayah.map { .ayat($0) } ?? skip.map { .skip($0) } ?? .unnamed }
}

/// The identity of a row's content, by which rows of two files are matched.
public enum RowName: Hashable, Sendable {
  /// An ayah or a run of ayat.
  case ayat(AyahRange)
  /// A word of an ayah, by its number from 1.
  case word(Ayah, Int)
  /// The kind of what is heard where no ayah is recited.
  case skip(String)
  /// The values that its list says rows are known by.
  case known(String)
  /// Nothing that it says.
  case unnamed

  /// True if only a row of the same name can be the same row, wherever it is.
  var isKnown: Bool { if case .known = self { true } else { false } }

  /// As messages have it.
  var text: String {
    switch self {
    case .ayat(let ayat): ayat.description
    case .word(let ayah, let number): "\(ayah) word \(number)"
    case .skip(let kind): "skip \(kind)"
    case .known(let values): values
    case .unnamed: "unnamed row"
    }
  }
}
