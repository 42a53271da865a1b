package import TilawaBase
import TilawaYAML

/// A version of a bundle, with its rows where they are heard in other audio of the same recording.
package struct MovedVersion: Sendable {
  /// A row that the other audio has no place for, or only for a part.
  package struct CutRow: Hashable, Sendable {
    /// The row, as messages name it.
    package let place: String
    /// The time at which it begins in the version's own audio.
    package let start: Milliseconds
    /// True if the row is left out; otherwise it begins with the audio.
    package let isLost: Bool
  }

  /// The moved version.
  package private(set) var version: BundleVersion
  /// The rows that lie before the other audio's start, in part or wholly.
  package private(set) var cut: [CutRow] = []

  /// Moves every time of the rows by `move`; all else stays as it is written.
  ///
  /// Throws when a file can't be read surely enough.
  package init(_ version: BundleVersion, by move: Milliseconds) throws(FileMerge.Unmergeable) {
    self.version = version
    guard move != .zero else { return }
    for kind in [DocumentKind.segments, .markers, .words] {
      guard let source = version.files[kind] else { continue }
      let text = try AnnotationText(source, kind)
      var edits: [TextEdit] = []
      for (index, row) in text.rows.enumerated() {
        guard let times = row.times else {
          throw FileMerge.Unmergeable(path: source.path, diagnostics: [])
        }
        // A marker without an end reaches to the next one.
        let next = index + 1 < text.rows.count ? text.rows[index + 1].start : nil
        let end = row.end > row.start ? row.end : max(row.start, next ?? row.start)
        // Where one ayah gives way to the next before the start, the row would name what isn't there.
        let isLost =
          row.start + move < .zero
          && (end + move <= .zero || times.contains { $0 > row.start && $0 + move <= .zero })
        if row.start + move < .zero {
          cut.append(CutRow(place: row.name.text, start: row.start, isLost: isLost))
        }
        if isLost {
          edits.append(TextEdit(row.piece.lines, ""))
        } else {
          edits += row.moving { max(.zero, $0 + move) }
        }
      }
      guard let bytes = edits.applied(to: source.bytes) else {
        throw FileMerge.Unmergeable(path: source.path, diagnostics: [])
      }
      self.version.files[kind] = SourceText(path: source.path, bytes: bytes)
    }
  }
}

extension BundleVersion {
  /// Returns a copy that names the audio of `other`, for a version whose rows were moved to that audio.
  package func namingAudio(of other: BundleVersion) -> BundleVersion {
    guard let own = files[.recording], let source = other.files[.recording],
      let audio = YAMLDocument(parsing: source).root?[FileKey.audio]
    else { return self }
    let document = YAMLDocument(parsing: own)
    guard let root = document.root, root[FileKey.audio] != nil else { return self }
    var editor = YAMLEditor(document)
    editor.set(FileKey.audio, to: FieldValue(audio, .recording, [FileKey.audio]).yaml, in: root)
    guard let bytes = editor.edits.applied(to: own.bytes) else { return self }
    var copy = self
    copy.files[.recording] = SourceText(path: own.path, bytes: bytes)
    return copy
  }
}
