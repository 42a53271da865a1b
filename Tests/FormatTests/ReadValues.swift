import TilawaBase
import TilawaFormat
import TilawaQuran

/// The values of a file, as the value cases of `spec/conformance` write them. Keys that are absent, unknown
/// or faulty are left out, and so are rows that can't be used.
enum ReadValues {
  static func of(_ bundle: TilawaBundle) -> [String: JSONValue] {
    var files: [String: JSONValue] = [:]
    files["recording.yaml"] = bundle.recording?.content.map(of)
    files["reciter.yaml"] = bundle.reciter?.content.map(of)
    files["markers.yaml"] = rows(bundle.markers, .markers)
    files["segments.yaml"] = rows(bundle.segments, .segments)
    files["words.yaml"] = rows(bundle.words, .words)
    return files
  }

  static func of(_ library: LibraryFiles) -> [String: JSONValue] {
    var files: [String: JSONValue] = [:]
    files["playback.yaml"] = library.playback?.content.map(of)
    files["bookmarks.yaml"] = library.bookmarks?.content.map { ["bookmarks": JSONValue($0.rows, of)] }
    files["listening.yaml"] = library.listening?.content.map(of)
    return files
  }

  // MARK: - Files

  private static func of(_ recording: Recording) -> JSONValue {
    object(
      ("id", text(recording.id)), ("title", text(recording.title)), ("audio", recording.audio.map(of)),
      ("reciter", text(recording.reciter)), ("riwayah", text(recording.riwayah?.value.rawValue)),
      ("numbering", text(recording.numbering?.value.rawValue)),
      ("passage", recording.passage.map { JSONValue($0.value) { range($0.value) } }),
      ("passage_heard", recording.passageHeard.map { JSONValue($0.value) { range($0.value) } }),
      ("status", text(recording.declaredStatus?.value.rawValue)), ("recorded_at", date(recording.recordedAt)),
      ("imported_at", date(recording.importedAt)), ("source_file", text(recording.sourceFile)),
      ("place", text(recording.place)), ("notes", text(recording.notes)))
  }

  private static func of(_ audio: AudioFile) -> JSONValue {
    object(
      ("file", text(audio.file)), ("sha256", text(audio.sha256)), ("bytes", whole(audio.bytes)),
      ("duration", time(audio.duration)), ("sample_rate", whole(audio.sampleRate)),
      ("channels", whole(audio.channels)), ("format", text(audio.format)), ("url", text(audio.url)))
  }

  private static func of(_ reciter: Reciter) -> JSONValue {
    object(
      ("id", text(reciter.id)), ("name", text(reciter.name)), ("short_name", text(reciter.shortName)),
      ("arabic_name", text(reciter.arabicName)), ("riwayah", text(reciter.riwayah?.value.rawValue)),
      ("style", text(reciter.style)),
      (
        "sources",
        reciter.sources.isEmpty
          ? JSONValue?.none
          : JSONValue(reciter.sources.filter { $0.pattern != nil }) { source in
            object(
              ("url", text(source.url)), ("pattern", text(source.pattern)), ("format", text(source.format)),
              ("riwayah", text(source.riwayah?.value.rawValue)),
              ("numbering", text(source.numbering?.value.rawValue)), ("bitrate", whole(source.bitrate)),
              ("cache", text(source.cache)))
          }
      ), ("image", text(reciter.image)), ("sort_order", whole(reciter.sortOrder)))
  }

  private static func rows<Row>(_ file: BundleFile<RowsFile<Row>>?, _ kind: FileKind) -> JSONValue? {
    guard let file, let content = file.content else { return nil }
    let rows = content.rows.map { row in
      let values = of(row.value, row.places(in: file.source))
      return object(kind.rowKeys.map { key in (key, values[key]) })
    }
    return .object([.init(kind.rawValue, .array(rows))])
  }

  private static func of(_ row: some BundleRow, _ places: KeyPlaces) -> [String: JSONValue] {
    let facts = row.facts
    let (segment, word) = (row as? Segment, row as? WordTiming)
    let values: [String: JSONValue?] = [
      "at": .int(row.from.count), "start": .int(row.from.count), "end": row.until.map { .int($0.count) },
      "ayah": word.map { .string($0.ayah.description) } ?? facts.ayah.map(range),
      "word": word.map { .int(Int64($0.word)) }, "skip": facts.skip.map { .string($0) },
      "joins": JSONValue(facts.joins) { .int($0.count) }, "confirmed": .bool(facts.isConfirmed),
      "verified": .bool(facts.isConfirmed), "confidence": facts.confidence.map { .number("\($0)") },
      "reciter": facts.reciter.map { .string($0) }, "riwayah": facts.riwayah.map { .string($0.rawValue) },
      "cut": facts.cut.map { .string($0.rawValue) },
      "rakah": facts.rakah.map { .int(Int64($0)) }, "priority": segment?.priority.map { .int(Int64($0)) },
      "note": facts.note.map { .string($0) },
    ]
    return values.compactMapValues(\.self).filter { places[$0.key] != nil }
  }

