package import TilawaFormat

/// What one foreign file or folder holds: mostly one recording, of a set for the whole mushaf 114.
package struct RecordingCollection: Sendable {
  /// In the order of the source.
  package var recordings: [AnnotatedRecording]
  /// What belongs to the library that holds them.
  package var library = LibraryParts()

  /// These recordings.
  package init(_ recordings: [AnnotatedRecording]) { self.recordings = recordings }

  /// The only recording; nil when there are none or several.
  package var single: AnnotatedRecording? { recordings.count == 1 ? recordings[0] : nil }
}

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
