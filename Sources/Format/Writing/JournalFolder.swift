public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// The content of a row of `bookmarks.yaml` that a tool writes.
public struct BookmarkDraft: Hashable, Sendable {
  /// The place of a bookmark.
  public enum Place: Hashable, Sendable {
    /// In the Kufi count.
    case ayah(Ayah)
    /// Of the 604.
    case page(Int)
  }

  /// The place of the bookmark.
  public var place: Place
  /// The purpose of the bookmark.
  public var label: String?
  /// A lower-case word, or `#` and six hexadecimal digits.
  public var color: String?
  /// The time at which it is made.
  public var created: Timestamp?

  /// A bookmark at `place`.
  public init(at place: Place, label: String? = nil, color: String? = nil, created: Timestamp? = nil) {
    self.place = place
    self.label = label
    self.color = color
    self.created = created
  }

  fileprivate func isSame(as row: Bookmark) -> Bool {
    guard label == row.label?.value else { return false }
    switch place {
    case .ayah(let ayah): return row.ayah?.value == ayah
    case .page(let page): return row.page?.value == page
    }
  }

  var yaml: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = []
    switch place {
    case .ayah(let ayah): pairs.append((Bookmark.keys[\.ayah], .quoted("\(ayah)")))
    case .page(let page): pairs.append((Bookmark.keys[\.page], .plain("\(page)")))
    }
    if let label { pairs.append((Bookmark.keys[\.label], .text(label))) }
    if let color { pairs.append((Bookmark.keys[\.color], .text(color))) }
    if let created { pairs.append((Bookmark.keys[\.created], .plain(created.text))) }
    return .flow(pairs)
  }
}

/// A person's progress in listening since the last draft.
public struct ListeningDraft: Hashable, Sendable {
  /// The ayah that was heard last, in the Kufi count; nil for a bundle of which it isn't known.
  public var ayah: Ayah?
  /// The number of that item in the queue of `ayat`, from 1, if it is known.
  public var item: Int?
  /// The length of that item's stretch that was heard, if it is known.
  public var position: Milliseconds?
  /// The bundle that is heard by itself, as `Listening` has it; `position` is where in its recording.
  public var bundle: String?
  /// The ayat that are being listened to, in the Kufi count; nil for a bundle as a whole.
  public var ayat: AyahRange?
  /// Of a bundle: the rak'ah that is listened to.
  public var rakah: Int?
  /// Of a bundle: where in its recording begins what is listened to; nil when that isn't a stretch.
  public var start: Milliseconds?
  /// Of a bundle: where that ends.
  public var end: Milliseconds?
  /// Of a bundle: whether rows without ayat are heard as well.
  public var skips = false
  /// Id of who recites, when that is known.
  public var reciter: String?
  /// The riwayah, if it is known.
  public var riwayah: Riwayah?
  /// The profile in use.
  public var profile: String?
  /// The speed, if it differs from the settings. The next five properties are likewise nil if they don't
  /// differ.
  public var speed: PlaybackSpeed?
  /// The silence between what is heard.
  public var gap: Milliseconds?
  /// The silence after each ayah.
  public var ayahPause: PauseFactor?
  /// The silence after each set of repeats.
  public var setPause: Milliseconds?
  /// The number of times each ayah is heard.
  public var ayahRepeats: Repeats?
  /// The number of times the passage is heard.
  public var rangeRepeats: Repeats?
  /// Now.
  public var at: Timestamp
  /// The time of listening since the last draft, which is added to the total in the journal.
  public var heard: Milliseconds

  /// All of it.
  public init(ayah: Ayah?, of ayat: AyahRange?, profile: String?, at: Timestamp, heard: Milliseconds) {
    self.ayah = ayah
    self.ayat = ayat
    self.profile = profile
    self.at = at
    self.heard = heard
  }

  /// The keys with their values, when that much was listened in all.
  fileprivate func pairs(listened: Milliseconds) -> [(key: String, value: YAMLValue?)] {
    [
      (Listening.keys[\.ayah], ayah.map { .quoted("\($0)") }),
      (Listening.keys[\.item], item.map { .plain("\($0)") }),
      (Listening.keys[\.position], position.map { .plain($0.description) }),
      (Listening.keys[\.bundle], bundle.map { .text($0) }),
      (Listening.keys[\.ayat], ayat.map { .quoted("\($0)") }),
      (Listening.keys[\.rakah], rakah.map { .plain("\($0)") }),
      (Listening.keys[\.start], start.map { .plain($0.description) }),
      (Listening.keys[\.end], end.map { .plain($0.description) }),
      (Listening.keys[\.skips], skips ? .plain("true") : nil),
      (Listening.keys[\.reciter], reciter.map { .text($0) }),
      (Listening.keys[\.riwayah], riwayah.map { .plain($0.rawValue) }),
      (Listening.keys[\.profile], profile.map { .text($0) }),
      (Listening.keys[\.speed], speed.map { .plain($0.description) }),
      (Listening.keys[\.gap], gap.map { .plain($0.description) }),
      (Listening.keys[\.ayahPause], ayahPause.map { .plain($0.description) }),
      (Listening.keys[\.setPause], setPause.map { .plain($0.description) }),
      (Listening.keys[\.ayahRepeats], ayahRepeats.map { .plain($0.description) }),
      (Listening.keys[\.rangeRepeats], rangeRepeats.map { .plain($0.description) }),
      (Listening.keys[\.at], .plain(at.text)),
      (Listening.keys[\.listened], .plain(listened.description)),
    ]
  }
}

