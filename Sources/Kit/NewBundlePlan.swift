import TilawaBase
import TilawaFormat

/// Makes a bundle without audio, to be filled by hand: a new folder, or an existing one that lacks
/// `recording.yaml`.
package struct NewBundlePlan: Sendable {
  /// The absolute path.
  package let path: String
  /// Remarks for the user about facts taken from the library, and about missing ones.
  package let remarks: [String]
  private let text: String
  /// The library's file of the reciter, which is copied into the bundle.
  private let reciter: [UInt8]?
  private let workplace: Workplace

  /// Plans the bundle that the user named, with the known facts about its recording.
  ///
  /// With `hasModeline`, the file begins with a line that contains the path of its schema, for editors.
  /// Throws if there can't be a bundle at that path.
  package init(
    at given: String, _ facts: () throws -> AudioImport.Facts, hasModeline: Bool, in workplace: Workplace
  ) throws {
    path = workplace.path(given)
    self.workplace = workplace
    guard PathText.name(of: path).ends(with: BundleName.ending), PathText.name(of: path) != BundleName.ending
    else { throw Failure("\"\(given)\" does not end in .tilawa; did you mean \(given).tilawa?") }
    var facts = try facts()
    remarks = facts.completed(from: PathText.folder(of: path), in: workplace)
    reciter = facts.reciterFile
    let schema = "../.tilawa-schemas/\(SchemaFiles.fileName(of: .recording))"
    text = (hasModeline ? "# yaml-language-server: $schema=\(schema)\n" : "") + facts.draft.text
    if let outer = FoundBundle(containing: PathText.folder(of: path), in: workplace) {
      throw Failure("\(outer.shownPath) is itself a bundle and cannot contain another")
    }
  }

  /// Writes the bundle, wholly or not at all. Throws if there is one already.
  package func apply() throws {
    guard try FileStatus.isFolder(path) else {
      let folder = try AtomicDirectory(for: path)
      try AtomicFile.write(
        Array(text.utf8), to: PathText.joined(folder.path, FileKind.recording.fileName))
      if let reciter {
        try AtomicFile.write(reciter, to: PathText.joined(folder.path, FileKind.reciter.fileName))
      }
      return try folder.finish()
    }
    // A folder that was made by hand lacks only this file.
    var transaction = try BundleTransaction(openingAt: path, shownAs: workplace.shown(path))
    try transaction.bundle.require(.looking)
    guard !transaction.bundle.entries.contains(FileKind.recording.fileName) else {
      throw Failure("cannot create \(workplace.shown(path)): it already exists")
    }
    try transaction.apply(.create(text), to: .recording)
    if let reciter, !transaction.bundle.entries.contains(FileKind.reciter.fileName) {
      try transaction.apply(.create(String(decoding: reciter, as: UTF8.self)), to: .reciter)
    }
    _ = try transaction.commit()
  }
}
