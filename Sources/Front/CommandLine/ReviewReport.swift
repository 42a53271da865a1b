import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// The output of `review`.
struct ReviewReport {
  let list: ReviewList
  /// Of a review by sound; nil for another.
  var findings: SoundFindings?

  private var shifts: [SoundFindings.Shift] { findings == nil ? [] : SoundFindings.shifts(in: list) }

  /// Findings about whole recordings, a line each.
  var findingLines: [String] {
    shifts.map { shift in
      let ayat = abs(shift.ayat) == 1 ? "the ayah" : "\(abs(shift.ayat)) ayat"
      return
        "\(shift.bundle): \(shift.rows) rows from \(shownText(shift.label)) at \(shift.start) on each name "
        + "\(ayat) \(shift.ayat > 0 ? "after" : "before") what is heard"
    }
      + (findings?.twins ?? []).map {
        "\($0.bundle) is the same recording as \($0.other): \(counted($0.ayat, "ayah", plural: "ayat")) begin at the same times"
      }
  }

  func lines(_ entries: [ReviewList.Entry]) -> [String] {
    let positions = Positions()
    var texts: [String: TextsAtHand] = [:]
    return entries.map { entry in
      let item = entry.item
      let known = texts[entry.bundle.path] ?? TextsAtHand(around: entry.bundle)
      texts[entry.bundle.path] = known
      let words = known.beginning(of: AyahRange(item.label), width: 40)
      let position = positions.span(of: item.place)?.start
      let place = item.place.path + (position.map { ":\($0.line):\($0.column)" } ?? "")
      return "\(place): \(item.start)  \(shownText(item.label))  "
        + item.reasons.map { shownText("\($0)") }.joined(separator: "; ") + (words.map { "  \($0)" } ?? "")
    }
  }

  /// The amount of work left.
  var summary: String {
    let (rows, left, missing) = (list.rowCount, list.unconfirmedCount, list.missing.count)
    if findings != nil {
      let count = list.entries.count
      return
        "\(count == 0 ? "none" : "\(count)") of \(counted(rows, "row")) contradict\(count < 2 ? "s" : "") the sound"
    }
    guard rows > 0 else { return "no annotation yet; use `tilawa mark` to find the ayat" }
    if left == 0, missing == 0 {
      return "all \(counted(rows, "row")) confirmed, \(list.audio.clock) of audio"
    }
    let doubtful = list.doubtfulCount == 0 ? "nothing doubtful; " : "\(list.doubtfulCount) to check, "
    var parts = ["\(doubtful)\(left) of \(counted(rows, "row")) not yet confirmed"]
    if list.audio > .zero {
      parts.append("\(list.unconfirmedAudio.clock) of \(list.audio.clock) (\(list.percentLeft) %)")
    }
    if missing > 0 { parts.append("\(counted(missing, "run of ayat", plural: "runs of ayat")) not found") }
    return parts.joined(separator: ", ")
  }
}

// MARK: - For programs

extension ReviewReport {
  typealias Item = (entry: ReviewList.Entry, position: LineAndColumn?)

  static let shape = OutputShape<(items: [Item], left: ReviewReport)>(
    "review",
    [
      .key("items", .list(of: .object(itemKeys)), { $0.items }, "Rows to check, least certain first."),
      .key("left", .object(leftKeys), { $0.left }, "Work left to check."),
    ], lines: [itemLine.description, leftLine.description])

  static let itemLine = OutputLine("item", itemKeys)
  static let leftLine = OutputLine("left", leftKeys)

  func items(_ entries: [ReviewList.Entry]) -> [Item] {
    let positions = Positions()
    return entries.map { ($0, positions.span(of: $0.item.place)?.start) }
  }

  private static let itemKeys: [JSONKey<Item>] = [
    .key(.bundle, { $0.entry.bundle.shownPath }), .key(.path, { $0.entry.item.place.path }),
    .nullable(.line, { $0.position?.line }), .nullable(.column, { $0.position?.column }),
    .key(.start, { $0.entry.item.start }), .key(.end, { $0.entry.item.end }),
    .key(.label, { $0.entry.item.label }), .key(.remarks, { $0.entry.item.reasons.map { "\($0)" } }),
    .key(
      "urgency", .number(0), { confidenceText($0.entry.item.urgency.inHundredths) },
      "Urgency: higher means check sooner."),
  ]

  private static let leftKeys: [JSONKey<ReviewReport>] = [
    .key(.rowCount, \.list.unconfirmedCount), .key("of_row_count", .count, \.list.rowCount, "Rows in all."),
    .key(.duration, \.list.unconfirmedAudio),
    .key("of_duration", .time, \.list.audio, "Seconds of audio in all."),
    .key(
      "percent", .integer(0, 100), { Int($0.list.percentLeft) },
      "Share of the audio left to check, in percent."),
    .key(.missing, { $0.list.missing.map(\.description) }),
    .key(
      "shifts",
      .list(
        of: .object([
          .key(.bundle, \.bundle), .key(.label, \.label), .key(.start, \.start),
          .key(.rowCount, \.rows),
          .key("off_by", .integer(-3, 3), \.ayat, "Number of ayat from what is heard to what the rows name."),
        ])), { $0.shifts }, "With --by-sound: rows in sequence that are all off by the same number of ayat."),
    .key(
      "same_recordings",
      .list(
        of: .object([
          .key(.bundle, \.bundle), .key("other", .text, \.other, "The bundle with the same recording."),
          .key(
            "shared_starts", .count, \.ayat, "Number of ayat that begin at the same times."),
        ])), { $0.findings?.twins ?? [] },
      "With --by-sound: bundles with the same recording, in any encoding."),
  ]
}
