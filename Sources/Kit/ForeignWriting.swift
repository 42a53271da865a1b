import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaSound

/// Writes recordings to files of one foreign format.
struct ForeignWriting: Sendable {
  let format: ForeignFormat
  /// The absolute path of the target.
  let target: String
  /// True if the target is a folder for a file per recording.
  let isFolder: Bool
  let isStream: Bool
  let request: ConversionRequest
  let workplace: Workplace

  private(set) var remarks: [Remark] = []
  private(set) var results: [ConversionResult] = []
  private(set) var refusal: ConversionRefusal?
  private(set) var question: ConversionQuestion?
  private(set) var completion = IndependentWork.Completion.whole
  private var files: [File] = []
  private var folder: Folder?
  private var sounds: [Sound] = []

  typealias Source = (path: String, recording: AnnotatedRecording)
  private typealias File = (path: String, text: ForeignText, recordings: [AnnotatedRecording])

  /// A folder that is written as a whole.
  private struct Folder: Sendable {
    let collection: RecordingCollection
    let options: WritingOptions
    let write: @Sendable (RecordingCollection, WritingOptions, String) throws -> Losses
  }

  /// An audio file to write.
  private struct Sound: Sendable {
    let path: String
    let recording: AnnotatedRecording
    let options: WritingOptions
  }

  init(
    format: ForeignFormat, target: String, isFolder: Bool, isStream: Bool, request: ConversionRequest,
    workplace: Workplace
  ) {
    self.format = format
    self.target = target
    self.isFolder = isFolder
    self.isStream = isStream
    self.request = request
    self.workplace = workplace
  }

  /// The bytes for standard output.
  var stream: [UInt8]? { isStream ? files.flatMap(\.text.bytes) : nil }

  // MARK: Planning

  mutating func plan(_ recordings: [Source], _ library: LibraryParts) throws {
    guard !recordings.isEmpty || format.holds != .recordings else {
      throw Failure("\(format.name) needs recordings, but there are none")
    }
    var isOfOneEach: Bool {
      switch format.write {
      case .file, .sound: true
      case .collection, .folder, .none: false
      }
    }
    if isOfOneEach, recordings.count > 1, !isFolder {
      throw Failure(
        "\(counted(recordings.count, "recording")) need as many \(format.name) files; name an output folder, "
          + "ending with a slash")
    }
    if case .folder(let write) = format.write { return try planFolder(recordings, write) }
    if case .sound = format.write { return try planSounds(recordings) }
    var work = IndependentWork()
    let parts = isFolder ? recordings.map { [$0] } : [recordings]
    let made = try parts.compactMap { part in
      try work.attempt { (recordings: part, file: try file(of: part, library, request.writing)) }
    }
    remarks += work.remarks
    completion = work.completion
    if work.isFruitless { throw Fruitless() }
    files = made.map(\.file)
    try judge { [writing = self] options in
      try made.map { try writing.file(of: $0.recordings, library, options) }
    }
  }

  /// Returns the file for recordings.
  private func file(of recordings: [Source], _ library: LibraryParts, _ options: WritingOptions) throws
    -> File
  {
    let path = recordings.first.map { isFolder ? name(of: $0) : target } ?? target
    var options = recordings.first.map { self.options(options, for: $0) } ?? options
    if let name = request.captionText, let source = recordings.first {
      guard format.showsText else {
        throw Failure(
          "\(format.name) cannot show the text of ayat; \(ForeignFormat.all.filter(\.showsText).map(\.name).joined(separator: ", ")) do"
        )
      }
      options.captions = try CaptionText(
        named: name, width: request.captionWidth, for: source.recording, at: source.path, in: workplace)
    }
    options.existing = existing
    let own = recordings.map(onItsClock)
    switch format.write {
    case .file(let write): return (path, try write(own.first ?? AnnotatedRecording(), options), own)
    case .collection(let write):
      var collection = RecordingCollection(own)
      if !isFolder { collection.library = library }
      return (path, try write(collection, options), own)
    case .folder, .sound, .none: throw Failure("\(format.name) can only be read, not written")
    }
  }

  /// The existing file to update, or nil if a new file is written.
  private var existing: ForeignSource? {
    guard format.isUpdatable, !isFolder, !isStream, FileStatus.mayBe(.file, target),
      let source = try? ForeignSource(readingAt: target, shownAs: workplace.shown(target)),
      format.recognises(source)
    else { return nil }
    return source
  }

  /// Returns the recording with the format's time origin.
  private func onItsClock(_ source: Source) -> AnnotatedRecording {
    guard format.countsFromFile else { return source.recording }
    let audio = source.recording.facts.audio?.file ?? ""
    let path = audio.isEmpty ? nil : PathText.joined(source.path, audio)
    return source.recording.moved(by: path.flatMap(SoundStart.ifKnown) ?? source.recording.soundStart)
  }

