package import TilawaFormat

/// What a foreign file holds besides recordings: files that belong to a library as a whole.
package struct LibraryParts: Sendable {
  /// For the library's folder of reciters.
  package var reciters: [ReciterDraft] = []
  /// `playback.yaml` and the journal, whole.
  package var files: [DocumentKind: String] = [:]

  /// Nothing.
  package init() {}

  /// Whether there is nothing.
  package var isEmpty: Bool { reciters.isEmpty && files.isEmpty }
}
