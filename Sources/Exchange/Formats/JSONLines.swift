import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

extension ForeignFormat {
  /// A JSON object a line with all that a bundle says, by the keys that its files have.
  static let jsonLines = ForeignFormat(
    name: "jsonl", title: "JSON Lines, without loss", extensions: ["jsonl", "ndjson"], loses: [],
    recognises: { source in
      let line = source.beginning.filledLines.first ?? ""
      return line.begins(with: "{") && line.holds("\"type\"") && line.trimmed(of: " ").ends(with: "}")
    },
    read: { input in
      var reader = try JSONLinesReader(input)
      return try reader.read()
    },
    write: .collection { collection, _ in
      ForeignText(collection.recordings.map(JSONLinesWriter.text).joined())
    })
}

// MARK: Writing

private enum JSONLinesWriter {
  static func text(_ recording: AnnotatedRecording) -> String {
    var text = ""
    func line(_ value: JSONValue) { text += value.compactText + "\n" }
    line(object("recording", recording.factMembers))
    if let reciter = recording.reciter { line(object("reciter", reciter.members)) }
    let id = recording.facts.id.isEmpty ? [] : [JSONValue.Member("recording", .string(recording.facts.id))]
    for row in recording.segments { line(object("segment", id + row.members)) }
    for row in recording.markers { line(object("marker", id + row.members)) }
    for row in recording.words { line(object("word", id + row.members)) }
    return text
  }

  private static func object(_ type: String, _ members: [JSONValue.Member]) -> JSONValue {
    .object([.init("type", .string(type))] + members)
  }
}

extension Milliseconds {
  /// Seconds with three decimals.
  var json: JSONValue { .number(description) }
}

extension AnnotatedRecording {
  /// The facts about the recording as a whole, by the keys of `recording.yaml`.
  var factMembers: [JSONValue.Member] {
    let members = facts.yaml.members.compactMap { member -> JSONValue.Member? in
      switch (member.key, member.value) {
      case (FileKey.id, ""): nil
      case (FileKey.audio, .object(let audio)):
        .init(member.key, .object(audio.filter { $0 != .init(AudioKey.file, "") }))
      // Passages are a list, also where there is one.
      case (FileKey.passage, .string), (FileKey.passageHeard, .string):
        .init(member.key, .array([member.value]))
      default: member
      }
    }
    let head = members.prefix { [FileKey.id, "title", FileKey.audio, FileKey.reciter].contains($0.key) }
    let name = reciterName.map { JSONValue.Member("reciter_name", .string($0)) }
    return head + [name].compactMap(\.self) + members.dropFirst(head.count) + extras
  }
}

extension ReciterDraft {
  /// By the keys of `reciter.yaml`.
  var members: [JSONValue.Member] { yaml.members }
}

extension SegmentRow {
  var members: [JSONValue.Member] { row.yaml.members(row.confidence) + extras }
}

extension MarkerRow {
  var members: [JSONValue.Member] { row.yaml.members(row.confidence) + extras }
}

extension WordRow {
  var members: [JSONValue.Member] { row.yaml.members(row.confidence) + extras }
}

extension YAMLValue {
  /// The keys and values of a row; its confidence as it is.
  fileprivate func members(_ confidence: Double?) -> [JSONValue.Member] {
    members.map { $0.key == RowKey.confidence ? .init($0.key, .confidence(confidence)) : $0 }
  }

  /// The keys and values of a mapping, without the version of a file.
  fileprivate var members: [JSONValue.Member] {
    guard case .object(let members) = json else { return [] }
    return members.filter { $0.key != FileKey.version }
  }

  /// Numbers and truth values stand plain, text doesn't, and dates are text.
  private var json: JSONValue {
    switch self {
    case .plain("true"): .bool(true)
    case .plain("false"): .bool(false)
    case .plain("null"): .null
    case .plain(let digits) where JSONText.isNumber(digits): .number(digits)
    case .plain(let text), .text(let text), .quoted(let text): .string(text)
    case .flowList(let items), .rows(let items): .array(items.map(\.json))
    case .flow(let pairs), .block(let pairs): .object(pairs.map { .init($0.key, $0.value.json) })
    }
  }
}

