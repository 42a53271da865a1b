package import TilawaBase
import TilawaExchange
package import TilawaFormat
import TilawaYAML

/// Exports a journal's data about guides in the form in which an app stores its user.
package struct UserExport: Sendable {
  /// The JSON text.
  package let text: String
  /// Values that have no place there, or that are missing here and may be required; a line each.
  package let losses: [String]
  /// The number of guides among the rows.
  package let rowCount: Int

  /// Exports the `guides.yaml` of a journal. Throws a `Failure` if it doesn't exist, or has faults, because
  /// values that can't be read would be missing.
  package init(of folder: JournalFolder) throws(Failure) {
    guard let document = folder.read().document(.guides), let file = document.values(GuidesFile.self) else {
      throw Failure("the journal has no guides; add one with `tilawa journal add guides ID`")
    }
    guard let content = file.content, !document.hasErrors else {
      throw Failure("guides.yaml has faults and is not written (see `tilawa lint`)")
    }
    let id = YAMLDocument(parsing: document.source).root?["x-id"]?.scalar?.value
    (text, losses) = AppUser.text(of: content, id: id)
    rowCount = content.rows.count
  }
}
