import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The report of `tilawa show` on a bundle.
struct BundleReport {
  private let bundle: TilawaBundle
  private let summary: BundleSummary
  private let bar: RecordingBar
  private let presence: AudioPresence?
  private let errorCount: Int
  private let warningCount: Int

  init(of bundle: TilawaBundle) {
    self.bundle = bundle
    summary = BundleSummary(of: bundle)
    bar = RecordingBar(of: bundle, length: summary.length)
    presence = bundle.audioPresence
    errorCount = bundle.diagnostics.count { $0.severity == .error }
    warningCount = bundle.diagnostics.count { $0.severity == .warning }
  }

  private var recording: Recording? { bundle.recording?.content }
  private var reciter: Reciter? { bundle.reciter?.content }
  private var reciterID: String? { bundle.reciterID }
  /// Of another reciter than the recording's, `reciter.yaml` tells no names for it.
  private var namedReciter: Reciter? { reciter?.id?.value == reciterID ? reciter : nil }
  private var riwayah: Riwayah? { bundle.riwayah }
  private var annotation: Annotation { summary.annotation }
}

// MARK: - Text

extension BundleReport {
  /// The lines for a bar of `width` columns. On a terminal text fits into them, too.
  func lines(width: Int, isTerminal: Bool, palette: Palette, showsUnicode: Bool) -> [String] {
    let room = isTerminal ? width : Int.max
    let title = recording?.title.map { shownText($0.value) } ?? ""
    let path = palette.paint(bundle.shownPath, .strong)
    var lines =
      title.isEmpty || columnCount(of: bundle.shownPath) + 2 + columnCount(of: title) <= room
      ? [path + (title.isEmpty ? "" : "  \(title)")] : [path] + wrapped(title, to: room)
    let facts =
      [
        ("reciter", reciterText),
        ("riwayah", riwayah.map { "\($0.rawValue) (\($0.displayName))" } ?? "unknown"),
        ("numbering", recording?.numbering?.value.rawValue),
        (
          "recorded",
          joined([recording?.recordedAt?.value.text, recording?.place.map { shownText($0.value) }])
        ),
        (
          "imported",
          joined([recording?.importedAt?.value.text, recording?.sourceFile.map { shownText($0.value) }])
        ),
        ("prayer", recording?.prayer.map { "\($0.value.displayName) \(shownText($0.value.arabicName))" }),
        ("rak'at", rakatText),
        ("passage", recording?.passage?.value.map(\.value.description).joined(separator: ", ")),
        ("audio", audioText), ("status", statusText), ("rows", rowsText), ("markers", markersText),
      ] + coverageTexts
      + [
        ("recited", recitedText), ("gaps", gapsText), ("repeated", repeatedText), ("notes", notesText),
        ("faults", faultsText),
      ]
    var lastName = ""
    for (name, text) in facts {
      guard let text else { continue }
      for line in wrapped(text, to: room - 11) {
        lines.append("\(palette.paint(padded(name == lastName ? "" : name, to: 9), .faint))  \(line)")
        lastName = name
      }
    }
    return lines + barLines(width: width, room, palette: palette, showsUnicode: showsUnicode)
  }

  private var reciterText: String? {
    joined([
      mainReciterText,
      otherReciters.isEmpty
        ? nil
        : otherReciters.map { "\($0.id) in \($0.rows) row\($0.rows == 1 ? "" : "s")" }.joined(
          separator: ", "),
    ])
  }

  private var mainReciterText: String {
    guard let id = reciterID else { return "unknown" }
    guard let name = namedReciter?.name?.value else { return id }
    return shownText(name) + (namedReciter?.arabicName.map { " \(shownText($0.value))" } ?? "") + " (\(id))"
  }

