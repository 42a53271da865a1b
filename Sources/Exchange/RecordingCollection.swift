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