  private func name(of source: Source) -> String {
    let stem = format.fileStem?(source.recording) ?? PathText.stem(of: source.path)
    return PathText.joined(target, "\(stem).\(format.extensions.first ?? format.name)")
  }

  /// Returns the options with the audio's name as the file needs it.
  private func options(_ options: WritingOptions, for source: Source) -> WritingOptions {
    var options = options
    guard let file = source.recording.facts.audio?.file, !file.isEmpty else { return options }
    let path = PathText.joined(source.path, file)
    options.audioFile = path
    let folder = isFolder ? target : PathText.folder(of: target)
    options.audioPath = isStream ? workplace.shown(path) : PathText.shown(path, from: folder)
    return options
  }

  /// Determines the losses in the files. `again` makes the files with other options.
  private mutating func judge(_ again: (WritingOptions) throws -> [File]) throws {
    if Set(files.map(\.path)).count < files.count {
      throw Failure("two recordings would have the same file name; convert them into different folders")
    }
    var losses = Losses()
    for file in files {
      var result = ConversionResult(isStream ? "-" : workplace.shown(file.path), format, file.recordings)
      result.losses = file.text.losses
      losses.add(file.text.losses)
      results.append(result)
    }
    remarks += self.remarks(on: losses)
    for file in files {
      remarks += file.text.notes.map {
        .note("\(isStream ? format.name : workplace.shown(file.path)): \($0)")
      }
    }
    if request.isStrict, !losses.isEmpty {
      refusal = .losses
      return
    }
    if isStream, files.contains(where: { !$0.text.continuations.isEmpty }) {
      throw Failure(
        "the rows do not fit into one \(format.name) file; name an output file, and more are written beside it"
      )
    }
    if existing != nil {
      remarks.append(.note("\(workplace.shown(target)): only the surahs written are changed"))
    } else if !isStream, !request.isAgreed {
      question = try questionOfLoss(again)
    }
  }

