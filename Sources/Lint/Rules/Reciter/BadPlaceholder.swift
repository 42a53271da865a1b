import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Braces that stand for nothing: they would end up in an address.
  static let badPlaceholder = Rule("Q601", "bad-placeholder", .error) { bundle, report in
    for source in bundle.reciter?.sources ?? [] {
      guard let pattern = source.pattern, let fault = PatternParts(pattern.value).fault else { continue }
      report.add(fault, at: bundle.place(inReciter: pattern))
    }
  }
}

/// A pattern taken apart at its braces.
struct PatternParts {
  static let known = ["surah", "surah3", "ayah", "ayah3", "number"]
  /// The texts between braces, in order.
  private(set) var placeholders: [String] = []
  private var isUnbalanced = false

  init(_ pattern: String) {
    var open: String?
    for scalar in pattern.unicodeScalars {
      switch (scalar, open) {
      case ("{", nil): open = ""
      case ("}", let name?):
        placeholders.append(name)
        open = nil
      case ("{", _), ("}", nil): isUnbalanced = true
      case (_, let name?): open = name + String(scalar)
      default: break
      }
    }
    isUnbalanced = isUnbalanced || open != nil
  }

  /// The fault of the braces, as text for a message; nil if they are right.
  var fault: String? {
    if let unknown = placeholders.first(where: { !Self.known.contains($0) }) {
      let names = Self.known.map { "{\($0)}" }.joined(separator: ", ")
      let hint = nearestName(to: unknown, in: Self.known).map { "did you mean {\($0)}?" }
      return "\"{\(unknown)}\" is not a placeholder; \(hint ?? "use one of \(names)")"
    }
    return isUnbalanced ? "unmatched brace; placeholders are written between { and }" : nil
  }
}
