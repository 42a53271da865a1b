import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaLint
import TilawaSound

/// Makes new bundles from foreign files: first all files are read, then all bundles are written.
struct BundleMaking: Sendable {
  let request: ConversionRequest
  let workplace: Workplace
  private(set) var results: [ConversionResult] = []
  /// True if something was found that a strict request doesn't accept.
  private(set) var isRefused = false
  private var bundles: [NewBundle] = []
  private var taken: Set<String> = []
  private var libraries: [LibraryParts] = []
  /// The folder for the bundles, or nil if the output is a bundle.
  private var folder: String?
  private var twins = TwinTimes()
  private var twinRemarks: [String] = []
  private var remarks: [Remark] = []

  init(request: ConversionRequest, workplace: Workplace) {
    self.request = request
    self.workplace = workplace
  }

  private struct NewBundle: Sendable {
    let path: String
    let recording: AnnotatedRecording
    /// The audio file that the user named.
    let audio: String?
    /// The texts of the files, except `recording.yaml`, which is written after the audio.
    let texts: [(kind: FileKind, text: String)]
  }

  /// Returns the remarks since the last call.
  mutating func takeRemarks() -> [Remark] {
    defer { remarks = [] }
    return remarks
  }

  /// Prepares a bundle for each recording of a file. If the file has only one, and the output has a
  /// bundle's name, that is the bundle. Otherwise the bundles go into the output folder. Returns true if
  /// rows were left out.
  mutating func read(_ input: String, isNamed: Bool) throws -> Bool {
    var options = request.reading
    let facts = try request.facts()
    options.numbering = facts.numbering
    let audio = request.audio.map { workplace.path($0) }
    let audioFile = try audio.flatMap { try FileStatus.isFolder($0) ? nil : $0 }
    if let audio, audioFile == nil { options.audioFolder = try AudioFolder(audio) }
    options.passage = facts.passage
    if let audioFile {
      options.duration = try AudioProbe.properties(ofFileAt: audioFile).duration
      options.soundStart = try AudioProbe.soundStart(ofFileAt: audioFile)
    }
    let reading = try request.read(input, options, in: workplace)
    if !reading.findings.isEmpty { remarks.append(.findings(reading.findings)) }
    if request.isStrict, reading.hasWarnings {
      isRefused = true
      return true
    }
    let recordings = reading.collection.recordings
    let library = reading.collection.library
    guard !recordings.isEmpty || !library.isEmpty else { throw Failure("\(input) contains no recording") }
    if isNamed, !library.isEmpty, !library.files.isEmpty || recordings.isEmpty {
      throw Failure(
        "\(input) contains files of a library; name an output folder, ending with a slash")
    }
    guard recordings.count == 1 || !isNamed else {
      throw Failure("\(input) contains \(recordings.count) recordings; name an output folder")
    }
    if recordings.count > 1, request.hasName {
      throw Failure(
        "--title and --id need a single recording, but \(input) contains \(recordings.count)")
    }
    if reading.format.holds == .recordings, !recordings.isEmpty, recordings.allSatisfy(\.saysNothing) {
      throw Failure("\(input) contains nothing of the format \(reading.format.name); nothing was written")
    }
    let folder = workplace.path(request.output)
    let report = ExchangeReport()
    var made: [(bundle: NewBundle, result: ConversionResult)] = []
    for (index, given) in recordings.enumerated() {
      var recording = given
      try complete(&recording, facts, reading, isOnly: recordings.count == 1)
      if let name = recording.facts.audio?.file, !name.isEmpty, recording.localAudio == nil {
        recording.localAudio = options.audioFolder?.file(named: name).map { .file($0) }
        if let audio, audioFile == nil, recording.localAudio == nil, reading.format.holds == .libraries {
          report.add(
            .unplaced, "\(workplace.shown(audio)) has no audio named \(name)",
            at: reading.source.place)
        }
      }
      let title = facts.title ?? recording.name ?? recording.facts.title ?? reading.source.stem
      let path = isNamed ? folder : free(title, in: folder, besides: made.map(\.bundle.path))
      if try FileStatus.ifAny(path, followingLinks: false) != nil {
        throw Failure("cannot create \(workplace.shown(path)): it already exists")
      }
      let texts = recording.bundleTexts.map { (kind: $0.kind, text: MendedText($0.text, $0.kind)) }
      for remark in texts.flatMap(\.text.remarks) {
        report.add(.unplaced, remark, at: reading.source.place)
      }
      let bundle = NewBundle(
        path: path, recording: recording, audio: audioFile,
        texts: texts.filter { $0.kind != .recording }.map { ($0.kind, $0.text.text) })
      var result = ConversionResult(workplace.shown(path), reading.format, [recording])
      if index == 0 { result.findings = reading.findings }
      made.append((bundle, result))
    }
    let findings = report.diagnostics.inOrder()
    if !findings.isEmpty {
      remarks.append(.findings(findings))
      if !made.isEmpty { made[0].result.findings += findings }
      if request.isStrict {
        isRefused = true
        return true
      }
    }
    if !isNamed {
      self.folder = folder
      libraries.append(library)
    }
    for (bundle, result) in made {
      taken.insert(bundle.path)
      bundles.append(bundle)
      results.append(result)
      if let remark = twins.add(bundle.recording, of: input) { twinRemarks.append(remark) }
    }
    return reading.leavesOut
  }

