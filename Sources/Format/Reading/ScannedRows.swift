import TilawaBase
import TilawaQuran

/// Puts a value into a field that must still be empty; a second value, or none, sends the file to the full
/// reader.
private func fill<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
  guard field == nil, let value else { return false }
  field = value
  return true
}

/// As `fill`, for a field that every row has; `isSet` remembers whether it was met.
private func fill<Value>(_ field: inout Value, _ value: Value?, _ isSet: inout Bool) -> Bool {
  guard !isSet, let value else { return false }
  field = value
  isSet = true
  return true
}

private let unset = Located(Milliseconds.zero, 0..<0)

private func scanRiwayah(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<Riwayah>? {
  guard let word = scanWord(text, &cursor), let riwayah = Riwayah(rawValue: word.value) else { return nil }
  return Located(riwayah, word.range)
}

private func scanRakah(_ text: Span<UInt8>, _ cursor: inout Int) -> Located<Int>? {
  guard let number = scanNumber(text, &cursor), (1...100).contains(number.value) else { return nil }
  return number
}

/// A segment while its line is scanned.
struct ScannedSegment: ScannedRow {
  static let listKey: StaticString = "segments"
  var row: Segment
  private var hasStart = false
  private var hasEnd = false

  init(emptyAt index: Int) {
    row = Segment(start: unset, end: unset, index: index, bytes: ByteRange(0..<0))
  }

  mutating func scan(key: Range<Int>, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
    if matches("ayah", text, key) { return fill(&row.ayah, scanReference(text, &cursor)) }
    if matches("start", text, key) { return fill(&row.start, scanTime(text, &cursor), &hasStart) }
    if matches("end", text, key) { return fill(&row.end, scanTime(text, &cursor), &hasEnd) }
    if matches("verified", text, key) { return fill(&row.verified, scanFlag(text, &cursor)) }
    if matches("confidence", text, key) { return fill(&row.confidence, scanConfidence(text, &cursor)) }
    if matches("joins", text, key) { return fill(&row.joins, scanTimes(text, &cursor)) }
    if matches("skip", text, key) { return fill(&row.skip, scanWord(text, &cursor)) }
    if matches("note", text, key) { return fill(&row.note, scanText(text, &cursor)) }
    if matches("reciter", text, key) { return fill(&row.reciter, scanWord(text, &cursor)) }
    if matches("riwayah", text, key) { return fill(&row.riwayah, scanRiwayah(text, &cursor)) }
    if matches("rakah", text, key) { return fill(&row.rakah, scanRakah(text, &cursor)) }
    if matches("priority", text, key) {
      guard let number = scanNumber(text, &cursor), number.value <= 1000 else { return false }
      return fill(&row.priority, number)
    }
    return false
  }

  mutating func finish(bytes: Range<Int>) -> Bool {
    row.bytes = ByteRange(bytes)
    return hasStart && hasEnd && (row.ayah == nil) != (row.skip == nil)
  }
}

/// A marker while its line is scanned.
struct ScannedMarker: ScannedRow {
  static let listKey: StaticString = "markers"
  var row: Marker
  private var hasAt = false

  init(emptyAt index: Int) {
    row = Marker(at: unset, index: index, bytes: ByteRange(0..<0))
  }

  mutating func scan(key: Range<Int>, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
    if matches("at", text, key) { return fill(&row.at, scanTime(text, &cursor), &hasAt) }
    if matches("ayah", text, key) { return fill(&row.ayah, scanReference(text, &cursor)) }
    if matches("confidence", text, key) { return fill(&row.confidence, scanConfidence(text, &cursor)) }
    if matches("confirmed", text, key) { return fill(&row.confirmed, scanFlag(text, &cursor)) }
    if matches("end", text, key) { return fill(&row.end, scanTime(text, &cursor)) }
    if matches("joins", text, key) { return fill(&row.joins, scanTimes(text, &cursor)) }
    if matches("skip", text, key) { return fill(&row.skip, scanWord(text, &cursor)) }
    if matches("note", text, key) { return fill(&row.note, scanText(text, &cursor)) }
    if matches("reciter", text, key) { return fill(&row.reciter, scanWord(text, &cursor)) }
    if matches("riwayah", text, key) { return fill(&row.riwayah, scanRiwayah(text, &cursor)) }
    if matches("rakah", text, key) { return fill(&row.rakah, scanRakah(text, &cursor)) }
    return false
  }

  mutating func finish(bytes: Range<Int>) -> Bool {
    row.bytes = ByteRange(bytes)
    return hasAt && !(row.ayah != nil && row.skip != nil)
  }
}

/// A word while its line is scanned.
struct ScannedWord: ScannedRow {
  static let listKey: StaticString = "words"
  var row: WordTiming
  private var hasAyah = false
  private var hasWord = false
  private var hasStart = false
  private var hasEnd = false

  init(emptyAt index: Int) {
    row = WordTiming(
      ayah: Located(Ayah(1, 1), 0..<0), word: Located(0, 0..<0), start: unset, end: unset, index: index,
      bytes: ByteRange(0..<0))
  }

  mutating func scan(key: Range<Int>, _ text: Span<UInt8>, _ cursor: inout Int) -> Bool {
    if matches("ayah", text, key) {
      guard let reference = scanReference(text, &cursor), reference.value.isSingle else { return false }
      return fill(&row.ayah, Located(reference.value.first, reference.range), &hasAyah)
    }
    if matches("word", text, key) {
      guard let number = scanNumber(text, &cursor), (1...200).contains(number.value) else { return false }
      return fill(&row.word, number, &hasWord)
    }
    if matches("start", text, key) { return fill(&row.start, scanTime(text, &cursor), &hasStart) }
    if matches("end", text, key) { return fill(&row.end, scanTime(text, &cursor), &hasEnd) }
    if matches("confidence", text, key) { return fill(&row.confidence, scanConfidence(text, &cursor)) }
    return false
  }

  mutating func finish(bytes: Range<Int>) -> Bool {
    row.bytes = ByteRange(bytes)
    return hasAyah && hasWord && hasStart && hasEnd
  }
}
