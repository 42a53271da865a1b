import TilawaArchives
import TilawaBase
import TilawaRemote

/// A folder in the BagIt format (RFC 8493) that was received. It is checked before any of it is used.
///
/// Nothing is downloaded. Files that `fetch.txt` leaves to be downloaded count as missing, and the bag is
/// refused for that reason.
package struct BagItBag: Sendable {
  /// A file of the payload.
  struct File: Sendable {
    /// The name in `data/`.
    let name: EntryName
    /// The absolute path.
    let path: String
    /// The checksums, by each of the lists.
    fileprivate(set) var sums: [(kind: Sum, digits: String)] = []

    /// Throws if the copy at `path`, which has this digest, has other checksums than the lists give.
    func check(_ path: String, _ digest: FileDigest) throws {
      for (kind, digits) in sums {
        let own = try kind == .sha256 ? digest.sha256 : FileDigest.sha512(ofFileAt: path)
        guard own.isExactly(digits) else {
          throw ArchiveRefusal(
            .wrongChecksum, name.path, "does not have the checksum in \(kind.manifest)")
        }
      }
    }
  }

  /// The checksums of the lists. Other lists, such as those of MD5 and SHA-1, are ignored.
  enum Sum: String, CaseIterable, Sendable {
    case sha256, sha512

    /// The name of the list of the payload.
    var manifest: String { "manifest-\(rawValue).txt" }
    /// The name of the list of the lists.
    var tagManifest: String { "tagmanifest-\(rawValue).txt" }
    fileprivate var digits: Int { self == .sha256 ? 64 : 128 }

    fileprivate func sum(of bytes: [UInt8]) throws -> String {
      self == .sha256 ? try FileDigest.of(bytes).sha256 : try FileDigest.sha512(of: bytes)
    }
  }

  /// The first part of the names of the files in a bag.
  static let payload = "data"
  static let declaration = "bagit.txt"
  /// The name of the list that is written.
  static let manifest = Sum.sha256.manifest
  package static let tagManifest = Sum.sha256.tagManifest
  static let facts = "bag-info.txt"
  static let toFetch = "fetch.txt"

  /// The files, ordered by the bytes of their names.
  private(set) var files: [File] = []
  private let folder: String
  private let limits: ArchiveLimits

  /// Returns true if a folder declares itself a bag.
  static func isBag(_ folder: String) throws(FileError) -> Bool {
    try FileStatus.ifAny(PathText.joined(folder, declaration), followingLinks: false)?.kind == .file
  }

  /// Returns the name of the list of lists that a signature covers: that of SHA-256 if there is one.
  static func signedList(of folder: String) -> String {
    let has = { (name: String) in
      !FileStatus.isAbsent(PathText.joined(folder, name), followingLinks: false)
    }
    return (Sum.allCases.first { has($0.tagManifest) } ?? .sha256).tagManifest
  }

  /// Reads the lists of a bag and looks at the files that are there. Nothing of the payload is read yet.
  ///
  /// With `listsAreListed`, a list of files must be listed in the list of lists that a signature covers.
  init(at folder: String, _ limits: ArchiveLimits, listsAreListed: Bool = false) throws {
    (self.folder, self.limits) = (folder, limits)
    try Self.checkDeclaration(try text(Self.declaration))
    try checkTags(isNeeded: listsAreListed)
    let missing = try missingFiles()
    let found = try payload()
    for kind in try kinds() { try take(kind, found, missing) }
    files.sort { $0.name.path.utf8.lexicographicallyPrecedes($1.name.path.utf8) }
  }

  /// Returns the kinds of lists of the payload that exist, at least one.
  private func kinds() throws(ArchiveRefusal) -> [Sum] {
    let kinds = Sum.allCases.filter {
      !FileStatus.isAbsent(PathText.joined(folder, $0.manifest), followingLinks: false)
    }
    guard kinds.isEmpty else { return kinds }
    throw ArchiveRefusal(
      .missingFile, Self.manifest, "is missing from the bag, and so is \(Sum.sha512.manifest)")
  }

  /// Reads a list of the payload. Each list contains all files.
  private mutating func take(
    _ kind: Sum, _ found: [ExactText: Int64], _ missing: [ExactText: String]
  ) throws {
    var places = Dictionary(uniqueKeysWithValues: files.enumerated().map { (ExactText($1.name.path), $0) })
    let isFirst = files.isEmpty
    var names = EntryNames()
    var listed: Set<ExactText> = []
    for (entry, sum) in try sums(in: kind.manifest, kind) {
      guard entry.parts.count > 1, entry.parts[0] == Self.payload else {
        throw ArchiveRefusal(.badManifest, entry.path, "is not in data/, where \(kind.manifest) lists files")
      }
      let name = try EntryName(entry.parts.dropFirst().joined(separator: "/").utf8, limits)
      try names.add(name, isFolder: false)
      listed.insert(ExactText(entry.path))
      if let place = places[ExactText(name.path)] {
        files[place].sums.append((kind, sum))
      } else if isFirst {
        places[ExactText(name.path)] = files.count
        files.append(
          File(name: name, path: PathText.joined(folder, entry.path), sums: [(kind, sum)]))
      } else {
        throw ArchiveRefusal(
          .notInManifest, entry.path, "is in \(kind.manifest) but not in \(Self.manifest)")
      }
    }
    try compare(listed, of: kind, with: found, missing)
  }

  // MARK: Lists

  private static func checkDeclaration(_ text: String) throws(ArchiveRefusal) {
    let lines = text.filledLines.map(\.trimmed)
    let values = ["BagIt-Version:", "Tag-File-Character-Encoding:"].map { key in
      lines.lazy.compactMap { $0.after(key)?.trimmed }.first ?? ""
    }
    guard lines.count == 2, ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"].contains(values[0]) else {
      throw ArchiveRefusal(
        .badManifest, declaration, "does not name a supported version of BagIt (0.93 to 1.0)")
    }
    guard values[1].uppercased() == "UTF-8" else {
      throw ArchiveRefusal(.badManifest, declaration, "names an encoding other than UTF-8")
    }
  }

  /// Checks the lists and the other files outside the payload against the lists of lists.
  private func checkTags(isNeeded: Bool) throws {
    let signed = Self.signedList(of: folder)
    for kind in Sum.allCases {
      let list = kind.tagManifest
      let isSigned = isNeeded && list.isExactly(signed)
      guard try isSigned || FileStatus.ifAny(PathText.joined(folder, list), followingLinks: false) != nil
      else {
        continue
      }
      let sums = try sums(in: list, kind)
      guard
        !isSigned
          || Sum.allCases.contains(where: { kind in
            sums.contains { $0.0.path.isExactly(kind.manifest) }
          })
      else {
        throw ArchiveRefusal(.notInManifest, kind.manifest, "is not in \(list), which is signed")
      }
      for (name, sum) in sums {
        guard try kind.sum(of: bytes(name.path)).isExactly(sum) else {
          throw ArchiveRefusal(.wrongChecksum, name.path, "does not have the checksum in \(list)")
        }
      }
    }
  }

  /// Returns the name and checksum in each line.
  private func sums(in list: String, _ kind: Sum) throws -> [(EntryName, String)] {
    var sums: [(EntryName, String)] = []
    var known: Set<ExactText> = []
    let lines = try text(list).lines
    guard lines.count <= limits.entries else {
      throw ArchiveRefusal(.tooManyEntries, list, "lists more than \(limits.entries) files")
    }
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let parts = line.words(by: " \t", atMost: 2)
      guard parts.count == 2, parts[0].utf8.count == kind.digits,
        parts[0].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0 | 0x20) })
      else { throw ArchiveRefusal(.badManifest, list, "has no checksum and name in line \(index + 1)") }
      // Older programs write the format of md5sum, with an asterisk.
      let written = parts[1].trimmed(of: " \t")
      let name = try name(of: String(written.after("*") ?? written[...]))
      guard known.insert(ExactText(name.path)).inserted else {
        throw ArchiveRefusal(.nameTwice, name.path, "is in \(list) twice")
      }
      sums.append((name, parts[0].lowercased()))
    }
    return sums
  }

  /// Returns the name that is written in a list. Line ends and percent signs are written as `%0A`, `%0D`
  /// and `%25`. Some programs write percent signs unchanged.
  private func name(of written: String) throws(ArchiveRefusal) -> EntryName {
    let unfolded = written.replaced("%0a", with: "\n").replaced("%0A", with: "\n").replaced("%0d", with: "\r")
      .replaced("%0D", with: "\r")
    let plain = try EntryName(unfolded.utf8, limits)
    guard unfolded.holds("%25"), FileStatus.isAbsent(PathText.joined(folder, plain.path)) else {
      return plain
    }
    return try EntryName(unfolded.replaced("%25", with: "%").utf8, limits)
  }

  /// Returns the address of each file that is left to be downloaded.
  private func missingFiles() throws -> [ExactText: String] {
    guard try FileStatus.ifAny(PathText.joined(folder, Self.toFetch), followingLinks: false) != nil else {
      return [:]
    }
    var addresses: [ExactText: String] = [:]
    for (index, line) in try text(Self.toFetch).lines.enumerated() where !line.isEmpty {
      let parts = line.words(by: " \t", atMost: 3)
      guard parts.count == 3, parts[1] == "-" || Int64(parts[1]) != nil else {
        throw ArchiveRefusal(
          .badManifest, Self.toFetch, "has no address, length and name in line \(index + 1)")
      }
      addresses[ExactText(try name(of: String(parts[2])).path)] = String(parts[0])
    }
    return addresses
  }

  private func text(_ name: String) throws -> String {
    guard let text = String(validating: try bytes(name), as: UTF8.self) else {
      throw ArchiveRefusal(.notUTF8, name, "is not UTF-8")
    }
    return text
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    let path = PathText.joined(folder, name)
    switch try FileStatus.ifAny(path, followingLinks: false)?.kind {
    case .file: return try FileContents.read(path, in: folder, atMost: limits.listBytes)
    case nil: throw ArchiveRefusal(.missingFile, name, "is missing from the bag")
    case .link: throw ArchiveRefusal(.link, name, "is a link")
    case .folder, .other: throw ArchiveRefusal(.unknownKind, name, "is not a regular file")
    }
  }

  // MARK: Files

  /// Returns the sizes of the files that are there, by their names relative to the bag.
  private func payload() throws -> [ExactText: Int64] {
    var found: [ExactText: Int64] = [:]
    var bytes: Int64 = 0
    func list(_ name: String, _ depth: Int) throws {
      let path = PathText.joined(folder, name)
      for entry in try FileTree.entries(ofFolder: path) {
        let inside = name + "/" + entry
        let status = try FileStatus.of(PathText.joined(folder, inside), followingLinks: false)
        switch status.kind {
        case .link: throw ArchiveRefusal(.link, inside, "is a link")
        case .other: throw ArchiveRefusal(.device, inside, "is not a regular file")
        case .folder:
          guard depth < limits.depth else {
            throw ArchiveRefusal(.tooDeep, inside, "is nested in more than \(limits.depth) folders")
          }
          try list(inside, depth + 1)
        case .file:
          found[ExactText(inside)] = status.size
          bytes += status.size
          guard found.count <= limits.entries else {
            throw ArchiveRefusal(.tooManyEntries, nil, "contains more than \(limits.entries) files")
          }
          guard bytes <= limits.bytes else {
            throw ArchiveRefusal(.tooLarge, nil, "contains more than \(limits.bytes) bytes")
          }
        }
      }
    }
    let status = try FileStatus.ifAny(PathText.joined(folder, Self.payload), followingLinks: false)
    guard status?.kind == .folder else {
      throw ArchiveRefusal(.missingFile, Self.payload, "is not a folder of the bag")
    }
    try list(Self.payload, 1)
    return found
  }

  private func compare(
    _ listed: Set<ExactText>, of kind: Sum, with found: [ExactText: Int64], _ missing: [ExactText: String]
  ) throws(ArchiveRefusal) {
    if let name = found.keys.filter({ !listed.contains($0) }).map(\.text).min() {
      throw ArchiveRefusal(.notInManifest, name, "is not in \(kind.manifest)")
    }
    if let name = missing.keys.filter({ !listed.contains($0) }).map(\.text).min() {
      throw ArchiveRefusal(.notInManifest, name, "is in \(Self.toFetch) but not in \(kind.manifest)")
    }
    let lacking = listed.filter { found[$0] == nil }.map(\.text).sorted()
    let toFetch = lacking.filter { missing[ExactText($0)] != nil }
    if let first = toFetch.first {
      let address = missing[ExactText(first)] ?? ""
      throw ArchiveRefusal(
        .toBeFetched, first,
        toFetch.count == 1
          ? "is not in the bag, only listed for download from \(address); download it into the bag first"
          : "and \(counted(toFetch.count - 1, "other file")) are not in the bag, only listed for download, the first from \(address); download them into the bag first"
      )
    }
    if let first = lacking.first {
      throw ArchiveRefusal(.missingFile, first, "is in \(kind.manifest) but not in the bag")
    }
  }
}
