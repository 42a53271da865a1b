package import TilawaBase
package import TilawaFormat
import TilawaLibrary
import TilawaLint
import TilawaQuran
import TilawaSound

/// A page that shows bundles to people without Tilawa: their sound, their rows and their findings.
package struct ReportPlan: Sendable {
  /// The content for each bundle besides its rows.
  package enum Subject: Sendable {
    /// None.
    case rows
    /// The differences from an older version, with the names of both.
    case changes(from: NamedVersion, to: String, BundleDiff)
    /// The conflicts that a merge left.
    case conflicts
  }

  /// The bundles, as they were read.
  package let bundles: [TilawaBundle]
  /// True if sound that is embedded in the page may lie outside of its bundle.
  package var followsLinks = false
  private let subject: Subject
  private let workplace: Workplace

  /// Reads bundles.
  package init(
    of places: [(path: String, shownPath: String)], showing subject: Subject = .rows, in workplace: Workplace
  ) {
    bundles = places.map { TilawaBundle(readingAt: $0.path, shownAs: $0.shownPath) }
    self.subject = subject
    self.workplace = workplace
  }

  /// The place of the sound for the page.
  package enum SoundPlace: Sendable {
    /// The page links to the audio of the bundles, relative to this folder.
    case beside(folder: String)
    /// The sound is embedded in the page. A temporary file in this folder is used, and removed afterwards.
    case inside(scratch: String)
  }

  /// The approximate size in bytes of a page that links to the sound: mostly waveform peaks, and some for
  /// each row.
  package var linkedBytes: Int64 {
    bundles.reduce(40_000) { sum, bundle in
      let seconds = BundleSummary(of: bundle).length.seconds
      return sum + Int64(min(Self.mostPeaks, seconds * Self.peaksPerSecond) * 8 / 3)
        + Int64(AnnotatedRow.rows(of: bundle).count) * 900
    }
  }

  /// The approximate size in bytes of a page with embedded sound. Opus needs some 9 kB per second, and a
  /// page encodes three bytes as four letters.
  package var embeddedBytes: Int64 {
    bundles.reduce(linkedBytes) { sum, bundle in
      guard let path = try? audio(of: bundle, isEmbedded: true),
        let sound = try? AudioProbe.properties(ofFileAt: path)
      else {
        return sum
      }
      return sum + sound.duration.count * Self.opusBytesPerSecond / 1000 * 4 / 3
    }
  }

  /// The measured rate of recordings of recitations was 7 to 10 kB per second.
  private static let opusBytesPerSecond: Int64 = 9500

  /// Makes the page; sound is decoded for it. Throws `CancellationError`, and errors of reading sound that
  /// is to be embedded.
  package func page(_ place: SoundPlace, title: String? = nil, _ monitor: WorkMonitor) throws -> Page {
    var sections = try bundles.enumerated().map { index, bundle in
      try section(of: bundle, id: "recording-\(index + 1)", place, monitor)
    }
    var page = Page(
      title: title ?? (sections.count == 1 ? sections[0].title : Catalogue.text("report.recordings")))
    if sections.count == 1 { sections[0].isAlone = true }
    let doubtful = sections.reduce(0) { $0 + $1.rows.count(where: \.isDoubtful) }
    let rows = sections.reduce(0) { $0 + $1.rows.count }
    let confirmed = sections.reduce(0) { $0 + $1.rows.count { $0.state == .confirmed } }
    page.lead = [
      .said(
        "p", "report.summary",
        ["n": .int(Int64(rows)), "confirmed": .int(Int64(confirmed)), "doubtful": .int(Int64(doubtful))])
    ]
    for section in sections {
      page.lead += [
        Self.link(to: section.conflictsID, "report.conflicts-found", section.conflicts?.count),
        Self.link(to: section.changesID, "report.changes-found", section.changes?.count),
      ].compactMap { $0 }
    }
    page.sections = sections.map(\.section)
    return page
  }

  /// Returns a link to what else a page shows, with its number; nil without any.
  private static func link(to id: String, _ key: String, _ count: Int?) -> HTML? {
    guard let count, count > 0 else { return nil }
    return .element(
      "p", ["class": "found"],
      [.element("a", ["href": "#\(id)"], [.said("span", key, ["n": .int(Int64(count))])])])
  }

  private func section(
    of bundle: TilawaBundle, id: String, _ place: SoundPlace, _ monitor: WorkMonitor
  ) throws -> RecordingSection {
    let recording = bundle.recording?.content
    let name = PathText.name(of: bundle.path)
    let (sound, peaks, length) = try sound(of: bundle, place, monitor)
    var section = RecordingSection(
      id: id, title: recording?.title?.value ?? name, sound: sound,
      duration: length ?? BundleSummary(of: bundle).length)
    section.peaks = peaks
    section.facts = facts(of: bundle)
    addRows(of: bundle, to: &section)
    switch subject {
    case .rows: break
    case .changes(let old, let new, let diff):
      section.compared = (old.name, new)
      section.changes = changes(diff, old.version, bundle, upTo: section.duration)
    case .conflicts: section.conflicts = try conflicts(of: bundle)
    }
    return section
  }

  private func facts(of bundle: TilawaBundle) -> [(key: String, value: HTML)] {
    let recording = bundle.recording?.content
    let known: [(String, String?)] = [
      ("reciter", reciter(of: bundle)), ("riwayah", bundle.riwayah?.displayName),
      ("recorded", recording?.recordedAt?.value.text), ("place", recording?.place?.value),
      ("passage", recording?.passage?.value.map(\.value.description).joined(separator: ", ")),
      ("length", BundleSummary(of: bundle).length.clock),
    ]
    let facts: [(String, HTML?)] =
      known.map { ($0, $1.flatMap { $0.isEmpty ? nil : .written($0) }) }
      + [
        ("coverage", bundle.segments == nil ? nil : coverage(of: bundle)),
        ("bundle", .written(bundle.shownPath)), ("notes", (recording?.notes?.value).map { .written($0) }),
      ]
    return facts.compactMap { name, value in value.map { ("report.fact-\(name)", $0) } }
  }

  /// Returns the names of the reciter, from the bundle or the library around it, else the id.
  private func reciter(of bundle: TilawaBundle) -> String? {
    let own = [bundle.reciter?.content?.name, bundle.reciter?.content?.arabicName].compactMap { $0?.value }
    guard own.isEmpty, let id = bundle.reciterID else { return own.joined(separator: " ") }
    let known = ReciterSurroundings(of: PathText.folder(of: bundle.path), in: workplace).reciter(id)?.names
    return known.flatMap { $0.isEmpty ? nil : $0.joined(separator: " ") } ?? id
  }

  private func coverage(of bundle: TilawaBundle) -> HTML? {
    let surahs = BundleSummary(of: bundle).coverage.map { surah -> HTML in
      let held = surah.held.map(\.description).joined(separator: ", ")
      let missing = surah.missing.map(\.description).joined(separator: ", ")
      return .element(
        "div", [:],
        [
          .written(Surah.numbered(surah.surah)?.name ?? ""), .text(" "),
          .element("bdi", ["dir": "ltr"], held),
          missing.isEmpty
            ? .nothing
            : .pieces([
              .text(" "), .said("span", "report.missing", ["ayat": .string("\u{2066}\(missing)\u{2069}")]),
            ]),
        ])
    }
    return surahs.isEmpty ? nil : .pieces(surahs)
  }
}

