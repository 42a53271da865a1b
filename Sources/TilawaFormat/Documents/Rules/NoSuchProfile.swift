import Diagnostics

extension DocumentRule {
  /// The profile that is meant where none is named isn't there.
  static let noSuchProfile = DocumentRule("P903", "no-such-profile", .error) {
    (file: BundleFile<Playback>, report) in
    guard !file.hasErrors, let playback = file.content,
      let name = playback.defaultProfile,
      playback.profile(named: name.value) == nil
    else { return }
    let names = playback.profiles.compactMap(\.name?.value)
    let hint = nearestName(to: name.value, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
    report.add("no profile is called \"\(name.value)\"\(hint)", at: file.place(name))
  }
}
