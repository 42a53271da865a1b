package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A new analysis of a recording that replaces unconfirmed markers, while its rows may be edited.
package struct MarkingAgain: Sendable {
  private let heard: MarkListening
  private let stated: [AyahRange]
  /// The bundle whose settled rows the marks respect.
  private let bundle: TilawaBundle
  private let marks: Result<RecordingMarks, MarkRefusal>

  /// Analyses a bundle's recording for the passages that it states, or else identifies the recitation.
  /// Throws if it can't be done, and `CancellationError` if it is cancelled.
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

  /// Returns the marks around the rows that were settled meanwhile, without a new analysis.
  package func around(_ bundle: TilawaBundle, _ monitor: WorkMonitor) -> MarkingAgain {
    MarkingAgain(self, around: bundle, monitor)
  }

  /// Returns true if the bundle's rows and passage are still those on which the marks are based.
  package func isUpToDate(with now: TilawaBundle) -> Bool {
    now.says(theSameAs: bundle, in: MarkListening.settling)
  }

  /// Returns the change that replaces unconfirmed markers, in a span or everywhere, and the number of new
  /// markers there. Throws if nothing that fits was found.
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
