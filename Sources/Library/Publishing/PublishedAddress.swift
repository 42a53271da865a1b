package import TilawaBase
package import TilawaQuran

/// The addresses of a published library's files, relative to its own. Names consist only of numbers and
/// checksums, never of names that people have given.
package enum PublishedAddress {
  /// The file that leads to all others.
  package static let root = "tilawa-library.json"
  /// The signature of the root.
  package static let signature = root + ".sig"
  /// For browsers.
  package static let page = "index.html"
  /// Who recites.
  package static let reciters = "reciters.json"
  /// Which groups of recordings there are.
  package static let directory = "recordings/index.json"

  /// Which ayat of a surah have rows: `ayat/018/index.json`.
  package static func surah(_ surah: Int) -> String { "ayat/\(padded(surah))/index.json" }

  /// Who is heard in a surah: `ayat/018/held.json`.
  package static func held(_ surah: Int) -> String { "ayat/\(padded(surah))/held.json" }

  /// The rows of an ayah: `ayat/018/010.json`, and further parts, from 2, `ayat/018/010-2.json`.
  package static func ayah(_ ayah: Ayah, part: Int = 1) -> String {
    "ayat/\(padded(ayah.surah))/\(padded(ayah.number))\(part > 1 ? "-\(part)" : "").json"
  }

  /// The recordings of a group, which are the first two digits of their keys: `recordings/ab/index.json`.
  package static func group(_ group: String) -> String { "recordings/\(group)/index.json" }

  /// A recording, by its key: `recordings/ab/<key>.json`.
  package static func recording(_ key: String) -> String {
    "recordings/\(key.prefix(2))/\(key).json"
  }

  /// Audio, by its checksum and the ending of its name, of which only small letters and digits are taken:
  /// `audio/ab/<sha256>.mp3`.
  package static func audio(_ sha256: String, like name: String) -> String {
    let ending = PathText.fileExtension(of: name)
    let isPlain = (1...8).contains(ending.utf8.count) && ending.utf8.allSatisfy(isSmallOrDigit)
    return "audio/\(sha256.prefix(2))/\(sha256)" + (isPlain ? ".\(ending)" : "")
  }

  /// Returns the query to append to an address below the root, so that no cache returns an older file.
  package static func query(_ file: FileDigest) -> String { "?\(file.sha256.prefix(16))" }

  /// Returns the key of a recording in addresses: the first 32 digits of the SHA-256 of its bundle's path in
  /// the library.
  package static func key(ofBundleAt path: String) throws(FileError) -> String {
    String(try FileDigest.of(Array(path.utf8)).sha256.prefix(32))
  }

  // MARK: - What is taken for one

  static func isHexadecimal(_ text: String, _ digits: Int) -> Bool {
    text.utf8.count == digits
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  static func isPath(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"))
    return !parts.isEmpty && text.utf8.first != UInt8(ascii: "/") && !text.utf8.contains(0)
      && !parts.contains { $0.elementsEqual("..".utf8) }
  }

  /// Returns true if a text is an address of audio in the form of ``audio(_:like:)``.
  package static func isAudio(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 73, bytes.starts(with: "audio/".utf8), bytes[8] == UInt8(ascii: "/"),
      isHexadecimal(String(decoding: bytes[9..<73], as: UTF8.self), 64), bytes[6] == bytes[9],
      bytes[7] == bytes[10]
    else { return false }
    let rest = bytes[73...]
    return rest.isEmpty
      || rest.first == UInt8(ascii: ".") && (2...9).contains(rest.count)
        && rest.dropFirst().allSatisfy(isSmallOrDigit)
  }

  /// Returns true if a text is an address in one of the folders: of an ayah or a surah, of a recording or a
  /// group, or of audio.
  package static func isOwn(_ text: String) -> Bool {
    if isAudio(text) { return true }
    let parts = text.fields(by: "/")
    guard parts.count == 3, let name = parts[2].before(".json") else { return false }
    let digits = { (text: Substring) in
      (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    switch parts[0] {
    case "ayat":
      return parts[1].utf8.count == 3 && digits(parts[1])
        && (name == "index" || name == "held" || name.fields(by: "-").allSatisfy(digits))
    case "recordings":
      return isHexadecimal(String(parts[1]), 2)
        && (name == "index" || isHexadecimal(String(name), 32) && name.begins(with: parts[1]))
    default: return false
    }
  }

  /// Returns true if a text is an address of the web without characters that are invalid in addresses.
  package static func isURL(_ text: String) -> Bool {
    (text.begins(with: "https://") || text.begins(with: "http://"))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
  }

  private static func isSmallOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func padded(_ number: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, 3 - text.utf8.count)) + text
  }
}

/// The limits of what a reader accepts.
package enum PublishedLimits {
  /// Of the layout.
  package static let version = 1
  /// Bytes of the root.
  package static let rootBytes = 1 << 20
  /// Bytes of a surah's index: enough for that of the longest surah in a library of 10 million recordings.
  package static let indexBytes = 4 << 20
  /// Bytes of any other list: held ayat, reciters, groups and their recordings.
  package static let listBytes = 32 << 20
  /// Bytes of an ayah's rows; a writer begins another part long before.
  package static let ayahBytes = 32 << 20
  /// Bytes of a recording.
  package static let recordingBytes = 64 << 20
  /// Bytes of a name, a path or an address.
  package static let longestName = 4096
  /// Bytes of notes and of other long texts.
  package static let longestText = 1 << 20
  /// Items of a list, and whatever is counted.
  package static let mostOfAnything = 1_000_000_000
  /// Values of a file, each of which takes some memory.
  package static let mostValues = 2_000_000
  /// Parts of an ayah.
  package static let mostParts = 4096
}