  /// Whom rows name besides the recording's reciter, in the order in which they are first heard.
  private var otherReciters: [(id: String, rows: Int)] {
    var others: [(id: String, rows: Int)] = []
    for row in bundle.segmentsInTime {
      guard let id = row.reciter, id != reciterID else { continue }
      if let index = others.firstIndex(where: { $0.id == id }) {
        others[index].rows += 1
      } else {
        others.append((id: id, rows: 1))
      }
    }
    return others
  }

  private var audioText: String? {
    guard let audio = recording?.audio, let file = audio.file?.value else { return "none named" }
    return joined([
      shownText(file), audio.duration?.value.clock, audio.sampleRate.map { "\($0.value) Hz" },
      audio.channels.map { $0.value == 1 ? "mono" : $0.value == 2 ? "stereo" : "\($0.value) channels" },
      presence.map { presenceText($0) },
    ])
  }

  private func presenceText(_ presence: AudioPresence) -> String {
    if case .available(_, let bytes) = presence { return Self.size(bytes) }
    guard let remark = presence.remark(on: "it", fetchedBy: bundle.downloadCommand) else { return "here" }
    return remark.after("it is ").map(String.init) ?? remark
  }

  private static func size(_ bytes: Int64) -> String {
    let tenths = (bytes + 50_000) / 100_000
    return bytes < 1_000_000 ? "\((bytes + 999) / 1000) kB" : "\(tenths / 10).\(tenths % 10) MB"
  }

  private var statusText: String {
    let declared = recording?.declaredStatus?.value
    guard let status = annotation.status?.rawValue else {
      return "unknown: \(bundle.doubtAboutCount?.message ?? "")"
    }
    let marked = summary.namedMarkers.all
    let shown = annotation.status == .unannotated && marked > 0 ? "marked, but not segmented" : status
    return declared.map { $0 == annotation.status ? shown : "\(shown), declared \($0.rawValue)" } ?? shown
  }

  private var rowsText: String? {
    let rows = summary.rows
    guard bundle.segments != nil else {
      return summary.namedMarkers.all > 0
        ? "none yet; tilawa segment makes them of markers" : "no segments.yaml"
    }
    return "\(rows.verified) verified, \(rows.unverified) unverified, \(rows.skip) skip"
  }

  private var markersText: String? {
    guard summary.markerCount > 0 else { return nil }
    let confirmed = summary.namedMarkers.confirmed
    return "\(summary.markerCount) waiting, \(summary.unassignedCount) unassigned"
      + (confirmed > 0 ? ", \(confirmed) confirmed" : "")
  }

  private var coverageTexts: [(String, String?)] {
    summary.coverage.map { surah in
      let name = Surah.numbered(surah.surah)?.name ?? ""
      let held = surah.held.map(Self.numbers).joined(separator: ", ")
      let missing = surah.missing.map(Self.numbers).joined(separator: ", ")
      return (
        "coverage",
        "\(surah.surah) \(name) \(held.isEmpty ? "none" : held) of \(surah.ayahCount)"
          + (missing.isEmpty ? "" : ", missing \(missing)")
      )
    }
  }

  /// `1-31`, without the surah, which stands before.
  private static func numbers(_ run: AyahRange) -> String {
    run.isSingle ? "\(run.first.number)" : "\(run.first.number)-\(run.last.number)"
  }

  private var recitedText: String {
    "\(annotation.recited.clock) of \(summary.length.clock)"
      + (annotation.skipped > .zero ? ", \(annotation.skipped.clock) skipped" : "")
  }

  private var gapsText: String? {
    guard !summary.gaps.isEmpty else { return nil }
    let total = summary.gaps.reduce(Milliseconds.zero) { $0 + $1.length }
    return "\(total.clock) without a row: "
      + listed(summary.gaps) { "\($0.start.clock)-\($0.end.clock)" }
  }

  private var repeatedText: String? {
    summary.repeated.isEmpty ? nil : listed(summary.repeated) { "\($0.ayah) (\($0.times) times)" }
  }

  /// Where each rak'ah begins.
  private var rakatText: String? {
    rakat.isEmpty ? nil : listed(rakat) { "\($0.rakah) at \($0.span.start.clock)" }
  }

