import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// An app's settings of playback as `playback.yaml` has them.
struct CloudPlayback {
  private var pairs: [(key: String, value: YAMLValue)] = []

  /// A reciter of the list.
  struct Entry {
    var order = 0
    var id: String
    var isEnabled: Bool
    var extras: [ExtraKey] = []
  }

  private var extras: [ExtraKey] = []

  /// Takes what `record` says; values out of bounds stay in it, to be told.
  init(_ record: inout CloudRecord, _ reciters: [Entry], selected: String?, _ json: JSONSource) {
    extras = record.identity()
    addPassage(&record, json)
    for (theirs, ours, bounds) in [
      ("connectionAyahBefore", "connect_before", 0...286), ("connectionAyahAfter", "connect_after", 0...286),
    ] {
      if let count = Self.integer(&record, theirs, bounds) { add(ours, .plain("\(count)")) }
    }
    let speed = record.take(["playbackSpeed"]) { value, _ in
      value.number.flatMap { Double($0) }.flatMap { PlaybackSpeed($0) }
    }
    if let speed { add("speed", .plain("\(speed.factor)")) }
    if let gap = Self.integer(&record, "gapBetweenAyaatMs", 0...3000) {
      add("gap", .plain(Milliseconds(Int64(gap)).description))
    }
    for (theirs, ours) in [("ayahRepeatCount", "ayah_repeats"), ("rangeRepeatCount", "range_repeats")] {
      if Self.integer(&record, theirs, -1...(-1)) != nil {
        add(ours, .plain("infinite"))
      } else if let count = Self.integer(&record, theirs, 1...100) {
        add(ours, .plain("\(count)"))
      }
    }
    addWhatFollows(&record)
    let riwayah = record.take(["selectedRiwayah"]) { value, _ in value.string.flatMap { Riwayah($0) } }
    if let riwayah { add("riwayah", .text(riwayah.rawValue)) }
    addReciters(reciters, selected)
    for (theirs, ours) in [
      ("showWordByWordHighlight", "show_words"), ("showRepetitionCounter", "show_repetition"),
      ("showReciterName", "show_reciter"),
    ] {
      if let shows = record.flag(theirs) { add(ours, .plain(shows ? "true" : "false")) }
    }
  }

  private static func integer(_ record: inout CloudRecord, _ key: String, _ bounds: ClosedRange<Int>) -> Int?
  {
    guard let value = record.peek(key), bounds.contains(value) else { return nil }
    return record.integer(key)
  }

  /// Of pages and ayat only what is used has a place.
  private mutating func addPassage(_ record: inout CloudRecord, _ json: JSONSource) {
    let usesPages = record.flag("usePageRange") ?? false
    if usesPages, let page = Self.integer(&record, "startPage", 1...604) {
      let end = Self.integer(&record, "endPage", page...max(page, 604)) ?? page
      add("pages", .quoted(PageRun(page, end).description))
    } else if !usesPages, let start = record.ayah(("startSurah", "startAyah")) {
      let range = AyahRange(start, record.ayah(("endSurah", "endAyah")) ?? start)
      if CountingSystem.kufi.contains(range), range.isForward {
        add("ayat", .quoted(range.description))
      } else {
        json.complain("there is no passage \(range) to play", at: record.node)
      }
    }
  }

  /// A count belongs to what is done.
  private mutating func addWhatFollows(_ record: inout CloudRecord) {
    switch record.peek("afterRepeatAction", { $0.string }) {
    case "stop": add("after_last", .plain("stop"))
    case "continueAyaat":
      guard let after = Self.after(&record, "afterRepeatContinueAyaatCount", "ayat") else { return }
      add("after_last", after)
    case "continuePages":
      guard let after = Self.after(&record, "afterRepeatContinuePagesCount", "pages") else { return }
      add("after_last", after)
    default: return
    }
    record.passOver("afterRepeatAction")
  }

  private static func after(_ record: inout CloudRecord, _ key: String, _ unit: String) -> YAMLValue? {
    record.take([key]) { value, _ in
      value.integer.flatMap { AfterLast("\($0) \(unit)") }.map { .text($0.description) }
    }
  }

  /// A reciter who was chosen is the only one who is played.
  private mutating func addReciters(_ given: [Entry], _ selected: String?) {
    var list = given
    if let selected {
      let chosen = given.first { $0.id == selected }
      list = [Entry(id: selected, isEnabled: true, extras: chosen?.extras ?? [])]
      list += given.filter { $0.id != selected }.map { Entry(id: $0.id, isEnabled: false, extras: $0.extras) }
    }
    guard !list.isEmpty else { return }
    add(
      "reciters",
      .rows(
        list.map { entry in
          YAMLValue.flow(
            [(key: "id", value: .text(entry.id))]
              + (entry.isEnabled ? [] : [(key: "enabled", value: .plain("false"))])
          ).adding(entry.extras)
        }))
  }

  private mutating func add(_ key: String, _ value: YAMLValue) { pairs.append((key: key, value: value)) }

  /// The file: the first settings at its top, further ones as profiles.
  static func text(_ settings: [CloudPlayback], _ more: [ExtraKey]) -> String {
    var pairs: [(key: String, value: YAMLValue)] = [(FileKey.version, .plain("\(FormatVersion.current)"))]
    pairs += settings.first?.pairs ?? []
    let extras = (settings.first?.extras ?? []) + more
    let others = settings.dropFirst().enumerated().map { index, settings -> YAMLValue in
      YAMLValue.block([(key: "name", value: .text("settings \(index + 2)"))] + settings.pairs)
        .adding(settings.extras)
    }
    if !others.isEmpty { pairs.append((key: "profiles", value: .rows(others))) }
    return YAMLValue.print(YAMLValue.block(pairs).adding(extras))
  }
}
