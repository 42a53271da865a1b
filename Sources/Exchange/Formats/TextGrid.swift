import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Praat's TextGrid in its text forms, long, short and free, after its manual and `abcio.cpp`.
  ///
  /// Tiers `ayah` (and `ayah2` where rows overlap), `words`, and the point tiers `joins` and `marks`.
  static let textGrid = ForeignFormat(
    name: "textgrid", title: "Praat TextGrid", extensions: ["textgrid"], loses: [.meta, .order],
    keepsInLabels: Set.ofLabels.subtracting([.joins]), bends: [.end, .text],
    recognises: { source in
      let head = source.beginning
      return head.prefix(200).holds("ooTextFile") || head.begins(with: "ooBinaryFile")
    },
    read: single(TextGridReader.self),
    write: .file { recording, options in TextGridWriter(recording, options).text })
}

/// A tier of stretches or of points.
struct TextGridTier {
  struct Item {
    let start: Milliseconds
    /// Nil for a point.
    let end: Milliseconds?
    let text: String
    let place: Place?
  }

  let name: String
  let isOfPoints: Bool
  /// Where its name stands, if it was read.
  var place: Place?
  var items: [Item] = []
}

// MARK: - Writing

private struct TextGridWriter {
  private var losses = Losses()
  private var tiers: [TextGridTier] = []
  private let end: Milliseconds

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    losses.addOfWords(in: recording, options)
    let ends =
      recording.segments.map(\.row.end) + recording.words.map(\.row.end) + recording.markers.map(\.row.at)
    end = max(recording.duration ?? .zero, ends.max() ?? .zero)
    add(
      "ayah",
      recording.segmentsInTime.map { segment in
        // Joins have their own tier.
        var label = LabelText(segment)
        label.joins = []
        return (segment.row.start, segment.row.end, label.text(options.labels))
      })
    add("words", recording.wordsInTime.map { ($0.row.start, $0.row.end, $0.label) })
    add("joins", recording.segmentsInTime.flatMap { $0.row.joins.map { ($0, nil, "") } })
    add(
      "marks",
      recording.markersInTime.map { marker in
        if marker.row.end != nil { losses.add(.end) }
        // The tier of joins is that of the rows; those of a marker stand in its label, when it is full.
        if options.labels != .full, !marker.row.joins.isEmpty { losses.add(.joins) }
        let text = LabelText(marker).text(options.labels)
        return (marker.row.at, nil, text.isEmpty ? "?" : text)
      })
    if tiers.isEmpty { tiers.append(TextGridTier(name: "ayah", isOfPoints: false)) }
  }

  /// Adds rows as tiers. A row that overlaps an earlier one goes into another tier, whose intervals cover the
  /// whole time as well. The second of two points at the same time also does, as Praat would drop it.
  private mutating func add(_ name: String, _ rows: [(start: Milliseconds, end: Milliseconds?, text: String)])
  {
    let items = rows.map { TextGridTier.Item(start: $0.start, end: $0.end, text: $0.text, place: nil) }
      .ordered(by: \.start)
    for (index, layer) in items.layered(where: { last, item in
      last.end.map { $0 <= item.start } ?? (last.start < item.start)
    })
    .enumerated() {
      tiers.append(
        TextGridTier(
          name: index == 0 ? name : "\(name)\(index + 1)", isOfPoints: layer[0].end == nil, items: layer))
    }
  }

  var text: ForeignText {
    // Blanks at line ends and the empty third line are Praat's own.
    var text = """
      File type = "ooTextFile"
      Object class = "TextGrid"

      xmin = 0\u{20}
      xmax = \(Self.number(end))\u{20}
      tiers? <exists>\u{20}
      size = \(tiers.count)\u{20}
      item []:\u{20}

      """
    for (index, tier) in tiers.enumerated() {
      let items = tier.isOfPoints ? tier.items : tiled(tier.items)
      text += """
            item [\(index + 1)]:
                class = "\(tier.isOfPoints ? "TextTier" : "IntervalTier")"\u{20}
                name = "\(tier.name)"\u{20}
                xmin = 0\u{20}
                xmax = \(Self.number(end))\u{20}
                \(tier.isOfPoints ? "points" : "intervals"): size = \(items.count)\u{20}

        """
      for (number, item) in items.enumerated() {
        let quoted = "\"\(item.text.replaced("\"", with: "\"\""))\""
        if let stop = item.end {
          text += "        intervals [\(number + 1)]:\n            xmin = \(Self.number(item.start)) \n"
          text += "            xmax = \(Self.number(stop)) \n            text = \(quoted) \n"
        } else {
          text += "        points [\(number + 1)]:\n            number = \(Self.number(item.start)) \n"
          text += "            mark = \(quoted) \n"
        }
      }
    }
    return ForeignText(text, losses: losses)
  }

  /// With empty intervals where nothing is said.
  private func tiled(_ items: [TextGridTier.Item]) -> [TextGridTier.Item] {
    var result: [TextGridTier.Item] = []
    var at = Milliseconds.zero
    for item in items {
      if item.start > at { result.append(.init(start: at, end: item.start, text: "", place: nil)) }
      result.append(item)
      at = item.end ?? at
    }
    if at < end || result.isEmpty { result.append(.init(start: at, end: end, text: "", place: nil)) }
    return result
  }

  /// `4.2`, as Praat writes numbers.
  private static func number(_ time: Milliseconds) -> String {
    var text = time.description
    while text.ends(with: "0") { text.removeLast() }
    return text.ends(with: ".") ? String(text.dropLast()) : text
  }
}

