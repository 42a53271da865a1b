import Diagnostics
import Exchange
import Files
import Importing
import Merging
import ScalarText
import TilawaFormat

/// One run of `tilawa convert`.
struct Conversion {
  let inputs: [String]
  let output: String
  let from: ForeignFormat?
  let to: ForeignFormat?
  let arguments: ExchangeArguments
  let isStrict: Bool
  let isDryRun: Bool
  /// Whether the user has agreed beforehand to what gets lost.
  let isForced: Bool
  let json: Bool
  let recording: RecordingFacts
  let terminal: Terminal
  var updating = FileUpdate.Policy()
  /// What went over so far, for `--json`.
  var results: [ConversionResult] = []

  /// Whether the output is, or is to be, a bundle.
  private var isIntoBundle: Bool { FileTree.isNamed(output, ".tilawa") }

  mutating func run() throws -> Outcome {
    var bundles: [String] = []
    var foreign: [String] = []
    var work = IndependentWork(in: terminal)
    for input in inputs {
      guard let found = try work.attempt({ try bundlesIn(input) }) else { continue }
      if found.isEmpty { foreign.append(input) } else { bundles += found }
    }
    guard bundles.isEmpty || foreign.isEmpty else {
      throw CommandFailure(
        "\(foreign[0]) is no bundle, and \(bundles[0]) is; convert them one after the other")
    }
    if work.isFruitless { return work.outcome }
    let outcome: Outcome
    if foreign.isEmpty {
      outcome = try export(bundles)
    } else if to != nil
      || !(isIntoBundle || FileStatus.isFolder(terminal.path(output)) || output.ends(with: "/")
        || foreign.count > 1)
    {
      outcome = try translate(foreign)
    } else {
      outcome = try importing(foreign)
    }
    if json { terminal.write(ConversionResult.document(results).documentText) }
    return outcome.and(work.outcome)
  }

  /// The bundles that an input is or holds; none for a foreign file or folder.
  private func bundlesIn(_ given: String) throws -> [String] {
    if given == "-" || from != nil { return [] }
    let path = terminal.path(given)
    guard FileStatus.ifAny(path) != nil else {
      throw CommandFailure(
        "cannot read \(given): no such file or folder\(FoundBundle.suggestion(for: given, in: terminal))")
    }
    if FileKind(fileName: path) != nil, let bundle = FoundBundle(containing: given, in: terminal) {
      return [bundle.path]
    }
    guard FileStatus.isFolder(path) else { return [] }
    return FileTree.bundles(under: path) { _ in }.paths
  }

  // MARK: Out

  private mutating func export(_ bundles: [String]) throws -> Outcome {
    var library = LibraryParts()
    for input in inputs where !FileTree.isNamed(input, ".tilawa") && FileStatus.isFolder(terminal.path(input))
    {
      library.add(try LibraryParts(readingAt: terminal.path(input), shownAs: input))
    }
    var recordings: [(path: String, recording: AnnotatedRecording)] = []
    var work = IndependentWork(in: terminal)
    for path in bundles {
      try work.attempt {
        let bundle = TilawaBundle(readingAt: path, shownAs: terminal.shown(path))
        try bundle.requireReadable(Set(FileKind.allCases))
        recordings.append((path, AnnotatedRecording(of: bundle)))
      }
    }
    if work.isFruitless { return work.outcome }
    return try write(recordings, library).and(work.outcome)
  }

  /// From one foreign format to another.
  private mutating func translate(_ inputs: [String]) throws -> Outcome {
    var recordings: [(path: String, recording: AnnotatedRecording)] = []
    var library = LibraryParts()
    var outcome = Outcome.done
    var work = IndependentWork(in: terminal)
    for input in inputs {
      guard let read = try work.attempt({ try self.read(input, arguments.reading) }) else { continue }
      library.add(read.collection.library)
      if read.hasErrors { outcome = .findings }
      if isStrict, read.hasWarnings { return .findings }
      recordings += read.collection.recordings.map { (terminal.path(input), $0) }
    }
    if work.isFruitless { return work.outcome }
    return try write(recordings, library, isForeign: true).and(outcome).and(work.outcome)
  }

