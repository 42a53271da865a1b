import TilawaBase

/// The state of the file at `audio.file`.
public enum AudioPresence: Hashable, Sendable {
  /// A file, here to be opened at `path`, of the size that is recorded.
  case available(path: String, bytes: Int64)
  /// A file of another size than is recorded, or an empty one: half a copy, or other audio.
  case otherSize(path: String, bytes: Int64, recorded: Int64?)
  /// A pointer that a tool for large files left in its place.
  case pointer(AudioPointer)
  /// A Git LFS pointer that git could not merge; the checksums of the two sides.
  case conflict([String])
  /// Nothing; `found` is a name in the same folder that differs in nothing but capitals or the form of its
  /// accents.
  case missing(found: String?)
  /// The file system can't determine the state and gives a reason, such as a faulty disk or a folder without
  /// permission.
  case unreadable(reason: String)
  /// A folder, a pipe or a device.
  case notAFile
  /// The value of `audio.file` is not a path within the bundle.
  case outside
  /// A symbolic link that leads out of the bundle, and says `target`. It is not followed.
  case linkOutside(target: String)
}

extension TilawaBundle {
  /// The state of the file at `audio.file`; nil if `recording.yaml` names no audio. Each access checks the
  /// file system.
  public var audioPresence: AudioPresence? {
    guard let audio = recording?.content?.audio, let file = audio.file else { return nil }
    return AudioPresence.of(
      file.value, inBundle: path, external: audio.external?.value ?? false,
      recordedBytes: audio.bytes.map { Int64($0.value) })
  }
}

extension AudioPresence {
  /// Returns the state of the file at `file`, a path as in `audio.file`, in the bundle's folder.
  ///
  /// A link out of that folder is followed if the audio is `external` or git-annex made the link. Without
  /// `recordedBytes`, a file of any size but 0 is available.
  public static func of(
    _ file: String, inBundle folder: String, external: Bool = false, recordedBytes: Int64? = nil
  ) -> AudioPresence {
    guard isPath(file) else { return .outside }
    do throws(FileError) {
      let presence = try reading(file, inBundle: folder, external: external)
      guard case .available(let path, let bytes) = presence, bytes == 0 || bytes != recordedBytes ?? bytes
      else { return presence }
      return .otherSize(path: path, bytes: bytes, recorded: recordedBytes)
    } catch {
      return .unreadable(reason: error.reason)
    }
  }

  private static func reading(
    _ file: String, inBundle folder: String, external: Bool
  ) throws(FileError) -> AudioPresence {
    // Most names need no taking apart, and this is asked of every bundle of a list.
    let isPlain = !file.holds("/") && !file.begins(with: ".") && folder != "/"
    let path = isPlain ? "\(folder)/\(file)" : PathText.joined(folder, file)
    guard let entry = try FileStatus.ifAny(path, followingLinks: false) else { return nothing(at: path) }
    let link = entry.kind == .link ? FileStatus.target(ofLink: path) : nil
    let led = link == nil ? entry : try FileStatus.ifAny(path)
    if let link, led == nil {
      if let pointer = annexPointer(link, at: path, folder) { return .pointer(pointer) }
      return external || leadsInside(link, from: PathText.folder(of: path), folder)
        ? nothing(at: path) : .linkOutside(target: link)
    }
    // A folder on the way may be a link as well.
    if !external, link != nil || file.holds("/"), let target = LinkRule.target(of: path, outside: folder) {
      return .linkOutside(target: link ?? target)
    }
    guard hasExactName(path) else { return nothing(at: path) }
    guard let status = led, status.kind == .file else { return .notAFile }
    if status.size <= AudioPointer.maximumBytes {
      // A pointer that can't be read must not be taken for sound.
      let bytes = try FileContents.read(path, atMost: 1 << 16)
      if let pointer = AudioPointer.reading(bytes) { return .pointer(pointer) }
      if let sums = AudioPointer.conflict(in: bytes) { return .conflict(sums) }
    }
    return .available(path: path, bytes: status.size)
  }

  /// The file that stands there, whatever its size.
  public var file: (path: String, bytes: Int64)? {
    switch self {
    case .available(let path, let bytes), .otherSize(let path, let bytes, _): (path, bytes)
    default: nil
    }
  }

  /// Returns true if `file` is a path that stays in the bundle, also on systems with drives.
  public static func isPath(_ file: String) -> Bool {
    // By bytes: a combining mark behind a slash makes another character of it, and the same path.
    let bytes = Array(file.utf8)
    let slash = UInt8(ascii: "/")
    let hasDrive = bytes.count > 1 && bytes[1] == UInt8(ascii: ":") && (65...90).contains(bytes[0] & 0xdf)
    return !bytes.isEmpty && bytes[0] != slash && !hasDrive
      && !bytes.contains { $0 == UInt8(ascii: "\\") || $0 == 0 }
      && !bytes.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
  }

  /// Returns the pointer that a link to absent content represents, if it leads into the annex of a repository
  /// around the bundle.
  private static func annexPointer(_ link: String, at path: String, _ folder: String) -> AudioPointer? {
    guard let parent = try? PathText.realPath(PathText.folder(of: path)),
      let root = try? PathText.realPath(folder),
      LinkRule.isInAnnex(PathText.withoutClimbing(PathText.joined(parent, link)), around: root)
    else { return nil }
    return AudioPointer.annexLink(link)
  }

  private static func nothing(at path: String) -> AudioPresence {
    let name = PathText.name(of: path)
    if let bytes = try? FileContents.read(path + ".dvc", atMost: 1 << 16),
      let pointer = AudioPointer.dvc(bytes, of: name)
    {
      return .pointer(pointer)
    }
    // Strings are equal when their accents mean the same; file names are when their bytes are the same.
    let names = (try? FileTree.entries(ofFolder: PathText.folder(of: path))) ?? []
    return .missing(found: names.first { $0.lowercased() == name.lowercased() })
  }

  /// Returns true if the text of a link that leads to nothing stays in the bundle.
  private static func leadsInside(_ target: String, from folder: String, _ bundle: String) -> Bool {
    guard !target.begins(with: "/") else {
      guard let real = try? PathText.realPath(target), let root = try? PathText.realPath(bundle) else {
        return PathText.lies(target, in: bundle)
      }
      return PathText.lies(real, in: root)
    }
    let below = PathText.shown(folder, from: bundle)
    return PathText.staysInside(below == "." ? target : below + "/" + target)
  }

  #if os(Linux)
    /// Always true, because the file system distinguishes names by their bytes.
    private static func hasExactName(_ path: String) -> Bool { true }
  #else
    /// Asks the folder's list, because the file system opens other spellings too.
    private static func hasExactName(_ path: String) -> Bool {
      let name = Array(PathText.name(of: path).utf8)
      let names = (try? FileTree.entries(ofFolder: PathText.folder(of: path))) ?? []
      return names.contains { Array($0.utf8) == name }
    }
  #endif
}