/// Reads what `jsonl` writes, and rows of the same keys that others write.
struct JSONLinesReader {
  private let input: ForeignInput
  private let text: SourceText
  private var recordings: [AnnotatedRecording] = []
  private var places: [String: Int] = [:]

  init(_ input: ForeignInput) throws(ExchangeFailure) {
    self.input = input
    text = try input.source.text()
  }

  mutating func read() throws -> RecordingCollection {
    for line in TextLines(text) where !line.isBlank {
      let node = try JSONText.parse(text, in: line.range)
      guard node.members != nil, let type = node["type"]?.string else {
        input.fault("expected an object with a \"type\" such as \"segment\"", at: line.place)
        continue
      }
      read(type, KeyedObject(node, Place(text, line.range), input.report))
    }
    return RecordingCollection(recordings)
  }

  /// The recording that a row names, else the last one.
  private mutating func index(_ object: inout KeyedObject) -> Int {
    if let id = object.text("recording") {
      if let place = places[id] { return place }
      places[id] = recordings.count
      var recording = AnnotatedRecording()
      recording.facts.id = id
      recordings.append(recording)
    } else if recordings.isEmpty {
      recordings.append(AnnotatedRecording())
    }
    return recordings.count - 1
  }

  private mutating func read(_ type: String, _ given: KeyedObject) {
    var object = given
    object.skip("type")
    switch type {
    case "recording":
      var recording = AnnotatedRecording()
      recording.take(&object)
      if let place = places[recording.facts.id], recordings[place].facts.title == nil {
        recording.segments = recordings[place].segments
        recording.markers = recordings[place].markers
        recording.words = recordings[place].words
        recordings[place] = recording
      } else {
        if !recording.facts.id.isEmpty { places[recording.facts.id] = recordings.count }
        recordings.append(recording)
      }
    case "reciter", "segment", "marker", "word":
      let place = index(&object)
      switch type {
      case "reciter": recordings[place].reciter = ReciterDraft(&object)
      case "segment": recordings[place].segments += [SegmentRow(&object)].compactMap(\.self)
      case "marker": recordings[place].markers += [MarkerRow(&object)].compactMap(\.self)
      default: recordings[place].words += [WordRow(&object)].compactMap(\.self)
      }
    default:
      input.add(
        .unplaced, "unknown row type \"\(type)\"; expected one of recording, reciter, segment, marker, word",
        at: object.place)
    }
  }
}

/// An object of which each key is read at most once. Keys that were never read are the user's own.
struct KeyedObject {
  let place: Place
  private let report: ExchangeReport
  private var rest: [(key: String, value: JSONNode)]
  private(set) var isSound = true

  init(_ node: JSONNode, _ place: Place, _ report: ExchangeReport) {
    rest = node.members ?? []
    self.place = place
    self.report = report
  }

  /// The keys that were never read.
  var extras: [ExtraKey] { rest.map { ExtraKey($0.key, $0.value.value) } }

  mutating func skip(_ key: String) { rest.removeAll { $0.key == key } }

  mutating func node(_ key: String) -> JSONNode? {
    guard let index = rest.firstIndex(where: { $0.key == key }) else { return nil }
    let value = rest.remove(at: index).value
    return value.isNull ? nil : value
  }

  /// Returns the value of a key as `read` converts it. If the conversion fails, reports a fault and returns
  /// nil.
  mutating func value<Value>(_ key: String, _ noun: String, _ read: (JSONNode) -> Value?) -> Value? {
    guard let node = node(key) else { return nil }
    if let value = read(node) { return value }
    isSound = false
    report.add(
      .unreadableRow, "\"\(key)\" should be \(noun), found \(node.value.compactText.prefix(80))", at: place)
    return nil
  }

