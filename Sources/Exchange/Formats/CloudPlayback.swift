import Diagnostics
import QuranIndex
import TilawaFormat
import Timing
import YAMLDocuments

/// An app's settings of playback as `playback.yaml` has them.
struct CloudPlayback {
  private var pairs: [(key: String, value: YAMLValue)] = []

  /// Takes what `record` says; values out of bounds are told and left out.
  init(
    _ record: inout CloudRecord, _ reciters: [(id: String, isEnabled: Bool)], selected: String?,
    _ json: JSONSource
  ) {
    let node = record.node
    func refuse(_ key: String, _ found: String) {
      json.complain("\"\(key)\" is out of bounds: \(found)", at: node)
    }
    func bounded(_ key: String, _ value: Int?, _ bounds: ClosedRange<Int>) -> Int? {
      guard let value, !bounds.contains(value) else { return value }
      refuse(key, "\(value)")
      return nil
    }
    let (surah, ayah) = (record.integer("startSurah"), record.integer("startAyah"))
    let (endSurah, endAyah) = (record.integer("endSurah"), record.integer("endAyah"))
    let usesPages = record.flag("usePageRange") ?? false
    let (page, endPage) = (record.integer("startPage"), record.integer("endPage"))
    if usesPages, let page {
      add("pages", .quoted(PageRun(page, endPage ?? page).description))
    } else if let surah, let ayah {
      let range = AyahRange(Ayah(surah, ayah), Ayah(endSurah ?? surah, endAyah ?? ayah))
      if CountingSystem.kufi.contains(range), range.isForward {
        add("ayat", .quoted(range.description))
      } else {
        refuse("startAyah", range.description)
      }
    }
    if usesPages, surah != nil || page == nil, surah != nil {
      json.report.add(
        ExchangeRules.understood, "pages are played, so the range of ayat is left out", at: json.place(node))
    } else if !usesPages, page != nil {
      json.report.add(
        ExchangeRules.understood, "ayat are played, so the range of pages is left out", at: json.place(node))
    }
    add("connect_before", bounded("connectionAyahBefore", record.integer("connectionAyahBefore"), 0...286))
    add("connect_after", bounded("connectionAyahAfter", record.integer("connectionAyahAfter"), 0...286))
    if let digits = record.take("playbackSpeed")?.number {
      if let speed = Double(digits).flatMap({ PlaybackSpeed($0) }) {
        add("speed", .plain("\(speed.factor)"))
      } else {
        refuse("playbackSpeed", String(digits))
      }
    }
    if let gap = bounded("gapBetweenAyaatMs", record.integer("gapBetweenAyaatMs"), 0...3000) {
      add("gap", .plain(Milliseconds(Int64(gap)).description))
    }
    for (theirs, ours) in [("ayahRepeatCount", "ayah_repeats"), ("rangeRepeatCount", "range_repeats")] {
      guard let count = record.integer(theirs) else { continue }
      if count == -1 { add(ours, .plain("infinite")) } else { add(ours, bounded(theirs, count, 1...100)) }
    }
    let action = record.text("afterRepeatAction")
    let (moreAyat, morePages) = (
      record.integer("afterRepeatContinueAyaatCount"), record.integer("afterRepeatContinuePagesCount")
    )
    switch action {
    case "stop": add("after_last", .plain("stop"))
    case "continueAyaat": if let moreAyat { add("after_last", .text(AfterLast.ayat(moreAyat).description)) }
    case "continuePages":
      if let morePages { add("after_last", .text(AfterLast.pages(morePages).description)) }
    case let other?: refuse("afterRepeatAction", other)
    case nil: break
    }
    if let text = record.text("selectedRiwayah") {
      if let riwayah = Riwayah(text) {
        add("riwayah", .text(riwayah.rawValue))
      } else {
        refuse("selectedRiwayah", text)
      }
    }
    addReciters(reciters, selected)
    for (theirs, ours) in [("showRepetitionCounter", "show_repetition"), ("showReciterName", "show_reciter")]
    {
      if let shows = record.flag(theirs) { add(ours, .plain(shows ? "true" : "false")) }
    }
    _ = record.take("id")
  }

  /// A reciter who was chosen is the only one who is played.
  private mutating func addReciters(_ given: [(id: String, isEnabled: Bool)], _ selected: String?) {
    var list = given
    if let selected {
      list = [(selected, true)] + given.filter { $0.id != selected }.map { ($0.id, false) }
    }
    guard !list.isEmpty else { return }
    add(
      "reciters",
      .rows(
        list.map { entry in
          .flow(
            [(key: "id", value: .text(entry.id))]
              + (entry.isEnabled ? [] : [(key: "enabled", value: .plain("false"))]))
        }))
  }

  private mutating func add(_ key: String, _ value: YAMLValue) { pairs.append((key: key, value: value)) }
  private mutating func add(_ key: String, _ value: Int?) {
    if let value { add(key, .plain("\(value)")) }
  }

  /// The file: the first settings at its top, further ones as profiles.
  static func text(_ settings: [CloudPlayback]) -> String {
    var pairs: [(key: String, value: YAMLValue)] = [("tilawa", .plain("\(FormatVersion.current)"))]
    pairs += settings.first?.pairs ?? []
    let others = settings.dropFirst().enumerated().map { index, settings -> YAMLValue in
      .block([(key: "name", value: .text("settings \(index + 2)"))] + settings.pairs)
    }
    if !others.isEmpty { pairs.append((key: "profiles", value: .rows(others))) }
    return YAMLValue.print(.block(pairs))
  }
}