// MARK: - Sound

extension ReportPlan {
  /// The number of waveform peaks. Fifty per second show the beginnings of words; a long recording has
  /// fewer, so that the page stays small.
  private static let peaksPerSecond = 50.0
  private static let mostPeaks = 200_000.0

  /// Returns the path of a bundle's sound. Throws a `Failure` if it isn't here, or may not be embedded.
  package func audio(of bundle: TilawaBundle, isEmbedded: Bool) throws(Failure) -> String {
    try isEmbedded ? bundle.audioPath(toSendFollowingLinks: followsLinks) : bundle.audioPath()
  }

  private func sound(
    of bundle: TilawaBundle, _ place: SoundPlace, _ monitor: WorkMonitor
  ) throws -> (RecordingSection.Sound, WaveformPeaks?, Milliseconds?) {
    let path: String
    let isEmbedded = if case .inside = place { true } else { false }
    do throws(Failure) { path = try audio(of: bundle, isEmbedded: isEmbedded) } catch {
      return (.absent("\(error.description)."), nil, nil)
    }
    let shown = workplace.shown(path)
    let stage = monitor.begin("listening to \(shown)")
    defer { stage.finish() }
    let peaks: WaveformPeaks
    do throws(AudioError) {
      let seconds = try AudioProbe.properties(ofFileAt: path).duration.seconds
      let rate = min(Self.peaksPerSecond, Self.mostPeaks / max(1, seconds))
      peaks = try WaveformPeaks(ofFileAt: path, scale: .pixelsPerSecond(rate)) { stage.update($0, of: $1) }
    } catch {
      return (.absent("\(error.message(showing: shown))."), nil, nil)
    }
    try monitor.check()
    let length = Milliseconds(frames: peaks.frames, rate: peaks.sampleRate)
    switch place {
    case .beside(let folder): return (.link(Self.address(of: path, from: folder)), peaks, length)
    case .inside(let scratch):
      return (.embedded(try opus(of: path, length, scratch), mediaType: "audio/ogg"), peaks, length)
    }
  }

