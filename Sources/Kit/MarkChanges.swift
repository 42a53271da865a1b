package import TilawaBase
import TilawaFormat
import TilawaQuran

/// The changes of a bundle's files that follow from marks.
package struct MarkChanges: Sendable {
  package let marks: RecordingMarks
  /// A change of the passage in `recording.yaml`.
  package enum PassageNote: Sendable {
    case added, changed
    /// A person states the passage that was only recognised before.
    case stated
  }

  /// The change of the passage, if any.
  package private(set) var passageNote: PassageNote?
  /// The segments made from the markers, if requested.
  package private(set) var segmenting: Segmenting?
  /// The rows of `words.yaml`, if requested.
  package private(set) var words: WordReplacement?

  private let bundle: TilawaBundle
  private var note = RowList.Change.none
  private var markers: RowList.Change

  /// Plans the changes. `passage` is noted as stated by a person or, with `isHeard`, as recognised.
  init(
    to bundle: TilawaBundle, _ marks: RecordingMarks, _ request: MarkRequest, passage: [AyahRange],
    isHeard: Bool, end: Milliseconds
  ) throws(MarkRefusal) {
    self.marks = marks
    self.bundle = bundle
    if let file = bundle.recording {
      let edits = file.settingPassage(passage, isHeard: isHeard)
      if !edits.isEmpty {
        note = .edit(edits)
        let before = file.content?.passage?.value.map(\.value)
        passageNote = before == nil ? .added : before == passage ? .stated : .changed
      }
    }
    markers = RowList.replacingUnconfirmed(in: bundle, with: marks.markers)
    if request.makesSegments, marks.naming != .doesNotFit {
      let marked = bundle.applying(markers, to: .markers)
      let plan: Segmenting
      do { plan = try Segmenting(marked, end: end) } catch { throw .unsegmentable(error) }
      segmenting = plan
      markers = RowList.Change(
        from: bundle.source(of: .markers)?.bytes,
        to: plan.markers.applied(to: marked.source(of: .markers)?.bytes))
    }
    if request.marksWords { words = WordReplacement(in: bundle, with: marks.words) }
  }

  /// The changes in the format of `diff -u`.
  package var diff: String {
    note.diff(of: .recording, in: bundle)
      + (segmenting?.segments.diff(of: .segments, in: bundle) ?? "") + markers.diff(of: .markers, in: bundle)
      + (words?.change.diff(of: .words, in: bundle) ?? "")
  }

  /// Adds all changes to a transaction.
  func apply(to transaction: inout BundleTransaction) throws {
    try transaction.apply(note, to: .recording)
    if let segmenting { try transaction.apply(segmenting.segments, to: .segments) }
    try transaction.apply(markers, to: .markers)
    if let words { try transaction.apply(words.change, to: .words) }
  }
}

extension [Marker] {
  /// Returns the segments made from the markers, as a whole file.
  package func segmentsText(end: Milliseconds) throws(MarkRefusal) -> String {
    let text = MarkersFile.text(of: self)
    let bundle = TilawaBundle().applying(.create(text), to: .markers)
    let plan: Segmenting
    do { plan = try Segmenting(bundle, end: end) } catch { throw .unsegmentable(error) }
    guard case .create(let text) = plan.segments else { return SegmentsFile.text(of: []) }
    return text
  }
}