  private static func of(_ playback: Playback) -> JSONValue {
    object(
      members(of: playback.keys) + [
        ("default_profile", text(playback.defaultProfile)),
        (
          "profiles",
          JSONValue(playback.profiles.filter { $0.name != nil }) { profile in
            object([("name", text(profile.name))] + members(of: profile.keys))
          }
        ),
      ])
  }

  private static func members(of keys: PlaybackKeys) -> [(String, JSONValue?)] {
    [
      ("ayat", keys.ayat.map { range($0.value) }),
      (
        "pages",
        keys.pages.map { ["first": .int(Int64($0.value.first)), "last": .int(Int64($0.value.last))] }
      ),
      ("connect_before", whole(keys.connectBefore)), ("connect_after", whole(keys.connectAfter)),
      ("speed", keys.speed.map { .int(Int64($0.value.thousandths)) }), ("gap", time(keys.gap)),
      ("ayah_pause", keys.ayahPause.map { .int(Int64($0.value.thousandths)) }),
      ("set_pause", time(keys.setPause)),
      ("ayah_repeats", repeats(keys.ayahRepeats)), ("range_repeats", repeats(keys.rangeRepeats)),
      ("after_last", keys.afterLast.map { afterLast($0.value) }),
      ("riwayah", text(keys.riwayah?.value.rawValue)),
      ("numbering", text(keys.numbering?.value.rawValue)),
      (
        "reciters",
        keys.reciters.map { list in
          JSONValue(list.value.filter { $0.id != nil }) {
            object(("id", text($0.id)), ("enabled", flag($0.enabled)))
          }
        }
      ),
      ("basmalah", flag(keys.basmalah)), ("missing", text(keys.missing?.value.rawValue)),
      (
        "memorise",
        keys.memorisation.map { memorise in
          [
            "each": .int(Int64(memorise.value.each)), "window": .int(Int64(memorise.value.window)),
            "window_repeats": .int(Int64(memorise.value.windowRepeats)),
            "cumulative": .bool(memorise.value.isCumulative),
          ]
        }
      ),
      ("show_words", flag(keys.showsWords)), ("show_repetition", flag(keys.showsRepetition)),
      ("show_reciter", flag(keys.showsReciter)),
    ]
  }

  private static func of(_ row: Bookmark) -> JSONValue {
    object(
      ("ayah", ayah(row.ayah)), ("page", whole(row.page)), ("label", text(row.label)),
      ("color", text(row.color)),
      ("created", date(row.created)))
  }

  private static func of(_ listening: Listening) -> JSONValue {
    object(
      ("ayah", ayah(listening.ayah)), ("item", listening.item.map { .int(Int64($0.value)) }),
      ("position", time(listening.position)), ("ayat", listening.ayat.map { range($0.value) }),
      ("reciter", text(listening.reciter)), ("riwayah", text(listening.riwayah?.value.rawValue)),
      ("profile", text(listening.profile)),
      ("speed", listening.speed.map { .int(Int64($0.value.thousandths)) }), ("gap", time(listening.gap)),
      ("ayah_pause", listening.ayahPause.map { .int(Int64($0.value.thousandths)) }),
      ("set_pause", time(listening.setPause)),
      ("ayah_repeats", repeats(listening.ayahRepeats)), ("range_repeats", repeats(listening.rangeRepeats)),
      ("at", date(listening.at)), ("listened", time(listening.listened))
    )
  }

  // MARK: - Values

  private static func object(_ members: (String, JSONValue?)...) -> JSONValue { object(members) }

  private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { key, value in value.map { JSONValue.Member(key, $0) } })
  }

  private static func text(_ value: Located<String>?) -> JSONValue? { text(value?.value) }
  private static func text(_ value: String?) -> JSONValue? { value.map(JSONValue.string) }
  private static func flag(_ value: Located<Bool>?) -> JSONValue? { value.map { .bool($0.value) } }
  private static func whole(_ value: Located<Int>?) -> JSONValue? { value.map { .int(Int64($0.value)) } }
  private static func time(_ value: Located<Milliseconds>?) -> JSONValue? {
    value.map { .int($0.value.count) }
  }
  private static func ayah(_ value: Located<Ayah>?) -> JSONValue? { text(value?.value.description) }

  private static func repeats(_ value: Located<Repeats>?) -> JSONValue? {
    value.map { $0.value.count.map { .int(Int64($0)) } ?? "infinite" }
  }

  private static func afterLast(_ value: AfterLast) -> JSONValue {
    switch value {
    case .stop: "stop"
    case .ayat(let count): ["ayat": .int(Int64(count))]
    case .pages(let count): ["pages": .int(Int64(count))]
    }
  }

  private static func range(_ value: AyahRange) -> JSONValue {
    ["first": .string(value.first.description), "last": .string(value.last.description)]
  }

  private static func date(_ value: Located<Timestamp>?) -> JSONValue? {
    value.map { ["seconds": .int($0.value.seconds), "time": .bool($0.value.hasTime)] }
  }
}
