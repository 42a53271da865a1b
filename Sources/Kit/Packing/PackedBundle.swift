import TilawaArchives
import TilawaBase
import TilawaFormat
import TilawaRemote
import TilawaSound

/// The part of one bundle that goes into an archive.
package struct PackedBundle: Sendable {
  /// A file that is packed.
  package struct File: Sendable {
    /// The name in the archive.
    package let name: String
    /// The size; for audio that will be encoded, an estimate.
    package let bytes: Int64
    /// The change to the file when it is packed.
    package let change: Change
    let content: PackedItem.Content
    /// The checksum in `recording.yaml`, if any, that audio packed unchanged must have.
    var sha256: String?
  }

  /// A change to a file when it is packed.
  package enum Change: Hashable, Sendable {
    case none
    /// These keys are left out.
    case stripped(keys: [String])
    /// It describes the audio in the archive.
    case describesAudio(stripped: [String])
    /// It is encoded from the audio.
    case encoded
  }

  /// A file, link or folder that is left out.
  package struct LeftOut: Sendable {
    package enum Reason: String, CaseIterable, Sendable {
      case hidden, ignored, link
      case notAFile = "not_a_file"
      case journal, playback, audio
      /// The format doesn't define it, so it may be personal.
      case unknown
    }

    /// The path, relative to the bundle.
    package let path: String
    package let reason: Reason
  }

  /// The absolute path.
  package let path: String
  /// The path as the user would write it.
  package let shownPath: String
  /// The files that are packed, ordered by the bytes of their names.
  package let files: [File]
  package let leftOut: [LeftOut]
  /// The audio to encode, if any: its path, the name of the copy in the bundle, and the bitrate.
  let encoding: (source: String, name: String, bitrate: Int)?
  let recording: SourceText?
  /// The name in the archive, with its ending, after its folders if it keeps them.
  package let name: String
  /// The checksum of the audio that the bundle's own is a copy of, or else its own, if either is known.
  let original: String?

  init(_ target: BundleTarget, as name: String, _ request: PackRequest) throws {
    self.name = name
    (path, shownPath) = (target.path, target.shownPath)
    let bundle = TilawaBundle(readingAt: path, shownAs: shownPath, only: [.recording])
    guard let recording = bundle.recording else {
      throw Failure("cannot pack \(shownPath): it has no readable recording.yaml")
    }
    self.recording = recording.source
    original = AudioCopy.original(in: recording.source)
    let audio = try AudioPart(bundle, request)
    encoding = audio.encoding
    var (files, leftOut): ([File], [LeftOut]) = ([], [])
    var names = EntryNames()
    for entry in try FolderContents.of(path) {
      if let reason = Self.reason(toLeaveOut: entry, audio, request) {
        leftOut.append(LeftOut(path: entry.path, reason: reason))
        continue
      }
      do throws(ArchiveRefusal) {
        try names.add(EntryName("\(name)/\(entry.path)".utf8), isFolder: false)
      } catch {
        throw Failure("cannot pack \(shownPath): \(error); rename it")
      }
      if audio.goes(entry.path), let source = audio.source {
        files.append(
          File(
            name: "\(name)/\(entry.path)", bytes: try FileStatus.of(source).size, change: .none,
            content: .file(source), sha256: audio.sha256))
      } else if case .file(let bytes) = entry.kind {
        files.append(try Self.file(entry.path, bytes, in: path, name, shownPath, request))
      }
    }
    if let encoding = audio.encoding {
      let taken = files.contains { EntryName.key($0.name) == EntryName.key("\(name)/\(encoding.name)") }
      guard !taken else { throw Failure("\(shownPath) already contains another \(encoding.name)") }
      files.append(
        File(
          name: "\(name)/\(encoding.name)", bytes: audio.estimate, change: .encoded,
          content: .file(encoding.source)))
    }
    guard files.contains(where: { $0.name == "\(name)/\(FileKind.recording.fileName)" }) else {
      throw Failure(
        "cannot pack \(shownPath): its recording.yaml is a link, or is named by a .tilawaignore")
    }
    try audio.requireThere(files.map { String($0.name.after("\(name)/") ?? "") }, shownPath)
    self.files = files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    self.leftOut = leftOut
  }

  private static func reason(
    toLeaveOut entry: FolderContents.Entry, _ audio: AudioPart, _ request: PackRequest
  ) -> LeftOut.Reason? {
    switch entry.kind {
    case .hidden: return .hidden
    case .ignored: return .ignored
    case .link where audio.stays(entry.path): return .audio
    case .link where !(request.followsLinks && audio.goes(entry.path)): return .link
    case .other: return .notAFile
    case .file, .link: break
    }
    let parts = entry.path.lowercased().fields(by: "/")
    if parts.dropLast().contains(Substring(DocumentKind.journalName)) { return .journal }
    if parts.count == 1, isPlayback(parts[0]) { return .playback }
    if audio.stays(entry.path) { return .audio }
    let isKnown =
      audio.goes(entry.path) || FileKind.allCases.contains { $0.fileName.isExactly(entry.path) }
    return request.stripsPersonal && !isKnown ? .unknown : nil
  }

  /// Returns true if a file, whose name is given in lower case, contains personal playback settings. Copies
  /// of such files that editors or programs for shared folders make count as well.
  private static func isPlayback(_ name: Substring) -> Bool {
    let kind = DocumentKind.playback
    return name.holds(kind.fileName)
      || name.begins(with: kind.name) && [".yaml", ".yml"].contains { name.ends(with: $0) }
  }

  private static func file(
    _ path: String, _ bytes: Int64, in folder: String, _ name: String, _ shown: String, _ request: PackRequest
  ) throws -> File {
    let whole = PathText.joined(folder, path)
    guard let kind = FileKind.allCases.first(where: { $0.fileName.isExactly(path) }) else {
      return File(name: "\(name)/\(path)", bytes: bytes, change: .none, content: .file(whole))
    }
    var text = try FileContents.read(whole)
    var keys: [String] = []
    if request.stripsPersonal {
      let source = SourceText(path: "\(shown)/\(path)", bytes: text)
      guard let stripped = kind.withoutPersonal(source) else {
        throw Failure(
          "\(shown)/\(path) has errors, so its personal parts cannot be found; see `tilawa lint \(shown)`"
        )
      }
      (text, keys) = stripped
    }
    var change = keys.isEmpty ? Change.none : .stripped(keys: keys)
    if kind == .recording, case .opus = request.audio { change = .describesAudio(stripped: keys) }
    return File(name: "\(name)/\(path)", bytes: Int64(text.count), change: change, content: .bytes(text))
  }
}

