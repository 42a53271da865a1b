public import FoundationEssentials
import TilawaBase
import TilawaFormat

extension RecitationBundle {
  /// The place of a page's sound.
  public enum PageSound: String, Hashable, Codable, Sendable {
    /// The sound stays in the bundle, from which the page plays it. The page must stay where it is.
    case linked
    /// The sound is inside the page, as Opus, so that the page can be sent alone.
    case embedded
  }

  /// Writes a page for a browser that works without a network. It shows the rows, the places worth a check,
  /// and the findings of ``lint()``. With `older`, it shows the changes since then, with both versions to
  /// listen to.
  ///
  /// The file is written completely or not at all; an existing one is replaced. Throws `unusable` if sound
  /// that is to be embedded can't be read or the file can't be written, and `cancelled` with the task. Sound
  /// that is only linked may be missing, which the page states.
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