  /// Of the segments that are known to be of one, from the first to the last of each.
  private var rakat: [(rakah: Int, span: TimeSpan)] {
    var found: [(rakah: Int, span: TimeSpan)] = []
    for (row, rakah) in bundle.segmentsByRakah {
      guard let rakah, let span = row.span else { continue }
      if let last = found.last, last.rakah == rakah,
        let whole = TimeSpan(last.span.start, max(last.span.end, span.end))
      {
        found[found.count - 1].span = whole
      } else {
        found.append((rakah, span))
      }
    }
    return found
  }

  private var notesText: String? {
    recording?.notes.map { notes in
      shownText(notes.value.words(by: "\n").joined(separator: " "))
    }
  }

  private var faultsText: String? {
    guard errorCount + warningCount > 0 else { return nil }
    let errors = errorCount == 1 ? "1 error" : "\(errorCount) errors"
    let warnings = warningCount == 1 ? "1 warning" : "\(warningCount) warnings"
    return "\(errors), \(warnings) found while reading; run tilawa lint to see all"
  }

  private func joined(_ parts: [String?]) -> String? {
    let parts = parts.compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// The first eight, and how many more.
  private func listed<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
    elements.prefix(8).map(text).joined(separator: ", ")
      + (elements.count > 8 ? " and \(elements.count - 8) more" : "")
  }
}

// MARK: - The bar

extension BundleReport {
  private func barLines(width: Int, _ room: Int, palette: Palette, showsUnicode: Bool) -> [String] {
    let cells = bar.cells(max(10, width))
    guard !cells.isEmpty else { return [] }
    var line = ""
    var index = 0
    while index < cells.count {
      let kind = cells[index]
      let run = cells[index...].prefix { $0 == kind }.count
      line += palette.paint(String(repeating: kind.sign(showsUnicode), count: run), kind.role)
      index += run
    }
    let kinds = RecordingBar.Kind.allCases.filter(cells.contains)
    return ["", line]
      + legend(
        kinds.map { ($0.rawValue, palette.paint($0.sign(showsUnicode), $0.role)) }, width: room)
  }
}

extension RecordingBar.Kind {
  fileprivate func sign(_ showsUnicode: Bool) -> String {
    switch self {
    case .verified: showsUnicode ? "\u{2588}" : "#"
    case .unverified: showsUnicode ? "\u{2592}" : "+"
    case .skip: showsUnicode ? "\u{2500}" : "-"
    case .confirmed: showsUnicode ? "\u{2593}" : "="
    case .named: showsUnicode ? "\u{2591}" : ":"
    case .marker: showsUnicode ? "\u{250A}" : "|"
    case .nothing: showsUnicode ? "\u{B7}" : "."
    }
  }

  fileprivate var role: Palette.Role {
    switch self {
    case .verified, .confirmed: .good
    case .unverified: .warning
    case .skip, .nothing: .faint
    case .named, .marker: .note
    }
  }
}

// MARK: - For programs

extension BundleReport {
  static let shape = OutputShape<[BundleReport]>(
    "show",
    [.key("bundles", .list(of: .object(keys)), { $0 }, "The requested bundles.")])