/// The treatment of a bundle's audio.
private struct AudioPart {
  /// The path, relative to the bundle, or nil if recording.yaml names no audio.
  private let file: String?
  private let isWanted: Bool
  /// The path of the audio, or nil if it is left out.
  private(set) var source: String?
  /// The checksum of the audio in `recording.yaml`.
  let sha256: String?
  private(set) var encoding: (source: String, name: String, bitrate: Int)?
  private(set) var estimate: Int64 = 0

  init(_ bundle: TilawaBundle, _ request: PackRequest) throws {
    let (audio, recording) = (request.audio, bundle.recording)
    let facts = recording?.content?.audio
    file = facts?.file?.value
    sha256 = facts?.sha256?.value
    isWanted = audio == .asItIs && file != nil
    if audio == .asItIs, file == nil { return }
    guard let file else {
      // Audio that can't be identified can't be left out or encoded.
      guard recording?.hasErrors ?? true else {
        if audio == .leftOut { return }
        throw Failure("recording.yaml of \(bundle.shownPath) names no audio (audio.file)")
      }
      throw Failure(
        "recording.yaml of \(bundle.shownPath) has errors, so its audio is unknown; see `tilawa lint \(bundle.shownPath)`"
      )
    }
    if audio == .leftOut { return }
    let path: String
    do { path = try bundle.audioPath(toSendFollowingLinks: request.followsLinks) } catch {
      throw error.remedy == nil ? Failure(error.description, unless: .leavingAudioOut) : error
    }
    source = path
    guard case .opus(let bitrate) = audio else { return }
    guard !(recording?.hasErrors ?? true) else {
      throw Failure(
        "recording.yaml of \(bundle.shownPath) has errors, so its audio facts cannot be changed; see `tilawa lint \(bundle.shownPath)`"
      )
    }
    let folder = PathText.folder(of: file)
    let name = PathText.stem(of: file) + ".opus"
    encoding = (path, folder == "." ? name : PathText.joined(folder, name), bitrate)
    let duration = try AudioProbe.properties(ofFileAt: path).duration
    estimate = duration.count * Int64(bitrate) / 8000
  }

  /// Returns true if a file of the bundle is audio that is packed unchanged.
  func goes(_ path: String) -> Bool { isWanted && isAudio(path) }

  /// Returns true if a file of the bundle is audio that isn't packed unchanged.
  func stays(_ path: String) -> Bool { !isWanted && isAudio(path) }

  /// Returns true if a path names the audio; a value such as `./a//b` matches `a/b`.
  private func isAudio(_ path: String) -> Bool {
    guard let file else { return false }
    return file.isExactly(path) || PathText.joined("", file).after("/").map { $0.isExactly(path) } ?? false
  }

  /// Throws if the audio should be packed unchanged, but isn't among the files that are.
  func requireThere(_ files: [String], _ shown: String) throws(Failure) {
    guard isWanted, let file, !files.contains(where: goes) else { return }
    if let source, FileStatus.target(ofLink: source) != nil {
      throw Failure("the audio of \(shown), \(file), is a link", unless: .followingLinks)
    }
    throw Failure(
      "the audio of \(shown), \(file), is not packed: it is hidden, in a .tilawaignore, or in a linked folder",
      unless: .leavingAudioOut)
  }
}
