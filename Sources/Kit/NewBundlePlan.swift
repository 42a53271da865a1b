import TilawaBase
import TilawaFormat

/// A bundle without audio, to be filled by hand: a new folder, or one that somebody has made and that lacks `recording.yaml`.
package struct NewBundlePlan: Sendable {
  /// Absolute.
  package let path: String
  /// What a person should know of what was taken from the library, and of what is missing.
  package let remarks: [String]
  private let text: String
  /// The library's file of the reciter, who is described in the bundle as well.
  private let reciter: [UInt8]?
  private let workplace: Workplace

  /// Plans the bundle that the user named, with what is known of its recording.
  ///
  /// With `hasModeline` the file begins with a line that tells editors where its schema is. Throws when no bundle can be there.
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
      throw Failure("\(outer.shownPath) is a bundle itself, and can't contain another")
    }
  }

  /// Writes it, wholly or not at all. Throws when there is one already.
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
    // A folder that somebody has made by hand lacks only this.
    var transaction = try BundleTransaction(openingAt: path, shownAs: workplace.shown(path))
    try transaction.bundle.require(.looking)
    guard !transaction.bundle.entries.contains(FileKind.recording.fileName) else {
      throw Failure("cannot create \(workplace.shown(path)): it exists already")
    }
    try transaction.apply(.create(text), to: .recording)
    if let reciter, !transaction.bundle.entries.contains(FileKind.reciter.fileName) {
      try transaction.apply(.create(String(decoding: reciter, as: UTF8.self)), to: .reciter)
    }
    _ = try transaction.commit()
  }
}