/// A folder with bookmarks and how far somebody has listened; see `spec/companions/journal.md`.
///
/// Every change reads the file anew under a lock on the folder, changes the lines that it must, and writes the file
/// whole or not at all. A file with faults is not changed.
public struct JournalFolder: Sendable {
  /// Absolute; made by the first change.
  public let path: String
  private let shownPath: String
  /// Itself, where it is there: it is not made again when it has gone meanwhile.
  package let root: String?

  /// The folder at `path`, called `shownPath` in messages.
  public init(at path: String, shownAs shownPath: String) {
    self.path = path
    self.shownPath = shownPath
    root = FileStatus.isAbsent(path) ? nil : path
  }

  /// Reads the documents in the folder that have a fixed name.
  public func read() -> LibraryFiles {
    var files = LibraryFiles()
    for kind in DocumentKind.all where kind.isPersonal && kind.path != nil {
      files.read(
        kind, at: PathText.joined(path, kind.fileName), shownAs: PathText.joined(shownPath, kind.fileName))
    }
    return files
  }

  /// Reads the journals of books whose bytes satisfy `isWanted`. Their files may have any name.
  package func bookJournals(where isWanted: ([UInt8]) -> Bool) -> LibraryFiles {
    files(of: .bookJournal, in: "shelf", where: isWanted)
  }

  /// Reads the files of a class, a file for each student, who is known by its name.
  package func students() -> LibraryFiles {
    files(of: .student, in: DocumentKind.className) { _ in true }
  }

  /// Returns the file of a student, whether or not it exists.
  package func file(ofStudent id: String) -> DocumentFile {
    let name = PathText.joined(DocumentKind.className, "\(id).yaml")
    return DocumentFile(
      .student, at: PathText.joined(path, name), shownAs: PathText.joined(shownPath, name), below: root)
  }

  private func files(
    of kind: DocumentKind, in name: String, where isWanted: ([UInt8]) -> Bool
  ) -> LibraryFiles {
    var files = LibraryFiles()
    let folder = PathText.joined(path, name)
    var faults: [FileError] = []
    let names = FileTree.visibleFiles(endingIn: ".yaml", in: folder, takingLinks: true) { faults.append($0) }
    for fault in faults { files.add(unreadable: fault, in: path, shownPath) }
    for fileName in names {
      let file = PathText.joined(folder, fileName)
      // A file that can't be read is reported when it is read below.
      if let bytes = try? FileContents.readIfAny(file, in: path, atMost: YAMLRules.maximumBytes),
        !isWanted(bytes)
      {
        continue
      }
      files.read(
        kind, at: file, shownAs: PathText.joined(PathText.joined(shownPath, name), fileName), in: path)
    }
    return files
  }

  /// The result of adding a bookmark.
  public enum Addition: Sendable { case added, recoloured, wasThere }

  /// Adds a row at the end of `bookmarks.yaml`; one of the same place and label only gets the colour.
  @discardableResult
  public func add(_ bookmark: BookmarkDraft) throws -> Addition {
    var addition = Addition.added
    try change(.bookmarks) { document, files in
      guard let document, let root = document.root else {
        return .whole(
          .block([
            (FileKey.version, .plain("1")),
            (BookmarksFile.keys[\.rows], .rows([bookmark.yaml])),
          ]))
      }
      var editor = YAMLEditor(document)
      let rows = root[BookmarksFile.keys[\.rows]]
      if let old = files.bookmarks?.content?.rows.first(where: { bookmark.isSame(as: $0) }),
        let row = rows?.sequence?[old.index]
      {
        addition = .wasThere
        guard let color = bookmark.color, color != old.color?.value else { return .edits([]) }
        addition = .recoloured
        editor.set(
          Bookmark.keys[\.color], to: .text(color), in: row,
          after: [Bookmark.keys[\.ayah], Bookmark.keys[\.page], Bookmark.keys[\.label]])
      } else if let rows {
        editor.insertRow(bookmark.yaml, at: rows.sequence?.count ?? 0, in: rows)
      }
      return .edits(editor.edits)
    }
    return addition
  }

  /// Removes the rows that `isGone` names, and gives them.
  @discardableResult
  public func removeBookmarks(where isGone: (Bookmark) -> Bool) throws -> [Bookmark] {
    var removed: [Bookmark] = []
    try change(.bookmarks) { document, files in
      removed = files.bookmarks?.content?.rows.filter(isGone) ?? []
      guard let document, let rows = document.root?[BookmarksFile.keys[\.rows]] else { return .edits([]) }
      var editor = YAMLEditor(document)
      for row in removed.reversed() { editor.removeRow(at: row.index, in: rows) }
      return .edits(editor.edits)
    }
    return removed
  }

  /// Brings `listening.yaml` up to date.
  public func record(_ draft: ListeningDraft) throws {
    try change(.listening) { document, files in
      let listened = (files.listening?.content?.listened?.value ?? .zero) + draft.heard
      let values = draft.pairs(listened: listened)
      guard let document, let root = document.root else {
        return .whole(
          .block(
            [(FileKey.version, .plain("1"))]
              + values.compactMap { key, value in value.map { (key: key, value: $0) } }))
      }
      var editor = YAMLEditor(document)
      var before = [FileKey.version]
      for (key, value) in values {
        if let value {
          editor.set(key, to: value, in: root, after: before)
        } else {
          editor.removeKey(key, in: root)
        }
        before.append(key)
      }
      return .edits(editor.edits)
    }
  }

  /// Changes a file under the lock; `body` is given what it says, nil where it isn't there.
  func change(
    _ kind: DocumentKind, _ body: (YAMLDocument?, LibraryFiles) throws -> DocumentFile.Change
  ) throws {
    try DocumentFile(
      kind, at: PathText.joined(path, kind.fileName), shownAs: PathText.joined(shownPath, kind.fileName),
      below: root
    )
    .change(body)
  }
}
