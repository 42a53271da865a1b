import Synchronization
package import TilawaBase
import TilawaSound

/// A foreign file or folder that is to be read.
package struct ForeignSource: Sendable {
  /// Absolute; nil for standard input.
  package let path: String?
  /// As the user would write it.
  package let shownPath: String
  /// The file; of sound only its beginning, nothing of a folder.
  package let bytes: [UInt8]
  /// True if the source is a folder.
  package let isFolder: Bool
  private let parsed = ParsedJSON()

  /// A file that is read already, such as standard input.
  package init(path: String? = nil, shownAs shownPath: String, bytes: [UInt8]) {
    self.path = path
    self.shownPath = shownPath
    self.bytes = bytes
    isFolder = false
  }

  /// A folder, of which nothing is read yet.
  package init(folder path: String, shownAs shownPath: String) {
    self.path = path
    self.shownPath = shownPath
    bytes = []
    isFolder = true
  }

  /// Reads the file at `path`, or takes the folder there.
  package init(readingAt path: String, shownAs shownPath: String) throws(FileError) {
    if try FileStatus.isFolder(path) {
      self.init(folder: path, shownAs: shownPath)
    } else {
      // Sound is read by the library for it, and not into memory.
      let head = try FileContents.beginning(of: path, 4096)
      let isNamedSo = AudioEnding.isName(ofAudio: path)
      let isSound =
        isNamedSo || ["RIFF", "RF64", "FORM", "fLaC", "OggS", "ID3"].contains { head.starts(with: $0.utf8) }
      self.init(
        path: path, shownAs: shownPath,
        bytes: isSound ? head : try FileContents.read(path, atMost: Self.largestFile))
    }
  }

  /// The maximum size of a foreign file: 256 MiB. A set for the whole mushaf with its words has a tenth of
  /// that.
  package static let largestFile = 268_435_456

  /// The last part of its name without the extension; empty for standard input.
  package var stem: String { path.map { PathText.stem(of: $0) } ?? "" }

  /// The extension of its name, lower case without the dot; empty if it has no path.
  package var fileExtension: String { path.map { PathText.fileExtension(of: $0) } ?? "" }

  /// The place of the file as a whole.
  package var place: Place { Place(path: shownPath) }

  /// The first bytes as text, a byte order mark and UTF-16 undone, for telling formats apart.
  package var beginning: String {
    guard !isFolder else { return "" }
    let head = Array(bytes.prefix(4096))
    return TextDecoding.decoded(head, fallback: .latin1, isWhole: false) ?? ""
  }

  /// The file as text in UTF-8 without a byte order mark, whose places are those of messages.
  ///
  /// Throws when it is neither UTF-8 nor marked as UTF-16, and `encoding` names nothing else.
  package func text(_ encoding: TextEncoding? = nil) throws(ExchangeFailure) -> SourceText {
    guard !isFolder else { throw ExchangeFailure("\(shownPath) is a folder; a file was expected") }
    // What is UTF-8 already isn't copied.
    if encoding == nil || encoding == .utf8, bytes.first != 0xEF, bytes.first != 0xFE, bytes.first != 0xFF,
      TextDecoding.isUTF8(bytes)
    {
      return SourceText(path: shownPath, bytes: bytes)
    }
    guard let text = TextDecoding.decoded(bytes, fallback: encoding, isWhole: true) else {
      throw ExchangeFailure(
        encoding.map { "\(shownPath) is neither UTF-8 nor \($0.name)" }
          ?? "\(shownPath) is not UTF-8 and does not declare another encoding", at: place, unless: .encoding)
    }
    return SourceText(path: shownPath, bytes: Array(text.utf8))
  }

  /// Returns the file as JSON, which is parsed only once.
  ///
  /// Throws with a place when it isn't JSON.
  package func json() throws(ExchangeFailure) -> JSONNode {
    try parsed.value { () throws(ExchangeFailure) in try JSONText.parse(try text()) }
  }

  /// The file as JSON when it begins like JSON and is some, for telling formats apart.
  package var jsonIfAny: JSONNode? {
    guard !isFolder, let first = beginning.unicodeScalars.first(where: { !$0.properties.isWhitespace }),
      first == "{" || first == "["
    else { return nil }
    return try? json()
  }
}

/// A big file is parsed once, however many formats look at it.
private final class ParsedJSON: Sendable {
  private let result = Mutex<Result<JSONNode, ExchangeFailure>?>(nil)

  func value(_ parse: () throws(ExchangeFailure) -> JSONNode) throws(ExchangeFailure) -> JSONNode {
    if let known = result.withLock({ $0 }) { return try known.get() }
    let new: Result<JSONNode, ExchangeFailure>
    do { new = .success(try parse()) } catch { new = .failure(error) }
    result.withLock { $0 = new }
    return try new.get()
  }
}
