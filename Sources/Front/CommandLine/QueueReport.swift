import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The output of `tilawa queue`.
struct QueueReport {
  private let queue: PlaybackQueue
  private let profile: String?

  private let total: (items: Int, length: Milliseconds)?

  private init(_ queue: PlaybackQueue, profile: String?) {
    (self.queue, self.profile) = (queue, profile)
    total = queue.total
  }

  /// Prints a queue item by item, after what is missing of it; as JSON in its ``shape``.
  static func print(
    _ opened: QueueArguments.Opened, as output: JSONArguments, in terminal: Terminal
  ) throws -> Outcome {
    let told = opened.tell(in: terminal, isPrinted: true)
    let queue = opened.queue
    let report = QueueReport(queue, profile: opened.profile)
    if output.jsonl {
      terminal.print(headerLine.text(of: report))
    } else if queue.isEndless {
      throw CommandFailure(
        "the queue has no end; limit it with --for 30m, or use --jsonl to print it as it goes on")
    }
    guard let told else {
      if output.json { terminal.write(shape.document(of: (report, []))) }
      return .findings
    }
    if output.json {
      terminal.write(shape.document(of: (report, Array(queue))))
      return told
    }
    for item in queue {
      if output.jsonl {
        terminal.print(itemLine.text(of: item))
      } else {
        for line in report.lines(of: item, width: terminal.tableWidth) { terminal.print(line) }
      }
      if terminal.output.hasFailed { break }
    }
    if !output.isAny, let total = report.total {
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
}

// MARK: - For programs

extension QueueReport {
  static let shape = OutputShape<(report: QueueReport, items: [QueueItem])>(
    "queue",
    header.of { $0.report } + [
      .key("items", .list(of: .object(item)), { $0.items }, "Items to play, in order.")
    ],
    lines: [headerLine.description, itemLine.description])

  private static let headerLine = OutputLine("queue", header)
  private static let itemLine = OutputLine("item", item)

  /// The passage and settings, before the items.
  private static let header: [JSONKey<QueueReport>] = [
    .nullable(.passage, \.queue.passage?.description),
    .key(
      "passages", .list(of: .text), { $0.queue.passages.map(\.description) },
      "Passages to play, in order; a single one if passage names it."),
    .nullable("profile", .text, \.profile, "Profile of playback.yaml that was used."),
    .key(.riwayah, \.queue.settings.riwayah.rawValue),
    .key(.numbering, \.queue.settings.counting.rawValue),
    .nullable(
      "reciters", .list(of: .text), \.queue.settings.reciters,
      "Ids of reciters, in order of preference; null for any."),
    .key("speed", .number(.number("0.5"), 2), \.queue.settings.speed.description, "Factor of speed."),
    .key("gap", .time, \.queue.settings.gap, "Silence between ayat, in seconds."),
    .key(
      "ayah_pause", .number(.number("0.0"), 2), \.queue.settings.ayahPause.description,
      "Silence after each ayah, as a multiple of the time it was heard."),
    .key("set_pause", .time, \.queue.settings.setPause, "Silence after each set of repeats, in seconds."),
    .nullable(
      "words", .text, \.queue.settings.words?.range, "Words of the ayah that are played; null for all."),
    .key(
      "shows", .list(of: .word(["words", "repetition", "reciter"])), \.shown,
      "Details that a player should show."),
    .key(.missing, { $0.queue.missing.map(\.description) }),
    .key(
      "from_others", .list(of: .text), { $0.queue.filled.map(\.description) },
      "Runs of ayat that another reciter fills in."),
    .nullable("item_count", .count, \.total?.items, "Number of items; null if the queue has no end."),
    .nullable(.duration, \.total?.length),
  ]

  private var shown: [String] {
    let settings = queue.settings
    return [
      (settings.showsWords, "words"), (settings.showsRepetition, "repetition"),
      (settings.showsReciter, "reciter"),
    ].filter { $0.0 }.map { $0.1 }
  }

  private static let item: [JSONKey<QueueItem>] = [
    .key(.ayah, \.ayat.description),
    .key("part", .word, \.part, "Part of the queue that it is in."),
    .key("basmalah", .flag, \.isBasmalah, "True if the basmalah before the ayah is played."),
    .key("gap", .time, \.gap, "Silence before it, in seconds."),
    .key("plays_at", .time, \.start, "Start, in seconds from the start of the queue."),
    .key(.duration, \.length),
    .key("repetition", count, \.repetition, "Number of the repetition of the ayah."),
    .key("round", count, \.round, "Number of the repetition of the range."),
    .nullable("window", count, \.window, "Number of the window of ayat."),
    .nullable(.path, \.sound?.shownFile), .nullable(.start, \.sound?.span.start),
    .nullable(.end, \.sound?.span.end), .nullable(.reciter, \.sound?.reciter),
    .nullable(.reciterName, \.sound?.reciterName), .nullable(.verified, \.sound?.isVerified),
    .nullable(.shared, \.sound?.isShared),
    .nullable("filled", .flag, \.sound?.isFilled, "True if another reciter fills in."),
  ]

  private static let count = JSONForm<QueueItem.Count>.object([
    .key(.number, \.number), .nullable(.of, \.of),
  ])
}
