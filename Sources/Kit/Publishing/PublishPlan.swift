import TilawaBase
import TilawaFormat
package import TilawaLibrary
import TilawaQuran

/// Publishes a library as a folder of static files that any web server can serve.
///
/// Changes since the library was last published are found by the stamps of its files. Everything that is
/// published follows from the bundles alone.
public struct PublishPlan: Plan {
  /// The number of bundles in the library.
  public let bundleCount: Int
  /// The number of bundles that changed, or that are read for the first time.
  public let changedCount: Int
  /// The number of bundles that were removed since.
  public let removedCount: Int
  /// True if everything is read again.
  package let isFresh: Bool
  /// The folders that could not be read in the search for bundles, and reciter files with faults.
  package let faults: [LibraryFault]

  let request: PublishRequest
  let workplace: Workplace
  let library: LibraryFolder
  /// The absolute path of the site.
  let site: String
  /// The bundles, ordered by their paths in the library.
  let bundles: [Place]
  /// The notes of the last time, or nil if there are none, or they can't be used.
  let notes: SiteNotes?
  /// The indices in `bundles` of those that changed.
  let changed: [Int]
  /// The bundles of `notes` that were removed, or were read again.
  let outdated: [SiteNotes.Bundle]

  /// A bundle to publish.
  struct Place: Sendable {
    /// The absolute path.
    let folder: String
    /// The path in the library.
    let path: String
    /// The notes about the bundle, if they are still current.
    var noted: SiteNotes.Bundle?
    /// The stamps of its files, before they are read.
    let stamps: String
  }