/// Reads a TextGrid by its tokens, as Praat does: free-standing numbers, quoted strings and flags; every other word is
/// a comment.
struct TextGridReader: RecordingReader {
  private let input: ForeignInput
  private var tokens: TextGridTokens
  private var tiers: [TextGridTier] = []

  init(_ input: ForeignInput) throws {
    self.input = input
    if input.source.bytes.starts(with: "ooBinaryFile".utf8) {
      throw input.failure("is a binary TextGrid; save it in Praat with \"Save as text file...\"")
    }
    let text = try input.text()
    tokens = TextGridTokens(source: text)
    try readHead()
    while let token = try tokens.next() {
      guard case .string(let kind) = token else { throw tokens.fault("the class of a tier was expected") }
      try readTier(kind)
    }
  }

  private mutating func readHead() throws {
    // The second is of files from before 1999.
    guard case .string(let head)? = try tokens.next(), ["ooTextFile", "ooTextFile short"].contains(head)
    else {
      throw tokens.fault("the file should begin with \"ooTextFile\"")
    }
    guard case .string(let kind)? = try tokens.next(), kind == "TextGrid" else {
      throw tokens.fault("the object should be a \"TextGrid\"")
    }
    _ = try tokens.number("the start of the grid")
    _ = try tokens.number("the end of the grid")
    guard case .flag(let flag)? = try tokens.next(), flag == "exists" else {
      throw tokens.fault("<exists> was expected: the grid has no tiers")
    }
    _ = try tokens.number("the number of tiers")
  }

