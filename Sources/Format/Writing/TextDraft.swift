package import TilawaBase
package import TilawaQuran
import TilawaYAML

/// The content of a row of `texts.yaml` that a tool writes.
package struct TextDraft: Sendable {
  /// The id of the text.
  package var id: String
  /// The kind of the text.
  package var kind: TextKind
  /// The language that it is written in.
  package var language: String
  /// The riwayah of its ayat.
  package var riwayah: Riwayah?
  /// The counting system of its ayat, if it isn't the usual one.
  package var numbering: CountingSystem?
  /// The ayat that it should have, where those aren't all.
  package var passage: AyahRange?
  /// The title for people.
  package var title: String?
  /// The author of the text.
  package var author: String?
  /// The origin of the text.
  package var source: String?
  /// The permitted uses of the text.
  package var licence: String?
  /// The file's name in the folder of the texts.
  package var file: String

  /// A text in a file.
  package init(id: String, kind: TextKind, language: String, file: String) {
    (self.id, self.kind, self.language, self.file) = (id, kind, language, file)
  }

  /// Returns true if `text` can be the id of a text.
  package static func isID(_ text: String) -> Bool { FieldType<String>.isIdentifier(text) }

  /// Returns true if `text` has the form of a language.
  package static func isLanguage(_ text: String) -> Bool { FieldType<String>.isLanguage(text) }

  fileprivate var row: YAMLValue {
    let pairs: [(key: String, value: YAMLValue?)] = [
      (TextEntry.keys[\.id], .text(id)), (TextEntry.keys[\.kind], .plain(kind.rawValue)),
      (TextEntry.keys[\.language], .text(language)),
      (TextEntry.keys[\.riwayah], riwayah.map { .plain($0.rawValue) }),
      (TextEntry.keys[\.numbering], numbering.map { .plain($0.rawValue) }),
      (TextEntry.keys[\.passage], passage.map { .quoted("\($0)") }),
      (TextEntry.keys[\.title], title.map { .text($0) }),
      (TextEntry.keys[\.author], author.map { .text($0) }),
      (TextEntry.keys[\.source], source.map { .text($0) }),
      (TextEntry.keys[\.licence], licence.map { .text($0) }), (TextEntry.keys[\.file], .text(file)),
    ]
    return .flow(pairs.compactMap { key, value in value.map { (key: key, value: $0) } })
  }
}

extension TextFolder {
  /// Writes a text into the folder and its row at the end of `texts.yaml`, both or neither. Nothing is ever replaced.
  ///
  /// Throws when a text or a file is called so already, and when `texts.yaml` has faults.
  package func add(_ draft: TextDraft, _ bytes: [UInt8]) throws(FileError) {
    do {
      try FileTransfer.makeFolder(path, below: root)
      try DirectoryLock.holding(path) { try write(draft, bytes) }
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError("change", path, because: "\(error)")
    }
  }

  private func write(_ draft: TextDraft, _ bytes: [UInt8]) throws {
    let list = PathText.joined(path, DocumentKind.texts.fileName)
    let target = PathText.joined(path, draft.file)
    var files = LibraryFiles()
    files.read(.texts, at: list, shownAs: list)
    let document = files.document(.texts)
    guard files.unreadable.isEmpty, !(document?.hasErrors ?? false) else {
      throw FileError(
        "change", list, because: "it has errors; nothing was written; `tilawa lint` shows them")
    }
    let rows = document?.values(TextsFile.self)?.content?.rows ?? []
    guard !rows.contains(where: { $0.id?.value == draft.id }) else {
      throw FileError(
        "change", list, because: "the id \"\(draft.id)\" is already used by another text; choose another")
    }
    guard try FileStatus.ifAny(target, followingLinks: false) == nil else {
      throw FileError("create", target, because: "it already exists")
    }
    let text: [UInt8]
    if let source = document?.source {
      let yaml = YAMLDocument(parsing: source)
      guard let root = yaml.root else { throw FileError("change", list, because: "it is empty") }
      var editor = YAMLEditor(yaml)
      if let sequence = root[TextsFile.keys[\.rows]] {
        editor.insertRow(draft.row, at: sequence.sequence?.count ?? 0, in: sequence)
      }
      guard let changed = editor.edits.applied(to: source.bytes) else {
        throw FileError("change", list, because: "two edits overlap; nothing was written")
      }
      text = changed
    } else {
      text = Array(DocumentKind.texts.text([(TextsFile.keys[\.rows], .rows([draft.row]))]).utf8)
    }
    try AtomicFile.change([
      .init(target, from: nil, to: bytes), .init(list, from: document?.source.bytes, to: text),
    ])
  }
}