  private static let keys: [JSONKey<BundleReport>] = [
    .key(.bundle, \.bundle.shownPath),
    .nullable("id", .text, \.recording?.id?.value, "Id of the recording."),
    .nullable(.title, \.recording?.title?.value), .nullable(.reciter, \.reciterID),
    .nullable(.reciterName, \.namedReciter?.name?.value),
    .nullable("reciter_short_name", .text, \.namedReciter?.shortName?.value, "Short name of the reciter."),
    .nullable("reciter_arabic_name", .text, \.namedReciter?.arabicName?.value, "Arabic name of the reciter."),
    .key(
      "other_reciters",
      .list(of: .object([.key(.reciter, { $0.id }), .key(.rowCount, { $0.rows })])), \.otherReciters,
      "Reciters named by rows, other than the recording's."),
    .nullable(.riwayah, \.riwayah?.rawValue), .nullable(.numbering, \.bundle.counting?.rawValue),
    .nullable(.recordedAt, \.recording?.recordedAt?.value.text),
    .nullable(.importedAt, \.recording?.importedAt?.value.text),
    .nullable("place", .text, \.recording?.place?.value, "Place of the recitation."),
    .nullable(.prayer, \.recording?.prayer?.value),
    .key(
      "rakat", .list(of: .object(spanKeys.of { $0.span } + [.key(.rakah, { $0.rakah })])), \.rakat,
      "Beginnings of rak'at."),
    .key(
      "passages", .list(of: .ayat), { $0.recording?.passage?.value.map(\.value.description) ?? [] },
      "Runs of ayat that recording.yaml names as recited."),
    .nullable(
      "audio", .object(audioKeys), { report in report.recording?.audio.map { ($0, report.presence) } },
      "The audio that recording.yaml describes, and its availability."),
    .nullable(.status, \.annotation.status),
    .nullable(
      "declared_status", .word, \.recording?.declaredStatus?.value, "Status that recording.yaml declares."),
    .key(
      "coverage_by_surah", .list(of: .object(coverageKeys)), \.summary.coverage,
      "Ayat of each surah that the rows contain."),
    .key(.verifiedCount, \.summary.rows.verified),
    .key("unverified_count", .count, \.summary.rows.unverified, "Rows that are not verified."),
    .key("skip_count", .count, \.summary.rows.skip, "Rows that are skips."),
    .key(.markerCount, \.summary.markerCount),
    .key("unassigned_count", .count, \.summary.unassignedCount, "Markers with neither ayah nor skip."),
    .key(.duration, \.summary.length),
    .key("recited", .time, \.annotation.recited, "Seconds that rows with ayat cover."),
    .key("skipped", .time, \.annotation.skipped, "Seconds that skips cover."),
    .key("gaps", .list(of: .object(spanKeys)), \.summary.gaps, "Stretches without a row."),
    .key(
      "repeated",
      .list(
        of: .object([
          .key(.ayah, { $0.ayah.description }),
          .key("count", .integer(2), { $0.times }, "Number of rows that contain it."),
        ])), \.summary.repeated, "Ayat that several rows contain."),
    .key(
      "bar",
      .list(
        of: .object(
          spanKeys.of { $0.span } + [.key("kind", .word, { $0.kind }, "Kind of most of the stretch.")])),
      \.bar.stretches, "Stretches of the recording, from start to end."),
    .key(.errorCount, \.errorCount), .key(.warningCount, \.warningCount),
  ]

  private static let spanKeys: [JSONKey<TimeSpan>] = [.key(.start, \.start), .key(.end, \.end)]

  private static let audioKeys: [JSONKey<(audio: AudioFile, presence: AudioPresence?)>] = [
    .nullable(.file, { $0.audio.file?.value }), .nullable(.duration, { $0.audio.duration?.value }),
    .nullable("sample_rate", .count, { $0.audio.sampleRate?.value }, "Samples per second."),
    .nullable("channels", .count, { $0.audio.channels?.value }, "Number of channels."),
    .nullable(.bytes, { $0.audio.bytes?.value }),
    .nullable(
      "format", .text, { $0.audio.format?.value }, "Encoding, as a short name such as flac, mp3 or opus."),
    .nullable(.availability, { $0.presence?.word }),
  ]

  private static let coverageKeys: [JSONKey<BundleSummary.Coverage>] = [
    .key("surah", .integer(1, 114), \.surah, "Number of the surah."),
    .nullable(.name, { Surah.numbered($0.surah)?.name }), .key(.ayahCount, \.ayahCount),
    .key("held", .list(of: .text), { $0.held.map(\.description) }, "Runs of ayat that the rows contain."),
    .key(.missing, { $0.missing.map(\.description) }),
  ]
}
