import Diagnostics
import Annotating
import TilawaFormat
import Timing

/// What `mark` does to the files of a bundle.
struct MarkPlan {
  /// The segments that are made of the markers, when that was asked for.
  private(set) var segmenting: Segmenting?
  /// The rows that `words.yaml` will have, when that was asked for.
  private(set) var wordRows: [WordDraft] = []
  /// How many of them are a person's.
  private(set) var keptWords = 0
  let bundle: TilawaBundle

  private var markers: RowList.Change
  private var words = RowList.Change.none
  let hasWords: Bool

  /// Throws `Segmenting.Refusal` when segments can't be made.
  init(
    _ bundle: TilawaBundle, _ marks: RecordingMarks, isSegmenting: Bool, hasWords: Bool, end: Milliseconds
  ) throws(Segmenting.Refusal) {
    self.bundle = bundle
    self.hasWords = hasWords
    markers = RowList.replacingUnconfirmed(in: bundle, with: marks.markers)
    if isSegmenting {
      let marked = bundle.applying(markers)
      let plan = try Segmenting(marked, end: end)
      segmenting = plan
      markers = bundle.changeOfMarkers(to: marked.markersText(after: plan.markers))
    }
    if hasWords {
      let replacement = WordReplacement(in: bundle, with: marks.words)
      words = replacement.change
      wordRows = replacement.rows
      keptWords = replacement.kept
    }
  }

  /// As `diff -u` shows it.
  var diff: String {
    (segmenting?.segments.diff(of: .segments, in: bundle) ?? "") + markers.diff(of: .markers, in: bundle)
      + words.diff(of: .words, in: bundle)
  }

  /// Puts all on the list.
  func apply(to transaction: inout BundleTransaction) throws {
    if let segmenting { try transaction.apply(segmenting.segments, to: .segments) }
    try transaction.apply(markers, to: .markers)
    try transaction.apply(words, to: .words)
  }
}

extension TilawaBundle {
  /// The bundle with other markers, nothing written.
  fileprivate func applying(_ change: RowList.Change) -> TilawaBundle {
    var bundle = self
    let text = markersText(after: change)
    bundle.markers = text.map {
      BundleFile(markers: SourceText(path: "\(shownPath)/\(FileKind.markers.fileName)", bytes: $0))
    }
    return bundle
  }

  /// What `markers.yaml` holds after a change; nil when there is none.
  fileprivate func markersText(after change: RowList.Change) -> [UInt8]? {
    switch change {
    case .none: markers?.source.bytes
    case .create(let text): Array(text.utf8)
    case .edit(let edits): edits.applied(to: markers?.source.bytes ?? [])
    case .remove: nil
    }
  }

  /// The change that gives `markers.yaml` these bytes, in as few lines as it can be said.
  fileprivate func changeOfMarkers(to bytes: [UInt8]?) -> RowList.Change {
    guard let old = markers?.source.bytes else {
      return bytes.map { .create(String(decoding: $0, as: UTF8.self)) } ?? .none
    }
    guard let bytes else { return .remove }
    return bytes == old ? .none : .edit([TextEdit(0..<old.count, String(decoding: bytes, as: UTF8.self))])
  }
}

extension [MarkerDraft] {
  /// The segments that they become, as a whole file.
  func segmentsText(end: Milliseconds) throws(Segmenting.Refusal) -> String {
    var bundle = TilawaBundle()
    bundle.markers = BundleFile(
      markers: SourceText(path: "", bytes: [UInt8](MarkersFile.text(of: self).utf8)))
    guard case .create(let text) = try Segmenting(bundle, end: end).segments else {
      return SegmentsFile.text(of: [])
    }
    return text
  }
}
