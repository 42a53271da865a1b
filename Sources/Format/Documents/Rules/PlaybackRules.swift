import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// The ayat or pages to play don't exist, or run backwards.
  static let noSuchRange = DocumentRule("P901", "no-such-range", .error) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      let counting = (keys.numbering ?? playback.keys.numbering)?.value ?? .kufi
      if !keys.isCountInDoubt, keys.numbering != nil || !playback.keys.isCountInDoubt, let ayat = keys.ayat,
        !counting.contains(ayat.value)
      {
        report.add(
          counting.absence(in: ayat.value)
            ?? "\"\(ayat.value)\" runs backwards; write \"\(AyahRange(ayat.value.last, ayat.value.first))\"",
          at: file.place(ayat))
      }
      if let pages = keys.pages, pages.value.pages == nil {
        report.add(
          pages.value.first > pages.value.last
            ? "\"\(pages.value)\" runs backwards; write \(PageRun(pages.value.last, pages.value.first))"
            : "\"\(pages.value)\" does not exist; pages are numbered 1 to 604", at: file.place(pages))
      }
    }
  }

  /// Two profiles have one name, so that the intended one can't be determined.
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
        "the name \"\(name.value)\" is already used by another profile; rename one of them",
        at: file.place(name),
        notes: [.init("the first is here", at: file.place(first))])
    }
  }

  /// The profile that is meant where none is named isn't there.
  static let noSuchProfile = DocumentRule("P903", "no-such-profile", .error) {
    (file: BundleFile<Playback>, report) in
    guard !file.hasErrors, let playback = file.content,
      let name = playback.defaultProfile,
      playback.profile(named: name.value) == nil
    else { return }
    let names = playback.profiles.compactMap(\.name?.value)
    let hint = nearestName(to: name.value, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
    report.add("no such profile: \"\(name.value)\"\(hint)", at: file.place(name))
  }

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
          "\(id.value) is already in the list; the first entry counts", at: file.place(id),
          notes: [.init("the first entry is here", at: file.place(first))])
      }
    }
  }

  /// A list of reciters of whom none is played.
  static let everyReciterDisabled = DocumentRule("P905", "every-reciter-disabled", .warning) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for list in ([playback.keys] + playback.profiles.map(\.keys)).compactMap(\.reciters)
    // A row with an error isn't among them, and may be enabled.
    where !list.value.contains(where: \.isEnabled) && !file.hasError(in: ByteRange(list.range)) {
      report.add(
        list.value.isEmpty
          ? "the list is empty, so no reciter is played; remove \"reciters\" to play all"
          : "every reciter in the list is disabled, so none is played", at: file.place(list))
    }
  }

  /// Something is to be played after what never ends.
  static let neverReached = DocumentRule("P906", "never-reached", .warning) {
    (file: BundleFile<Playback>, report) in
    guard let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      if let repeats = keys.ayahRepeats, repeats.value == .infinite,
        (keys.memorisation ?? playback.keys.memorisation) == nil,
        playsSeveralAyat(keys)
      {
        report.add("the first ayah repeats forever, so no other is played", at: file.place(repeats))
      }
      if let after = keys.afterLast, after.value != .stop,
        (keys.rangeRepeats ?? playback.keys.rangeRepeats)?.value == .infinite
      {
        report.add("the repeats never end, so nothing follows them", at: file.place(after))
      }
    }
  }

  /// Nobody in the library is the reciter whom `playback.yaml` lists: a slip of the pen, or recordings that are gone.
  static let listedReciterUnknown = DocumentRule("P907", "listed-reciter-unknown", .warning) {
    (file: BundleFile<Playback>, library, report) in
    guard let known = library.knownReciters, let playback = file.content else { return }
    for keys in [playback.keys] + playback.profiles.map(\.keys) {
      for id in keys.reciters?.value.compactMap(\.id) ?? [] where !known.contains(id.value) {
        let meant = nearestName(to: id.value, in: known.sorted())
        report.add(
          "no recording or file in reciters/ has the reciter \"\(id.value)\""
            + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), at: file.place(id),
          fix: meant.map { .init("write \($0)", [TextEdit(id.range, $0)], isSafe: false) })
      }
    }
  }
}

private func playsSeveralAyat(_ keys: PlaybackKeys) -> Bool {
  guard let pages = keys.pages?.value.pages else { return keys.ayat.map { !$0.value.isSingle } ?? false }
  return pages.count > 1 || Division.page.range(of: pages.lowerBound)?.isSingle == false
}
