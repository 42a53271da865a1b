import TilawaBase
package import TilawaFormat
import TilawaQuran

/// The content of a label, in formats whose only field is a text. `spec/core/exchange.md` has the grammar.
@dynamicMemberLookup
package struct LabelText: Sendable, Hashable {
  /// The facts about what is recited.
  package var facts = RowFacts()
  /// Words of what is recited, from the first to the last; both are of the ends of `ayah`.
  package var words: LabelReference.Words?
  /// Among rivals.
  package var priority: Int?
  /// Keys of the user's own.
  package var extras: [ExtraKey] = []

  /// A label that says nothing.
  package init() {}

  /// A fact about what is recited.
  package subscript<Fact>(dynamicMember fact: KeyPath<RowFacts, Fact>) -> Fact { facts[keyPath: fact] }

  /// A fact about what is recited, which can be changed.
  package subscript<Fact>(dynamicMember fact: WritableKeyPath<RowFacts, Fact>) -> Fact {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }
}

extension LabelText {
  /// Reads a label. Nil if it begins with nothing that is known.
  package init?<Text: StringProtocol>(_ label: Text) where Text.SubSequence == Substring {
    let (head, note) = Self.withoutNote(label[...])
    let words = LabelReference.tidied(head).words(by: " ")
    guard let first = words.first else { return nil }
    var rest = words.dropFirst()
    if first == Self.unnamed {
      // Names nothing, and may say something all the same.
    } else if first == "skip" || first.begins(with: "skip=") || first == "skip:" {
      var kind = first.after("skip=").map(String.init)
      if first == "skip:", let next = rest.first {
        kind = String(next)
        rest = rest.dropFirst()
      }
      guard kind.map(Self.isSkipKind) ?? true else { return nil }
      facts.skip = kind ?? SkipKind.other.rawValue
    } else if let reference = LabelReference(first) {
      facts.ayah = reference.ayat
      self.words = reference.words
    } else if let named = Self.named(words) {
      facts.ayah = named.ayat
      rest = words.dropFirst(named.count)
    } else {
      return nil
    }
    for word in rest {
      guard read(attribute: word) else { return nil }
    }
    facts.note = note
  }

  /// The sign in place of the target if nothing is named.
  static let unnamed = "?"

  /// The note is kept as it is, whatever signs it has.
  private static func withoutNote(_ text: Substring) -> (head: Substring, note: String?) {
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while let dashes = text[index...].range(ofText: "--") {
      index = dashes.upperBound
      if let before = scalars[..<dashes.lowerBound].last, LabelReference.isBlank(before),
        let after = scalars[index...].first,
        LabelReference.isBlank(after)
      {
        let note = self.note(text[index...])
        return (text[..<dashes.lowerBound], note.isEmpty ? nil : note)
      }
    }
    return (text, nil)
  }

  /// Returns a note as a label keeps it, without the blanks around it.
  static func note(_ text: Substring) -> String { text.trimmed(of: " \t\u{A0}\u{202F}") }

  private mutating func read(attribute word: Substring) -> Bool {
    if word == "verified" { return take("true", for: "verified") }
    guard let (key, value) = word.cut(at: "=") else { return false }
    switch key {
    // Double reads hexadecimal too.
    case "conf": return value.utf8.allSatisfy(Self.isOfDecimal) && take(String(value), for: "confidence")
    case "joins" where value.fields(by: ",").contains { $0.isEmpty || $0.begins(with: "-") }: return false
    case "joins", "cut", "riwayah", "reciter", "rakah", "priority":
      return take(String(value), for: String(key))
    default: return key.begins(with: "x-") && take(String(value), for: String(key))
    }
  }

  /// `kahf 10` and `al-kahf 10-12`: a surah by its name, and ayat behind the last blank or a colon.
  private static func named(_ words: [Substring]) -> (ayat: AyahRange, count: Int)? {
    guard words[0].unicodeScalars.contains(where: \.properties.isAlphabetic) else { return nil }
    for count in stride(from: min(words.count, 4), through: 1, by: -1) {
      let text = words.prefix(count).joined(separator: " ")
      guard text.utf8.last.map({ (0x30...0x39).contains($0) }) ?? false,
        case .success(let ayat) = PassageReference.parse(text), isOfSurah(text)
      else { continue }
      return (ayat, count)
    }
    return nil
  }

  /// Returns true for pages, juz and whole surahs, which cannot be labels of rows.
  private static func isOfSurah(_ text: String) -> Bool {
    let name = text.unicodeScalars.prefix { !("0"..."9").contains($0) }
    return Surah.named(Substring(name).trimmed(of: " :")) != nil
  }

  private static func isSkipKind(_ text: String) -> Bool {
    guard let first = text.utf8.first, (97...122).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  private static func isOfDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: byte | 0x20 == UInt8(ascii: "e")
    }
  }
}

extension LabelText {
  /// The label of a segment.
  package init(_ segment: SegmentRow) {
    (facts, priority) = (segment.row.facts, segment.row.priority)
    extras = segment.extras
  }

  /// The label of a marker.
  package init(_ marker: MarkerRow) {
    facts = marker.row.facts
    extras = marker.extras
  }

  /// The label of a word.
  package init(_ word: WordRow) {
    facts.ayah = AyahRange(word.row.ayah)
    words = LabelReference.Words(word.row.word, word.row.word)
    facts.confidence = word.row.confidence
    extras = word.extras
  }

