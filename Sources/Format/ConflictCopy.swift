import TilawaBase

/// A file beside one of a bundle that a program for shared folders has made because two computers changed it, or that a
/// writer who was killed left: somebody's version, which nobody reads.
public struct ConflictCopy: Hashable, Sendable {
  /// The name of the copy.
  public let name: String
  /// Which file it is a version of.
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
