import TilawaBase
import TilawaFormat
import TilawaQuran

/// A reciter who is already described in a library, or in a bundle beside a new one.
struct KnownReciter {
  /// The path as the user would write it.
  let shownPath: String
  /// The content of the file.
  let bytes: [UInt8]
  /// The names, in Latin letters and in Arabic, as far as the file has them.
  let names: [String]
  /// The riwayah of recordings that name none.
  let riwayah: Riwayah?
  /// The count in the file names of all sources in the reciter's riwayah, or nil if they differ or don't
  /// say.
  let numbering: CountingSystem?

  /// Returns nil for a file with errors, and for one of another reciter.
  fileprivate init?(_ file: BundleFile<Reciter>, of id: String) {
    guard let reciter = file.content, reciter.id?.value.isExactly(id) == true, !file.hasErrors else {
      return nil
    }
    shownPath = file.source.path
    bytes = file.source.bytes
    names = [reciter.name, reciter.arabicName].compactMap { $0?.value }
    riwayah = reciter.riwayah?.value
    let counts = Set(
      reciter.sources.filter { ($0.riwayah ?? reciter.riwayah)?.value == reciter.riwayah?.value }
        .map { $0.numbering?.value })
    numbering = counts.count == 1 ? counts.first.flatMap { $0 } : nil
  }
}

/// The descriptions of reciters around a folder in which bundles are made.
///
/// They are in libraries and in neighbours. One library is the nearest folder with `reciters/`, from there
/// up to the top of the repository. Another is the one in `TILAWA_LIBRARY`. The neighbours are the bundles
/// directly in the folder. Bundles further away are not read.
struct ReciterSurroundings {
  private let folder: String
  private let workplace: Workplace

  init(of folder: String, in workplace: Workplace) {
    self.folder = folder
    self.workplace = workplace
  }

  /// Returns the description of a reciter, from a library, or else from the copy in a neighbour.
  func reciter(_ id: String) -> KnownReciter? {
    for file in libraryFiles {
      if let known = KnownReciter(file.file, of: id) { return known }
    }
    for bundle in neighbours where bundle.reciterID?.isExactly(id) == true {
      if let known = bundle.reciter.flatMap({ KnownReciter($0, of: id) }) { return known }
    }
    return nil
  }

  /// Returns the count of neighbours with this reciter and riwayah, or nil if they differ or don't say.
  func numbering(of id: String, in riwayah: Riwayah) -> CountingSystem? {
    let counts = Set(
      neighbours.filter { $0.reciterID?.isExactly(id) == true && $0.riwayah == riwayah }
        .map { $0.recording?.content?.numbering?.value })
    return counts.count == 1 ? counts.first?.flatMap { $0 } : nil
  }

  /// Returns the most similar id in a library.
  func nearest(to id: String) -> String? {
    nearestName(to: id, in: libraryFiles.compactMap { $0.file.content?.id?.value })
  }

  /// Returns the id of the only reciter with this name, in any script, in a library.
  func id(ofName name: String) -> String? {
    let found = Set(
      libraryFiles.compactMap(\.file.content).filter { reciter in
        [reciter.name?.value, reciter.shortName?.value, reciter.arabicName?.value].contains(name)
      }.compactMap { $0.id?.value })
    return found.count == 1 ? found.first : nil
  }

  private var libraryFiles: [ReciterFile] {
    libraries.flatMap { ReciterFile.paths(inLibrary: $0, unreadable: { _ in }) }.compactMap {
      try? ReciterFile(readingAt: $0, shownAs: workplace.shown($0))
    }
  }

  private var libraries: [String] {
    var found: [String] = []
    var next = folder
    while true {
      if !ReciterFile.paths(inLibrary: next, unreadable: { _ in }).isEmpty { found.append(next) }
      let parent = PathText.folder(of: next)
      if !found.isEmpty || parent.isExactly(next)
        || !FileStatus.isAbsent(PathText.joined(next, ".git"), followingLinks: false)
      {
        break
      }
      next = parent
    }
    if let named = workplace.environment["TILAWA_LIBRARY"], !named.isEmpty {
      let path = workplace.path(named)
      if !found.contains(where: { $0.isExactly(path) }) { found.append(path) }
    }
    return found
  }

  private var neighbours: [TilawaBundle] {
    let names = (try? FileTree.entries(ofFolder: folder)) ?? []
    return names.filter { $0.ends(with: BundleName.ending) }.map { name in
      let path = PathText.joined(folder, name)
      return TilawaBundle(readingAt: path, shownAs: workplace.shown(path), only: [.recording, .reciter])
    }
  }
}

extension AudioImport.Facts {
  /// Adds facts about the reciter from the surroundings of `folder`. Returns remarks for the user: the
  /// sources of these facts, and missing facts with the way to give them.
  ///
  /// Facts that were given stay. A numbering is only added if no ayat were read by another one.
  package mutating func completed(from folder: String, in workplace: Workplace) -> [String] {
    var remarks: [String] = []
    let surroundings = ReciterSurroundings(of: folder, in: workplace)
    var taken: [String] = []
    let known = reciter.flatMap(surroundings.reciter)
    if let known {
      reciterFile = known.bytes
      if riwayah == nil, let theirs = known.riwayah {
        riwayah = theirs
        taken.append("riwayah \(theirs.rawValue)")
      }
    } else if let reciter, let near = surroundings.nearest(to: reciter) {
      remarks.append("no file in reciters/ describes \"\(reciter)\"; did you mean \(near)?")
    }
    if numbering == nil, passage.isEmpty, let reciter, let riwayah, riwayah.counting != .kufi {
      let ofSources = known?.riwayah == riwayah ? known?.numbering : nil
      if let theirs = surroundings.numbering(of: reciter, in: riwayah) ?? ofSources {
        numbering = theirs
        taken.append("numbering \(theirs.rawValue)")
      }
    }
    if let known {
      let more = taken.isEmpty ? "" : ", with \(taken.joined(separator: " and "))"
      remarks.append("reciter.yaml is a copy of \(known.shownPath)\(more)")
    } else if !taken.isEmpty {
      remarks.append("taken from neighbouring bundles: \(taken.joined(separator: " and "))")
    }
    return remarks + whatIsUnsaid
  }

  private var whatIsUnsaid: [String] {
    guard let riwayah else {
      return [
        "no riwayah is named, so libraries never play this recording; write \"riwayah: hafs\" in recording.yaml"
      ]
    }
    guard numbering == nil, riwayah.counting != .kufi else { return [] }
    let usual = riwayah.counting
    return [
      "ayat are numbered by the Kufi count; for the \(usual.displayName) count of \(riwayah.rawValue) mushafs, write \"numbering: \(usual.rawValue)\" in recording.yaml"
    ]
  }
}

extension FoundBundle {
  /// Returns the id of the only reciter whom a library around the bundle describes by this name.
  package func reciterID(ofName name: String, in workplace: Workplace) -> String? {
    ReciterSurroundings(of: PathText.folder(of: path), in: workplace).id(ofName: name)
  }
}
