import Exchange
import Files
import ScalarText
import TilawaFormat

/// Recordings on their way into files of one foreign format.
struct ForeignWriting {
  let format: ForeignFormat
  let options: WritingOptions
  /// Absolute.
  let target: String
  /// Whether the target is a folder for a file each.
  let isFolder: Bool
  let isStream: Bool
  let isStrict: Bool
  let isDryRun: Bool
  /// Whether files that say something else are replaced without asking.
  let isForced: Bool
  let terminal: Terminal
  var results: [ConversionResult] = []

  typealias Source = (path: String, recording: AnnotatedRecording)
  private typealias File = (path: String, text: ForeignText, recordings: [AnnotatedRecording])

  mutating func write(_ recordings: [Source], _ library: LibraryParts) throws -> Outcome {
    guard !recordings.isEmpty || format.holds != .recordings else {
      throw CommandFailure("\(format.name) is of recordings, and there is none")
    }
    if case .file = format.write, recordings.count > 1, !isFolder {
      throw CommandFailure(
        "\(counted(recordings.count, "recording")) make as many files of the format \(format.name); name a folder for "
          + "them, with a slash at its end")
    }
    if case .folder(let write) = format.write { return try writeFolder(recordings, write) }
    var work = IndependentWork(in: terminal)
    let parts = isFolder ? recordings.map { [$0] } : [recordings]
    let files = try parts.compactMap { part in
      try work.attempt { (recordings: part, file: try file(of: part, library, options)) }
    }
    if work.isFruitless { return work.outcome }
    let writing = self
    let outcome = try put(files.map(\.file)) { options in
      try files.map { try writing.file(of: $0.recordings, library, options) }
    }
    return outcome.and(work.outcome)
  }

  /// The file that recordings become.
  private func file(of recordings: [Source], _ library: LibraryParts, _ options: WritingOptions) throws
    -> File
  {
    let path = recordings.first.map { isFolder ? name(of: $0) : target } ?? target
    let options = recordings.first.map { self.options(options, for: $0) } ?? options
    let own = recordings.map(\.recording)
    switch format.write {
    case .file(let write): return (path, try write(own.first ?? AnnotatedRecording(), options), own)
    case .collection(let write):
      var collection = RecordingCollection(own)
      if !isFolder { collection.library = library }
      return (path, try write(collection, options), own)
    case .folder, .none: throw CommandFailure("\(format.name) is only read, not written")
    }
  }

  private func name(of source: Source) -> String {
    let stem = format.fileStem?(source.recording) ?? PathText.stem(of: source.path)
    return PathText.joined(target, "\(stem).\(format.extensions.first ?? format.name)")
  }

  /// The audio as the file will have to name it.
  private func options(_ options: WritingOptions, for source: Source) -> WritingOptions {
    var options = options
    guard let file = source.recording.facts.audio?.file, !file.isEmpty else { return options }
    let path = PathText.joined(source.path, file)
    options.audioFile = path
    let folder = isFolder ? target : PathText.folder(of: target)
    options.audioPath = isStream ? terminal.shown(path) : PathText.shown(path, from: folder)
    return options
  }

  /// Writes files, which `again` makes with other options.
  private mutating func put(_ files: [File], _ again: (WritingOptions) throws -> [File]) throws -> Outcome {
    if Set(files.map(\.path)).count < files.count {
      throw CommandFailure("two recordings would become one file; convert them into different folders")
    }
    var losses = Losses()
    for file in files {
      var result = ConversionResult(isStream ? "-" : terminal.shown(file.path), format, file.recordings)
      result.losses = file.text.losses
      losses.add(file.text.losses)
      results.append(result)
    }
    tell(losses)
    if isStrict, !losses.isEmpty {
      terminal.complain("tilawa: nothing was written, because --strict takes losses for errors")
      return .findings
    }
    if isStream, files.contains(where: { !$0.text.continuations.isEmpty }) {
      throw CommandFailure(
        "one file of the format \(format.name) has no room for all rows; name a file, and it gets others beside it"
      )
    }
    if !isStream { try requireNothingLost(files, again) }
    if isFolder, !isDryRun { try FileTransfer.makeFolder(target) }
    // Waiting for the disk is most of the work with many small files.
    let changed =
      isStream || isDryRun
      ? [] : inParallel(files) { file in Result { try AtomicFile.write(file.text.bytes, to: file.path) } }
    var work = IndependentWork(in: terminal)
    for (index, (file, result)) in zip(files, results.suffix(files.count)).enumerated() {
      if isStream {
        if !isDryRun { terminal.write(file.text.bytes) }
      } else if isDryRun {
        terminal.say("\(result.output): would be written, \(result.summary)")
      } else {
        try work.attempt {
          let changed = try changed[index].get()
          for (index, bytes) in file.text.continuations.enumerated() {
            try AtomicFile.write(bytes, to: numbered(file.path, index + 2))
          }
          terminal.say("\(result.output): \(result.summary)\(changed ? "" : ", as it was")")
        }
      }
    }
    return work.outcome
  }

