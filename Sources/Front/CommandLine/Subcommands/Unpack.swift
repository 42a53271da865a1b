import ArgumentParser
import TilawaArchives
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaRemote

struct Unpack: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack",
    abstract: "Unpack bundles from a received file.",
    discussion: """
      Checks a zip, tar, tar.gz or tar.zst file, unpacks its bundles, and prints their paths. An unsafe or \
      damaged archive is refused as a whole; existing bundles are kept.

        tilawa unpack two-nights.tilawa.zip
        tilawa unpack https://example.org/friday.tilawa.zip --into ~/recitations
        tilawa unpack --merge friday.tilawa.zip

      Exit status: 0 done; 1 done, and lint found errors, or conflicts remain; 2 wrong usage, or it was \
      refused, and nothing was changed.
      """)

  @Argument(
    help: "An archive, BagIt folder, https address, or -.", completion: .file())
  var archive: String

  @Option(help: "Unpack into this folder. (default: .)", completion: .directory) var into: String?

  @Flag(help: "Replace existing bundles.") var force = false

  @Flag(help: "Merge into existing bundles, row by row.") var merge = false

  @Flag(help: "With --merge: merge even if the audio differs.")
  var audioChanged = false

  @Option(
    help: .init("Require a signature by a signer in this file.", valueName: "file"),
    completion: .file())
  var allowedSigners: String?

  @Option(
    help: .init("Read this signature. (default: ARCHIVE.sig)", valueName: "file"),
    completion: .file())
  var signature: String?

  @Flag(help: "Show what would change without writing anything.") var check = false

  @Option(help: .init("Refuse more than this many megabytes, unpacked.", valueName: "n")) var maxSize = 20_000

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard !(force && merge) else { throw ValidationError("--force and --merge cannot be used together") }
    guard merge || !audioChanged else { throw ValidationError("--audio-changed needs --merge") }
    guard signature == nil || allowedSigners != nil else {
      throw ValidationError("--signature needs --allowed-signers")
    }
    guard (1...10_000_000).contains(maxSize) else {
      throw ValidationError("invalid --max-size \(maxSize) (expected 1 to 10000000)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var request = UnpackRequest(source(in: terminal), into: into ?? ".")
    request.meeting = merge ? .merging : force ? .replacing : .refused
    request.takesOtherAudio = audioChanged
    request.signers = allowedSigners.map { .init(allowed: $0, signature: signature) }
    request.limits.bytes = Int64(maxSize) * 1_000_000
    request.fetching.maximumBytes = request.limits.bytes
    request.fetching.userAgent = "tilawa/\(tilawaVersion)"
    let plan = try UnpackPlan(request, in: terminal.workplace, terminal.monitor)
    let shown = archive == "-" ? "standard input" : archive
    if let signer = plan.signature {
      terminal.say("\(shown) is signed by \(signer.principal) (\(signer.fingerprint))")
    }
    if !plan.hasManifest {
      terminal.say(
        "\(shown) has no \(Manifest.name), so its files could not be verified")
    }
    if !plan.outside.isEmpty {
      terminal.say(
        "\(counted(plan.outside.count, "file")) outside bundles not unpacked, such as \(plan.outside[0])"
      )
    }
    for bundle in plan.bundles { tell(bundle, terminal) }
    if !check {
      try plan.apply { bundle in
        if !json { terminal.print(bundle.shownPath) }
      }
    }
    if json { terminal.write(Self.shape.document(of: (plan, check))) }
    return plan.bundles.map(\.outcome).reduce(.done) { $0.and($1) }
  }

  static let shape = OutputShape<(plan: UnpackPlan, isDryRun: Bool)>(
    "unpack",
    [
      .key(.dryRun, { $0.isDryRun }),
      .nullable(
        "signer",
        .object([
          .key("principal", .text, \.principal, "Name of the signer in the file of allowed signers."),
          .key("fingerprint", .text, \.fingerprint, "Fingerprint of the key, as printed by ssh-keygen -l."),
        ]), { $0.plan.signature }, "The signer; null if signatures were not checked."),
      .key(
        "has_manifest", .flag, { $0.plan.hasManifest },
        "True if all files match the manifest of the archive."),
      .key(
        "outside", .list(of: .text), { $0.plan.outside },
        "Names of files outside bundles, which are not unpacked."),
      .key(
        "bundles", .list(of: .object(UnpackPlan.Bundle.keys)), { $0.plan.bundles }, "Bundles of the archive."),
    ])

  private func source(in terminal: Terminal) -> UnpackRequest.Source {
    if archive == "-" { return .stream { limit throws(FileError) in try terminal.readChunk(atMost: limit) } }
    let start = archive.lowercased()
    return start.begins(with: "https:") || start.begins(with: "http:") ? .address(archive) : .file(archive)
  }

  private func tell(_ bundle: UnpackPlan.Bundle, _ terminal: Terminal) {
    let what = "\(counted(bundle.fileCount, "file")), \(PackReport.size(bundle.bytes))"
    switch bundle.fate {
    case .new: terminal.say("\(bundle.shownPath): \(what)")
    case .same: terminal.say("\(bundle.shownPath) already exists and is the same")
    case .replacing:
      terminal.say(
        "\(bundle.shownPath): \(what), \(check ? "would replace" : "replaced") the existing bundle")
    case .merging(_, let diff, let plan): tell(diff, plan, of: bundle, terminal)
    }
    for remark in bundle.remarks { terminal.complain("tilawa: \(bundle.shownPath): \(remark)") }
    let errors = bundle.findings.filter { $0.severity == .error }
    if let first = errors.first { terminal.complain([first]) }
    let counts = [(errors.count, "error"), (bundle.findings.count - errors.count, "warning")]
    let told = counts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
    if !told.isEmpty {
      terminal.complain("tilawa: \(told) in \(bundle.shownPath); to see them, run tilawa lint")
    }
  }

  private func tell(_ diff: BundleDiff, _ plan: MergePlan, of bundle: UnpackPlan.Bundle, _ terminal: Terminal)
  {
    plan.remarks.forEach(terminal.say)
    for file in bundle.newFiles {
      terminal.say("\(bundle.shownPath)/\(file): \(check ? "would be added" : "added")")
    }
    guard !diff.isEmpty else {
      return terminal.say("\(bundle.shownPath) and the received bundle are the same")
    }
    terminal.say("\(bundle.shownPath) and the received bundle differ:")
    DiffReport(diff: diff, palette: terminal.talkPalette).lines.forEach(terminal.say)
    guard case .success(let merge) = plan.merge else { return }
    for file in merge.files {
      for decision in file.decisions where decision.outcome == .conflict {
        terminal.complain(MergeReport.conflictLine(decision, in: file.kind.fileName))
      }
    }
  }
}

