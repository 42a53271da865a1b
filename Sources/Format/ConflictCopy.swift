import TilawaBase

/// A file beside one of a bundle that contains another version and is never read. It was made by a program
/// for shared folders because two computers changed the file, or left by a writer that was killed.
public struct ConflictCopy: Hashable, Sendable {
  /// The name of the copy.
  public let name: String
  /// The file of which it is a version.
  public let kind: FileKind

  /// Nil for any other name. `spec/core/bundle.md` has the forms.
  public init?(fileName name: String) {
    let kind = FileKind.allCases.first { kind in
      if let rest = name.after(kind.fileName + ".") {
        return rest.begins(with: "saved-") || rest.lowercased().holds("conflict")
      }
      guard let rest = name.after(kind.rawValue), let mark = rest.before(".yaml") ?? rest.before(".yml")
      else {
        return false
      }
      return mark.lowercased().holds("conflict") || Self.isNumber(mark) || Self.isComputer(mark)
    }
    guard let kind else { return nil }
    (self.name, self.kind) = (name, kind)
  }

  /// ` 2`, ` (1)`, `(1)`.
  private static func isNumber(_ mark: Substring) -> Bool {
    let inner = mark.after(" ") ?? mark
    let digits = inner.after("(")?.before(")") ?? mark.after(" ")
    guard let digits = digits?.unicodeScalars else { return false }
    return (1...3).contains(digits.count) && digits.allSatisfy { ("0"..."9").contains($0) }
  }

  /// `-DESKTOP-3K4J`: a name as Windows gives computers.
  private static func isComputer(_ mark: Substring) -> Bool {
    guard let name = mark.after("-"), name.unicodeScalars.first.map({ ("A"..."Z").contains($0) }) == true
    else {
      return false
    }
    return (2...20).contains(name.unicodeScalars.count)
      && name.unicodeScalars.allSatisfy {
        ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
      }
  }
}

extension TilawaBundle {
  /// The conflict copies in its folder, by name.
  public var conflictCopies: [ConflictCopy] { entries.compactMap { ConflictCopy(fileName: $0) } }
}