  private func opus(of path: String, _ length: Milliseconds, _ scratch: String) throws -> [UInt8] {
    // It is never finished, so it is removed at the end of the scope, or of the program.
    let output = try AtomicOutput(for: PathText.joined(scratch, "report-sound.opus"))
    try AudioCut.copy(TimeSpan(length: length), ofFileAt: path, to: output.path, encoding: .opus)
    return try FileContents.read(output.path, atMost: 1 << 32)
  }

  /// Returns a relative address: steps up to the common folder, then down. Each part is percent-encoded by
  /// RFC 3986.
  static func address(of path: String, from folder: String) -> String {
    func parts(_ path: String) -> [String] {
      PathText.withoutClimbing(path).words(by: "/").map(String.init).filter { !$0.isEmpty }
    }
    let (target, start) = (parts(path), parts(folder))
    var shared = 0
    while shared < min(target.count - 1, start.count), target[shared].isExactly(start[shared]) { shared += 1 }
    let steps = Array(repeating: "..", count: start.count - shared) + target[shared...].map(escaped)
    // A colon in the first part would make it a scheme.
    return (steps.first == ".." ? "" : "./") + steps.joined(separator: "/")
  }

  private static func escaped(_ part: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return part.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      return isPlain
        ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}

// MARK: - Rows

extension ReportPlan {
  private func addRows(of bundle: TilawaBundle, to section: inout RecordingSection) {
    // For a text with conflicts, the readable part of our side is used.
    let bundle = bundle.checkedVersions.first ?? bundle
    let review = Review(of: bundle)
    let doubtful = Set(review.doubtful)
    let reasons = Dictionary(
      review.items.compactMap { item in
        item.row.map { ($0, item.reasons.filter(\.saysMoreThanState).compactMap(\.said)) }
      }
    ) { first, _ in first }
    let texts = RowTexts(around: bundle)
    let all = AnnotatedRow.rows(of: bundle)
    var findings = Linter(.hearing).lint(bundle)
    var surah: Int?
    section.rows = all.compactMap { row in
      guard let span = TimeSpan(row.start, row.end) else { return nil }
      var shown = RecordingSection.Row(
        span, label: row.label, row.skip != nil ? .skipped : row.isConfirmed ? .confirmed : .open)
      shown.labelKey = row.ayah != nil ? nil : Catalogue.key(ofSkip: row.skip)
      shown.joins = row.joins
      shown.confidence = row.confidence
      shown.isDoubtful = doubtful.contains(row.identity)
      if let ayah = row.ayah {
        // A surah is named at its beginning, or if another one was before.
        shown.names = Set([ayah.first.surah, ayah.last.surah]).subtracting([surah].compactMap { $0 }).sorted()
          .compactMap(Surah.numbered).flatMap { [$0.name, $0.arabicName] }
        surah = ayah.last.surah
        (shown.words, shown.translation) = (texts.words(of: ayah), texts.translation(of: ayah))
      }
      shown.reasons = row.isConfirmed ? [] : reasons[row.identity] ?? []
      shown.note = row.note
      let place = row.place(in: bundle)
      let (own, rest) = findings.parted { $0.place.lies(in: place) }
      shown.findings = own.map(RecordingSection.Finding.init)
      findings = rest
      return shown
    }
    section.findings = findings.map(RecordingSection.Finding.init)
    section.findings += review.missing.map {
      .init(.warning, "", "\($0) is of the passage, and no row holds it", at: bundle.shownPath)
    }
  }
}

extension Review.Reason {
  /// The state of a row already contains its confirmation and the tool's confidence.
  fileprivate var saysMoreThanState: Bool {
    switch self {
    case .confidence, .unconfirmed: false
    default: true
    }
  }
}

extension RecordingSection.Finding {
  fileprivate init(_ diagnostic: Diagnostic) {
    let line = diagnostic.place.source.flatMap { source in
      diagnostic.place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
    }
    self.init(
      diagnostic.severity, diagnostic.rule.code, diagnostic.message,
      at: diagnostic.place.path + (line.map { ":\($0)" } ?? ""))
  }
}

extension Place {
  fileprivate func lies(in row: Place) -> Bool {
    guard let range, let whole = row.range, path.isExactly(row.path) else { return false }
    return whole.lowerBound <= range.lowerBound && range.lowerBound < whole.upperBound
  }
}

extension [Diagnostic] {
  fileprivate func parted(_ isFirst: (Diagnostic) -> Bool) -> ([Diagnostic], [Diagnostic]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}

// MARK: - Changes and conflicts

extension ReportPlan {
  /// Returns the changes. A move is played around the old and new boundary, an added or removed row as a
  /// whole.
  private func changes(
    _ diff: BundleDiff, _ old: BundleVersion, _ bundle: TilawaBundle, upTo length: Milliseconds
  ) -> [RecordingSection.Change] {
    var before = TilawaBundle()
    for kind in FileKind.allCases { before.replace(kind, by: old.files[kind.document]) }
    let (oldRows, newRows) = (AnnotatedRow.rows(of: before), AnnotatedRow.rows(of: bundle))
    func around(_ time: Milliseconds?) -> TimeSpan? {
      time.flatMap { TimeSpan(max(.zero, $0 - Milliseconds(2000)), min(length, $0 + Milliseconds(2000))) }
    }
    func whole(_ change: FileDiff.Change, _ rows: [AnnotatedRow]) -> TimeSpan? {
      rows.first { $0.start == change.start }.flatMap { TimeSpan($0.start, $0.end) }
    }
    return diff.files.flatMap { file in
      file.changes.map { change in
        let isTimed = change.isRow && change.list == file.kind.timedList?.key
        let moved = change.fields.first { $0.move != nil }
        var (old, new): (TimeSpan?, TimeSpan?)
        switch change.kind {
        case .added: new = isTimed ? whole(change, newRows) : nil
        case .removed: old = isTimed ? whole(change, oldRows) : nil
        case .changed where moved != nil:
          (old, new) = (
            around(moved?.old.flatMap { Milliseconds($0) }), around(moved?.new.flatMap { Milliseconds($0) })
          )
        case .changed: new = isTimed ? whole(change, newRows) : nil
        }
        var shown = RecordingSection.Change(
          "\(file.kind.fileName) \(change.place)", change.summary, from: old, to: new)
        shown.kindKey = "report.\(change.kind.rawValue)"
        return shown
      }
    }
  }

