import TilawaArchives
import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaRemote

/// An archive that was unpacked to a hidden folder, checked, and compared with its manifest.
struct ReceivedArchive {
  /// The bundles, ordered by the bytes of their paths.
  private(set) var bundles: [ReceivedBundle] = []
  /// The digest of each file, by its path relative to `folder`.
  private(set) var files: [String: FileDigest] = [:]
  /// The names of files outside of bundles.
  private(set) var outside: [String] = []
  /// True if all files match a manifest.
  private(set) var hasManifest = false
  /// The signer, or nil if no signature was required.
  private(set) var signer: SSHSignature.Signer?
  /// The folder that contains the bundles as they lie in the archive.
  let folder: String
  /// The archive as the user named it.
  let shown: String

  init(_ request: UnpackRequest, _ workshop: Workshop, in workplace: Workplace, _ monitor: WorkMonitor) throws
  {
    folder = workshop.path(of: "bundles")
    shown = request.source.shown
    let path = try request.bring(workshop, in: workplace, monitor)
    if let signers = request.signers {
      signer = try request.signer(of: path, signers, workshop, in: workplace, monitor)
    }
    do {
      if try FileStatus.isFolder(path) {
        try unpackBag(path, request, workshop, monitor)
      } else {
        try unpack(path, request, workshop, monitor)
      }
    } catch let refusal as ArchiveRefusal {
      throw Failure("cannot unpack \(shown): \(refusal)")
    }
  }

  private mutating func unpack(
    _ path: String, _ request: UnpackRequest, _ workshop: Workshop, _ monitor: WorkMonitor
  ) throws {
    let stage = monitor.begin("unpacking \(shown)")
    defer { stage.finish() }
    let size = try FileStatus.of(path).size
    var places = ArchivePlaces()
    let result = try ArchiveExtraction(of: path, request.limits).unpack(
      into: workshop.path,
      progress: { done in
        stage.update(done, of: max(done, size))
        try monitor.check()
      },
      placing: { name in try places.place(name) })
    for (name, digest) in result.files where !name.isExactly(Manifest.name) {
      files[places.places[ExactText(name)] ?? name] = digest
    }
    hasManifest = result.files[Manifest.name] != nil
    outside = result.leftOut
    if hasManifest {
      let bytes = try FileContents.read(workshop.path(of: Manifest.name), atMost: request.limits.listBytes)
      try Manifest(reading: bytes).check(result.files.filter { !$0.key.isExactly(Manifest.name) })
      if let name = outside.first {
        throw ArchiveRefusal(.notInManifest, name, "is outside all bundles")
      }
    }
    try take(places)
  }

  /// Unpacks a BagIt bag. Each file is read only once, while it is copied.
  private mutating func unpackBag(
    _ path: String, _ request: UnpackRequest, _ workshop: Workshop, _ monitor: WorkMonitor
  ) throws {
    let bag = try BagItBag(at: path, request.limits, listsAreListed: request.signers != nil)
    let stage = monitor.begin("unpacking \(shown)")
    defer { stage.finish() }
    var places = ArchivePlaces()
    for (number, file) in bag.files.enumerated() {
      stage.update(Int64(number), of: Int64(bag.files.count))
      try monitor.check()
      guard let place = try places.place(file.name), !place.isExactly(Manifest.name) else {
        outside.append(file.name.path)
        continue
      }
      let target = workshop.path(of: place)
      try FileTransfer.makeFolder(PathText.folder(of: target))
      let digest = try FileTransfer.copy(file.path, to: target)
      try file.check(target, digest)
      files[places.places[ExactText(file.name.path)] ?? file.name.path] = digest
    }
    hasManifest = true
    try take(places)
  }

  private mutating func take(_ places: ArchivePlaces) throws(ArchiveRefusal) {
    bundles = try places.received.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    guard bundles.isEmpty else { return }
    if let inner = outside.first(where: Self.isArchive) {
      throw ArchiveRefusal(
        .nested, inner, "is an archive in an archive without bundles; unpack it separately")
    }
    let recording = outside.first { $0.fields(by: "/").last?.isExactly(FileKind.recording.fileName) ?? false }
    throw ArchiveRefusal(
      .noBundle, nil,
      "contains no bundle (a folder whose name ends in .tilawa)"
        + (recording.map { "; it contains \($0), but in a folder with another name" } ?? ""))
  }

  private static func isArchive(_ name: String) -> Bool {
    [".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tilawa"].contains { name.lowercased().ends(with: $0) }
  }
}

/// A bundle of an archive.
struct ReceivedBundle {
  /// The path in the archive, which is also that below the folder of the unpacked bundles.
  let source: String
  /// The path of its place, relative to the folder in which the bundles are put: its name or, if two bundles
  /// of the archive have the same name, the path in the archive.
  let path: String
}

/// Maps the files of an archive to paths below `bundles`, and finds the bundles among them.
private struct ArchivePlaces {
  /// The path of each file, relative to the folder of the bundles.
  private(set) var places: [ExactText: String] = [:]
  /// The paths of the bundles in the archive.
  private var bundles: Set<ExactText> = []

  /// The bundles.
  var received: [ReceivedBundle] {
    get throws(ArchiveRefusal) {
      let paths = bundles.map(\.text)
      let names = paths.map { PathText.name(of: $0) }
      guard Set(names.map(EntryName.key)).count < names.count else {
        return zip(paths, names).map { ReceivedBundle(source: $0, path: $1) }
      }
      if let path = paths.first(where: { $0.fields(by: "/").contains { $0.begins(with: ".") } }) {
        throw ArchiveRefusal(
          .hiddenName, path, "is in a hidden folder, which it would keep, as another bundle has its name")
      }
      return paths.map { ReceivedBundle(source: $0, path: $0) }
    }
  }