  mutating func text(_ key: String) -> String? { value(key, "text", \.string) }
  mutating func integer(_ key: String) -> Int? { value(key, "a whole number", \.integer) }
  mutating func flag(_ key: String) -> Bool { value(key, "true or false", \.bool) ?? false }
  mutating func time(_ key: String) -> Milliseconds? { value(key, "a time in seconds", \.seconds) }
  mutating func times(_ key: String) -> [Milliseconds] {
    list(key, "a list of times in seconds", \.seconds)
  }
  /// Values in their order; none where nothing is said, or one of them can't be read.
  mutating func list<Item>(_ key: String, _ noun: String, _ read: (JSONNode) -> Item?) -> [Item] {
    value(key, noun) { node in
      let items = node.items?.compactMap(read)
      return items?.count == node.items?.count ? items : nil
    } ?? []
  }
  mutating func ayat(_ key: String) -> AyahRange? {
    value(key, "a reference such as \"2:255\"") { $0.string.flatMap { LabelReference($0)?.ayat } }
  }
  mutating func confidence(_ key: String) -> Double? { value(key, "a number from 0 to 1", \.confidence) }
  mutating func cut(_ key: String) -> AyahCut? {
    value(key, "\"start\", \"end\" or \"both\"") { $0.string.flatMap { AyahCut(rawValue: $0) } }
  }
  mutating func rakah(_ key: String) -> Int? {
    value(key, "a whole number from 1 to 100") { $0.integer.flatMap { (1...100).contains($0) ? $0 : nil } }
  }

  mutating func riwayah(_ key: String) -> Riwayah? {
    value(key, "a riwayah such as \"hafs\"") { $0.string.flatMap { Riwayah($0) } }
  }
  mutating func numbering(_ key: String) -> CountingSystem? {
    value(key, "a count such as \"kufi\"") { $0.string.flatMap { CountingSystem($0) } }
  }
  mutating func date(_ key: String) -> Timestamp? {
    value(key, "a date such as \"2024-01-05\"") { $0.string.flatMap { Timestamp($0) } }
  }
}

extension AnnotatedRecording {
  mutating func take(_ object: inout KeyedObject) {
    facts.id =
      object.value("id", "an id") { $0.string.flatMap { RecordingDraft.isIdentifier($0) ? $0 : nil } } ?? ""
    facts.title = object.text("title")
    if let node = object.node("audio") {
      var audio = KeyedObject(node, object.place, object.sharedReport)
      var draft = RecordingDraft.Audio(file: audio.text("file") ?? "")
      draft.sha256 = audio.text("sha256")
      draft.bytes = audio.value("bytes", "a whole number") { $0.number.flatMap { Int64($0) } }
      draft.duration = audio.time("duration")
      draft.sampleRate = audio.integer("sample_rate")
      draft.channels = audio.integer("channels")
      draft.format = audio.text("format")
      draft.url = audio.text("url")
      facts.audio = draft
      for extra in audio.extras {
        object.sharedReport.add(
          .unplaced, "left out: \"\(extra.key)\" of \"audio\"", at: object.place)
      }
    }
    facts.reciter = object.text("reciter")
    reciterName = object.text("reciter_name")
    facts.riwayah = object.riwayah("riwayah")
    facts.numbering = object.numbering("numbering")
    facts.passage = object.passage("passage")
    facts.passageHeard = object.passage("passage_heard")
    facts.prayer = object.value("prayer", "a prayer such as fajr") {
      $0.string.flatMap { Prayer(rawValue: $0) }
    }
    facts.status = object.value("status", "a status") { $0.string.flatMap { Recording.Status(rawValue: $0) } }
    facts.recordedAt = object.date("recorded_at")
    facts.importedAt = object.date("imported_at")
    facts.sourceFile = object.text("source_file")
    facts.place = object.text("place")
    facts.notes = object.text("notes")
    extras = object.extras
  }
}