  /// The text. Bare labels hold the reference alone; a marker that names nothing shows its note.
  package func text(_ labels: WritingOptions.Labels) -> String {
    var parts: [String] = []
    if let ayah = facts.ayah {
      parts.append(words.map { LabelReference(ayat: ayah, words: $0).text } ?? ayah.description)
    } else if let skip = facts.skip {
      parts.append("skip=\(skip)")
    }
    if parts.isEmpty {
      let asNote = facts.note ?? ""
      if isSilentBesidesNote || labels == .bare {
        // A note that would be read as a label is marked as a note.
        return LabelText(asNote) == nil ? asNote : "\(Self.unnamed) -- \(asNote)"
      }
      parts.append(Self.unnamed)
    }
    if labels == .bare { return parts[0] }
    if facts.isConfirmed { parts.append("verified") }
    if let confidence = facts.confidence { parts.append("conf=\(confidenceText(confidence))") }
    if !facts.joins.isEmpty { parts.append("joins=" + facts.joins.map(\.description).joined(separator: ",")) }
    if let cut = facts.cut { parts.append("cut=\(cut.rawValue)") }
    if let riwayah = facts.riwayah { parts.append("riwayah=\(riwayah.rawValue)") }
    if let reciter = facts.reciter { parts.append("reciter=\(reciter)") }
    if let rakah = facts.rakah { parts.append("rakah=\(rakah)") }
    if let priority { parts.append("priority=\(priority)") }
    parts += extras.compactMap(\.labelText)
    if let note = facts.note { parts += ["--", note] }
    return parts.joined(separator: " ")
  }

  private var isSilentBesidesNote: Bool {
    var rest = self
    rest.facts.note = nil
    return rest == LabelText()
  }
}

extension ExtraKey {
  /// As an attribute of a label; nil for a key that a label can't bear.
  var labelText: String? {
    guard key.begins(with: "x-"), key.utf8.count > 2, !key.unicodeScalars.contains(where: Self.isBent),
      !key.holds("=")
    else { return nil }
    let plain = value.plainText
    if !plain.isEmpty, !plain.unicodeScalars.contains(where: Self.isBent) { return "\(key)=\(plain)" }
    // In JSON each sign can be written so that it survives.
    let escaped = value.compactText.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16)
      return Self.isBent(scalar)
        ? "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits : String(scalar)
    }
    return "\(key)=\(escaped.joined())"
  }

  /// Returns true if labels are split at a character, or read it as another one.
  private static func isBent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || LabelReference.tidied("_\(scalar)_") != "_\(scalar)_"
  }
}

/// The facts of a row besides its reference and its times, for formats that have a field, a tier or a key for
/// each.
extension LabelText {
  /// The reference alone, or what is skipped.
  var target: String {
    var bare = self
    bare.facts.note = nil
    return bare.text(.bare)
  }

  /// The facts by their names in the files of bundles, with values as text. Values of the user's own keys are
  /// JSON, except for plain words.
  var attributes: [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    if facts.isConfirmed { pairs.append(("verified", "true")) }
    if let confidence = facts.confidence { pairs.append(("confidence", "\(confidence)")) }
    if !facts.joins.isEmpty { pairs.append(("joins", facts.joins.map(\.description).joined(separator: ","))) }
    if let cut = facts.cut { pairs.append(("cut", cut.rawValue)) }
    if let reciter = facts.reciter { pairs.append(("reciter", reciter)) }
    if let riwayah = facts.riwayah { pairs.append(("riwayah", riwayah.rawValue)) }
    if let rakah = facts.rakah { pairs.append(("rakah", "\(rakah)")) }
    if let priority { pairs.append(("priority", "\(priority)")) }
    if let note = facts.note { pairs.append(("note", note)) }
    return pairs + extras.map { (key: $0.key, value: $0.value.plainText) }
  }

  /// Takes the value of one of `attributes`. Returns false if there is no such key or the value is not valid
  /// for it.
  mutating func take(_ value: String, for key: String) -> Bool {
    switch key {
    case "verified", "confirmed":
      guard value == "true" || value == "false" else { return false }
      facts.isConfirmed = value == "true"
    case "confidence":
      guard let number = Double(value), (0...1).contains(number) else { return false }
      facts.confidence = number
    case "joins":
      let times = value.words(by: ",").map { DecimalTime.parse($0.trimmed(of: " ")) }
      guard !times.contains(nil), !times.isEmpty else { return false }
      facts.joins = times.compactMap(\.self)
    case "cut":
      guard let cut = AyahCut(rawValue: value) else { return false }
      facts.cut = cut
    case "reciter":
      guard RecordingDraft.isIdentifier(value) else { return false }
      facts.reciter = value
    case "riwayah":
      guard let found = Riwayah(value) else { return false }
      facts.riwayah = found
    case "rakah":
      guard let number = Int(value), (1...100).contains(number) else { return false }
      facts.rakah = number
    case "priority":
      guard let number = Int(value), abs(number) <= 1000 else { return false }
      priority = number
    case "note": facts.note = value
    case let key where key.begins(with: "x-") && key.utf8.count > 2:
      extras.removeAll { $0.key == key }
      extras.append(ExtraKey(key, JSONValue(plainText: value)))
    default: return false
    }
    return true
  }
}

extension JSONValue {
  /// Text as it is, unless it would be read as something else; all others as JSON.
  var plainText: String {
    if case .string(let text) = self, case .string(let same) = JSONValue(plainText: text),
      same.isExactly(text)
    {
      return text
    }
    return compactText
  }

  /// Reads a value that `plainText` wrote.
  init(plainText: String) {
    let source = SourceText(path: "", bytes: Array(plainText.utf8))
    self = (try? JSONText.parse(source))?.value ?? .string(plainText)
  }
}
