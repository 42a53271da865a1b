package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A source of a reciter file, ready to be searched for ayat.
package struct LibrarySource: Sendable {
  package let reciter: String
  /// Nil when neither it nor its reciter names one: it is served in no session.
  package let riwayah: Riwayah?
  package let counting: CountingSystem
  /// The row in `sources`.
  package let place: Place
  /// Its place among all sources of the library, the preferred first.
  package let order: Int
  /// The folder with the files that are here, absolute; empty when there is none.
  package let folder: String
  /// The path of the folder as shown to the user.
  package let shownFolder: String
  /// As `SourceFile` has it.
  private let bounds: String
  private let isFolderOutside: Bool
  private let pattern: SourcePattern
  private let url: String?
  /// The rule for its addresses if they come from a stranger. Its files then have names made here.
  private let rule: NetworkRule?

  /// Returns the sources in `files`, and faults for those that can't be served.
  package static func all(
    of files: [ReciterFile], cacheFolder: String?, shownFrom home: String
  ) -> (sources: [LibrarySource], faults: [LibraryFault]) {
    var faults: [LibraryFault] = []
    var seen: Set<String> = []
    var readable: [(sortOrder: Int, file: ReciterFile, id: String)] = []
    for file in files {
      guard let id = file.file.content?.id?.value, !file.file.hasErrors else {
        if let fault = LibraryFault(of: TilawaBundle(of: file)) { faults.append(fault) }
        continue
      }
      let path = file.file.source.path
      guard seen.insert(id).inserted else {
        faults.append(LibraryFault(path: path, message: "\(path): \"\(id)\" is also defined in another file"))
        continue
      }
      readable.append((file.file.content?.sortOrder?.value ?? .max, file, id))
    }
    // Sorting keeps the order of paths where the sort order is equal.
    let ordered = readable.enumerated().sorted {
      ($0.element.sortOrder, $0.offset) < ($1.element.sortOrder, $1.offset)
    }
    var sources: [LibrarySource] = []
    for (_, file, id) in ordered.map(\.element) {
      for row in file.file.content?.sources ?? [] {
        let order = sources.count
        let source = LibrarySource(row, of: id, in: file, order: order, cacheFolder, shownFrom: home)
        if let source { sources.append(source) }
      }
    }
    return (sources, faults)
  }

  private init?(
    _ row: ReciterSource, of reciter: String, in file: ReciterFile, order: Int, _ cacheFolder: String?,
    shownFrom home: String
  ) {
    guard let pattern = row.pattern.flatMap({ SourcePattern($0.value) }) else { return nil }
    self.reciter = reciter
    self.pattern = pattern
    self.order = order
    url = row.url?.value
    riwayah = row.riwayah?.value ?? file.file.content?.riwayah?.value
    counting = row.numbering?.value ?? .kufi
    place = file.file.place(row.range)
    if let cache = row.cache?.value {
      // `reciters` is not a link, so that `reciters/../a` is `a`.
      folder = PathText.withoutClimbing(PathText.joined(PathText.folder(of: file.path), cache))
    } else if let cacheFolder, let url {
      // Two sources of one reciter may give other recitations the same names.
      let key = (url + "\n" + (row.pattern?.value ?? "")).utf8.fnv1a.hexadecimal
      folder = PathText.joined(cacheFolder, "\(reciter)/\(key)")
    } else {
      folder = ""
    }
    shownFolder = PathText.shown(folder, from: home)
    let library = PathText.folder(of: PathText.folder(of: file.path))
    bounds = PathText.lies(folder, in: library) ? library : folder
    isFolderOutside = LinkRule.target(of: folder, outside: bounds) != nil
    rule = nil
  }

  /// A source of a published library, in the row `place`. Nil if the pattern is invalid or the digest for its
  /// folder can't be computed.
  package init?(
    url: String, pattern: String, of reciter: String, _ riwayah: Riwayah?, _ counting: CountingSystem,
    at place: Place, order: Int, cacheFolder: String?, by rule: NetworkRule
  ) {
    guard let parsed = SourcePattern(pattern),
      let key = try? FileDigest.of(Array("\(url)\n\(pattern)".utf8)).sha256
    else { return nil }
    self.reciter = reciter
    self.pattern = parsed
    self.order = order
    self.url = url
    self.riwayah = riwayah
    self.counting = counting
    self.place = place
    self.rule = rule
    folder = cacheFolder.map { PathText.joined($0, "published/sources/\(key)") } ?? ""
    shownFolder = url
    bounds = folder
    isFolderOutside = false
  }

  /// Returns the file that plays the requested ayat, if the source can have one, and whether it contains
  /// more.
  package func file(of match: WantedAyat.Mapped) -> (file: SourceFile, isShared: Bool)? {
    guard match.relation != .overlap, pattern.holdsSurahs || match.range.isSingle,
      let name = pattern.name(of: match.range.first, counting)
    else { return nil }
    let isShared = pattern.holdsSurahs || match.relation == .merged
    return (
      SourceFile(
        address: url.map { Self.address($0, name) }, folder: folder, bounds: bounds,
        isFolderOutside: isFolderOutside, name: rule == nil ? name : Self.ownName(for: name),
        holdsSurah: pattern.holdsSurahs, rule: rule), isShared
    )
  }

  /// A name that no stranger chose, with an ending that says what kind of audio it is.
  private static func ownName(for name: String) -> String {
    let ending = PathText.fileExtension(of: name).lowercased()
    let isPlain = (1...5).contains(ending.utf8.count) && AudioEnding.isName(ofAudio: "a." + ending)
    let digest = (try? FileDigest.of(Array(name.utf8)).sha256) ?? "unknown"
    return digest + "." + (isPlain ? ending : "unknown")
  }

  private static func address(_ url: String, _ name: String) -> String {
    url + (url.ends(with: "/") ? "" : "/") + escaped(name)
  }

  /// Replaces characters that are invalid in addresses by `%20` and the like. A `%` is taken for such an
  /// escape.
  private static func escaped(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for byte in name.utf8 {
      if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}#".utf8.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
      }
    }
    return text
  }
}
