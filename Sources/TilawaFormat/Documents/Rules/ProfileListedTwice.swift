import Diagnostics

extension DocumentRule {
  /// Two profiles of one name: nobody can tell which is meant.
  static let profileListedTwice = DocumentRule("P902", "profile-listed-twice", .error) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    var known: [String: Located<String>] = [:]
    for name in playback.profiles.compactMap(\.name) {
      guard let first = known[name.value] else {
        known[name.value] = name
        continue
      }
      report.add(
        "a profile is called \"\(name.value)\" already; give one of them another name", at: file.place(name),
        notes: [.init("the first is here", at: file.place(first))])
    }
  }
}
