import Diagnostics

extension DocumentRule {
  /// A reciter has two places in one order of preference.
  static let reciterListedTwice = DocumentRule("P904", "reciter-listed-twice", .warning) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      var known: [String: Located<String>] = [:]
      for id in keys.reciters?.value.compactMap(\.id) ?? [] {
        guard let first = known[id.value] else {
          known[id.value] = id
          continue
        }
        report.add(
          "\(id.value) is on the list already; the first place counts", at: file.place(id),
          notes: [.init("the first place is here", at: file.place(first))])
      }
    }
  }
}
