import TilawaBase
import TilawaKit

/// The token of a studio's address that is kept for the next start on the same port with the same bundles, so that a window that is
/// open goes on when the program was started again.
///
/// Only a port that somebody named is one to come back to. The file is closed to other users.
struct KeptAddress {
  private let file: String
  /// The path that is served.
  private let path: String

  /// The one of a port; nil where there is no folder for it.
  init?(port: Int?, serving path: String, in workplace: Workplace) {
    guard let port, port > 0, let cache = workplace.cacheFolder else { return nil }
    file = PathText.joined(cache, "studio/\(port)")
    self.path = path
  }

  /// The token of the last time; nil if something else was served then.
  var token: String? {
    guard let bytes = try? FileContents.read(file, atMost: 8192) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).words(by: "\n").map(String.init)
    guard lines.count == 2, lines[1].isExactly(path), lines[0].utf8.count == 32,
      lines[0].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return lines[0]
  }

  /// Keeps the token. Without it a window has to be opened anew, which is no reason to end.
  func keep(_ token: String) {
    try? FileTransfer.makeFolder(PathText.folder(of: file), forOwnerAlone: true)
    let old = try? FileContents.read(file, atMost: 8192)
    try? AtomicFile.change([
      .init(file, from: old, to: Array("\(token)\n\(path)\n".utf8), isForOwnerAlone: true)
    ])
  }
}
