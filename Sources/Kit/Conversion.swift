import TilawaBase
import TilawaExchange
import TilawaFormat

/// A conversion of annotations from or to formats of other programs.
///
/// It is planned without writing anything, and carried out by a second call. Losses of a format of folders
/// are known only after it is written.
/// it is written.
public struct ConversionPlan: Plan {
  /// The remarks so far, in order.
  package private(set) var remarks: [Remark] = []
  /// The results to make or to change.
  package private(set) var results: [ConversionResult] = []
  /// The reason why nothing is done.
  package private(set) var refusal: ConversionRefusal?
  /// The error that prevented the plan; nothing is done then either.
  package private(set) var failure: (any Error)?
  /// The question that a person must answer first.
  package private(set) var question: ConversionQuestion?
  /// The extent to which the inputs could be read.
  package private(set) var completion = IndependentWork.Completion.whole
  /// True if rows were left out, or not changed.
  package private(set) var hasFindings = false
  /// True if it updates an existing bundle.
  package var isUpdate: Bool { if case .updating = work { true } else { false } }

  private enum Work: Sendable {
    case nothing
    case writing(ForeignWriting)
    case making(BundleMaking)
    case updating(BundleUpdating)
  }

  private let request: ConversionRequest
  let workplace: Workplace
  private var work = Work.nothing

  package init(_ request: ConversionRequest, in workplace: Workplace) {
    self.request = request
    self.workplace = workplace
    do { try plan() } catch { failure = error }
  }

  /// The bytes for standard output.
  package var stream: [UInt8]? { if case .writing(let writing) = work { writing.stream } else { nil } }

  /// The result of a conversion.
  package struct Conversion: Sendable {
    package var remarks: [Remark] = []
    package var results: [ConversionResult] = []
    package var refusal: ConversionRefusal?
    package var completion = IndependentWork.Completion.whole
    /// True if the new files have faults.
    package var hasFindings = false
  }

  /// Carries out the conversion; with `isDry`, without leaving any files.
  ///
  /// Throws if a bundle has changed since the plan was made.
  package func apply(isDry: Bool) throws -> Conversion {
    switch work {
    case .nothing: Conversion(results: results)
    case .writing(let writing): try writing.apply(isDry: isDry)
    case .making(let making): try making.apply(isDry: isDry)
    case .updating(let updating): try updating.apply(isDry: isDry)
    }
  }
}

extension ConversionPlan {
  /// True if the output is, or will be, a bundle.
  private var isIntoBundle: Bool { FileTree.isNamed(request.output, ".tilawa") }

  private mutating func plan() throws {
    var bundles: [String] = []
    var foreign: [String] = []
    var hasLibraries = false
    try eachOf(request.inputs) { plan, input in
      let found = try plan.bundlesIn(input)
      if !found.isEmpty {
        bundles += found
      } else if try plan.isBareLibrary(input) {
        hasLibraries = true
      } else {
        foreign.append(input)
      }
    }
    guard bundles.isEmpty || foreign.isEmpty else {
      throw Failure(
        "\(foreign[0]) is not a bundle, but \(bundles[0]) is; convert them separately")
    }
    if foreign.isEmpty {
      if !bundles.isEmpty || hasLibraries { try export(bundles) }
    } else if try request.to != nil
      || !(isIntoBundle || FileStatus.isFolder(workplace.path(request.output))
        || request.output.ends(with: "/") || foreign.count > 1)
    {
      try translate(foreign)
    } else {
      try bringIn(foreign)
    }
  }

  /// Processes as many of the items as possible, and records the completion. Throws if none could be
  /// processed.
  private mutating func eachOf<Item>(
    _ items: [Item], _ take: (inout ConversionPlan, Item) throws -> Void
  ) throws {
    var work = IndependentWork()
    for item in items where refusal == nil {
      let told = work.remarks.count
      _ = try work.attempt { try take(&self, item) }
      remarks += work.remarks[told...]
    }
    completion = completion.and(work.completion)
    if work.isFruitless { throw Fruitless() }
  }

  /// Returns the bundles in an input; none for a foreign file or folder.
  private func bundlesIn(_ given: String) throws -> [String] {
    if given == "-" || request.from != nil { return [] }
    let path = workplace.path(given)
    guard try FileStatus.ifAny(path) != nil else {
      throw Failure(
        "cannot read \(given): no such file or folder\(FoundBundle.suggestion(for: given, in: workplace))")
    }
    if FileKind(fileName: path) != nil, let bundle = FoundBundle(containing: given, in: workplace) {
      return [bundle.path]
    }
    guard try FileStatus.isFolder(path) else { return [] }
    return FileTree.bundles(under: path) { _ in }.paths
  }

  /// Returns true if an input is a library without bundles, and the output format can contain the rest of
  /// it.
  private func isBareLibrary(_ given: String) throws -> Bool {
    guard given != "-", request.from == nil, request.to?.holds == .libraries else { return false }
    let path = workplace.path(given)
    return try FileStatus.isFolder(path) && !LibraryParts(readingAt: path, shownAs: given).isEmpty
  }

