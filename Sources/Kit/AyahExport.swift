package import TilawaBase
import TilawaFormat
package import TilawaLibrary
package import TilawaQuran
package import TilawaSound

/// A folder with a manifest, and an audio file for each ayah that a library can play separately.
package struct AyahExport: Sendable {
  /// The ayat that get files.
  package let items: [Hearing]
  /// The ayat that share a row with others, and so get no files.
  package let shared: [Ayah]
  /// The ayat without files, including the shared ones.
  package let missing: [AyahRange]

  private let names: AyahFiles
  private let pattern: String
  private let encoding: AudioEncoding
  private let session: Session

  /// Plans the export of ayat that a library plays. `names` were read from `pattern`, whose ending
  /// determined the encoding.
  package init(
    _ heard: HeardAyat, in session: Session, _ names: AyahFiles, pattern: String, _ encoding: AudioEncoding
  ) {
    items = heard.items.filter { !$0.isShared }
    shared = heard.items.filter(\.isShared).map(\.ayah)
    missing = Coverage.runs(of: (heard.missing + shared).sorted(), session.counting)
    (self.names, self.pattern, self.encoding, self.session) = (names, pattern, encoding, session)
  }

  /// The names of the files that `apply` writes, in the folder.
  package var files: [String] {
    get throws(Failure) {
      var files: [String] = []
      for item in items { files.append(try names.path(of: item.ayah, session.counting)) }
      return files + [Self.manifest]
    }
  }

  private static let manifest = "manifest.json"

  /// Cuts the files into `folder` in parallel, and then writes `manifest.json`. `shownFolder` is the folder
  /// as the user named it.
  ///
  /// Throws the first error. Finished files stay then, and no new manifest is written.
  package func apply(into folder: String, shownAs shownFolder: String, _ monitor: WorkMonitor) throws {
    let stage = monitor.begin("writing \(shownFolder)")
    let counter = ItemCounter(items.count, stage)
    let tags = SoundTags()
    let results = inParallel(items) { item -> Result<File, any Error> in
      defer { counter.count() }
      return Result { try write(item, into: folder, tags.tags(of: item, label: "\(item.ayah)")) }
    }
    stage.finish()
    let files = try results.map { try $0.get() }
    try AtomicFile.write(
      Array(Self.shape.document(of: (self, files)).utf8), to: PathText.joined(folder, Self.manifest))
  }

  private func write(_ item: Hearing, into folder: String, _ tags: AudioTags) throws -> File {
    let name = try names.path(of: item.ayah, session.counting)
    let path = PathText.joined(folder, name)
    try FileTransfer.makeFolder(PathText.folder(of: path))
    let file = try AtomicOutput(for: path)
    let temporary = file.path
    let frames: Int64
    do throws(AudioError) {
      frames = try AudioCut.copy(
        item.span, ofFileAt: item.file, to: temporary, encoding: encoding, tags: tags)
    } catch {
      throw error.told(of: path, insteadOf: temporary)
    }
    let span = item.span
    guard frames > 0 else {
      throw Failure("\(item.shownAudio) has no audio from \(span.start) to \(span.end)")
    }
    try file.finish()
    let end = min(span.end, item.cutShortAt ?? span.end)
    let digest = try FileDigest.of(path)
    return (item, name, end - span.start, digest)
  }

  /// The file that was written for an ayah.
  private typealias File = (item: Hearing, name: String, length: Milliseconds, digest: FileDigest)

  /// The description of `manifest.json`.
  package static var description: OutputDescription { shape.description }

  private static let shape = OutputShape<(export: AyahExport, files: [File])>(
    "manifest",
    [
      .key(.riwayah, { $0.export.session.riwayah.rawValue }),
      .key(.numbering, { $0.export.session.counting.rawValue }),
      .key("pattern", .text, { $0.export.pattern }, "The pattern of the file names."),
      .key("items", .list(of: .object(fileKeys)), { $0.files }, "The files, one for each ayah, in order."),
      .key(.missing, { $0.export.missing.map(\.description) }),
    ])

  private static let fileKeys: [JSONKey<File>] = [
    .key(.ayah, { $0.item.ayah.description }), .key(.file, { $0.name }), .key(.duration, { $0.length }),
    .key(.bytes, { Int($0.digest.bytes) }), .key(.sha256, { $0.digest.sha256 }),
    .nullable(.reciter, { $0.item.reciter }), .key(.verified, { $0.item.isVerified }),
  ]
}
