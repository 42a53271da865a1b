package import TilawaBase
import TilawaExchange
package import TilawaFormat
import TilawaYAML

/// What a journal says of guides, as an app keeps it of its user.
package struct UserExport: Sendable {
  /// The JSON.
  package let text: String
  /// What has no place there, or is not here and may be asked for; a line each.
  package let losses: [String]
  /// How many guides are among the rows.
  package let rowCount: Int

  /// Of the `guides.yaml` of a journal. Throws a `Failure` when it isn't there, or has faults: what can't be read would be missing.
  package init(of folder: JournalFolder) throws(Failure) {
    guard let document = folder.read().document(.guides), let file = document.values(GuidesFile.self) else {
      throw Failure("the journal says nothing of guides; tilawa journal add guides ID does")
    }
    guard let content = file.content, !document.hasErrors else {
      throw Failure("guides.yaml has faults, and is not written: tilawa lint shows all")
    }
    let id = YAMLDocument(parsing: document.source).root?["x-id"]?.scalar?.value
    (text, losses) = AppUser.text(of: content, id: id)
    rowCount = content.rows.count
  }
}
