package import TilawaBase
package import TilawaFormat

/// Takes audio out of a bundle, which keeps its rows, the checksum, and a place for the audio to return to.
///
/// The last copy is not removed unintentionally. The audio leaves only if it is as `recording.yaml`
/// describes it. It moves to a place that was named, or another copy was named and read through.
package struct DetachPlan: Sendable {
  /// The destination of the audio.
  package enum Destination: Hashable, Sendable {
    /// Moves to this path, which is free.
    case moved(to: String)
    /// Is deleted; this copy of it stays.
    case removed(copy: String)
    /// Is deleted, although no other copy is known.
    case removedForGood
    /// Is a link, which is removed; its target stays.
    case unlinked(from: String)
  }

  /// The bundle as it was read.
  package let bundle: TilawaBundle
  /// The value of `audio.file`, which stays.
  package let file: String
  /// The digest of the audio. It is added to `recording.yaml` if it isn't there.
  package let digest: FileDigest
  /// The destination of the audio.
  package let destination: Destination
  /// Remarks for the user.
  package private(set) var remarks: [String] = []

  private let place: FoundBundle
  private let path: String
  private let edits: [TextEdit]

  /// Plans to take out the audio of a bundle. `target` is where the user wants it: a folder or a new file.
  /// `copies` are files that are other copies, or folders to search for one. Without any of them, it must
  /// be `isForced`.
  ///
  /// Throws a `Failure` if the audio isn't here, isn't as `recording.yaml` describes it, or has no other
  /// place.
  package init(
    of place: FoundBundle, to target: String?, otherCopies copies: [String], isForced: Bool,
    in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    self.place = place
    let bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    self.bundle = bundle
    try bundle.require(.relying(on: [.recording]))
    path = try bundle.audioPath()
    let audio = bundle.recording?.content?.audio
    file = audio?.file?.value ?? ""
    let shown = PathText.joined(place.shownPath, file)
    let linked = FileStatus.target(ofLink: path)
    if let linked, linked.holds("annex/objects/") {
      throw Failure(
        "\(shown) is kept by git-annex; use `git annex drop \(ShellText.quoted(shown))`"
      )
    }
    if let outside = LinkRule.target(of: PathText.folder(of: path), outside: place.path) {
      throw Failure("\(shown) is in \(outside), outside the bundle, and stays there")
    }
    digest = try Self.digest(of: path, shown, monitor)
    try Self.require(digest, audio, shown)
    edits = StatedChecksum.edits(stating: digest, in: bundle)
    let wanted = AudioSearch.Wanted(sha256: digest.sha256, bytes: digest.bytes)
    if let linked {
      destination = .unlinked(from: linked)
    } else if let target {
      destination = .moved(to: try Self.free(target, for: place, file, in: workplace))
    } else if let copy = try Self.copy(of: wanted, among: copies, except: path, in: workplace, monitor) {
      destination = .removed(copy: copy)
    } else if isForced {
      destination = .removedForGood
    } else {
      throw Failure("no other copy of \(shown) is known", unless: .partingWithAudio)
    }
    let tracked = try? workplace.repository(containing: place.path)?.tracked(of: [path])
    if tracked?.isEmpty == false {
      remarks.append("git tracks \(shown) and will report it as deleted")
    }
  }

  private static func digest(
    of path: String, _ shown: String, _ monitor: WorkMonitor
  ) throws -> FileDigest {
    let stage = monitor.begin("reading \(shown)")
    defer { stage.finish() }
    let size = try FileStatus.of(path).size
    return try FileDigest.of(path) { stage.update($0, of: size) }
  }

  private static func require(
    _ digest: FileDigest, _ audio: AudioFile?, _ shown: String
  ) throws(Failure) {
    let isRight =
      audio?.sha256.map { $0.value.isExactly(digest.sha256) } ?? true
      && audio?.bytes.map { Int64($0.value) == digest.bytes } ?? true
    guard !isRight else { return }
    throw Failure(
      "\(shown) is not the audio that recording.yaml describes: its checksum is \(digest.sha256); see `tilawa audio checksum`"
    )
  }

  /// Returns the path for the audio that was wanted at `target`. In a folder, it is named after its bundle.
  private static func free(
    _ target: String, for place: FoundBundle, _ file: String, in workplace: Workplace
  ) throws -> String {
    var path = workplace.path(target)
    let asksForFolder = target.ends(with: "/")
    if try FileStatus.isFolder(path) {
      let ending = PathText.fileExtension(of: file)
      path = PathText.joined(
        path, PathText.stem(of: place.path) + (ending.isEmpty ? "" : ".\(ending)"))
    } else if asksForFolder {
      throw Failure("cannot write in \(target): no such folder")
    }
    guard try FileStatus.isFolder(PathText.folder(of: path)) else {
      throw Failure("cannot write in \(workplace.shown(PathText.folder(of: path))): no such folder")
    }
    guard try FileStatus.ifAny(path, followingLinks: false) == nil else {
      throw Failure("cannot create \(workplace.shown(path)): it already exists")
    }
    guard !PathText.lies(path, in: place.path) else {
      throw Failure("\(workplace.shown(path)) is inside the bundle itself")
    }
    return path
  }

  private static func copy(
    of wanted: AudioSearch.Wanted, among copies: [String], except path: String, in workplace: Workplace,
    _ monitor: WorkMonitor
  ) throws -> String? {
    guard !copies.isEmpty else { return nil }
    for copy in copies where FileStatus.isAbsent(workplace.path(copy)) {
      throw Failure("cannot read \(copy): no such file")
    }
    let stage = monitor.begin("searching for another copy")
    defer { stage.finish() }
    var search = AudioSearch(copies.map(workplace.path))
    if let found = search.find(wanted, except: path, progress: { stage.update($1, of: $2) }) { return found }
    throw Failure("the audio stays in the bundle; it was not found at \(copies.joined(separator: ", "))")
  }

  /// Adds the audio's checksum to `recording.yaml` if it isn't there, then takes the audio out.
  ///
  /// Throws if the bundle or the audio has changed since they were read; nothing is changed then.
  package func apply(_ monitor: WorkMonitor) throws {
    var transaction = try place.open(changing: [.recording])
    guard transaction.bundle.says(theSameAs: bundle, in: [.recording]),
      try FileStatus.ifAny(path)?.size == digest.bytes
    else { throw FileError.overtaken(place.path) }
    if !edits.isEmpty { try transaction.apply(.edit(edits), to: .recording) }
    _ = try transaction.commit { () throws(FileError) in
      if case .moved(let target) = destination { try bring(to: target, monitor) }
    }
    try DirectoryLock.holding(place.path) { try FileTransfer.remove(path) }
  }

  /// Gives the audio a second name, or makes a copy, before it is removed from the bundle.
  private func bring(to target: String, _ monitor: WorkMonitor) throws(FileError) {
    if FileTransfer.nameAlso(path, target) { return }
    let workshop = try AtomicDirectory(for: target + ".detached")
    let made = PathText.joined(workshop.path, "audio")
    let stage = monitor.begin("copying \(file)")
    defer { stage.finish() }
    guard try FileTransfer.copy(path, to: made, progress: { stage.update($0, of: digest.bytes) }) == digest
    else { throw FileError.overtaken(path) }
    try FileTransfer.place(made, at: target)
  }
}