  private mutating func readTier(_ kind: String) throws {
    guard kind == "IntervalTier" || kind == "TextTier" else {
      throw tokens.fault("\"\(kind)\" is not a class of tiers; IntervalTier or TextTier was expected")
    }
    guard case .string(let name)? = try tokens.next() else {
      throw tokens.fault("the name of a tier was expected")
    }
    let place = tokens.place
    _ = try tokens.number("the start of the tier")
    _ = try tokens.number("the end of the tier")
    let size = try tokens.number("the number of items in the tier")
    let sizePlace = tokens.place
    var tier = TextGridTier(name: name, isOfPoints: kind == "TextTier", place: place)
    // The number is sometimes wrong, so what is there is counted.
    var unread: Int64 = 0
    while try tokens.nextIsNumber() {
      let start = try tokens.time()
      let place = tokens.place
      let end = tier.isOfPoints ? start : try tokens.time()
      guard case .string(let text)? = try tokens.next() else {
        throw tokens.fault("a text in quotes was expected")
      }
      guard let start, let end else {
        unread += 1
        input.fault(
          "\"\(text)\" of the tier \"\(name)\" has a time that is not a number",
          at: place)
        continue
      }
      tier.items.append(
        .init(start: start, end: tier.isOfPoints ? nil : end, text: text, place: tokens.place))
    }
    if size.count != (Int64(tier.items.count) + unread) * 1000 {
      input.add(
        .writerFault,
        "the tier \"\(name)\" declares \(size.count / 1000) items, but has \(tier.items.count)",
        at: sizePlace)
    }
    tiers.append(tier)
  }

  // MARK: What the tiers say

  func read() throws -> AnnotatedRecording {
    var rows = LabelledRows(report: input.report)
    let intervals = tiers.filter { !$0.isOfPoints }
    let named = try namedTier(intervals)
    var unread: [TextGridTier] = []
    var joins: [Milliseconds] = []
    for tier in tiers {
      let isRows = tier.name == named || tier.name.isNumbered(named) || tier.name.isNumbered("words")
      if !tier.isOfPoints, isRows || tier.name == "words" {
        read(tier, into: &rows)
      } else if tier.isOfPoints, tier.name == "joins" || tier.name.isNumbered("joins") {
        joins += tier.items.map(\.start)
      } else if tier.isOfPoints {
        for point in tier.items {
          rows.add(point.text, from: point.start, to: nil, at: point.place ?? input.place)
        }
      } else if !tier.items.allSatisfy({ $0.text.trimmed(of: " ").isEmpty }) {
        unread.append(tier)
      }
    }
    if let first = unread.first {
      input.add(
        .unplaced,
        "the tier\(unread.count == 1 ? "" : "s") \(unread.map { "\"\($0.name)\"" }.joined(separator: ", ")) "
          + "\(unread.count == 1 ? "is" : "are") not read", at: first.place ?? input.place, unless: .tier)
    }
    var recording = rows.finished()
    for index in recording.segments.indices {
      let row = recording.segments[index].row
      guard let ayat = row.ayah, !ayat.isSingle, row.joins.isEmpty else { continue }
      recording.segments[index].row.joins = joins.filter { $0 > row.start && $0 < row.end }.sorted()
    }
    return recording
  }

  private func read(_ tier: TextGridTier, into rows: inout LabelledRows) {
    for item in tier.items {
      let place = item.place ?? input.place
      guard let end = item.end, end > item.start else {
        // Praat itself drops the interval behind such a one without a word.
        input.report.addEmptyRow(
          "the interval \"\(item.text)\" of the tier \"\(tier.name)\"", from: item.start,
          to: item.end ?? item.start, at: place)
        continue
      }
      if !item.text.trimmed(of: " \t\r\n").isEmpty {
        rows.add(item.text, from: item.start, to: end, at: place)
      }
    }
  }

  /// Returns the name of the tier of the ayat: the requested one, else `ayah`, else the first whose labels
  /// are references.
  private func namedTier(_ intervals: [TextGridTier]) throws -> String {
    if let wanted = input.options.tier {
      guard intervals.contains(where: { $0.name == wanted }) else {
        let names = intervals.map { "\"\($0.name)\"" }.joined(separator: ", ")
        throw ExchangeFailure("\(input.name) has no tier \"\(wanted)\" of intervals; it has \(names)")
      }
      return wanted
    }
    if intervals.contains(where: { $0.name == "ayah" }) { return "ayah" }
    let found = intervals.first { tier in
      tier.items.contains { LabelText($0.text)?.ayah != nil && LabelText($0.text)?.words == nil }
    }
    return found?.name ?? intervals.first { $0.name != "words" }?.name ?? "ayah"
  }
}