extension KeyedObject {
  fileprivate mutating func passage(_ key: String) -> [AyahRange] {
    list(key, "a list of references") { $0.string.flatMap { LabelReference($0)?.ayat } }
  }

  fileprivate var sharedReport: ExchangeReport { report }
}

extension LabelText {
  /// Reads the facts that rows and markers have in common.
  fileprivate init(_ object: inout KeyedObject, verified: String) {
    self.init()
    facts = RowFacts(ayah: object.ayat("ayah"), skip: object.text("skip"))
    facts.joins = object.times("joins")
    facts.isConfirmed = object.flag(verified)
    facts.confidence = object.confidence("confidence")
    facts.reciter = object.text("reciter")
    facts.riwayah = object.riwayah("riwayah")
    facts.cut = object.cut("cut")
    facts.rakah = object.rakah("rakah")
    facts.note = object.text("note")
  }
}

extension SegmentRow {
  init?(_ object: inout KeyedObject) {
    let (start, end) = (object.time("start"), object.time("end"))
    var label = LabelText(&object, verified: "verified")
    label.priority = object.integer("priority")
    guard object.isSound else { return nil }
    guard let start, let end, (label.ayah == nil) != (label.skip == nil) else {
      object.complain("this segment lacks \"start\", \"end\", or one of \"ayah\" and \"skip\"")
      return nil
    }
    self.init(label.segment(from: start, to: end), extras: object.extras, at: object.place)
  }
}

extension MarkerRow {
  init?(_ object: inout KeyedObject) {
    let (at, end) = (object.time("at"), object.time("end"))
    let label = LabelText(&object, verified: "confirmed")
    guard object.isSound else { return nil }
    guard let at, label.ayah == nil || label.skip == nil else {
      object.complain("this marker lacks \"at\", or has both \"ayah\" and \"skip\"")
      return nil
    }
    self.init(label.marker(at: at), extras: object.extras, at: object.place)
    row.end = end
  }
}

extension WordRow {
  init?(_ object: inout KeyedObject) {
    let ayat = object.ayat("ayah")
    let word = object.integer("word")
    let start = object.time("start")
    let end = object.time("end")
    let confidence = object.confidence("confidence")
    guard object.isSound else { return nil }
    guard let ayat, ayat.isSingle, let word, (1...200).contains(word), let start, let end else {
      object.complain("this word lacks \"ayah\", \"word\" from 1, \"start\" or \"end\"")
      return nil
    }
    self.init(
      WordTiming(ayah: ayat.first, word: word, start: start, end: end, confidence: confidence),
      extras: object.extras, at: object.place)
  }
}

extension ReciterDraft {
  init?(_ object: inout KeyedObject) {
    guard let id = object.text("id"), RecordingDraft.isIdentifier(id), let name = object.text("name") else {
      object.complain("this reciter lacks \"id\" or \"name\"")
      return nil
    }
    self.init(id: id, name: name)
    shortName = object.text("short_name")
    arabicName = object.text("arabic_name")
    riwayah = object.riwayah("riwayah")
    style = object.text("style")
    for node in object.node("sources")?.items ?? [] {
      var given = KeyedObject(node, object.place, object.sharedReport)
      var source = Source(url: given.text("url"), pattern: given.text("pattern") ?? "")
      source.format = given.text("format")
      source.riwayah = given.riwayah("riwayah")
      source.numbering = given.numbering("numbering")
      source.bitrate = given.integer("bitrate")
      source.cache = given.text("cache")
      source.extras = given.extras
      sources.append(source)
    }
    image = object.text("image")
    sortOrder = object.integer("sort_order")
    extras = object.extras
  }
}

extension KeyedObject {
  fileprivate func complain(_ message: String) { report.add(.unreadableRow, message, at: place) }
}
