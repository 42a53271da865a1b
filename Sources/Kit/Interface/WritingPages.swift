public import FoundationEssentials
import TilawaBase
import TilawaFormat

extension RecitationBundle {
  /// Where the sound of a page is.
  public enum PageSound: String, Hashable, Codable, Sendable {
    /// In the bundle; the page plays it from there, and must stay where it is.
    case linked
    /// In the page, as Opus, so that it can be sent by itself.
    case embedded
  }

  /// Writes a page to look at and listen to in a browser, without any network: the rows, what is worth checking by ear, what
  /// ``lint()`` finds, and with `older` what changed since then, old and new to be heard.
  ///
  /// The file is there wholly or not at all; one that is there already is replaced. Throws `unusable` where sound
  /// that is to be embedded can't be read or the file can't be written, and `cancelled` with the task; sound that is only linked
  /// may be missing, and the page says so.
  public func writePage(
    to page: URL, sound: PageSound = .linked, comparedWith older: RecitationBundle? = nil,
    progress: @escaping @Sendable (WorkProgress) -> Void = { _ in }
  ) async throws(TilawaError) {
    let target = workplace.path(try page.filePath())
    let folder = PathText.folder(of: target)
    try await inBackground(progress) { monitor in
      var subject = ReportPlan.Subject.rows
      if let older {
        let versions = try (workplace.version(older.path), workplace.version(self.path))
        let old = NamedVersion(older.title ?? PathText.name(of: older.path), versions.0)
        subject = .changes(
          from: old, to: title ?? PathText.name(of: self.path), try BundleDiff(versions.0, versions.1))
      }
      let plan = ReportPlan(of: [(place.path, place.shownPath)], showing: subject, in: workplace)
      let page = try plan.page(
        sound == .embedded ? .inside(scratch: folder) : .beside(folder: folder), monitor)
      try AtomicFile.write(try page.document(), to: target)
    }
  }
}
