package import TilawaBase
package import TilawaFormat
import TilawaSound

/// The files of folders that are searched for audio by its checksum.
///
/// Sizes are compared first. A file is read only if its size matches, or, if the wanted size isn't known,
/// if its name is that of audio. Each file is read once.
package struct AudioSearch: Sendable {
  /// The checksum and size that identify audio.
  package struct Wanted: Hashable, Sendable {
    /// The SHA-256 checksum, in 64 lower-case digits.
    package let sha256: String
    /// The size in bytes, or nil if it isn't recorded.
    package let bytes: Int64?
  }

  private var sizes: [Int64: [String]] = [:]
  private var digests: [ExactText: FileDigest] = [:]
  /// The errors of folders and files that couldn't be read.
  package private(set) var problems: [FileError] = []

  /// Lists files at `paths`, which are absolute: files, and folders with everything below them. Hidden
  /// files and folders, and links to folders, are skipped; a link to a file counts as the file.
  package init(_ paths: [String]) {
    for path in paths {
      if asked({ () throws(FileError) in try FileStatus.isFolder(path) }) == true {
        list(path)
      } else {
        add(path)
      }
    }
  }

  /// The number of files.
  package var fileCount: Int { sizes.values.reduce(0) { $0 + $1.count } }

  /// The number of files that were read.
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

  /// Returns nil and records the problem if the file system reports an error.
  private mutating func asked<Answer>(_ ask: () throws(FileError) -> Answer) -> Answer? {
    do throws(FileError) { return try ask() } catch {
      problems.append(error)
      return nil
    }
  }

  /// Returns the path of the first file that matches, other than `except`, or nil if none does.
  ///
  /// `progress` receives the path of the file being read, and the bytes read.
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

  /// Returns true if both paths lead to one file, by whatever links.
  private static func isSame(_ path: String, _ other: String?) -> Bool {
    guard let other, let one = try? PathText.realPath(path), let two = try? PathText.realPath(other) else {
      return false
    }
    return one.isExactly(two)
  }
}

extension TilawaBundle {
  /// The checksum and size of the audio, or nil if `recording.yaml` has no checksum of it.
  package var wantedAudio: AudioSearch.Wanted? {
    guard let audio = recording?.content?.audio, let sum = audio.sha256?.value else { return nil }
    return AudioSearch.Wanted(sha256: sum.lowercased(), bytes: audio.bytes.map { Int64($0.value) })
  }
}