extension String {
  /// Returns true if the text is `name` followed by a number from 2, which is a further layer of that tier.
  fileprivate func isNumbered(_ name: String) -> Bool {
    guard let number = after(name).flatMap({ Int($0) }) else { return false }
    return number >= 2
  }
}

/// The tokens of a Praat text file.
private struct TextGridTokens {
  enum Token: Equatable {
    /// In thousandths, so that counts and times are read alike.
    case number(Milliseconds)
    /// An undefined number.
    case undefined
    case string(String)
    case flag(String)
  }

  let source: SourceText
  private var index = 0
  private var start = 0
  /// The next token, where it was looked at already.
  private var peeked: Token??

  init(source: SourceText) { self.source = source }

  /// Of the token that was read last.
  var place: Place { Place(source, start..<max(start, min(index, source.bytes.count))) }

  func fault(_ reason: String) -> ExchangeFailure { ExchangeFailure("\(source.path): \(reason)", at: place) }

  mutating func number(_ what: String) throws -> Milliseconds {
    guard case .number(let value)? = try next() else { throw fault("a number was expected: \(what)") }
    return value
  }

  /// Reads a number; nil if Praat wrote it as undefined.
  mutating func time() throws -> Milliseconds? {
    guard let token = try next() else { throw fault("a time was expected") }
    switch token {
    case .number(let value): return value
    case .undefined: return nil
    case .string, .flag: throw fault("a time was expected")
    }
  }

  mutating func nextIsNumber() throws -> Bool {
    let token = try next()
    peeked = .some(token)
    switch token {
    case .number, .undefined: return true
    case .string, .flag, nil: return false
    }
  }

  mutating func next() throws -> Token? {
    defer { peeked = nil }
    return try peeked ?? read()
  }

  private mutating func read() throws -> Token? {
    let bytes = source.bytes
    while true {
      while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
      guard index < bytes.count else {
        start = bytes.count
        return nil
      }
      start = index
      switch bytes[index] {
      case UInt8(ascii: "!"):
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "<"):
        let word = self.word()
        return .flag(word.trimmed(of: "<>"))
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"):
        let word = self.word()
        if ["--undefined--", "-inf", "+inf", "-nan", "+nan"].contains(word.lowercased()) {
          return .undefined
        }
        guard let value = Self.value(word) else {
          throw fault(
            "\"\(word)\" is not a number"
              + (word.holds(",")
                ? "; decimals have a point, and Praat would read \(word.fields(by: ",")[0])" : ""))
        }
        return .number(value)
      default: _ = word()
      }
    }
  }

  private mutating func word() -> String {
    while index < source.bytes.count, !Self.isBlank(source.bytes[index]) { index += 1 }
    return source.text(in: start..<index)
  }

  private mutating func string() throws -> String {
    let bytes = source.bytes
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "\"") {
        text.append(bytes[index])
        index += 1
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") {
        text.append(bytes[index])
        index += 2
      } else {
        index += 1
        return String(decoding: text, as: UTF8.self)
      }
    }
    throw fault("a text in quotes is not closed")
  }

  /// `4.2`, a fraction such as `1/3`, or hundredths such as `420%`.
  private static func value(_ word: String) -> Milliseconds? {
    if word.utf8.last == UInt8(ascii: "%") {
      return DecimalTime.parse("\(word.dropLast())e-2")
    }
    let parts = word.fields(by: "/")
    guard parts.count == 2 else { return DecimalTime.parse(word) }
    guard let above = DecimalTime.parse(parts[0]), let below = DecimalTime.parse(parts[1]), below > .zero
    else {
      return nil
    }
    return Milliseconds(seconds: above.seconds / below.seconds)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
