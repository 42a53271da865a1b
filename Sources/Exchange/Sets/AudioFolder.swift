package import TilawaBase
package import TilawaQuran

/// A folder with the audio of a set: a file a surah or a file an ayah, known by their names.
package struct AudioFolder: Sendable {
  /// Absolute.
  package let path: String
  private var surahs: [Int: String] = [:]
  private var ayat: [Ayah: String] = [:]
  private var named: [ExactText: String] = [:]
  /// Other systems compose the letters of a name in other ways.
  private var alike: [String: String] = [:]
  /// Files that bear the name of an ayah or a surah that another file has already.
  package private(set) var doubles: [String] = []
  /// Files that bear the name of no ayah and no surah, and folders that aren't looked into.
  private var nameless: [String] = []

  /// Folders with takes that nobody wants.
  private static let discarded: Set<String> = [
    "mistakes", "replaced", "old", "new", "notclear", "glitches", "original", "merged", "pagemp3s", "zips",
  ]
  private static let endings: Set<String> = [
    "mp3", "m4a", "opus", "ogg", "oga", "flac", "wav", "aiff", "aif", "aac", "m4b", "mp4", "webm", "mka",
    "3gp",
  ]

  /// Looks at the names in the folder and in the folders in it.
  package init(_ path: String) throws(FileError) {
    self.path = path
    try look(into: path, inFolder: nil, depth: 0)
  }

  private mutating func look(into folder: String, inFolder name: String?, depth: Int) throws(FileError) {
    for entry in try FileTree.entries(ofFolder: folder) where !entry.begins(with: ".") {
      let path = PathText.joined(folder, entry)
      if Self.endings.contains(PathText.fileExtension(of: entry)) {
        take(path, entry, inFolder: name)
      } else if !entry.ends(with: ".tilawa"), try FileStatus.isFolder(path) {
        guard depth < 2, !Self.discarded.contains(entry.lowercased()) else {
          nameless.append(path)
          continue
        }
        try look(into: path, inFolder: entry, depth: depth + 1)
      }
    }
  }

  private mutating func take(_ path: String, _ name: String, inFolder folder: String?) {
    if named[ExactText(name)] == nil { named[ExactText(name)] = path }
    if alike[name] == nil { alike[name] = path }
    let stem = PathText.stem(of: name)
    if let ayah = Self.ayah(ofStem: stem, inFolder: folder) {
      if ayat[ayah] == nil { ayat[ayah] = path } else { doubles.append(path) }
    } else if stem.utf8.count <= 3, let surah = Int(stem), (1...114).contains(surah) {
      if surahs[surah] == nil { surahs[surah] = path } else { doubles.append(path) }
    } else {
      nameless.append(path)
    }
  }

  /// `002255`, `2_255`, `S002A255`, and `255` in a folder `2`; ayah 0 is what is heard before the first one.
  static func ayah(ofStem stem: String, inFolder folder: String?) -> Ayah? {
    if let reference = LabelReference(stem), reference.ayat.isSingle, reference.words == nil {
      return (1...114).contains(reference.ayat.first.surah) ? reference.ayat.first : nil
    }
    guard let folder, stem.utf8.count <= 3, folder.utf8.count <= 3, let surah = Int(folder),
      let number = Int(stem),
      (1...114).contains(surah), number >= 0
    else { return nil }
    return Ayah(surah, number)
  }

  /// Reports, in one finding, files that aren't in `recordings` and that no other set would take by their
  /// names either.
  func tellNameless(besides recordings: [AnnotatedRecording], at place: Place, _ report: ExchangeReport) {
    let taken = Set(
      recordings.compactMap { recording -> ExactText? in
        if case .file(let file)? = recording.localAudio { ExactText(file) } else { nil }
      })
    let names = nameless.filter { !taken.contains(ExactText($0)) }.map { file in
      "\"\(file.after(path + "/") ?? file[...])\""
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard !names.isEmpty else { return }
    let isOne = names.count == 1
    report.add(
      .unplaced,
      "\(names.count) of the files \(isOne ? "is" : "are") left out, because no ayah or surah is in the name: "
        + SetNames.list(names), at: place)
  }

  /// The file of a whole surah: the one of this name, else one named by the surah's number.
  package func file(ofSurah surah: Int, named name: String?) -> String? {
    name.flatMap(file) ?? surahs[surah]
  }

  /// The file of this name.
  package func file(named name: String) -> String? { named[ExactText(name)] ?? alike[name] }

  /// The file of an ayah.
  package func file(of ayah: Ayah) -> String? { ayat[ayah] }

  /// True if no file has the name of an ayah or a surah.
  package var isEmpty: Bool { ayat.isEmpty && surahs.isEmpty }

  /// All surahs that have a file.
  package var allSurahs: [Int] { surahs.keys.sorted() }

  /// All ayat that have a file, in the order of the mushaf.
  package var allAyat: [Ayah] { ayat.keys.sorted() }
}