  private func conflicts(of bundle: TilawaBundle) throws -> [RecordingSection.Conflict] {
    guard let found = FoundBundle(containing: bundle.path, in: workplace) else { return [] }
    let settling = try ConflictSettling(in: FoundDocuments(of: found), workplace)
    var number = 0
    return settling.texts.flatMap { text in
      let table = LineTable(of: text.source)
      return text.conflicts.map { conflict in
        number += 1
        let sides: [(String, Range<Int>?)] = [
          ("ours", conflict.ours), ("base", conflict.base), ("theirs", conflict.theirs),
        ]
        return RecordingSection.Conflict(
          at: "\(text.source.path):\(table.position(at: conflict.range.lowerBound).line)",
          sides.compactMap { name, range in
            range.map { range in
              RecordingSection.Conflict.Side(
                name, text.source.text(in: range), spans(in: text.source, range),
                command:
                  "tilawa git resolve-conflicts \(ShellText.quoted(bundle.shownPath)) --\(name) --only \(number)"
              )
            }
          })
      }
    }
  }

  /// Returns the spans of the rows on some lines of a file.
  private func spans(in source: SourceText, _ range: Range<Int>) -> [TimeSpan] {
    guard let kind = FileKind(fileName: source.path), let key = kind.rowsKey else { return [] }
    let head = Array("\(FileKey.version): \(FormatVersion.current)\n\(key):\n".utf8)
    var bundle = TilawaBundle()
    bundle.replace(kind, by: SourceText(path: source.path, bytes: head + source.bytes[range]))
    return AnnotatedRow.rows(of: bundle).compactMap { row in
      // The end of a single marker isn't known.
      row.end > row.start
        ? TimeSpan(row.start, row.end)
        : TimeSpan(max(.zero, row.start - Milliseconds(2000)), row.start + Milliseconds(2000))
    }
  }
}

extension FileDiff.Change {
  /// The differences, for people.
  fileprivate var summary: String {
    let values = fields.map { field -> String in
      let key = field.path.joined(separator: ".")
      switch (field.old, field.new) {
      case (let old?, let new?):
        let move = field.move.map { " (\($0.count >= 0 ? "+" : "")\($0) s)" } ?? ""
        return "\(key) \(old) \u{2192} \(new)\(move)"
      case (nil, let new?): return "\(key) \(new)"
      case (let old?, nil): return kind == .removed ? "\(key) \(old)" : "no \(key) any more (was \(old))"
      case (nil, nil): return key
      }
    }
    return values.joined(separator: ", ")
  }
}