  // MARK: Out

  private mutating func export(_ bundles: [String]) throws {
    var library = LibraryParts()
    for input in request.inputs where !FileTree.isNamed(input, ".tilawa") {
      let path = workplace.path(input)
      if try FileStatus.isFolder(path) { library.add(try LibraryParts(readingAt: path, shownAs: input)) }
    }
    var recordings: [ForeignWriting.Source] = []
    try eachOf(bundles) { plan, path in
      let bundle = TilawaBundle(readingAt: path, shownAs: plan.workplace.shown(path))
      try bundle.require(.relying(on: Set(FileKind.allCases).subtracting([.reciter])))
      recordings.append((path, AnnotatedRecording(of: bundle)))
    }
    try write(recordings, library)
  }

  /// Converts from one foreign format to another.
  private mutating func translate(_ inputs: [String]) throws {
    var recordings: [ForeignWriting.Source] = []
    var library = LibraryParts()
    try eachOf(inputs) { plan, input in
      let read = try plan.read(input, plan.request.reading)
      library.add(read.collection.library)
      if read.leavesOut { plan.hasFindings = true }
      if plan.request.isStrict, read.hasWarnings {
        plan.refusal = .warnings
        return
      }
      recordings += read.collection.recordings.map { (plan.workplace.path(input), $0) }
    }
    if refusal == nil { try write(recordings, library, isForeign: true) }
  }

  private mutating func write(
    _ recordings: [ForeignWriting.Source], _ all: LibraryParts, isForeign: Bool = false
  ) throws {
    var library = all
    let output = request.output
    let target = workplace.path(output)
    let isFolder = try output != "-" && (FileStatus.isFolder(target) || output.ends(with: "/"))
    let format =
      try request.to ?? (isFolder ? nil : formatToUpdate(target))
      ?? ForeignFormat.forWriting(output, extension: isFolder ? "" : PathText.fileExtension(of: output))
    if isForeign, format.holds == .recordings, !library.isEmpty {
      let names = library.reciters.map { "reciter \($0.id)" } + library.files.keys.map(\.fileName).sorted()
      remarks.append(.loss("\(format.name): left out: \(names.joined(separator: ", "))"))
    }
    if request.takesJournal, format.holds != .libraries {
      throw Failure("a \(format.name) file cannot contain a journal")
    }
    if format.holds == .libraries, !request.takesJournal {
      let personal = library.takeJournal()
      if !personal.isEmpty {
        remarks.append(
          .personal("\(format.name): left out as personal: \(personal.joined(separator: ", "))"))
      }
    }
    var writing = ForeignWriting(
      format: format, target: target, isFolder: isFolder, isStream: output == "-", request: request,
      workplace: workplace)
    defer {
      remarks += writing.remarks
      results += writing.results
      refusal = writing.refusal
      question = writing.question
      completion = completion.and(writing.completion)
    }
    try writing.plan(recordings, library)
    work = .writing(writing)
  }

  /// Returns the format of an existing file to which surahs can be added.
  private func formatToUpdate(_ target: String) -> ForeignFormat? {
    guard FileStatus.mayBe(.file, target) else { return nil }
    let ending = PathText.fileExtension(of: target)
    let formats = ForeignFormat.all.filter { $0.isUpdatable && $0.extensions.contains(ending) }
    guard !formats.isEmpty, let source = try? ForeignSource(readingAt: target, shownAs: target) else {
      return nil
    }
    return formats.first { $0.recognises(source) }
  }

  // MARK: In

  private mutating func read(_ given: String, _ options: ReadingOptions) throws -> ForeignReading {
    let reading = try request.read(given, options, in: workplace)
    if !reading.findings.isEmpty { remarks.append(.findings(reading.findings)) }
    return reading
  }

  private mutating func bringIn(_ inputs: [String]) throws {
    if isIntoBundle {
      guard inputs.count == 1 else {
        throw Failure(
          "one bundle takes one file, not \(inputs.count); name an output folder")
      }
      let path = workplace.path(request.output)
      if try FileStatus.isFolder(path) { return try update(path, from: inputs[0]) }
    }
    var making = BundleMaking(request: request, workplace: workplace)
    let isNamed = isIntoBundle
    try eachOf(inputs) { plan, input in
      defer { plan.remarks += making.takeRemarks() }
      if try making.read(input, isNamed: isNamed) { plan.hasFindings = true }
      if making.isRefused { plan.refusal = .warnings }
    }
    guard refusal == nil else { return }
    results = making.results
    work = .making(making)
  }

  private mutating func update(_ path: String, from input: String) throws {
    var updating = BundleUpdating(request: request, workplace: workplace, path: path)
    defer {
      remarks += updating.remarks
      results += updating.results
      refusal = updating.refusal
      question = updating.question
      hasFindings = updating.hasKept
    }
    try updating.plan(from: input)
    work = .updating(updating)
  }
}

/// No input could be read; the remarks contain the reasons.
package struct Fruitless: Error {}
