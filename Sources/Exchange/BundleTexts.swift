import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

extension AnnotatedRecording {
  /// The files of a new bundle that says all of it, in canonical form; of those that hold rows only the ones with any.
  package var bundleTexts: [(kind: FileKind, text: String)] {
    var texts: [(kind: FileKind, text: String)] = [(.recording, recordingText)]
    if let reciter, RecordingDraft.isIdentifier(reciter.id), !reciter.name.isEmpty {
      texts.append((.reciter, reciter.text))
    }
    if !segments.isEmpty { texts.append((.segments, segmentsText)) }
    if !markers.isEmpty { texts.append((.markers, markersText)) }
    if !words.isEmpty { texts.append((.words, wordsText)) }
    return texts
  }

  /// `recording.yaml`.
  package var recordingText: String { YAMLValue.print(facts.yaml.adding(extras)) }

  /// `segments.yaml`.
  package var segmentsText: String {
    FileKind.segments.text(ofRows: segments.map { $0.row.yaml.adding($0.extras) })
  }

  /// `markers.yaml`.
  package var markersText: String {
    FileKind.markers.text(ofRows: markers.map { $0.row.yaml.adding($0.extras) })
  }

  /// `words.yaml`.
  package var wordsText: String {
    FileKind.words.text(ofRows: words.map { $0.row.yaml.adding($0.extras) })
  }
}
