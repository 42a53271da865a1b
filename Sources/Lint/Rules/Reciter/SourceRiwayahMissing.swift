import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A source in no riwayah is served in no session.
  static let sourceRiwayahMissing = Rule("Q604", "source-riwayah-missing", .warning) { bundle, report in
    guard let file = bundle.bundle.reciter, !file.hasErrors, file.content?.riwayah == nil else { return }
    for source in file.content?.sources ?? [] where source.riwayah == nil {
      report.add(
        "neither the source nor the reciter has a riwayah, so no session plays it",
        at: source.url.map { file.place($0) } ?? file.place(source.range))
    }
  }
}
