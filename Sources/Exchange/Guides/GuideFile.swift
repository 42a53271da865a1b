package import TilawaBase
package import TilawaFormat

/// A file of other programs that holds guides.
package enum GuideFile {
  /// The guides of a file, told by how it begins, and what found no place. Throws when it is none.
  package static func read(_ source: ForeignSource) throws(ExchangeFailure)
    -> (guides: [GuideDraft], findings: [Diagnostic])
  {
    let report = ExchangeReport()
    guard GuideMarkdown.isOne(source.beginning) || source.jsonIfAny != nil || source.fileExtension == "json"
    else {
      throw ExchangeFailure(
        "\(source.shownPath) holds no guide: neither JSON with rows of prayer_guides nor Markdown that begins with ---",
        at: source.place)
    }
    let guides =
      GuideMarkdown.isOne(source.beginning)
      ? [try GuideMarkdown.read(source, report)] : try GuideRows.read(source, report)
    return (guides, report.diagnostics.inOrder())
  }
}