  /// Examines the library's folders and the site; no bundle is read. Throws if there is no such library, or
  /// if the folder of the site contains anything else.
  package init(_ request: PublishRequest, in workplace: Workplace, _ monitor: WorkMonitor) throws {
    let library = try workplace.library(at: request.library, takingIgnored: request.takesIgnored)
    let root = workplace.path(request.library)
    let site = workplace.path(request.site)
    try Self.check(site, library: root, request)
    let notes = try Self.notes(of: site)
    let usable = notes.flatMap { !request.isFresh && $0.request.isExactly(request.noted) ? $0 : nil }
    let stage = monitor.begin("searching \(request.library)")
    let known = Dictionary(
      (usable?.bundles ?? []).map { (ExactText($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    let writer = SiteWriter(site, isDry: true)
    var bundles = inParallel(library.bundles) { folder in
      let path = folder.isExactly(root) ? PathText.name(of: folder) : PathText.shown(folder, from: root)
      let stamps = Self.stamps(of: folder)
      var place = Place(folder: folder, path: path, stamps: stamps)
      if let noted = known[ExactText(path)], Self.isCurrent(noted, stamps, folder, writer) {
        place.noted = noted
      }
      return place
    }
    stage.finish()
    // Items whose names begin with a dot are not for others.
    bundles.removeAll { $0.path.fields(by: "/").contains { $0.begins(with: ".") } }
    bundles.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let changed = bundles.indices.filter { bundles[$0].noted == nil }
    let current = Set(bundles.compactMap { $0.noted.map { ExactText($0.path) } })
    let present = Set(bundles.map { ExactText($0.path) })
    let outdated = (notes?.bundles ?? []).filter { !current.contains(ExactText($0.path)) }
    removedCount = outdated.count { !present.contains(ExactText($0.path)) }
    isFresh = usable == nil || changed.count + outdated.count > max(1000, bundles.count / 4)
    bundleCount = bundles.count
    changedCount = changed.count
    faults = library.faults
    (self.request, self.workplace, self.library, self.site) = (request, workplace, library, site)
    (self.bundles, self.notes, self.changed, self.outdated) = (bundles, notes, changed, outdated)
  }

  /// Throws unless the site is a new or empty folder, or was published before.
  private static func check(_ site: String, library: String, _ request: PublishRequest) throws {
    if let base = request.baseURL, !PublishedAddress.isURL(base) {
      throw Failure("invalid address \"\(base)\" (expected https:// or http://)")
    }
    if PathText.lies(library, in: site) || real(library).map({ lies($0, in: real(site)) }) == true {
      throw Failure("the library is inside \(request.site); publish into a separate folder")
    }
    guard site.fields(by: "/").allSatisfy({ !$0.ends(with: ".tilawa") }) else {
      throw Failure("\(request.site) is inside a bundle; publish into a separate folder")
    }
    guard let status = try FileStatus.ifAny(site) else { return }
    guard status.kind == .folder else { throw Failure("\(request.site) is a file; a site is a folder") }
    let entries = try FileTree.entries(ofFolder: site)
    // An interrupted run may have left only the folder.
    let isOurs = try FileStatus.ifAny(PathText.joined(site, SiteNotes.folder))?.kind == .folder
    guard entries.isEmpty || isOurs else {
      throw Failure(
        "\(request.site) is neither empty nor a published site (it has no \(SiteNotes.folder)); name another folder"
      )
    }
  }

  private static func real(_ path: String) -> String? { try? PathText.realPath(path) }

  private static func lies(_ path: String, in folder: String?) -> Bool {
    folder.map { PathText.lies(path, in: $0) } ?? false
  }

  private static func notes(of site: String) throws -> SiteNotes? {
    let path = SiteNotes.path(in: site)
    return try FileContents.readIfAny(path, atMost: 2 << 30).flatMap { SiteNotes($0) }
  }

  /// Returns the stamps of a bundle's folder and of the files in it that are read.
  private static func stamps(of folder: String) -> String {
    let files = [FileKind.recording, .segments, .reciter].map { PathText.joined(folder, $0.fileName) }
    return ([folder] + files).map { FileStamp(of: $0)?.text ?? "-" }.joined(separator: " ")
  }

  /// Returns true if nothing changed since the notes were made, and the published files are there.
  private static func isCurrent(
    _ noted: SiteNotes.Bundle, _ stamps: String, _ folder: String, _ writer: SiteWriter
  ) -> Bool {
    guard noted.stamps.isExactly(stamps) else { return false }
    if let (file, stamp) = noted.audioStamp.cut(at: " ") {
      let now = FileStamp(of: PathText.joined(folder, String(stamp)))?.text ?? "-"
      guard String(file).isExactly(now) else { return false }
    }
    return isThere(noted, writer)
  }

  /// Returns true if the published files of a bundle are there.
  static func isThere(_ noted: SiteNotes.Bundle, _ writer: SiteWriter) -> Bool {
    (try? FileStatus.ifAny(writer.path(PublishedAddress.recording(noted.key))))?.size == noted.file.bytes
      && noted.audio.allSatisfy { (try? FileStatus.ifAny(writer.path($0)))?.kind == .file }
  }
}

extension PublishRequest {
  /// The options on which the published files depend, except those that affect only the root.
  var noted: String {
    [audio.rawValue, baseURL ?? "", includesNotes ? "notes" : "", followsLinks ? "links" : "", "layout 1"]
      .joined(
        separator: "\n")
  }
}

/// The result of publishing.
public struct PublishOutcome: Sendable {
  /// The number of files that are new or have other bytes.
  public package(set) var written = 0
  /// The total size of these files, in bytes.
  package var writtenBytes: Int64 = 0
  /// The number of files that stayed unchanged.
  public package(set) var unchanged = 0
  /// The number of files that were removed because they are no longer needed.
  public package(set) var removed = 0
  /// The number of published recordings.
  public package(set) var recordings = 0
  /// The number of their rows that can be played.
  public package(set) var rows = 0
  /// The number of ayat of the Kufi count that rows contain at least in part, without basmalahs.
  package var ayat = 0
  /// The number of rows with ayat that are not served; ``RecitationBundle/lint()`` reports the reasons.
  public package(set) var refusedRows = 0
  /// The number of recordings with rows whose audio isn't available anywhere.
  public package(set) var silentRecordings = 0
  /// The size in bytes of the longest file of an ayah, and the number of files of ayat.
  package var longestAyahFile: Int64 = 0
  package var ayahFiles = 0
  /// True if everything was read again, and the number of bundles that were read.
  package var isFresh = true
  package var readBundles = 0
  /// True if the root is signed.
  package var isSigned = false
  /// Bundles that could not be read without faults, or whose audio isn't the one that they record.
  package var faults: [LibraryFault] = []
  /// Remarks for the user.
  package var remarks: [Remark] = []
}
