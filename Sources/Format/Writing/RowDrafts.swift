public import TilawaBase
public import TilawaQuran
public import TilawaYAML

/// What a tool wants a row of `segments.yaml` to say.
public struct SegmentDraft: Hashable, Sendable {
  /// What is recited; nil for a row with `skip`.
  public var ayah: AyahRange?
  /// What is heard when it is no ayah.
  public var skip: String?
  /// Where the row begins.
  public var start: Milliseconds
  /// Where it ends.
  public var end: Milliseconds
  /// Where one ayah of a run gives way to the next.
  public var joins: [Milliseconds] = []
  /// A person has confirmed it.
  public var isVerified = false
  /// How sure the tool is, 0 to 1.
  public var confidence: Double?
  /// Who recites, when it isn't the recording's reciter.
  public var reciter: String?
  /// In which riwayah, when it isn't the recording's.
  public var riwayah: Riwayah?
  /// In which rak'ah, from 1.
  public var rakah: Int?
  /// Among rivals.
  public var priority: Int?
  /// A remark.
  public var note: String?

  /// A row from `start` to `end`, with `ayah` or `skip` to be set.
  public init(ayah: AyahRange? = nil, skip: String? = nil, start: Milliseconds, end: Milliseconds) {
    self.ayah = ayah
    self.skip = skip
    self.start = start
    self.end = end
  }

  /// What a row says, without its places and without keys of the user's own.
  public init(_ row: Segment) {
    self.init(
      ayah: row.ayah?.value, skip: row.skip?.value, start: row.start.value, end: row.end.value)
    joins = row.joins?.value.map(\.value) ?? []
    isVerified = row.isVerified
    confidence = row.confidence?.value
    reciter = row.reciter?.value
    riwayah = row.riwayah?.value
    rakah = row.rakah?.value
    priority = row.priority?.value
    note = row.note?.value
  }

  /// The canonical row.
  public var yaml: YAMLValue {
    var row = RowBuilder()
    row.add(Segment.ayahField.key, ayah.map { .quoted("\($0)") })
    row.add(Segment.skipField.key, skip.map { .text($0) })
    row.add(Segment.startField.key, .plain(start.description))
    row.add(Segment.endField.key, .plain(end.description))
    row.add(
      Segment.joinsField.key, joins.isEmpty ? nil : .flowList(joins.map { .plain($0.description) }))
    row.add(Segment.verifiedField.key, isVerified ? .plain("true") : nil)
    row.add(Segment.confidenceField.key, confidence.map { .plain(confidenceText($0)) })
    row.add(Segment.reciterField.key, reciter.map { .text($0) })
    row.add(Segment.riwayahField.key, riwayah.map { .text($0.rawValue) })
    row.add(Segment.rakahField.key, rakah.map { .plain("\($0)") })
    row.add(Segment.priorityField.key, priority.map { .plain("\($0)") })
    row.add(Segment.noteField.key, note.map { .text($0) })
    return .flow(row.pairs)
  }
}

/// What a tool wants a row of `markers.yaml` to say.
public struct MarkerDraft: Hashable, Sendable {
  /// Where it opens.
  public var at: Milliseconds
  /// Where what it opens is over, when that isn't the next marker.
  public var end: Milliseconds?
  /// What is recited from here.
  public var ayah: AyahRange?
  /// What is heard from here when it is no ayah.
  public var skip: String?
  /// Where one ayah of a run gives way to the next.
  public var joins: [Milliseconds] = []
  /// A person has confirmed it.
  public var isConfirmed = false
  /// How sure the tool is, 0 to 1.
  public var confidence: Double?
  /// Who recites, when it isn't the recording's reciter.
  public var reciter: String?
  /// In which riwayah, when it isn't the recording's.
  public var riwayah: Riwayah?
  /// In which rak'ah, from 1.
  public var rakah: Int?
  /// A remark.
  public var note: String?

  /// An unassigned marker.
  public init(at: Milliseconds, confidence: Double? = nil) {
    self.at = at
    self.confidence = confidence
  }

