import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaLint
import TilawaQuran

/// Updates an existing bundle from a foreign file that was edited elsewhere.
///
/// The parts of the bundle that the format carries are compared with the file. Only values that were
/// changed there are changed here.
struct BundleUpdating: Sendable {
  let request: ConversionRequest
  let workplace: Workplace
  /// The absolute path of the bundle.
  let path: String
  private(set) var remarks: [Remark] = []
  private(set) var results: [ConversionResult] = []
  private(set) var refusal: ConversionRefusal?
  private(set) var question: ConversionQuestion?
  /// True if rows stay unchanged because a person has verified them.
  private(set) var hasKept = false
  /// The bundle as it was read.
  private var bundle = TilawaBundle()
  private var texts: [FileKind: String] = [:]

  private static let kinds: [FileKind] = [.segments, .words, .markers]
  private static let filesRead: Set<FileKind> = [.recording, .segments, .markers, .words]

  init(request: ConversionRequest, workplace: Workplace, path: String) {
    self.request = request
    self.workplace = workplace
    self.path = path
  }

  // MARK: Planning

  mutating func plan(from input: String) throws {
    bundle = TilawaBundle(readingAt: path, shownAs: workplace.shown(path))
    try bundle.require(.relying(on: Self.filesRead))
    guard let sides = try read(input), let update = update(with: sides) else { return }
    guard isSound(update, sides) else { return }
    tellKept(update)
    var result = ConversionResult(bundle.shownPath, sides.reading.format, [sides.returned])
    result.findings = sides.reading.findings + update.mended
    result.changes = try BundleDiff(update.old, update.new)
    results.append(result)
    for kind in Self.kinds {
      texts[kind] = update.new.files[kind.document].map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    askAboutRemovals(update, input)
  }

  /// The bundle's content, the parts that the other program received, and those that it returned.
  private struct Sides {
    /// The file as the user named it.
    let input: String
    let reading: ForeignReading
    let ours: AnnotatedRecording
    /// The parts that the other program may have received: with bare labels first, then with other options.
    /// Empty for a format that is only read.
    let carried: [AnnotatedRecording]
    let returned: AnnotatedRecording
  }

  /// The update that follows from both sides.
  private struct Update {
    /// The files that change, before and after.
    var (old, new) = (BundleVersion(files: [:]), BundleVersion(files: [:]))
    /// The rows that stay unchanged because a person has verified them.
    var kept: [(kind: FileKind, decision: MergeDecision)] = []
    /// The numbers of removed rows and of all rows of each file.
    var losses: [(kind: FileKind, removed: Int, of: Int)] = []
    /// Findings about values in the file that have no place in the bundle.
    var mended: [Diagnostic] = []
  }

  /// Reads the returned file. Returns nil if it has faults; the file is refused then.
  private mutating func read(_ input: String) throws -> Sides? {
    let ours = AnnotatedRecording(of: bundle)
    let options = try readingOptions(ours)
    let reading = try request.read(input, options, in: workplace)
    if !reading.findings.isEmpty { remarks.append(.findings(reading.findings)) }
    guard !reading.format.loses.contains(.start) else {
      throw Failure(
        "\(reading.format.name) has no times within a recording, so it cannot update an existing bundle"
      )
    }
    // If the file contains a set of recordings, a bundle of one surah takes the recording of that surah.
    let ofSurah = reading.collection.only(ofSurah: ours.onlySurah)
    guard reading.collection.recordings.count <= 1 || ofSurah != nil else {
      throw Failure(
        "\(input) contains \(counted(reading.collection.recordings.count, "recording")), but a bundle contains one"
      )
    }
    // A row that can't be read would look like a removed one.
    guard !reading.hasErrors, !(request.isStrict && reading.hasWarnings) else {
      refuse(input)
      return nil
    }
    let returned = (reading.collection.single ?? ofSurah ?? AnnotatedRecording()).saying(lessThan: ours)
    let carried = try carried(ours, reading, options).map { $0.saying(lessThan: ours) }
    let isGiven = carried.contains { $0.onlyRiwayah == returned.onlyRiwayah }
    let ofRows = isGiven ? nil : returned.onlyRiwayah
    if let theirs = returned.facts.riwayah ?? ofRows, let riwayah = ours.facts.riwayah, theirs != riwayah {
      throw Failure(
        "\(input) is in the riwayah \(theirs.rawValue), but \(bundle.shownPath) in \(riwayah.rawValue); nothing was changed"
      )
    }
    // A file that an editor is still writing, or that was emptied by mistake, must not empty the bundle.
    if returned.isEmpty, carried.contains(where: { !$0.isEmpty }) {
      throw Failure("\(input) contains no row; nothing was changed in \(bundle.shownPath)")
    }
    return Sides(input: input, reading: reading, ours: ours, carried: carried, returned: returned)
  }

  /// Returns the reading options that follow from the bundle.
  private func readingOptions(_ ours: AnnotatedRecording) throws -> ReadingOptions {
    var options = request.reading
    options.duration = bundle.audioEnd
    options.soundStart = (try? bundle.audioPath()).flatMap(SoundStart.ifKnown) ?? .zero
    options.numbering = try request.facts().numbering
    options.target = try bundle.knownCounting()
    options.passage = bundle.recording?.content?.passage?.value.map(\.value) ?? []
    if options.passage.isEmpty, let ayat = ours.onlySurah { options.passage = [ayat] }
    return options
  }

  /// Compares the rows, file by file. Returns nil if one of the files can't be compared; the update is
  /// refused then.
  private mutating func update(with sides: Sides) -> Update? {
    var update = Update()
    let place = sides.reading.source.place
    let mending = ExchangeReport()
    sides.returned.tellFacts(besides: sides.ours, carried: sides.carried, at: place, mending)
    for kind in Self.kinds {
      let source = bundle.source(of: kind)
      guard source != nil || sides.returned.hasRows(kind) else { continue }
      // A format that doesn't contain such rows can't return any.
      guard sides.returned.hasRows(kind) || sides.carried.contains(where: { $0.hasRows(kind) }) else {
        continue
      }
      let text = source ?? SourceText(path: "\(bundle.shownPath)/\(kind.fileName)", bytes: [])
      let mended = MendedText(sides.returned.text(kind), kind)
      for remark in mended.remarks { mending.add(.unplaced, remark, at: place) }
      let carried = sides.carried.map { SourceText(path: text.path, bytes: Array($0.text(kind).utf8)) }
      do {
        let rows = try FileUpdate(
          ours: text, carried: carried.first, alternatives: Array(carried.dropFirst()),
          returned: SourceText(path: sides.input, bytes: Array(mended.text.utf8)), kind: kind,
          policy: request.updating)
        update.kept += rows.kept.map { (kind, $0) }
        update.losses.append((kind, rows.removed, sides.ours.rowCount(kind)))
        guard rows.bytes != text.bytes else { continue }
        if let source { update.old.files[kind.document] = source }
        update.new.files[kind.document] = SourceText(path: text.path, bytes: rows.bytes)
      } catch {
        refusal = .unmergeable(error)
        return nil
      }
    }
    update.mended = mending.diagnostics.inOrder()
    return update
  }

  /// Returns true if neither strictness nor new faults prevent the update; otherwise reports them and
  /// refuses it.
  private mutating func isSound(_ update: Update, _ sides: Sides) -> Bool {
    if !update.mended.isEmpty {
      remarks.append(.findings(update.mended))
      if request.isStrict {
        refuse(sides.input)
        return false
      }
    }
    var changed = bundle
    for kind in Self.kinds { update.new.files[kind.document].map { changed.replace(kind, by: $0) } }
    let errors = changed.errors(besidesThoseOf: bundle)
    guard !errors.isEmpty else { return true }
    remarks.append(.findings(errors))
    if !request.isAgreed { refuse(sides.input) }
    return request.isAgreed
  }

  private mutating func tellKept(_ update: Update) {
    for (kind, decision) in update.kept {
      remarks.append(
        .kept(
          "\(bundle.shownPath)/\(kind.fileName): \(decision.place) kept"
            + (decision.field.map { ", with its \($0) at \(decision.ours ?? "none")" } ?? "")
            + " (\(decision.reason.rawValue))"))
    }
    hasKept = !update.kept.isEmpty
  }

  /// Asks if more than half of the rows of a file would be removed.
  private mutating func askAboutRemovals(_ update: Update, _ input: String) {
    guard !request.isAgreed,
      let (kind, removed, rows) = update.losses.first(where: { $0.removed * 2 > $0.of })
    else { return }
    question = .removes(
      rows: removed, of: rows, file: "\(bundle.shownPath)/\(kind.fileName)", input: input)
  }

  private mutating func refuse(_ input: String) {
    refusal = .faulty(bundle: workplace.shown(path), input: input)
  }

  /// Returns the recordings that the other program may have received: the parts of the current bundle that
  /// the format carries. The options of that export aren't known, so a value that any choice of labels
  /// produces is not a change. Empty for a format that is only read.
  private func carried(
    _ ours: AnnotatedRecording, _ reading: ForeignReading, _ options: ReadingOptions
  ) throws -> [AnnotatedRecording] {
    var options = options
    options.encoding = nil
    options.numbering = nil
    var writing = request.writing
    writing.words = reading.collection.recordings.contains { !$0.words.isEmpty }
    let counted = reading.format.countsFromFile ? ours.moved(by: options.soundStart) : ours
    var texts: [[UInt8]] = []
    // Bare labels come first: information in labels is added, and information that they lack isn't removed.
    for labels in WritingOptions.Labels.allCases {
      for guardsFormulas in [false, true] {
        (writing.labels, writing.guardsFormulas) = (labels, guardsFormulas)
        guard let text = try text(of: counted, as: reading.format, writing) else { return [] }
        if !texts.contains(text) { texts.append(text) }
      }
    }
    return try texts.map { text in
      let source = ForeignSource(shownAs: reading.source.shownPath, bytes: text)
      return try RecordingCollection(reading: source, as: reading.format, options, ExchangeReport())
        .recordings.first ?? AnnotatedRecording()
    }
  }

  private func text(
    of recording: AnnotatedRecording, as format: ForeignFormat, _ writing: WritingOptions
  ) throws -> [UInt8]? {
    do {
      switch format.write {
      case .file(let write): return try write(recording, writing).bytes
      case .collection(let write): return try write(RecordingCollection([recording]), writing).bytes
      case .folder, .sound, .none: return nil
      }
    } catch is ExchangeFailure {
      // A format for whole surahs can't have received an incomplete one.
      return nil
    }
  }

  // MARK: Carrying out

  func apply(isDry: Bool) throws -> ConversionPlan.Conversion {
    let outcome = ConversionPlan.Conversion(results: results)
    if isDry || texts.isEmpty { return outcome }
    var transaction = try FoundBundle(at: path, in: workplace).open(changing: Self.filesRead)
    // The update was computed from the bundle as it was read.
    guard transaction.bundle.says(theSameAs: bundle, in: Self.filesRead) else {
      throw FileError.overtaken(path)
    }
    for (kind, text) in texts { try transaction.apply(.create(text), to: kind) }
    _ = try transaction.commit()
    return outcome
  }
}

extension RecordingCollection {
  /// Returns the only recording of a set whose rows are of that surah.
  fileprivate func only(ofSurah surah: AyahRange?) -> AnnotatedRecording? {
    let found = surah == nil ? [] : recordings.filter { $0.onlySurah == surah }
    return found.count == 1 ? found[0] : nil
  }
}

extension AnnotatedRecording {
  /// Returns the recording without reciters and riwayat of rows that are those of the whole bundle.
  fileprivate func saying(lessThan bundle: AnnotatedRecording) -> AnnotatedRecording {
    var result = self
    for index in segments.indices {
      if segments[index].row.reciter == bundle.facts.reciter { result.segments[index].row.reciter = nil }
      if segments[index].row.riwayah == bundle.facts.riwayah { result.segments[index].row.riwayah = nil }
    }
    for index in markers.indices {
      if markers[index].row.reciter == bundle.facts.reciter { result.markers[index].row.reciter = nil }
      if markers[index].row.riwayah == bundle.facts.riwayah { result.markers[index].row.riwayah = nil }
    }
    return result
  }

