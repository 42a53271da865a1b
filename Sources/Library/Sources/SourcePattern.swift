import TilawaBase
package import TilawaQuran

/// The naming scheme of a source's files, such as `{surah3}{ayah3}.mp3`.
package struct SourcePattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case surah(digits: Int)
    case ayah(digits: Int)
    case number
  }

  private let parts: [Part]
  /// True if a file contains a whole surah.
  package let holdsSurahs: Bool

  /// Nil for a pattern with faults: braces that stand for nothing, or no surah.
  package init?(_ text: String) {
    var parts: [Part] = []
    var rest = text[...]
    while let (before, braces) = rest.cut(at: "{") {
      guard !before.holds("}"), let (name, behind) = braces.cut(at: "}") else { return nil }
      if !before.isEmpty { parts.append(.text(String(before))) }
      switch name {
      case "surah": parts.append(.surah(digits: 1))
      case "surah3": parts.append(.surah(digits: 3))
      case "ayah": parts.append(.ayah(digits: 1))
      case "ayah3": parts.append(.ayah(digits: 3))
      case "number": parts.append(.number)
      default: return nil
      }
      rest = behind
    }
    if rest.holds("}") { return nil }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    let hasSurah = parts.contains {
      if case .surah = $0 { true } else { false }
    }
    let hasNumber = parts.contains(.number)
    let hasAyah = parts.contains {
      if case .ayah = $0 { true } else { false }
    }
    guard hasSurah || hasNumber && !hasAyah else { return nil }
    self.parts = parts
    holdsSurahs = !hasNumber && !hasAyah
  }

  /// The name of the file that holds `ayah` of a count; nil when none can, or it would leave its folder.
  package func name(of ayah: Ayah, _ counting: CountingSystem) -> String? {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .surah(let digits): name += padded(ayah.surah, digits)
      case .ayah(let digits): name += padded(ayah.number, digits)
      case .number:
        guard let index = counting.index(of: ayah) else { return nil }
        name += "\(index + 1)"
      }
    }
    let pieces = name.fields(by: "/")
    let leaves =
      pieces.contains { $0 == ".." || $0 == "." || $0.isEmpty } || name.utf8.contains(0)
      || name.holds("\\")
    return leaves ? nil : name
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
