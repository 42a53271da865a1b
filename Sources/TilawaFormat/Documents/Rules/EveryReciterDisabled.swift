import Diagnostics

extension DocumentRule {
  /// A list of reciters of whom none is played.
  static let everyReciterDisabled = DocumentRule("P905", "every-reciter-disabled", .warning) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for list in ([playback.keys] + playback.profiles.map(\.keys)).compactMap(\.reciters)
    // A row with an error isn't among them, and may be enabled.
    where !list.value.contains(where: \.isEnabled) && !file.hasError(in: ByteRange(list.range)) {
      report.add(
        list.value.isEmpty
          ? "the list is empty, so nobody is played; remove \"reciters\" to play all"
          : "every reciter in the list is disabled, so nobody is played", at: file.place(list))
    }
  }
}
