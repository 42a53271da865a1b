package import TilawaBase
package import TilawaFormat
import TilawaSound

/// Attaches audio to a bundle that was received, or made, without it.
///
/// The audio of a bundle is identified by its checksum; without one, by its recorded size and duration. On
/// request, other audio of the same recording replaces the audio that is there. The rows then move to where
/// they are heard in it.
package struct AttachPlan: Sendable {
  /// The options of an attachment.
  package struct Request: Sendable {
    /// The way in which the audio gets into the bundle.
    package var transfer: AudioImport.Transfer
    /// True if other audio is compared with the bundle's by its sound.
    package var alignsAudio: Bool

    package init(transfer: AudioImport.Transfer = .copy, alignsAudio: Bool = false) {
      self.transfer = transfer
      self.alignsAudio = alignsAudio
    }
  }

  /// The bundle as it was read.
  package let bundle: TilawaBundle
  /// The audio as the user named it.
  package let shownAudio: String
  /// The value of `audio.file` afterwards.
  package private(set) var file: String
  /// True if the audio is already there.
  package private(set) var isThere = false
  /// The offset by which the rows move, or nil if they stay.
  package private(set) var move: Milliseconds?
  /// Remarks for the user.
  package private(set) var remarks: [String] = []

  private let place: FoundBundle
  private let workplace: Workplace
  private let request: Request
  /// The absolute path of the audio.
  private let source: String
  private let size: Int64
  private var digest: FileDigest?
  /// True if a Git LFS pointer is replaced.
  private var replacesPointer = false
  private var facts: AudioFacts?
  private var replacesFacts = false
  /// The files with moved rows.
  private var rows: [FileKind: [UInt8]] = [:]

  /// Plans to attach the audio that the user named. `digest` is the file's digest, if it is already known.
  ///
  /// Throws a `Failure` if the file is not the bundle's audio, or can't be put in its place in the bundle.
  package init(
    _ given: String, to place: FoundBundle, _ request: Request, digest: FileDigest? = nil,
    in workplace: Workplace, _ monitor: WorkMonitor
  ) throws {
    (self.place, self.workplace, self.request, shownAudio) = (place, workplace, request, given)
    source = workplace.path(given)
    bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try bundle.require(.relying(on: [.recording]))
    guard let status = try FileStatus.ifAny(source) else {
      throw Failure("cannot read \(given): no such file")
    }
    guard status.kind == .file else { throw Failure("\(given) is not a file; use --find to search a folder") }
    if case .pointer(let pointer) = AudioPresence.of(
      PathText.name(of: source), inBundle: PathText.folder(of: source), external: true)
    {
      throw Failure("\(given) is \(pointer.noun), not the audio itself")
    }
    size = status.size
    self.digest = digest
    file = bundle.recording?.content?.audio?.file?.value ?? Self.name(for: given)
    try plan(monitor)
  }

  private static func name(for audio: String) -> String { "audio.\(PathText.fileExtension(of: audio))" }

  // MARK: Planning

  private mutating func plan(_ monitor: WorkMonitor) throws {
    switch try difference(monitor) {
    case nil: try planPlace(replacingFacts: false)
    case let difference? where !request.alignsAudio:
      throw Failure(
        "\(shownAudio) is not the audio that \(place.shownPath) describes: \(difference)",
        unless: (try? bundle.audioPath()) == nil ? nil : .aligningAudio)
    case _?: try planReplacement(monitor)
    }
  }

  /// Returns the difference between the file and the audio that is described, or nil if none was found.
  private mutating func difference(_ monitor: WorkMonitor) throws -> String? {
    let audio = bundle.recording?.content?.audio
    if let bytes = audio?.bytes.map({ Int64($0.value) }), bytes != size {
      return "it has \(size) bytes, not \(bytes)"
    }
    if let sum = audio?.sha256?.value {
      let own = try read(monitor).sha256
      return own.isExactly(sum) ? nil : "its checksum is \(own), not \(sum)"
    }
    let properties = try AudioProbe.properties(ofFileAt: source)
    if let duration = audio?.duration?.value, abs((duration - properties.duration).count) > 100 {
      return "its duration is \(properties.duration), not \(duration)"
    }
    if audio?.bytes == nil, audio?.duration == nil, lastEnd > .zero {
      remarks.append(
        "nothing in \(place.shownPath) identifies its audio; play a row to make sure that it fits")
    }
    try require(properties, holds: .zero)
    facts = AudioFacts(
      file: file, digest: try read(monitor), properties: properties,
      duration: duration(properties, holding: lastEnd))
    return nil
  }

  private mutating func read(_ monitor: WorkMonitor) throws -> FileDigest {
    if let digest { return digest }
    let stage = monitor.begin("reading \(shownAudio)")
    defer { stage.finish() }
    let found = try FileDigest.of(source) { stage.update($0, of: size) }
    digest = found
    return found
  }

  /// Throws if the audio is a link of git-annex, which manages the link's target itself.
  private func leaveToGitAnnex() throws(Failure) {
    guard case .pointer(let pointer) = AudioPresence.of(file, inBundle: place.path, external: true),
      pointer.kind != .gitLFS, pointer.kind != .dvc
    else { return }
    let shown = PathText.joined(place.shownPath, file)
    throw Failure(
      "\(shown) is \(pointer.noun); fill it with `git annex reinject \(ShellText.quoted(shownAudio)) \(ShellText.quoted(shown))`"
    )
  }

  /// Examines what is at the audio's place.
  private mutating func planPlace(replacingFacts: Bool) throws {
    try leaveToGitAnnex()
    _ = try bundle.audioPlace(file)
    let isLink = request.transfer == .link
    if isLink, facts == nil, bundle.recording?.content?.audio?.external?.value != true {
      let properties = try AudioProbe.properties(ofFileAt: source)
      facts = AudioFacts(
        file: file, digest: try digest ?? FileDigest.of(source), properties: properties,
        duration: bundle.audioEnd ?? properties.duration)
    }
    facts?.isExternal = isLink
    replacesFacts = replacingFacts
    let shown = PathText.joined(place.shownPath, file)
    switch AudioPresence.of(file, inBundle: place.path, external: true) {
    case .missing: break
    case .unreadable(let reason): throw Failure("cannot read \(shown): \(reason)")
    case .pointer(let pointer) where pointer.kind == .dvc: break
    case .pointer(let pointer) where pointer.kind == .gitLFS && !replacingFacts: replacesPointer = true
    case .pointer: try leaveToGitAnnex()
    case .otherSize(let path, let bytes, _), .available(let path, let bytes):
      guard !replacingFacts, bytes == size,
        try FileDigest.of(path) == (try digest ?? FileDigest.of(source))
      else {
        throw Failure("\(shown) already exists and is different audio; nothing was changed")
      }
      isThere = true
    case .conflict, .notAFile, .outside, .linkOutside:
      throw Failure("\(shown) is not a regular file; remove it first")
    }
  }

  /// Plans for other audio of the same recording: finds it by its sound, and moves the rows.
  private mutating func planReplacement(_ monitor: WorkMonitor) throws {
    let own: String
    do throws(Failure) { own = try bundle.audioPath() } catch {
      throw Failure(
        "cannot compare the sound of \(shownAudio) with missing audio: \(error.description)")
    }
    let properties = try AudioProbe.properties(ofFileAt: source)
    var alignment = AudioAlignment(in: workplace, monitor)
    let offset = try alignment.offset(
      from: .init(path: own, name: "the audio of \(place.shownPath)"),
      to: .init(path: source, name: shownAudio))
    try require(properties, holds: offset)
    try planMove(by: offset, &alignment)
    let old = file
    file = freeName()
    facts = AudioFacts(
      file: file, digest: try read(monitor), properties: properties,
      duration: duration(properties, holding: lastEnd + offset))
    remarks += alignment.remarks
    remarks.append("\(PathText.joined(place.shownPath, old)) stays in the bundle but is no longer used")
    if bundle.recording?.content?.audio?.url != nil {
      remarks.append("audio.url is removed: it is the address of the other audio")
    }
    try planPlace(replacingFacts: true)
  }

  private mutating func planMove(by offset: Milliseconds, _ alignment: inout AudioAlignment) throws {
    guard offset != .zero else { return }
    let kinds: [FileKind] = [.segments, .markers, .words]
    try bundle.require(.relying(on: Set(kinds)))
    let files = kinds.compactMap { kind in bundle.source(of: kind).map { (kind.document, $0) } }
    guard !files.isEmpty else { return }
    let version = NamedVersion(
      place.shownPath, BundleVersion(files: Dictionary(files) { first, _ in first }))
    let moved = try alignment.moved(version, by: offset)
    let isPast = { (start: Milliseconds) in start + offset < .zero }
    let verified =
      bundle.segmentsInTime.first { $0.isVerified && isPast($0.start) }?.start
      ?? bundle.markersInTime.first { $0.isConfirmed && isPast($0.at) }?.at
    if let verified {
      throw Failure(
        "the verified row at \(verified) begins before the start of \(shownAudio); nothing was changed"
      )
    }
    for kind in kinds {
      guard let bytes = moved.files[kind.document]?.bytes, bytes != bundle.source(of: kind)?.bytes else {
        continue
      }
      rows[kind] = bytes
    }
    move = rows.isEmpty ? nil : offset
  }

  /// The end of the last row.
  private var lastEnd: Milliseconds {
    let segments = bundle.segments?.content?.rows.map(\.end).max()
    let markers = bundle.markers?.content?.rows.map { $0.end ?? $0.at }.max()
    return max(segments ?? .zero, markers ?? .zero)
  }

  private func require(_ properties: AudioProperties, holds offset: Milliseconds) throws(Failure) {
    let end = lastEnd + offset
    guard end > properties.duration + Milliseconds(100) else { return }
    throw Failure(
      "\(shownAudio) ends at \(properties.duration), but the last row of \(place.shownPath) would end at \(end); nothing was changed"
    )
  }

  /// Returns the file's duration, extended to `end` if a row ends later. Encodings of one recording differ
  /// by up to a tenth of a second.
  private func duration(_ properties: AudioProperties, holding end: Milliseconds) -> Milliseconds {
    max(properties.duration, end)
  }

  /// Returns a file name that is not used in the bundle.
  private func freeName() -> String {
    let ending = PathText.fileExtension(of: shownAudio)
    for number in 1... {
      let name = number == 1 ? "audio.\(ending)" : "audio-\(number).\(ending)"
      if FileStatus.isAbsent(PathText.joined(place.path, name), followingLinks: false) { return name }
    }
    return "audio.\(ending)"
  }
}

