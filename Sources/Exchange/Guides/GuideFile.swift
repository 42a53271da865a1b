package import TilawaBase
package import TilawaFormat

/// A file of other programs that holds guides.
package enum GuideFile {
  /// Reads the guides of a file, whose form is recognised by how it begins. Also returns findings about what
  /// cannot be imported. Throws if the file contains no guide.
  package static func read(_ source: ForeignSource) throws(ExchangeFailure)
    -> (guides: [GuideDraft], findings: [Diagnostic])
  {
    let report = ExchangeReport()
    guard GuideMarkdown.isOne(source.beginning) || source.jsonIfAny != nil || source.fileExtension == "json"
    else {
      throw ExchangeFailure(
        "\(source.shownPath) contains no guide: neither JSON with rows of prayer_guides nor Markdown that begins with ---",
        at: source.place)
    }
    let guides =
      GuideMarkdown.isOne(source.beginning)
      ? [try GuideMarkdown.read(source, report)] : try GuideRows.read(source, report)
    return (guides, report.diagnostics.inOrder())
  }
}

/// A part of guides that a form of other programs cannot carry, and the number of times it occurs.
package struct GuideLoss: Hashable, Sendable {
  /// The part that is lost.
  package enum Kind: CaseIterable, Sendable {
    case hear, rakah, school, own, required
  }

  package let kind: Kind
  /// From 1.
  package let count: Int

  /// In words for people.
  package var sentence: String {
    let s = count == 1 ? "s" : ""
    switch kind {
    case .hear: return "\(counted("step")) lose\(s) the recitation (hear)"
    case .rakah: return "\(counted("note")) lose\(s) the rak'ah"
    case .school: return "\(counted("guide")) lose\(s) the school, and keep\(s) its tradition"
    case .own: return "\(counted("key")) of your own \(count == 1 ? "is" : "are") left out"
    case .required:
      return "\(counted("guide")) lack\(s) a school, type, created or changed, which apps may require"
    }
  }

  private func counted(_ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

/// Counts what gets lost.
struct GuideLosses {
  private var counts: [GuideLoss.Kind: Int] = [:]

  mutating func add(_ kind: GuideLoss.Kind, _ count: Int) { counts[kind, default: 0] += count }

  /// In the order of the kinds; none that never happened.
  var told: [GuideLoss] {
    GuideLoss.Kind.allCases.compactMap { kind in
      counts[kind].flatMap { $0 > 0 ? GuideLoss(kind: kind, count: $0) : nil }
    }
  }
}
