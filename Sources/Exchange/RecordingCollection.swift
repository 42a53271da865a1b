package import TilawaFormat

/// The content of one foreign file or folder: usually one recording, or 114 for a set of the whole mushaf.
package struct RecordingCollection: Sendable {
  /// In the order of the source.
  package var recordings: [AnnotatedRecording]
  /// The parts that belong to the library that contains the recordings.
  package var library = LibraryParts()

  /// These recordings.
  package init(_ recordings: [AnnotatedRecording]) { self.recordings = recordings }

  /// The only recording; nil when there are none or several.
  package var single: AnnotatedRecording? { recordings.count == 1 ? recordings[0] : nil }
}

/// The content of a foreign file besides recordings: files that belong to a library as a whole.
package struct LibraryParts: Sendable {
  /// For the library's folder of reciters.
  package var reciters: [ReciterDraft] = []
  /// `playback.yaml` and the journal, whole.
  package var files: [DocumentKind: String] = [:]

  /// Nothing.
  package init() {}

  /// True if there are neither reciters nor files.
  package var isEmpty: Bool { reciters.isEmpty && files.isEmpty }
}