  /// Returns a question if files would be replaced whose content the bundles don't contain.
  ///
  /// The options of the last export aren't recorded. If a file reads like an export of the bundles with any
  /// choice of labels and words, nothing would be lost. Any other file may contain somebody's work.
  private func questionOfLoss(_ again: (WritingOptions) throws -> [File]) throws -> ConversionQuestion? {
    var others: [ExactText: [UInt8]] = [:]
    for file in files.flatMap(contents) where FileStatus.mayBe(.file, file.path) {
      let old = try FileContents.read(file.path)
      if !old.isEmpty, old != file.bytes { others[ExactText(file.path)] = old }
    }
    guard !others.isEmpty else { return nil }
    for labels in WritingOptions.Labels.allCases {
      for words in [false, true] {
        var options = request.writing
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
    return others.keys.map(\.text).min().map { .replaces(path: workplace.shown($0), more: others.count - 1) }
  }

  private func saysTheSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard let said = said(one) else { return false }
    return said == self.said(other)
  }

  /// Returns the text of a file in the form of bundles, or nil if it contains more than that.
  private func said(_ bytes: [UInt8]) -> [String]? {
    let report = ExchangeReport()
    let source = ForeignSource(shownAs: "", bytes: bytes)
    guard let read = try? RecordingCollection(reading: source, as: format, ReadingOptions(), report),
      read.library.isEmpty, report.diagnostics.isEmpty
    else { return nil }
    return read.recordings.flatMap { $0.bundleTexts.map(\.text) }
  }

  /// Returns the contents of a file and of those that continue it.
  private func contents(_ file: File) -> [(path: String, bytes: [UInt8])] {
    [(file.path, file.text.bytes)]
      + file.text.continuations.enumerated().map { (numbered(file.path, $0.offset + 2), $0.element) }
  }

  private mutating func planFolder(
    _ recordings: [Source],
    _ write: @escaping @Sendable (RecordingCollection, WritingOptions, String) throws -> Losses
  ) throws {
    guard !isStream else {
      throw Failure("\(format.name) is a folder and cannot be written to standard output")
    }
    let collection = RecordingCollection(
      recordings.map { source in
        var recording = source.recording
        guard let file = recording.facts.audio?.file, !file.isEmpty else { return recording }
        let path = PathText.joined(source.path, file)
        if recording.localAudio == nil, !FileStatus.isAbsent(path) { recording.localAudio = .file(path) }
        return recording
      })
    let options = recordings.first.map { self.options(request.writing, for: $0) } ?? request.writing
    folder = Folder(collection: collection, options: options, write: write)
    results.append(ConversionResult(workplace.shown(target), format, collection.recordings))
  }

  private mutating func planSounds(_ recordings: [Source]) throws {
    guard !isStream else {
      throw Failure("sound with chapters cannot be written to standard output; name a file")
    }
    for source in recordings {
      var recording = source.recording
      var options = options(request.writing, for: source)
      let path: String
      if isFolder {
        let stem = PathText.stem(of: source.path)
        path = PathText.joined(target, "\(stem).\(options.audioEncoding.fileEnding)")
      } else {
        guard let encoding = AudioEncoding(fileName: target) else {
          throw Failure(
            "cannot write sound as \(PathText.name(of: target)); use \(AudioEncoding.endings)")
        }
        options.audioEncoding = encoding
        path = target
      }
      if let file = options.audioFile {
        if recording.localAudio == nil, !FileStatus.isAbsent(file) { recording.localAudio = .file(file) }
        if let real = try? PathText.realPath(path), real == (try? PathText.realPath(file)) {
          throw Failure("\(workplace.shown(path)) is the recording itself; name another file")
        }
        if let depth = try? AudioProbe.depth(ofFileAt: file) {
          options.audioEncoding = options.audioEncoding.keeping(depth)
        }
      }
      sounds.append(Sound(path: path, recording: recording, options: options))
      results.append(ConversionResult(workplace.shown(path), format, [recording]))
    }
    if Set(sounds.map(\.path)).count < sounds.count {
      throw Failure("two recordings would have the same file name; convert them into different folders")
    }
    let old = sounds.map(\.path).filter { !FileStatus.isAbsent($0) }
    if let first = old.min(), !request.isAgreed {
      question = .replaces(path: workplace.shown(first), more: old.count - 1)
    }
  }

  private func numbered(_ path: String, _ number: Int) -> String {
    let ending = PathText.fileExtension(of: path)
    let name = "\(PathText.stem(of: path))-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
    return PathText.joined(PathText.folder(of: path), name)
  }

  private func remarks(on losses: Losses) -> [Remark] {
    losses.inOrder.map { .loss("\(format.name): \($0.code.sentence($0.count)) [\($0.code.rawValue)]") }
  }

  // MARK: Carrying out

  func apply(isDry: Bool) throws -> ConversionPlan.Conversion {
    if let folder { return try write(folder, isDry: isDry) }
    if case .sound(let write) = format.write { return try writeSounds(write, isDry: isDry) }
    var outcome = ConversionPlan.Conversion(results: results)
    if isStream { return outcome }
    if isDry {
      outcome.remarks = results.map { .note("\($0.output): would be written, \($0.summary)") }
      return outcome
    }
    if isFolder { try FileTransfer.makeFolder(target) }
    // With many small files, most of the time is spent waiting for the disk.
    let written = inParallel(files.map { ($0.path, $0.text.bytes) }) { path, bytes in
      Result { try AtomicFile.write(bytes, to: path) }
    }
    var work = IndependentWork()
    for ((file, result), written) in zip(zip(files, results), written) {
      let told = work.remarks.count
      let changed = try work.attempt {
        let changed = try written.get()
        for (index, bytes) in file.text.continuations.enumerated() {
          try AtomicFile.write(bytes, to: numbered(file.path, index + 2))
        }
        return changed
      }
      outcome.remarks += work.remarks[told...]
      if let changed {
        outcome.remarks.append(.note("\(result.output): \(result.summary)\(changed ? "" : ", unchanged")"))
      }
    }
    outcome.completion = work.completion
    return outcome
  }

  private func write(_ given: Folder, isDry: Bool) throws -> ConversionPlan.Conversion {
    var outcome = ConversionPlan.Conversion(results: results)
    let folder = try AtomicDirectory(for: target)
    let losses = try given.write(given.collection, given.options, folder.path)
    outcome.remarks = remarks(on: losses)
    for index in outcome.results.indices { outcome.results[index].losses = losses }
    if request.isStrict, !losses.isEmpty {
      outcome.refusal = .losses
      return outcome
    }
    if !isDry { try folder.finish() }
    outcome.remarks += results.map {
      .note("\($0.output): \(isDry ? "would be written, " : "")\($0.summary)")
    }
    return outcome
  }

  private func writeSounds(
    _ write: @Sendable (AnnotatedRecording, WritingOptions, String?) throws -> Losses, isDry: Bool
  ) throws -> ConversionPlan.Conversion {
    var outcome = ConversionPlan.Conversion(results: results)
    if isFolder, !isDry { try FileTransfer.makeFolder(target) }
    for (index, sound) in sounds.enumerated() {
      let losses = try write(sound.recording, sound.options, nil)
      outcome.remarks += remarks(on: losses)
      outcome.results[index].losses = losses
      if request.isStrict, !losses.isEmpty {
        outcome.refusal = .losses
        return outcome
      }
      if !isDry {
        let output = try AtomicOutput(for: sound.path)
        let temporary = output.path
        do {
          _ = try write(sound.recording, sound.options, temporary)
        } catch let error as AudioError {
          throw error.told(of: sound.path, insteadOf: temporary)
        }
        try output.finish()
      }
      let result = outcome.results[index]
      outcome.remarks.append(.note("\(result.output): \(isDry ? "would be written, " : "")\(result.summary)"))
    }
    return outcome
  }
}
