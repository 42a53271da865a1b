import TilawaBase
import TilawaFormat
package import TilawaLibrary
import TilawaQuran

/// A library becomes a folder of static files that any web server serves.
///
/// What changes of the library since it was last published is found by the stamps of its files; everything that is published follows
/// from the bundles alone.
public struct PublishPlan: Plan {
  /// How many bundles the library has.
  public let bundleCount: Int
  /// Of how many bundles something changed, or is to be read for the first time.
  public let changedCount: Int
  /// How many bundles are gone since.
  public let removedCount: Int
  /// Whether everything is read again.
  package let isFresh: Bool
  /// What could not be read on the way to bundles, and reciter files with faults.
  package let faults: [LibraryFault]

  let request: PublishRequest
  let workplace: Workplace
  let library: LibraryFolder
  /// Absolute.
  let site: String
  /// In the order of their paths in the library.
  let bundles: [Place]
  /// What was noted the last time; nil when there was none, or nothing of it can be used.
  let notes: SiteNotes?
  /// The changed ones, by their places in `bundles`.
  let changed: [Int]
  /// Those of `notes` that are no more, or were read again.
  let outdated: [SiteNotes.Bundle]

  /// A bundle to be published.
  struct Place: Sendable {
    /// Absolute.
    let folder: String
    /// In the library.
    let path: String
    /// What was noted of it, when it is still so.
    var noted: SiteNotes.Bundle?
    /// Of its files, before they are read.
    let stamps: String
  }

  /// Looks at the library's folders and at the site; reads no bundle. Throws when there is no such library, or the site is a folder
  /// of something else.
  package init(_ request: PublishRequest, in workplace: Workplace, _ monitor: WorkMonitor) throws {
    let library = try workplace.library(at: request.library, takingIgnored: request.takesIgnored)
    let root = workplace.path(request.library)
    let site = workplace.path(request.site)
    try Self.check(site, library: root, request)
    let notes = try Self.notes(of: site)
    let usable = notes.flatMap { !request.isFresh && $0.request.isExactly(request.noted) ? $0 : nil }
    let stage = monitor.begin("looking through \(request.library)")
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
    // What begins with a dot is nobody else's.
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

  /// Throws unless the site is a new or empty folder, or one that was published before.
  private static func check(_ site: String, library: String, _ request: PublishRequest) throws {
    if let base = request.baseURL, !PublishedAddress.isURL(base) {
      throw Failure("\"\(base)\" is no address; one begins with https:// or http://")
    }
    if PathText.lies(library, in: site) || real(library).map({ lies($0, in: real(site)) }) == true {
      throw Failure("the library lies in \(request.site); name a folder of its own for what is published")
    }
    guard site.fields(by: "/").allSatisfy({ !$0.ends(with: ".tilawa") }) else {
      throw Failure("\(request.site) lies in a bundle; name a folder of its own for what is published")
    }
    guard let status = try FileStatus.ifAny(site) else { return }
    guard status.kind == .folder else { throw Failure("\(request.site) is a file; a site is a folder") }
    let entries = try FileTree.entries(ofFolder: site)
    // A run that broke off may have left no more than the folder.
    let isOurs = try FileStatus.ifAny(PathText.joined(site, SiteNotes.folder))?.kind == .folder
    guard entries.isEmpty || isOurs else {
      throw Failure(
        "\(request.site) isn't empty, and no site that was published here (there is no \(SiteNotes.folder) in it); name another folder"
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

  /// Of a bundle's folder and of the files that are read of it.
  private static func stamps(of folder: String) -> String {
    let files = [FileKind.recording, .segments, .reciter].map { PathText.joined(folder, $0.fileName) }
    return ([folder] + files).map { FileStamp(of: $0)?.text ?? "-" }.joined(separator: " ")
  }

  /// Whether nothing changed since it was noted, and what was made of it is there.
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

  /// Whether what was made of a bundle is there.
  static func isThere(_ noted: SiteNotes.Bundle, _ writer: SiteWriter) -> Bool {
    (try? FileStatus.ifAny(writer.path(PublishedAddress.recording(noted.key))))?.size == noted.file.bytes
      && noted.audio.allSatisfy { (try? FileStatus.ifAny(writer.path($0)))?.kind == .file }
  }
}

extension PublishRequest {
  /// All of it by which what is published differs, but for what stands in the root alone.
  var noted: String {
    [audio.rawValue, baseURL ?? "", includesNotes ? "notes" : "", followsLinks ? "links" : "", "layout 1"]
      .joined(
        separator: "\n")
  }
}

/// What publishing did.
public struct PublishOutcome: Sendable {
  /// Files that are new or have other bytes.
  public package(set) var written = 0
  /// How many bytes these have.
  package var writtenBytes: Int64 = 0
  /// Files that stayed as they were.
  public package(set) var unchanged = 0
  /// Files that are no longer needed.
  public package(set) var removed = 0
  /// How many recordings are published.
  public package(set) var recordings = 0
  /// How many rows of them can be played.
  public package(set) var rows = 0
  /// Ayat of the Kufi count of which a row holds something, basmalahs left out.
  package var ayat = 0
  /// Rows with ayat that nobody would be served; ``RecitationBundle/lint()`` tells why.
  public package(set) var refusedRows = 0
  /// Recordings with rows whose audio can be had nowhere.
  public package(set) var silentRecordings = 0
  /// Bytes of the longest file of an ayah, and how many such files there are.
  package var longestAyahFile: Int64 = 0
  package var ayahFiles = 0
  /// Whether everything was read again, and how many bundles were.
  package var isFresh = true
  package var readBundles = 0
  /// Whether the root is signed.
  package var isSigned = false
  /// Bundles that could not be read as they should be, or whose audio is not what they record.
  package var faults: [LibraryFault] = []
  /// What a person should know.
  package var remarks: [Remark] = []
}
