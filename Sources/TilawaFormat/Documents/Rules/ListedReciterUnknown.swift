import Diagnostics

extension DocumentRule {
  /// Nobody in the library is the reciter whom `playback.yaml` lists: a slip of the pen, or recordings that are gone.
  static let listedReciterUnknown = DocumentRule("P907", "listed-reciter-unknown", .warning) {
    (file: BundleFile<Playback>, library, report) in
    guard let known = library.knownReciters, let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      for id in keys.reciters?.value.compactMap(\.id) ?? [] where !known.contains(id.value) {
        let meant = nearestName(to: id.value, in: known.sorted())
        report.add(
          "no recording and no file in reciters/ is of \"\(id.value)\""
            + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), at: file.place(id),
          fix: meant.map { .init("write \($0)", [TextEdit(id.range, $0)], isSafe: false) })
      }
    }
  }
}
