package import TilawaBase
package import TilawaFormat
import TilawaSound

/// Files of folders that are looked through for audio by its checksum.
///
/// Sizes come first: a file is read only when it has the size of audio that is wanted, or when it has the name of audio and the
/// size of what is wanted isn't known. Each is read once.
package struct AudioSearch: Sendable {
  /// What audio is known by.
  package struct Wanted: Hashable, Sendable {
    /// 64 lower-case digits.
    package let sha256: String
    /// Nil where nobody wrote it down.
    package let bytes: Int64?
  }

  private var sizes: [Int64: [String]] = [:]
  private var digests: [ExactText: FileDigest] = [:]
  /// Folders and files that can't be read.
  package private(set) var problems: [FileError] = []

  /// Lists what lies at `paths`, which are absolute: files, and folders with all below them. Hidden files and folders are passed
  /// over, and links to folders; a link to a file counts as the file.
  package init(_ paths: [String]) {
    for path in paths {
      if asked({ () throws(FileError) in try FileStatus.isFolder(path) }) == true {
        list(path)
      } else {
        add(path)
      }
    }
  }

  /// How many files there are.
  package var fileCount: Int { sizes.values.reduce(0) { $0 + $1.count } }

  /// How many of them were read.
  package var readCount: Int { digests.count }

  private mutating func list(_ folder: String) {
    let names: [String]
    do throws(FileError) { names = try FileTree.entries(ofFolder: folder) } catch {
      return problems.append(error)
    }
    for name in names where !name.begins(with: ".") {
      let path = PathText.joined(folder, name)
      if FileStatus.mayBe(.folder, path, followingLinks: false) { list(path) } else { add(path) }
    }
  }

  private mutating func add(_ path: String) {
    guard let status = asked({ () throws(FileError) in try FileStatus.ifAny(path) }) ?? nil,
      status.kind == .file
    else { return }
    sizes[status.size, default: []].append(path)
  }

  /// Nil, and noted, where the file system can't tell.
  private mutating func asked<Answer>(_ ask: () throws(FileError) -> Answer) -> Answer? {
    do throws(FileError) { return try ask() } catch {
      problems.append(error)
      return nil
    }
  }

  /// The first file that is what is wanted, other than `except`; nil when none is.
  ///
  /// `progress` is told which file is read, and how far.
  package mutating func find(
    _ wanted: Wanted, except: String? = nil, progress: (String, _ done: Int64, _ total: Int64) -> Void
  ) -> String? {
    for (size, path) in candidates(for: wanted) where !Self.isSame(path, except) {
      guard let digest = digest(of: path, { progress(path, $0, size) }) else { continue }
      if digest.sha256.isExactly(wanted.sha256) { return path }
    }
    return nil
  }

  private func candidates(for wanted: Wanted) -> [(size: Int64, path: String)] {
    if let size = wanted.bytes { return (sizes[size] ?? []).map { (size, $0) } }
    return sizes.sorted { $0.key < $1.key }.flatMap { size, paths in
      paths.filter(AudioEnding.isName(ofAudio:)).map { (size, $0) }
    }
  }

  private mutating func digest(of path: String, _ progress: (Int64) -> Void) -> FileDigest? {
    if let known = digests[ExactText(path)] { return known }
    do throws(FileError) {
      let digest = try FileDigest.of(path, progress: progress)
      digests[ExactText(path)] = digest
      return digest
    } catch {
      problems.append(error)
      return nil
    }
  }

  /// Whether the two are one file, by whatever links.
  private static func isSame(_ path: String, _ other: String?) -> Bool {
    guard let other, let one = try? PathText.realPath(path), let two = try? PathText.realPath(other) else {
      return false
    }
    return one.isExactly(two)
  }
}

extension TilawaBundle {
  /// What the audio is known by; nil when `recording.yaml` has no checksum of it.
  package var wantedAudio: AudioSearch.Wanted? {
    guard let audio = recording?.content?.audio, let sum = audio.sha256?.value else { return nil }
    return AudioSearch.Wanted(sha256: sum.lowercased(), bytes: audio.bytes.map { Int64($0.value) })
  }
}
