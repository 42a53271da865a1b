package import TilawaArchives
import TilawaBase
import TilawaFormat
import TilawaRemote
import TilawaSound
import TilawaYAML

/// Packs bundles into an archive. The plan lists the files that are packed, those that are left out, and
/// why.
package struct PackPlan: Sendable {
  /// The bundles, ordered by the bytes of their names.
  package let bundles: [PackedBundle]
  private let request: PackRequest

  /// Examines the bundles. Nothing is written, and no audio is read.
  ///
  /// Bundles keep their folders in the archive if two of them have the same name.
  ///
  /// Throws a `Failure` if a bundle can't be packed: its audio isn't here, or a file has a name that some
  /// systems don't accept.
  package init(_ request: PackRequest, in workplace: Workplace) throws {
    self.request = request
    let (targets, problems) = GivenPaths(request.paths, takesIgnored: request.takesIgnored, in: workplace)
      .bundles()
    for problem in problems {
      switch problem {
      case .noBundle(let folder, _): throw Failure(FoundBundle.reasonForNone(at: folder, in: workplace))
      case .other(let text): throw Failure(text)
      }
    }
    guard !targets.isEmpty else { throw Failure("name at least one bundle") }
    var bundles: [PackedBundle] = []
    for (target, name) in zip(targets, try Self.names(of: targets)) {
      let bundle = try PackedBundle(target, as: name, request)
      if let other = bundles.first(where: { EntryName.key($0.name) == EntryName.key(bundle.name) }) {
        throw Failure(
          "\(other.shownPath) and \(bundle.shownPath) have the same name; pack them into two archives, or rename one"
        )
      }
      bundles.append(bundle)
    }
    self.bundles = bundles.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Returns the names of bundles in the archive: their own or, if two are the same, their paths below the
  /// folder that contains all of them.
  private static func names(of targets: [BundleTarget]) throws -> [String] {
    let names = targets.map { PathText.name(of: $0.path) }
    guard Set(names.map(EntryName.key)).count < names.count else { return names }
    var common = PathText.folder(of: targets[0].path)
    while !targets.allSatisfy({ PathText.lies($0.path, in: common) }) { common = PathText.folder(of: common) }
    let paths = targets.map { PathText.shown($0.path, from: common) }
    // Unpacking refuses hidden folders.
    if let index = paths.firstIndex(where: { $0.words(by: "/").contains { $0.begins(with: ".") } }) {
      throw Failure(
        "\(targets[index].shownPath) is in a hidden folder, and another bundle has its name; rename one, or pack it alone"
      )
    }
    return paths
  }

  /// The total size of all files, in bytes; approximate with audio that will be encoded.
  package var bytes: Int64 { bundles.flatMap(\.files).reduce(0) { $0 + $1.bytes } }

  /// The destination of an archive.
  package enum Target {
    /// A file at this absolute path, which is written wholly or not at all.
    case file(String)
    /// A stream; the closure receives the archive piece by piece.
    case stream((UnsafeRawBufferPointer) throws -> Void)
  }

  /// Writes the archive. Throws `CancellationError` if it is cancelled, and a `FileError` if a file changes
  /// meanwhile.
  package func apply(
    as format: ArchiveFormat, to target: Target, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    switch target {
    case .file(let path):
      if let bundle = bundles.first(where: { PathText.lies(path, in: $0.path) }) {
        throw Failure(
          "the archive would be inside \(bundle.shownPath); name a file elsewhere"
        )
      }
      let output = try AtomicOutput(for: path)
      let file = try NewFile(of: output)
      try write(format, ArchiveOutput(to: file), PathText.folder(of: path), monitor)
      try output.finish()
    case .stream(let take):
      let temporary = workplace.environment["TMPDIR"].flatMap { $0.begins(with: "/") ? $0 : nil } ?? "/tmp"
      try write(format, ArchiveOutput(take), temporary, monitor)
    }
  }

  /// Writes a BagIt bag: a new folder at the absolute `path`, which is written wholly or not at all.
  package func apply(asBagAt path: String, _ monitor: WorkMonitor) throws {
    let folder = try AtomicDirectory(for: path)
    let inside = folder.path
    try write(PathText.folder(of: path), monitor) { items, progress in
      try BagItWriting.write(items, to: inside, progress: progress)
    }
    try folder.finish()
  }

  private func write(
    _ format: ArchiveFormat, _ output: ArchiveOutput, _ folder: String, _ monitor: WorkMonitor
  ) throws {
    try write(folder, monitor) { items, progress in
      try ArchiveWriting.write(items, as: format, to: output, progress: progress)
    }
  }

  /// Prepares all files, encoding audio in `folder` if necessary. Then `body` writes them and reports its
  /// progress.
  private func write(
    _ folder: String, _ monitor: WorkMonitor,
    _ body: (_ items: [PackedItem], _ progress: (Int64) throws -> Void) throws -> Void
  ) throws {
    var workshop: Workshop?
    var items: [PackedItem] = []
    for (number, bundle) in bundles.enumerated() {
      guard let encoding = bundle.encoding else {
        items += bundle.files.map { PackedItem($0.name, $0.content, sha256: $0.sha256) }
        continue
      }
      let shop = try workshop ?? Workshop(in: folder)
      workshop = shop
      let audio = shop.path(of: "\(number).opus")
      try encode(encoding.source, to: audio, encoding.bitrate, shownAs: bundle.shownPath, monitor)
      items += try bundle.items(withAudioAt: audio, encoding.name)
    }
    let stage = monitor.begin("packing \(counted(bundles.count, "bundle"))")
    defer { stage.finish() }
    let total = bytes
    try body(items) { done in
      stage.update(done, of: max(done, total))
      try monitor.check()
    }
    withExtendedLifetime(workshop) {}
  }

  /// Encodes audio. The same libraries make the same file each time.
  private func encode(
    _ source: String, to target: String, _ bitrate: Int, shownAs shown: String, _ monitor: WorkMonitor
  ) throws {
    let stage = monitor.begin("encoding the audio of \(shown)")
    defer { stage.finish() }
    try stage.whileWorking {
      let whole = TimeSpan(length: try AudioProbe.properties(ofFileAt: source).duration + Milliseconds(1000))
      let first = target + ".part"
      guard try AudioCut.copy(whole, ofFileAt: source, to: first, encoding: .opus, bitrate: bitrate) > 0
      else {
        throw Failure("the audio of \(shown) contains no sound")
      }
      try OggSerial.copy(first, to: target, serial: 1)
      try FileTransfer.remove(first)
    }
    try monitor.check()
  }
}

extension PackedBundle {
  /// Returns the bundle's files with the encoded audio instead of its own, and a `recording.yaml` that
  /// describes it.
  fileprivate func items(withAudioAt path: String, _ file: String) throws -> [PackedItem] {
    let (digest, properties) = (try FileDigest.of(path), try AudioProbe.properties(ofFileAt: path))
    return try files.map { item in
      switch (item.change, item.content) {
      case (.encoded, _): return PackedItem(item.name, .file(path))
      case (.describesAudio, .bytes(let bytes)):
        let source = SourceText(path: item.name, bytes: bytes)
        let sum = try original ?? encoding.map { try FileDigest.of($0.source).sha256 }
        guard let text = source.describing(audio: file, properties, digest, copyOf: sum) else {
          throw Failure("cannot change the audio facts in recording.yaml of \(shownPath)")
        }
        return PackedItem(item.name, .bytes(text))
      default: return PackedItem(item.name, item.content)
      }
    }
  }
}

extension SourceText {
  /// Returns the `recording.yaml` with a description of other audio, or nil if it describes none. The URL
  /// is removed, because it leads to the original audio, whose checksum is `original`.
  fileprivate func describing(
    audio file: String, _ properties: AudioProperties, _ digest: FileDigest, copyOf original: String?
  ) -> [UInt8]? {
    let document = YAMLDocument(parsing: self)
    guard let audio = document.root?[FileKey.audio] else { return nil }
    var editor = YAMLEditor(document)
    var before: [String] = []
    for (key, value) in [
      (AudioKey.file, YAMLValue.text(file)), (AudioKey.sha256, .text(digest.sha256)),
      (AudioKey.bytes, .plain("\(digest.bytes)")),
      (AudioKey.duration, .plain(properties.duration.description)),
      (AudioKey.sampleRate, .plain("\(properties.sampleRate)")),
      (AudioKey.channels, .plain("\(properties.channels)")), (AudioKey.format, .text(properties.format)),
    ] {
      editor.set(key, to: value, in: audio, after: before)
      before.append(key)
    }
    if let original { editor.set(AudioCopy.key, to: .text(original), in: audio, after: before) }
    editor.removeKey(AudioKey.url, in: audio)
    editor.removeKey(AudioKey.external, in: audio)
    return editor.edits.applied(to: bytes)
  }
}
