public import Diagnostics
public import QuranIndex
import TilawaFormat
public import Timing

/// What a label says, in formats whose only field is a text; `spec/exchange.md` has the grammar.
public struct LabelText: Sendable, Hashable {
  /// What is recited.
  public var ayah: AyahRange?
  /// Words of it, from the first to the last; both are of the ends of `ayah`.
  public var words: LabelReference.Words?
  /// What is heard when it is no ayah.
  public var skip: String?
  /// A person has checked it.
  public var isVerified = false
  /// How sure a tool was.
  public var confidence: Double?
  /// Where one ayah gives way to the next.
  public var joins: [Milliseconds] = []
  /// In which riwayah.
  public var riwayah: Riwayah?
  /// Who recites.
  public var reciter: String?
  /// Among rivals.
  public var priority: Int?
  /// Keys of the user's own.
  public var extras: [ExtraKey] = []
  /// A remark.
  public var note: String?

  /// A label that says nothing.
  public init() {}

  /// Whether it names anything that is heard.
  public var isOfSomething: Bool { ayah != nil || skip != nil }
}

extension LabelText {
  /// Reads a label; nil when it begins with nothing that we know.
  public init?(_ label: some StringProtocol) {
    let text = Self.tidied(label)
    var note: String?
    var head = text[...]
    if let dashes = text.firstRange(of: " -- ") {
      note = String(text[dashes.upperBound...])
      head = text[..<dashes.lowerBound]
    }
    let words = head.split(separator: " ")
    guard let first = words.first else { return nil }
    var rest = words.dropFirst()
    if first == "skip" || first.hasPrefix("skip=") || first == "skip:" {
      var kind = first.hasPrefix("skip=") ? String(first.dropFirst(5)) : nil
      if first == "skip:", let next = rest.first {
        kind = String(next)
        rest = rest.dropFirst()
      }
      guard kind.map(Self.isSkipKind) ?? true else { return nil }
      skip = kind ?? "other"
    } else if let reference = LabelReference(first) {
      ayah = reference.ayat
      self.words = reference.words
    } else if let named = Self.named(words) {
      ayah = named.ayat
      rest = words.dropFirst(named.count)
    } else {
      return nil
    }
    for word in rest {
      guard read(attribute: word) else { return nil }
    }
    self.note = note
  }

  private mutating func read(attribute word: Substring) -> Bool {
    if word == "verified" {
      isVerified = true
      return true
    }
    guard let equals = word.firstIndex(of: "=") else { return false }
    let value = word[word.index(after: equals)...]
    switch word[..<equals] {
    case "conf":
      guard let number = Double(value), (0...1).contains(number) else { return false }
      confidence = number
    case "joins":
      let times = value.split(separator: ",", omittingEmptySubsequences: false).map { DecimalTime.parse($0) }
      guard !times.contains(nil) else { return false }
      joins = times.compactMap(\.self)
    case "riwayah":
      guard let found = Riwayah(String(value)) else { return false }
      riwayah = found
    case "reciter":
      guard RecordingDraft.isIdentifier(String(value)) else { return false }
      reciter = String(value)
    case "priority":
      guard let number = Int(value), abs(number) <= 1000 else { return false }
      priority = number
    case let key where key.hasPrefix("x-") && key.utf8.count > 2:
      extras.append(ExtraKey(String(key), .string(String(value))))
    default: return false
    }
    return true
  }

  /// `kahf 10` and `al-kahf 10-12`: a surah by its name, and ayat behind the last blank or a colon.
  private static func named(_ words: [Substring]) -> (ayat: AyahRange, count: Int)? {
    guard words[0].unicodeScalars.contains(where: \.properties.isAlphabetic) else { return nil }
    for count in stride(from: min(words.count, 4), through: 1, by: -1) {
      let text = words.prefix(count).joined(separator: " ")
      guard text.last.map({ $0.isASCII && $0.isNumber }) ?? false,
        case .success(let ayat) = PassageReference.parse(text), isOfSurah(text)
      else { continue }
      return (ayat, count)
    }
    return nil
  }

  /// Pages, juz and whole surahs are no labels of rows.
  private static func isOfSurah(_ text: String) -> Bool {
    let name = text.prefix { !$0.isNumber }
    return Surah.named(name.trimmed(of: " :")) != nil
  }

  private static func isSkipKind(_ text: String) -> Bool {
    guard let first = text.utf8.first, (97...122).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// Without signs that can't be seen, with plain blanks and ASCII digits, dashes of one kind.
  static func tidied(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x660...0x669: result.append(Unicode.Scalar(UInt8(scalar.value - 0x660 + 0x30)))
      case 0x6F0...0x6F9: result.append(Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 0x30)))
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xAD: continue
      case 0x09, 0x20, 0xA0, 0x202F: if result.last != " ", !result.isEmpty { result.append(" ") }
      default: result.append(scalar)
      }
    }
    if result.last == " " { result.removeLast() }
    return String(result)
  }
}

extension StringProtocol {
  /// Without any of `characters` around it.
  func trimmed(of characters: String) -> String {
    let start = drop { characters.contains($0) }
    guard let last = start.lastIndex(where: { !characters.contains($0) }) else { return "" }
    return String(start[...last])
  }
}

extension LabelText {
  /// What a writer puts down for a row.
  public init(_ segment: SegmentRow) {
    let row = segment.row
    ayah = row.ayah
    skip = row.skip
    isVerified = row.isVerified
    confidence = row.confidence
    joins = row.joins
    riwayah = row.riwayah
    reciter = row.reciter
    priority = row.priority
    note = row.note
    extras = segment.extras
  }

  /// What a writer puts down for a marker.
  public init(_ marker: MarkerRow) {
    let row = marker.row
    ayah = row.ayah
    skip = row.skip
    isVerified = row.isConfirmed
    confidence = row.confidence
    riwayah = row.riwayah
    reciter = row.reciter
    note = row.note
    extras = marker.extras
  }

  /// The text. Bare labels hold the reference alone; a marker that names nothing shows its note.
  public func text(_ labels: WritingOptions.Labels) -> String {
    var parts: [String] = []
    if let ayah {
      parts.append(words.map { LabelReference(ayat: ayah, words: $0).text } ?? ayah.description)
    } else if let skip {
      parts.append("skip=\(skip)")
    }
    if labels == .bare {
      if let first = parts.first { return first }
      return note ?? ""
    }
    if isVerified { parts.append("verified") }
    if let confidence { parts.append("conf=\(confidenceText(confidence))") }
    if !joins.isEmpty { parts.append("joins=" + joins.map(\.description).joined(separator: ",")) }
    if let riwayah { parts.append("riwayah=\(riwayah.rawValue)") }
    if let reciter { parts.append("reciter=\(reciter)") }
    if let priority { parts.append("priority=\(priority)") }
    for extra in extras {
      if let value = extra.labelValue { parts.append("\(extra.key)=\(value)") }
    }
    if let note { parts += parts.isEmpty ? [note] : ["--", note] }
    return parts.joined(separator: " ")
  }
}

extension ExtraKey {
  /// The value as a word of a label; nil when it isn't one word.
  var labelValue: String? {
    let text: String
    switch value {
    case .string(let value): text = value
    case .number(let value): text = value
    case .int(let value): text = String(value)
    case .bool(let value): text = value ? "true" : "false"
    default: return nil
    }
    return text.isEmpty || text.unicodeScalars.contains { $0.properties.isWhitespace } ? nil : text
  }
}