  /// What a row says, without its places and without keys of the user's own.
  public init(_ row: Marker) {
    self.init(at: row.at.value, confidence: row.confidence?.value)
    end = row.end?.value
    ayah = row.ayah?.value
    skip = row.skip?.value
    joins = row.joins?.value.map(\.value) ?? []
    isConfirmed = row.isConfirmed
    reciter = row.reciter?.value
    riwayah = row.riwayah?.value
    rakah = row.rakah?.value
    note = row.note?.value
  }

  /// The canonical row.
  public var yaml: YAMLValue {
    var row = RowBuilder()
    row.add(Marker.atField.key, .plain(at.description))
    row.add(Marker.endField.key, end.map { .plain($0.description) })
    row.add(Marker.ayahField.key, ayah.map { .quoted("\($0)") })
    row.add(Marker.skipField.key, skip.map { .text($0) })
    row.add(Marker.joinsField.key, joins.isEmpty ? nil : .flowList(joins.map { .plain($0.description) }))
    row.add(Marker.confirmedField.key, isConfirmed ? .plain("true") : nil)
    row.add(Marker.confidenceField.key, confidence.map { .plain(confidenceText($0)) })
    row.add(Marker.reciterField.key, reciter.map { .text($0) })
    row.add(Marker.riwayahField.key, riwayah.map { .text($0.rawValue) })
    row.add(Marker.rakahField.key, rakah.map { .plain("\($0)") })
    row.add(Marker.noteField.key, note.map { .text($0) })
    return .flow(row.pairs)
  }
}

/// What a tool wants a row of `words.yaml` to say.
public struct WordDraft: Hashable, Sendable {
  /// The ayah the word is of.
  public var ayah: Ayah
  /// Its number in the ayah, from 1.
  public var word: Int
  /// Where it begins.
  public var start: Milliseconds
  /// Where it ends.
  public var end: Milliseconds
  /// How sure the tool is, 0 to 1.
  public var confidence: Double?

  /// A row from `start` to `end`.
  public init(ayah: Ayah, word: Int, start: Milliseconds, end: Milliseconds, confidence: Double? = nil) {
    self.ayah = ayah
    self.word = word
    self.start = start
    self.end = end
    self.confidence = confidence
  }

  /// What a row says, without its places and without keys of the user's own.
  public init(_ row: WordTiming) {
    self.init(
      ayah: row.ayah.value, word: row.word.value, start: row.start.value, end: row.end.value,
      confidence: row.confidence?.value)
  }

  /// The canonical row.
  public var yaml: YAMLValue {
    var row = RowBuilder()
    row.add(WordTiming.ayahField.key, .quoted("\(ayah)"))
    row.add(WordTiming.wordField.key, .plain("\(word)"))
    row.add(WordTiming.startField.key, .plain(start.description))
    row.add(WordTiming.endField.key, .plain(end.description))
    row.add(WordTiming.confidenceField.key, confidence.map { .plain(confidenceText($0)) })
    return .flow(row.pairs)
  }
}

private struct RowBuilder {
  var pairs: [(key: String, value: YAMLValue)] = []

  mutating func add(_ key: String, _ value: YAMLValue?) {
    if let value { pairs.append((key: key, value: value)) }
  }
}

/// A confidence with all its decimals, and at least two: rounded, 0.8951 would pass for 0.90.
public func confidenceText(_ value: Double) -> String {
  let text = "\(min(max(value, 0), 1))"
  let parts = text.fields(by: "e", atMost: 2)
  let (whole, fraction) = parts[0].cut(at: ".") ?? (parts[0], "")
  // Numbers with an exponent are text to readers of YAML 1.1.
  let zeros = parts.count > 1 ? max(0, -(Int(parts[1]) ?? 0)) : 0
  let digits = zeros == 0 ? String(fraction) : String(repeating: "0", count: zeros - 1) + whole + fraction
  return "\(zeros == 0 ? whole : "0").\(digits)" + (digits.utf8.count < 2 ? "0" : "")
}

extension Double {
  /// A confidence of a tool of ours, to two decimals: more would claim a precision that it hasn't.
  public var inHundredths: Double { (min(max(self, 0), 1) * 100).rounded() / 100 }
}
