import TilawaBase
import TilawaFormat
import TilawaQuran

/// What a row says besides its reference and its times, for formats that have a field, a tier or a key for each.
extension LabelText {
  /// The reference alone, or what is skipped.
  var target: String {
    var bare = self
    bare.note = nil
    return bare.text(.bare)
  }

  /// Names as in the files of bundles, and values as text; values of the user's own keys are JSON, but for plain words.
  var attributes: [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    if isVerified { pairs.append(("verified", "true")) }
    if let confidence { pairs.append(("confidence", "\(confidence)")) }
    if !joins.isEmpty { pairs.append(("joins", joins.map(\.description).joined(separator: ","))) }
    if let reciter { pairs.append(("reciter", reciter)) }
    if let riwayah { pairs.append(("riwayah", riwayah.rawValue)) }
    if let rakah { pairs.append(("rakah", "\(rakah)")) }
    if let priority { pairs.append(("priority", "\(priority)")) }
    if let note { pairs.append(("note", note)) }
    return pairs + extras.map { (key: $0.key, value: $0.value.plainText) }
  }

  /// Takes one of `attributes`; false when there is no such key or the value is none of its own.
  mutating func take(_ value: String, for key: String) -> Bool {
    switch key {
    case "verified", "confirmed":
      guard value == "true" || value == "false" else { return false }
      isVerified = value == "true"
    case "confidence":
      guard let number = Double(value), (0...1).contains(number) else { return false }
      confidence = number
    case "joins":
      let times = value.words(by: ",").map { DecimalTime.parse($0.trimmed(of: " ")) }
      guard !times.contains(nil), !times.isEmpty else { return false }
      joins = times.compactMap(\.self)
    case "reciter":
      guard RecordingDraft.isIdentifier(value) else { return false }
      reciter = value
    case "riwayah":
      guard let found = Riwayah(value) else { return false }
      riwayah = found
    case "rakah":
      guard let number = Int(value), (1...100).contains(number) else { return false }
      rakah = number
    case "priority":
      guard let number = Int(value), abs(number) <= 1000 else { return false }
      priority = number
    case "note": note = value
    case let key where key.begins(with: "x-") && key.utf8.count > 2:
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

  /// What `plainText` wrote.
  init(plainText: String) {
    let source = SourceText(path: "", bytes: Array(plainText.utf8))
    self = (try? JSONText.parse(source))?.value ?? .string(plainText)
  }
}
