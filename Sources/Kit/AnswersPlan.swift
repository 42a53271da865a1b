package import TilawaBase
import TilawaFormat
import TilawaQuran

/// Answers to the questions of a page, read from the text that a person sent back.
package struct ReadAnswers: Sendable {
  /// The name of the person who answered, as they typed it.
  package let person: String?
  fileprivate let content: AnswersFile
  fileprivate let shownPath: String

  /// The size in bytes from which a file is refused. A page makes files of some kilobytes.
  static let limit = 1 << 20

  /// Reads answers, which may come from a stranger.
  ///
  /// Throws a `Failure` for a text that is too large or not about a recording, and `FaultyFiles` for one with
  /// faults: none of its answers is taken over then.
  package init(_ source: SourceText) throws {
    guard source.bytes.count <= Self.limit else {
      throw Failure(refused: "\(source.path) is larger than 1 MiB; answers to a page are not that long")
    }
    let document = DocumentKind.answers.read(source)
    var faults = document.diagnostics.filter { $0.severity == .error }
    for rule in DocumentKind.answers.rules where faults.isEmpty {
      let report = RuleReport(rule.id, atMost: 20) { _ in false }
      rule.check(document, in: LibraryFiles(), report)
      faults += report.findings
    }
    guard faults.isEmpty, let content = document.values(AnswersFile.self)?.content else {
      throw FaultyFiles(diagnostics: faults, bundle: source.path)
    }
    self.content = content
    person = content.person?.value
    shownPath = source.path
  }

  /// Throws if the answers are about another recording, or audio, than those of `bundle`.
  fileprivate func require(_ bundle: TilawaBundle) throws(Failure) {
    guard let recording = bundle.recording?.content, let id = content.recording?.value,
      recording.id?.value == id
    else {
      throw Failure(
        refused: "\(shownPath) answers questions about another recording"
          + (content.title.map { ", \"\($0.value)\"" } ?? "") + ", not about \(bundle.shownPath)")
    }
    if let heard = content.audio?.value, let own = recording.audio?.sha256?.value, heard != own {
      throw Failure(
        refused: "\(shownPath) answers questions about other audio than \(bundle.shownPath) has now; "
          + "its times may not fit")
    }
    guard content.numbering?.value ?? .kufi == (try bundle.knownCounting()) else {
      throw Failure(refused: "\(shownPath) numbers ayat by another count than \(bundle.shownPath)")
    }
  }
}

extension BundlePlan<AnsweredRows> {
  /// Takes answers over as another hand's edits. Throws a `Failure` if they are about another recording.
  package static func answering(_ place: FoundBundle, _ answers: ReadAnswers) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .segments, .markers, .words]) { bundle in
      try answers.require(bundle)
      return AnsweredRows(answers.content.answers, by: answers.person, in: bundle)
    } changes: {
      $0.changes
    }
  }
}