// MARK: - Carrying out

extension AttachPlan {
  /// Puts the audio into the bundle, wholly or not at all, and describes it in `recording.yaml` if
  /// necessary.
  ///
  /// Throws if the bundle or the audio has changed since they were read; nothing is changed then.
  package func apply(_ monitor: WorkMonitor) throws {
    let target = PathText.joined(place.path, file)
    // Nothing is left to do, but an interrupted run may have left a file as large as the audio.
    if isThere && facts == nil { return AtomicDirectory.removeAbandoned(beside: target) }
    try FileTransfer.makeFolder(PathText.folder(of: target))
    // The copy is made before the lock is taken. If it is never finished, its folder is removed with its
    // content.
    let workshop = try AtomicDirectory(for: target + ".attached")
    let made = PathText.joined(workshop.path, "audio")
    try make(made, monitor)
    var transaction = try place.open(changing: [.recording])
    guard transaction.bundle.says(theSameAs: bundle, in: Set(FileKind.allCases)) else {
      throw FileError.overtaken(place.path)
    }
    for (kind, bytes) in rows {
      try transaction.apply(.create(String(decoding: bytes, as: UTF8.self)), to: kind)
    }
    if let edits = facts?.edits(of: bundle, replacing: replacesFacts), !edits.isEmpty {
      try transaction.apply(.edit(edits), to: .recording)
    }
    _ = try transaction.commit { () throws(FileError) in try putInPlace(made, at: target) }
    if request.transfer == .move, !isThere { try FileTransfer.remove(source) }
  }

  private func make(_ path: String, _ monitor: WorkMonitor) throws {
    if isThere { return }
    if request.transfer == .link { return try FileTransfer.link(path, to: PathText.realPath(source)) }
    // Within one file system, the file briefly has two names, and never none.
    if request.transfer == .move, FileTransfer.nameAlso(source, path) { return }
    let stage = monitor.begin("copying \(shownAudio)")
    defer { stage.finish() }
    let copied = try FileTransfer.copy(source, to: path) { stage.update($0, of: size) }
    guard digest == nil || copied == digest else { throw FileError.overtaken(shownAudio) }
  }

  private func putInPlace(_ made: String, at target: String) throws(FileError) {
    if isThere { return }
    // Programs that respect the lock can't have put anything there meanwhile.
    if !replacesPointer, try FileStatus.ifAny(target, followingLinks: false) != nil {
      throw FileError.overtaken(target)
    }
    try FileTransfer.place(made, at: target, replacing: replacesPointer)
  }
}