  /// Writes the bundles.
  func apply(isDry: Bool) throws -> ConversionPlan.Conversion {
    var outcome = ConversionPlan.Conversion(results: results)
    if let folder {
      if !isDry { try FileTransfer.makeFolder(folder) }
      for library in libraries {
        outcome.remarks += try LibraryMaking(parts: library, folder: folder, workplace: workplace)
          .apply(isDry: isDry)
      }
    }
    // Small bundles mostly wait for the disk.
    let made =
      isDry
      ? []
      : inParallel(bundles) { bundle in
        Result { try Self.write(bundle, shownAs: workplace.shown(bundle.path)) }
      }
    var work = IndependentWork()
    for (index, result) in results.enumerated() {
      let told = work.remarks.count
      let errors = try work.attempt { index < made.count ? try made[index].get() : [] }
      outcome.remarks += work.remarks[told...]
      guard let errors else { continue }
      outcome.remarks.append(.note("\(result.output): \(isDry ? "would be created, " : "")\(result.summary)"))
      guard let first = errors.first else { continue }
      outcome.hasFindings = true
      outcome.remarks.append(.findings([first]))
      if errors.count > 1 {
        outcome.remarks.append(
          .problem("\(counted(errors.count - 1, "more error")) in \(result.output); see `tilawa lint`"))
      }
    }
    outcome.remarks += twinRemarks.map(Remark.problem)
    outcome.completion = work.completion
    return outcome
  }

  /// Completes the facts. Those from the user take precedence over those in the file.
  private func complete(
    _ recording: inout AnnotatedRecording, _ facts: AudioImport.Facts, _ reading: ForeignReading, isOnly: Bool
  ) throws {
    if request.hasID || recording.facts.id.isEmpty {
      recording.facts.id = isOnly ? facts.id : try request.facts().id
    }
    recording.facts.title =
      facts.title ?? recording.facts.title ?? (reading.source.stem.isEmpty ? nil : reading.source.stem)
    recording.facts.reciter = facts.reciter ?? recording.facts.reciter
    recording.facts.riwayah = facts.riwayah ?? recording.facts.riwayah
    recording.facts.numbering = facts.numbering ?? recording.facts.numbering
    if !facts.passage.isEmpty { recording.facts.passage = facts.passage }
    recording.facts.prayer = facts.prayer ?? recording.facts.prayer
    recording.facts.recordedAt = facts.recordedAt ?? recording.facts.recordedAt
    recording.facts.place = facts.place ?? recording.facts.place
    recording.facts.notes = facts.notes ?? recording.facts.notes
    _ = recording.keepReciterName()
  }

  /// Returns a name that no other recording of this run has.
  private func free(_ title: String, in folder: String, besides others: [String]) -> String {
    for number in 1... {
      let path = PathText.joined(folder, BundleName.from(number == 1 ? title : "\(title) \(number)"))
      if !taken.contains(path), !others.contains(path) { return path }
    }
    return folder
  }

  /// Writes a bundle. Returns the errors that lint finds in it.
  private static func write(_ bundle: NewBundle, shownAs shownPath: String) throws -> [Diagnostic] {
    var recording = bundle.recording
    let folder = try AtomicDirectory(for: bundle.path)
    if let audio = bundle.audio {
      recording.facts.audio = try attach(audio, to: folder.path)
    } else if let audio = recording.localAudio {
      let url = recording.facts.audio?.url
      recording.facts.audio = try attach(audio, to: folder.path)
      recording.facts.audio?.url = url
    }
    let texts = bundle.texts + [(.recording, MendedText(recording.recordingText, .recording).text)]
    for (kind, text) in texts {
      try FileTransfer.create(Array(text.utf8), at: PathText.joined(folder.path, kind.fileName))
    }
    let errors = Linter(.hearing).lint(TilawaBundle(readingAt: folder.path, shownAs: shownPath)).filter {
      $0.severity == .error
    }
    // Unreadable files are not written; rows that contradict each other are for a person to resolve.
    if let fault = errors.first(where: { ["Y", "F"].contains($0.rule.code.prefix(1)) }) {
      throw Failure("cannot create \(shownPath): \(fault.message) [\(fault.rule.code)]")
    }
    try folder.finish()
    return errors
  }

  private static func attach(_ audio: LocalAudio, to folder: String) throws -> RecordingDraft.Audio {
    switch audio {
    case .file(let file): return try attach(file, to: folder)
    case .joined(let join):
      let name = "audio.flac"
      let path = PathText.joined(folder, name)
      try JoinedFile.write(join, to: path, encoding: .flac)
      return RecordingDraft.Audio(
        file: name, try AudioProbe.properties(ofFileAt: path), try FileDigest.of(path))
    }
  }

  /// Copies the audio into the bundle.
  private static func attach(_ audio: String, to folder: String) throws -> RecordingDraft.Audio {
    let properties = try AudioProbe.properties(ofFileAt: audio)
    let name = "audio.\(properties.format)"
    let digest = try FileTransfer.copy(audio, to: PathText.joined(folder, name))
    return RecordingDraft.Audio(file: name, properties, digest)
  }
}