  /// The riwayah that every segment names.
  fileprivate var onlyRiwayah: Riwayah? {
    let named = Set(segments.map(\.row.riwayah))
    return named.count == 1 ? named.first.flatMap(\.self) : nil
  }

  /// The range of the surah of all segments, or nil if they are of several, or of none.
  fileprivate var onlySurah: AyahRange? {
    let surahs = Set(segments.compactMap { $0.row.ayah }.flatMap { [$0.first.surah, $0.last.surah] })
    guard surahs.count == 1, let surah = surahs.first else { return nil }
    return counting.range(ofSurah: surah)
  }

  fileprivate func hasRows(_ kind: FileKind) -> Bool { rowCount(kind) > 0 }

  fileprivate func rowCount(_ kind: FileKind) -> Int {
    switch kind {
    case .segments: segments.count
    case .markers: markers.count
    case .words: words.count
    case .recording, .reciter: 0
    }
  }

  fileprivate func text(_ kind: FileKind) -> String {
    switch kind {
    case .segments: segmentsText
    case .markers: markersText
    case .words: wordsText
    case .recording, .reciter: ""
    }
  }
}

extension TilawaBundle {
  /// Returns the errors of rules that find more of them than in `old`.
  fileprivate func errors(besidesThoseOf old: TilawaBundle) -> [Diagnostic] {
    func errors(_ bundle: TilawaBundle) -> [String: [Diagnostic]] {
      Dictionary(grouping: Linter(.hearing).lint(bundle).filter { $0.severity == .error }, by: \.rule.code)
    }
    let before = errors(old)
    return errors(self).filter { $0.value.count > before[$0.key, default: []].count }.flatMap(\.value)
      .inOrder()
  }
}
