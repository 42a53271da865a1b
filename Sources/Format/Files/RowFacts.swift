public import TilawaBase
public import TilawaQuran

/// What segments and markers say alike: what is heard, by whom, and who says so.
public struct RowFacts: Hashable, Sendable {
  /// What is recited; nil where that isn't known yet, or it is no ayah.
  public var ayah: AyahRange?
  /// What is heard when it is no ayah: takbir, speech, silence.
  public var skip: String?
  /// Where one ayah of a run gives way to the next: positions in the recording.
  public var joins: [Milliseconds] = []
  /// A person has confirmed the row: where it is, and what it names. Segments call it `verified`.
  public var isConfirmed = false
  /// How sure the tool was that made it, 0 to 1.
  public var confidence: Double?
  /// Who recites, when it is not the recording's reciter.
  public var reciter: String?
  /// In which riwayah, when it is not the recording's.
  public var riwayah: Riwayah?
  /// In which rak'ah of the prayer it is heard, from 1.
  public var rakah: Int?
  /// Anything a person wants to say of it.
  public var note: String?

  /// Of a row with `ayah` or `skip`, or neither.
  public init(ayah: AyahRange? = nil, skip: String? = nil) {
    self.ayah = ayah
    self.skip = skip
  }

  /// Whether it says what is heard.
  public var isNamed: Bool { ayah != nil || skip != nil }
  /// How a message calls the row: `2:255`, `skip takbir`, or `unassigned marker`.
  public var label: String { ayah?.description ?? skip.map { "skip \($0)" } ?? "unassigned marker" }
  /// What it is of, by which rows of two files are known to each other.
  public var name: RowName { ayah.map { .ayat($0) } ?? skip.map { .skip($0) } ?? .unnamed }
}

/// What a row is of, by which rows of two files are known to each other.
public enum RowName: Hashable, Sendable {
  /// An ayah or a run of ayat.
  case ayat(AyahRange)
  /// A word of an ayah, by its number from 1.
  case word(Ayah, Int)
  /// What is heard where no ayah is.
  case skip(String)
  /// The values that its list says rows are known by.
  case known(String)
  /// Nothing that it says.
  case unnamed

  /// Whether only a row of the same name can be the same row, wherever it stands.
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
