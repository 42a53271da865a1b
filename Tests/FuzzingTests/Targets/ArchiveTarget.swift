import Foundation
import TilawaArchives
import TilawaBase
import TilawaRemote

extension FuzzTarget {
  /// Unpacks an archive. Nothing may come to lie outside of the folder, and it may contain only plain files,
  /// within the allowed size. Each file must be as reported.
  static let archives = FuzzTarget("archives", isText: false) { input in
    let archive = FuzzFile.write(input, ending: ".archive")
    let outer = archive + ".d"
    let files = FileManager.default
    try files.createDirectory(atPath: outer + "/in", withIntermediateDirectories: true)
    defer {
      _ = unlink(archive)
      try? files.removeItem(atPath: outer)
    }
    var limits = ArchiveLimits()
    (limits.entries, limits.freeBytes, limits.ratio, limits.listBytes) = (200, 65_536, 10, 65_536)
    var result: ArchiveExtraction.Result?
    do {
      result = try ArchiveExtraction(of: archive, limits).unpack(into: outer + "/in") { name in
        name.path.utf8.count % 7 == 3 ? nil : name.path
      }
    } catch is ArchiveRefusal {
    } catch let fault as FileError {
      // Names that are judged as they should be leave nothing that the disk could refuse, but for twins of its own.
      try demand(fault.path.hasPrefix(outer) || fault.path == archive, "\(fault)")
    }
    try demand(try files.contentsOfDirectory(atPath: outer) == ["in"], "something lies beside the folder")
    var bytes: Int64 = 0
    for path in try files.subpathsOfDirectory(atPath: outer + "/in") {
      let full = "\(outer)/in/\(path)"
      let status = try FileStatus.ifAny(full, followingLinks: false)
      guard status?.kind != .folder else { continue }
      try demand(status?.kind == .file, "\(path) is no file")
      bytes += Int64(status?.size ?? 0)
      guard let result else { continue }
      let digest = try FileDigest.of(FileContents.read(full, atMost: .max))
      try demand(result.files[path]?.sha256 == digest.sha256, "\(path) isn't what is told of it")
    }
    let most = limits.freeBytes + Int64(input.count) * limits.ratio
    try demand(bytes <= most, "\(bytes) bytes came out, \(most) are the most")
  }
}
