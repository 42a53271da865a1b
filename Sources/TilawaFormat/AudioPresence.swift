import Files

/// What stands where `audio.file` leads.
public enum AudioPresence: Hashable, Sendable {
  /// A file, here to be opened at `path`.
  case available(path: String, bytes: Int64)
  /// What a tool for large files left in its place.
  case pointer(AudioPointer)
  /// A Git LFS pointer that git could not merge; the checksums of the two sides.
  case conflict([String])
  /// Nothing; `found` is a name in the same folder that differs in nothing but capitals or the form of its
  /// accents.
  case missing(found: String?)
  /// A folder, a pipe or a device.
  case notAFile
  /// `audio.file` is no path within the bundle.
  case outside
  /// A symbolic link that leads out of the bundle, and says `target`.
  case linkOutside(target: String)
}

extension TilawaBundle {
  /// What stands where `audio.file` leads; nil when `recording.yaml` names no audio. Asks the file system
  /// each time.
  public var audioPresence: AudioPresence? {
    recording?.content?.audio?.file.map { AudioPresence.of($0.value, inBundle: path) }
  }
}

extension AudioPresence {
  /// What stands at `file`, a path as `audio.file` has it, in the bundle's folder.
  public static func of(_ file: String, inBundle folder: String) -> AudioPresence {
    guard staysInside(file) else { return .outside }
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let path = PathText.joined(folder, file)
    guard let own = FileStatus.ifAny(path, followingLinks: false) else { return nothing(at: path) }
    if own.kind == .link, let target = FileStatus.target(ofLink: path) {
      if let pointer = AudioPointer.annexLink(target) {
        guard let content = FileStatus.ifAny(path), content.kind == .file else { return .pointer(pointer) }
        return .available(path: path, bytes: content.size)
      }
      guard leadsInside(target, from: PathText.folder(of: path), folder) else {
        return .linkOutside(target: target)
      }
      guard FileStatus.ifAny(path) != nil else { return nothing(at: path) }
    }
    // A folder on the way may be a link as well.
    if own.kind == .link || parts.count > 1, let real = try? PathText.realPath(path),
      let root = try? PathText.realPath(folder), !PathText.lies(real, in: root)
    {
      return .linkOutside(target: real)
    }
    guard hasExactName(path) else { return nothing(at: path) }
    guard let status = FileStatus.ifAny(path), status.kind == .file else { return .notAFile }
    if status.size <= AudioPointer.maximumBytes, let bytes = try? FileContents.read(path, atMost: 1 << 16) {
      if let pointer = AudioPointer.reading(bytes) { return .pointer(pointer) }
      if let sums = AudioPointer.conflict(in: bytes) { return .conflict(sums) }
    }
    return .available(path: path, bytes: status.size)
  }

  /// Whether `file` can be what `audio.file` says: a relative path that stays in the bundle.
  public static func staysInside(_ file: String) -> Bool {
    // By bytes: a combining mark behind a slash makes another character of it, and the same path.
    let bytes = Array(file.utf8)
    let slash = UInt8(ascii: "/")
    return !bytes.isEmpty && bytes[0] != slash && !bytes.contains { $0 == UInt8(ascii: "\\") || $0 == 0 }
      && !bytes.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
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

  /// Whether a link's text stays in the bundle, for links that lead to nothing.
  private static func leadsInside(_ target: String, from folder: String, _ bundle: String) -> Bool {
    guard !target.hasPrefix("/") else {
      guard let real = try? PathText.realPath(target), let root = try? PathText.realPath(bundle) else {
        return PathText.lies(target, in: bundle)
      }
      return PathText.lies(real, in: root)
    }
    let below = PathText.shown(folder, from: bundle)
    return PathText.staysInside(below == "." ? target : below + "/" + target)
  }

  #if os(Linux)
    /// The file system tells names apart by their bytes.
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