  mutating func place(_ name: EntryName) throws(ArchiveRefusal) -> String? {
    if name.path.isExactly(Manifest.name) { return Manifest.name }
    guard !Self.isLitter(name) else { return nil }
    // A file may have such a name as well; it is not a bundle.
    let index = name.parts.dropLast().firstIndex { $0.before(".tilawa").map { !$0.isEmpty } ?? false }
    guard let index else { return nil }
    let inside = name.parts[index...]
    if inside.contains(where: { $0.begins(with: ".") }) {
      throw ArchiveRefusal(.hiddenName, name.path, "is hidden; hidden files are never part of a bundle")
    }
    let rest = inside.dropFirst()
    if rest.dropLast().contains(DocumentKind.journalName)
      || rest.elementsEqual([DocumentKind.playback.fileName])
    {
      throw ArchiveRefusal(
        .privateName, name.path, "is personal; personal files are never part of a bundle")
    }
    bundles.insert(ExactText(name.parts[...index].joined(separator: "/")))
    let place = name.parts.joined(separator: "/")
    places[ExactText(name.path)] = place
    return "bundles/" + place
  }

  /// Returns true for files that operating systems add to archives.
  private static func isLitter(_ name: EntryName) -> Bool {
    let last = name.parts.last ?? ""
    return name.parts[0] == "__MACOSX" || last.begins(with: "._")
      || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(last)
  }
}

extension UnpackRequest.Source {
  /// The archive as the user named it.
  fileprivate var shown: String {
    switch self {
    case .file(let given): given
    case .stream: "standard input"
    case .address(let address): address
    }
  }
}

extension UnpackRequest {
  /// Returns the signer of the archive at `path`. The signature of a bag covers its list of lists.
  fileprivate func signer(
    of path: String, _ signers: Signers, _ workshop: Workshop, in workplace: Workplace,
    _ monitor: WorkMonitor
  ) throws -> SSHSignature.Signer {
    let checker = try SSHSignature(in: workplace)
    let isBag = try FileStatus.isFolder(path)
    let signed = isBag ? PathText.joined(path, BagItBag.signedList(of: path)) : path
    let signature: [UInt8]?
    switch source {
    case _ where signers.signature != nil:
      signature = try FileContents.read(
        workplace.path(signers.signature ?? ""), atMost: SSHSignature.limit)
    case .file:
      signature = try FileContents.readIfAny(signed + SSHSignature.ending, atMost: SSHSignature.limit)
    case .stream:
      throw Failure("standard input has no signature file; name one with --signature")
    case .address(let address): signature = try signatureFrom(address, workshop, monitor)
    }
    guard let signature else {
      throw Failure(
        "\(source.shown) is not signed: no such file: \(workplace.shown(signed))\(SSHSignature.ending)")
    }
    return try checker.verify(
      .file(signed), signature: signature, allowedSigners: workplace.path(signers.allowed),
      shownAs: source.shown, scratch: workshop.path)
  }

  private func signatureFrom(
    _ address: String, _ workshop: Workshop, _ monitor: WorkMonitor
  ) throws -> [UInt8] {
    let spool = workshop.path(of: "fetched-signature")
    var options = fetching
    options.maximumBytes = Int64(SSHSignature.limit)
    var order = FileFetcher.Order([(address + SSHSignature.ending, spool)])
    order.isAudio = false
    if case .failed(_, let error)? = FileFetcher(options).fetch([order]).first {
      throw Failure("\(address) is not signed, or its signature cannot be fetched: \(error.description)")
    }
    return try FileContents.read(spool, atMost: SSHSignature.limit)
  }

  /// Returns the path of the archive, as a local file or folder.
  fileprivate func bring(
    _ workshop: Workshop, in workplace: Workplace, _ monitor: WorkMonitor
  ) throws -> String {
    let spool = workshop.path(of: "archive")
    switch source {
    case .file(let given):
      let path = workplace.path(given)
      switch try FileStatus.ifAny(path)?.kind {
      case .folder:
        guard try BagItBag.isBag(path) else {
          throw Failure("\(given) is a folder but not a BagIt bag; name an archive file")
        }
        return path
      case .other:
        throw Failure("\(given) is a pipe or a device; send it to standard input (-)")
      default: return path
      }
    case .stream(let more):
      let file = try NewFile(making: spool)
      while true {
        let part = try more(1 << 20)
        if part.isEmpty { return spool }
        guard file.size + Int64(part.count) <= limits.bytes else {
          throw Failure("standard input has more than \(limits.bytes) bytes; nothing was unpacked")
        }
        try part.span.withUnsafeBytes { (buffer) throws(FileError) in try file.append(buffer) }
        try monitor.check()
      }
    case .address(let address):
      var options = fetching
      options.maximumBytes = min(options.maximumBytes, limits.bytes)
      var order = FileFetcher.Order([(address, spool)])
      order.isAudio = false
      let stage = monitor.begin("fetching \(address)")
      defer { stage.finish() }
      let outcomes = stage.whileWorking { FileFetcher(options).fetch([order]) }
      if case .failed(_, let error)? = outcomes.first {
        throw Failure("cannot fetch \(address): \(error.description)")
      }
      return spool
    }
  }
}