extension UnpackPlan.Bundle {
  /// The number of merge decisions that are left to people.
  private var conflictCount: Int {
    guard case .merging(_, _, let plan) = fate, case .success(let merge) = plan.merge else { return 0 }
    return merge.conflicts.count
  }

  private var errorCount: Int { findings.count { $0.severity == .error } }

  private var word: String {
    switch fate {
    case .new: "new"
    case .same: "same"
    case .replacing: "replaced"
    case .merging: "merged"
    }
  }

  fileprivate static let keys: [JSONKey<UnpackPlan.Bundle>] = [
    .key(.bundle, \.shownPath),
    .key(
      "outcome", .word(["new", "same", "replaced", "merged"]), \.word,
      "`same`: an identical bundle already exists."),
    .key("file_count", .count, \.fileCount, "Number of files in the archive."),
    .key(.bytes, { Int($0.bytes) }),
    .key("new_files", .list(of: .text), \.newFiles, "With --merge: files added to the bundle."),
    .key(.conflictCount, \.conflictCount), .key(.errorCount, \.errorCount),
    .key(.warningCount, { $0.findings.count - $0.errorCount }), .key(.remarks, \.remarks),
  ]

  /// The outcome of the command for this bundle.
  fileprivate var outcome: Outcome {
    let conflicts = conflictCount
    return conflicts > 0 || findings.contains { $0.severity == .error } ? .findings : .done
  }
}
