package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A recording that is listened to once more, while somebody goes on with its rows, to set the markers anew that nobody has
/// confirmed.
package struct MarkingAgain: Sendable {
  private let heard: MarkListening
  private let stated: [AyahRange]
  /// The bundle whose decisions the marks go around.
  private let bundle: TilawaBundle
  private let marks: Result<RecordingMarks, MarkRefusal>

  /// Listens to a bundle's recording for the passages that it states, or else for what is recited. Throws what stands in the
  /// way, `CancellationError` when it is called off.
  package init(of bundle: TilawaBundle, in workplace: Workplace, _ monitor: WorkMonitor) throws {
    stated = bundle.recording?.content?.statedPassages ?? []
    heard = try MarkListening(
      to: try bundle.audioPath(), for: stated, around: bundle, MarkRequest(), in: workplace, monitor)
    self.bundle = bundle
    marks = heard.marks
  }

  private init(_ before: MarkingAgain, around bundle: TilawaBundle, _ monitor: WorkMonitor) {
    (heard, stated, self.bundle) = (before.heard, before.stated, bundle)
    marks = heard.marks(of: stated, around: bundle, MarkRequest(), monitor)
  }

  /// The same around what somebody has decided meanwhile; nothing is listened to again.
  package func around(_ bundle: TilawaBundle, _ monitor: WorkMonitor) -> MarkingAgain {
    MarkingAgain(self, around: bundle, monitor)
  }

  /// Whether rows and passage of a bundle are still those that the marks go around.
  package func isUpToDate(with now: TilawaBundle) -> Bool {
    now.says(theSameAs: bundle, in: MarkListening.settling)
  }

  /// Markers take the place of those that nobody has confirmed, in a stretch or everywhere; with how many were heard there.
  /// Throws where nothing that fits was heard.
  package func change(
    within span: TimeSpan?
  ) throws(MarkRefusal) -> (change: RowList.Change, count: Int) {
    let markers = try marks.get().markers
    return (
      RowList.replacingUnconfirmed(in: bundle, with: markers, within: span),
      markers.count { marker in span.map { $0.start <= marker.at && marker.at < $0.end } ?? true }
    )
  }
}