  /// Throws when a file would be replaced that says anything else than the bundles do now, unless the user agrees.
  ///
  /// Nothing notes what was written last time. A file that reads like what some choice of --label and --words makes of the
  /// bundles holds nothing that would get lost; any other may hold somebody's work.
  private func requireNothingLost(_ files: [File], _ again: (WritingOptions) throws -> [File]) throws {
    if isForced { return }
    var others: [ExactText: [UInt8]] = [:]
    for file in files.flatMap(contents) {
      guard FileStatus.ifAny(file.path)?.kind == .file else { continue }
      let old = try FileContents.read(file.path)
      if !old.isEmpty, old != file.bytes { others[ExactText(file.path)] = old }
    }
    guard !others.isEmpty else { return }
    for labels in WritingOptions.Labels.allCases {
      for words in [false, true] {
        var options = options
        (options.labels, options.words) = (labels, words)
        for file in try again(options).flatMap(contents) {
          guard let old = others[ExactText(file.path)], old == file.bytes || saysTheSame(old, file.bytes)
          else {
            continue
          }
          others[ExactText(file.path)] = nil
        }
      }
    }
    guard let first = others.keys.map(\.text).min().map(terminal.shown) else { return }
    let loss =
      "\(first)\(others.count > 1 ? " and \(others.count - 1) more" : "") says something else than would be written"
    if terminal.agrees("\(loss); replace it?") != true {
      throw CommandFailure(
        "\(loss), and would be replaced; --force does that, and `tilawa convert \(first) BUNDLE` brings in what was "
          + "changed there; nothing was written")
    }
  }

  private func saysTheSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard let said = said(one) else { return false }
    return said == self.said(other)
  }

  /// What the text of a file says as bundles would; nil when that isn't all that it says.
  private func said(_ bytes: [UInt8]) -> [String]? {
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "", bytes: bytes)
    guard let read = try? RecordingCollection(reading: source, as: format, ReadingOptions(), report),
      read.library.isEmpty, report.diagnostics.isEmpty
    else { return nil }
    return read.recordings.flatMap { $0.bundleTexts.map(\.text) }
  }

  /// What a file and those beside it will hold.
  private func contents(_ file: File) -> [(path: String, bytes: [UInt8])] {
    [(file.path, file.text.bytes)]
      + file.text.continuations.enumerated().map { (numbered(file.path, $0.offset + 2), $0.element) }
  }

  private mutating func writeFolder(
    _ recordings: [Source], _ write: (RecordingCollection, WritingOptions, String) throws -> Losses
  ) throws -> Outcome {
    guard !isStream else {
      throw CommandFailure("\(format.name) is a folder, which can't go to standard output")
    }
    let collection = RecordingCollection(
      recordings.map { source in
        var recording = source.recording
        guard let file = recording.facts.audio?.file, !file.isEmpty else { return recording }
        let path = PathText.joined(source.path, file)
        if recording.localAudio == nil, FileStatus.ifAny(path) != nil { recording.localAudio = .file(path) }
        return recording
      })
    var result = ConversionResult(terminal.shown(target), format, collection.recordings)
    let folder = try AtomicDirectory(for: target)
    result.losses = try write(collection, options(options, for: recordings[0]), folder.path)
    results.append(result)
    tell(result.losses)
    if isStrict, !result.losses.isEmpty {
      terminal.complain("tilawa: nothing was written, because --strict takes losses for errors")
      return .findings
    }
    if !isDryRun { try folder.finish() }
    terminal.say("\(result.output): \(isDryRun ? "would be written, " : "")\(result.summary)")
    return .done
  }

  private func numbered(_ path: String, _ number: Int) -> String {
    let ending = PathText.fileExtension(of: path)
    let name = "\(PathText.stem(of: path))-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
    return PathText.joined(PathText.folder(of: path), name)
  }

  private func tell(_ losses: Losses) {
    for loss in losses.inOrder {
      terminal.complain("\(format.name): \(loss.code.sentence(loss.count)) [\(loss.code.rawValue)]")
    }
  }
}