  private mutating func write(
    _ recordings: [(path: String, recording: AnnotatedRecording)], _ library: LibraryParts,
    isForeign: Bool = false
  ) throws -> Outcome {
    let target = terminal.path(output)
    let isFolder = output != "-" && (FileStatus.isFolder(target) || output.ends(with: "/"))
    let format =
      try to
      ?? ForeignFormat.forWriting(output, extension: isFolder ? "" : PathText.fileExtension(of: output))
    var writing = ForeignWriting(
      format: format, options: arguments.writing, target: target, isFolder: isFolder, isStream: output == "-",
      isStrict: isStrict, isDryRun: isDryRun, isForced: isForced, terminal: terminal)
    if isForeign, format.holds == .recordings, !library.isEmpty {
      let names = library.reciters.map { "reciter \($0.id)" } + library.files.keys.map(\.fileName).sorted()
      terminal.complain("\(format.name): left out: \(names.joined(separator: ", "))")
    }
    let outcome = try writing.write(recordings, library)
    results += writing.results
    return outcome
  }

  // MARK: In

  /// What a foreign file holds; its findings are told.
  func read(_ given: String, _ options: ReadingOptions) throws -> ForeignReading {
    let file =
      given == "-"
      ? ForeignSource(shownAs: "<stdin>", bytes: try terminal.readInput())
      : try ForeignSource(readingAt: terminal.path(given), shownAs: given)
    let source = try file.unpacked()
    let format = try from ?? ForeignFormat.detected(source)
    let report = ExchangeReport()
    let collection = try RecordingCollection(reading: source, as: format, options, report)
    let findings = report.diagnostics.inOrder()
    if !findings.isEmpty { terminal.complain(findings) }
    return ForeignReading(source: source, format: format, collection: collection, findings: findings)
  }

  private mutating func importing(_ inputs: [String]) throws -> Outcome {
    if isIntoBundle {
      guard inputs.count == 1 else {
        throw CommandFailure(
          "one bundle takes one file, found \(inputs.count); name a folder for a bundle each")
      }
      let path = terminal.path(output)
      if FileStatus.isFolder(path) { return try update(path, from: inputs[0]) }
    }
    var outcome = Outcome.done
    var making = BundleMaking(conversion: self)
    var work = IndependentWork(in: terminal)
    for input in inputs {
      guard let read = try work.attempt({ try making.read(input, isNamed: isIntoBundle) }) else { continue }
      outcome = outcome.and(read)
      if isStrict, outcome != .done { return outcome }
    }
    if work.isFruitless { return work.outcome }
    outcome = outcome.and(try making.write()).and(work.outcome)
    results += making.results
    return outcome
  }

  private mutating func update(_ path: String, from input: String) throws -> Outcome {
    var update = BundleUpdating(conversion: self, path: path)
    let outcome = try update.run(from: input)
    results += update.results
    return outcome
  }
}

/// What a foreign file held.
struct ForeignReading {
  let source: ForeignSource
  let format: ForeignFormat
  let collection: RecordingCollection
  let findings: [Diagnostic]

  /// Whether rows were left out.
  var hasErrors: Bool { findings.contains { $0.severity == .error } }
  /// Whether there is anything that `--strict` minds.
  var hasWarnings: Bool { findings.contains { $0.severity != .note } }
}

/// What became of one thing that was converted.
struct ConversionResult {
  var output: String
  var format: String
  var rows: Int
  var markers: Int
  var words: Int
  var losses = Losses()
  var findings: [Diagnostic] = []
  var changes: JSONValue?

  init(_ output: String, _ format: ForeignFormat, _ recordings: [AnnotatedRecording]) {
    self.output = output
    self.format = format.name
    rows = recordings.reduce(0) { $0 + $1.segments.count }
    markers = recordings.reduce(0) { $0 + $1.markers.count }
    words = recordings.reduce(0) { $0 + $1.words.count }
  }

  /// `7 segments, 2 markers`.
  var summary: String {
    let parts = [(rows, "segment"), (markers, "marker"), (words, "word")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    return parts.isEmpty ? "no rows" : parts.joined(separator: ", ")
  }

  static func document(_ results: [ConversionResult]) -> JSONValue {
    [
      "version": 1,
      "results": JSONValue(results) { result in
        let value: JSONValue = [
          "output": .string(result.output), "format": .string(result.format),
          "segments": JSONValue(result.rows), "markers": JSONValue(result.markers),
          "words": JSONValue(result.words),
          "losses": JSONValue(result.losses.inOrder) { loss in
            [
              "code": .string(loss.code.rawValue), "count": JSONValue(loss.count),
              "message": .string(loss.code.sentence(loss.count)),
            ]
          },
          "diagnostics": DiagnosticFormat.list(result.findings),
        ]
        return result.changes.map { value.adding("changes", $0) } ?? value
      },
    ]
  }
}
