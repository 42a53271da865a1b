import TilawaBase
import TilawaLibrary
import TilawaQuran
import TilawaFormat
import TilawaKit

/// What `tilawa queue` prints.
struct QueueReport {
  private let queue: PlaybackQueue

  init(_ queue: PlaybackQueue) { self.queue = queue }

  /// Prints a queue item by item, after what is missing of it.
  static func print(_ opened: QueueArguments.Opened, as output: JSONArguments, in terminal: Terminal) throws
    -> Outcome
  {
    let told = opened.tell(in: terminal, isPrinted: true)
    let queue = opened.queue
    let report = QueueReport(queue)
    let header = report.header(profile: opened.profile)
    if output.jsonl {
      terminal.print(header.line("queue"))
    } else if queue.isEndless {
      throw CommandFailure("the queue has no end; --for 30m ends it, and --jsonl prints it as it goes on")
    }
    guard let told else {
      if output.json { terminal.write(header.adding("items", []).document.documentText) }
      return .findings
    }
    if output.json {
      terminal.write(header.adding("items", JSONValue(queue) { report.json(of: $0) }).document.documentText)
      return told
    }
    for item in queue {
      if output.jsonl {
        terminal.print(report.json(of: item).line("item"))
      } else {
        for line in report.lines(of: item, width: terminal.tableWidth) { terminal.print(line) }
      }
      if terminal.output.hasFailed { break }
    }
    if !output.isAny, let total = queue.total {
      terminal.print(
        "\(report.time(total.length))  total of \(total.items) item\(total.items == 1 ? "" : "s")")
    }
    return told
  }

  // MARK: Text

  /// The silence before it, if there is one, and the item; on `width` columns the file's path is cut at its start, and the
  /// reciter's name at its end.
  func lines(of item: QueueItem, width: Int? = nil) -> [String] {
    var lines: [String] = []
    if item.gap > .zero { lines.append("\(time(item.start - item.gap))  gap \(item.gap)") }
    let name = item.isBasmalah ? "\(item.ayat) basmalah" : item.ayat.description
    let counters = counters(of: item)
    // Columns stay empty only where there is room for that.
    let isNarrow = width.map { $0 < 110 } ?? false
    var line = "\(time(item.start))  \(padded(name, 14))  "
    if !isNarrow || !counters.isEmpty { line += "\(padded(counters, isNarrow ? 0 : 24))  " }
    guard let sound = item.sound else { return lines + [line + "missing, silence of \(item.length)"] }
    let length = item.length.description
    line += String(repeating: " ", count: max(0, 8 - length.utf8.count)) + length
    let times = "  \(sound.span.start)  \(sound.span.end)"
    let marks = (sound.isShared ? "  shared" : "") + (sound.isFilled ? "  fill" : "")
    var reciter = queue.settings.showsReciter ? withoutControls(sound.shownReciter ?? "-") : ""
    var file = sound.shownFile
    if let width {
      let room = width - columnCount(of: line + times + marks) - 2 - (reciter.isEmpty ? 0 : 2)
      file = ending(of: file, in: max(12, room - columnCount(of: reciter)))
      reciter = cut(reciter, to: max(6, room - columnCount(of: file)))
    }
    let last = reciter.isEmpty ? "" : "  \(isolatedIfNeeded(reciter))"
    return lines + [line + "  " + shownText(file) + times + last + marks]
  }

  /// The end of a path, which tells more than its start.
  private func ending(of path: String, in width: Int?) -> String {
    guard let width, columnCount(of: path) > width else { return path }
    return "…" + String(String.UnicodeScalarView(path.unicodeScalars.suffix(width - 1)))
  }

  /// Seconds, at the right of ten columns.
  func time(_ time: Milliseconds) -> String {
    let text = time.description
    return String(repeating: " ", count: max(0, 10 - text.utf8.count)) + text
  }

  /// `range 1/2, ayah 2/3`; what happens once is not counted.
  private func counters(of item: QueueItem) -> String {
    func counted(_ name: String, _ count: QueueItem.Count) -> String? {
      queue.settings.showsRepetition && count.of != 1 ? "\(name) \(count)" : nil
    }
    let parts: [String?] =
      switch item.part {
      case .before, .after: [item.part.rawValue, counted("range", item.round)]
      case .range:
        [
          counted("range", item.round) ?? (queue.settings.memorisation == nil ? nil : "range"),
          counted("ayah", item.repetition),
        ]
      case .continuation: [item.part.rawValue]
      case .each: ["each", counted("ayah", item.repetition)]
      case .window: [item.window.map { "window \($0)" }, counted("time", item.round)]
      }
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columnCount(of: text)))
  }

  // MARK: JSON

  /// What is played and how, before the items.
  func header(profile: String?) -> JSONValue {
    let settings = queue.settings
    let total = queue.total
    let shown: [JSONValue] = [
      (settings.showsWords, "words"), (settings.showsRepetition, "repetition"),
      (settings.showsReciter, "reciter"),
    ].filter { $0.0 }.map { .string($0.1) }
    return [
      "passage": JSONValue(queue.passage?.description),
      "passages": JSONValue(queue.passages) { .string($0.description) }, "profile": JSONValue(profile),
      "riwayah": .string(settings.riwayah.rawValue), "numbering": .string(settings.counting.rawValue),
      "reciters": settings.reciters.map { JSONValue($0, JSONValue.string) } ?? nil,
      "speed": .number(settings.speed.description), "gap": .number(settings.gap.description),
      "shows": .array(shown),
      "missing": JSONValue(queue.missing) { .string($0.description) },
      "from_others": JSONValue(queue.filled) { .string($0.description) },
      "item_count": JSONValue(total?.items), "duration": total.map { .number($0.length.description) } ?? nil,
    ]
  }

  /// An item.
  func json(of item: QueueItem) -> JSONValue {
    func count(_ count: QueueItem.Count) -> JSONValue {
      ["number": .int(Int64(count.number)), "of": JSONValue(count.of)]
    }
    let sound = item.sound
    return [
      "ayah": .string(item.ayat.description), "part": .string(item.part.rawValue),
      "basmalah": .bool(item.isBasmalah), "gap": .number(item.gap.description),
      "plays_at": .number(item.start.description), "duration": .number(item.length.description),
      "repetition": count(item.repetition), "round": count(item.round),
      "window": item.window.map(count) ?? nil,
      "path": JSONValue(sound?.shownFile), "start": sound.map { .number($0.span.start.description) } ?? nil,
      "end": sound.map { .number($0.span.end.description) } ?? nil, "reciter": JSONValue(sound?.reciter),
      "reciter_name": JSONValue(sound?.reciterName),
      "verified": sound.map { .bool($0.isVerified) } ?? nil,
      "shared": sound.map { .bool($0.isShared) } ?? nil,
      "filled": sound.map { .bool($0.isFilled) } ?? nil,
    ]
  }
}
