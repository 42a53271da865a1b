import ArgumentParser
import TilawaArchives
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaRemote

struct Unpack: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpack",
    abstract: "Take bundles out of a file that was sent.",
    discussion: """
      Takes what tilawa pack makes, and any zip, tar, tar.gz or tar.zst file that holds a folder whose name ends in \
      .tilawa; - is standard input. An https address is downloaded. What lies outside of bundles is not unpacked.

        tilawa unpack two-nights.tilawa.zip
        tilawa unpack https://example.org/friday.tilawa.zip --into ~/recitations
        tilawa unpack --merge friday.tilawa.zip

      Everything is judged before anything gets its place: paths that lead out of the folder, links, names that some \
      system takes for another, sizes and checksums that are not what they say. An archive of which anything is wrong is \
      refused as a whole, and nothing is left of it. What came is then checked as tilawa lint does.

      A bundle that is there already stays. With --merge what somebody else has changed is brought into it, row by row, as \
      tilawa merge does, and the differences are shown; files that it lacks, its audio among them, are put into it. With --force what came takes its \
      place; its audio is kept, unless a file of that name came.

      With --allowed-signers the archive must be signed by one of them: ARCHIVE.sig beside it, which tilawa pack --sign \
      makes. The file is that of ssh-keygen and git: a line for each signer, such as amina@example.org ssh-ed25519 AAAA... \
      A folder in the form of BagIt is taken like an archive; what its fetch.txt names is not fetched, and such a bag is \
      refused until the files are there.

      The path of each bundle is printed. Exit status: 0 done; 1 done, and lint found errors, or conflicts remain; 2 wrong \
      usage, or it was refused, and nothing was changed.
      """)

  @Argument(
    help: "An archive, a BagIt folder, an https address, or - for standard input.", completion: .file())
  var archive: String

  @Option(help: "Folder for the bundles. (default: the current one)", completion: .directory) var into:
    String?

  @Flag(help: "Replace bundles that are there already.") var force = false

  @Flag(help: "Merge what came into bundles that are there already.") var merge = false

  @Flag(
    help:
      "With --merge: bring in rows although the audio is another file, such as one that pack --audio made.")
  var audioChanged = false

  @Option(
    help: .init("Refuse what none of the signers in this file has signed.", valueName: "file"),
    completion: .file())
  var allowedSigners: String?

  @Option(
    help: .init("The signature. (default: the archive's name and .sig)", valueName: "file"),
    completion: .file())
  var signature: String?

  @Flag(help: "Check the archive, show what would change, and write nothing.") var check = false

  @Option(help: .init("The most to accept, unpacked, in megabytes.", valueName: "MB")) var maxSize = 20_000

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard !(force && merge) else { throw ValidationError("--force and --merge can't be used together") }
    guard merge || !audioChanged else { throw ValidationError("--audio-changed is for --merge") }
    guard signature == nil || allowedSigners != nil else {
      throw ValidationError("--signature is for --allowed-signers")
    }
    guard (1...10_000_000).contains(maxSize) else { throw ValidationError("--max-size takes 1 to 10000000") }
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
        "\(shown) has no \(Manifest.name): nothing vouches for its files but the archive itself")
    }
    if !plan.outside.isEmpty {
      terminal.say(
        "\(counted(plan.outside.count, "file")) outside of bundles not unpacked, such as \(plan.outside[0])"
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
          .key("principal", .text, \.principal, "What the file of allowed signers calls who signed."),
          .key("fingerprint", .text, \.fingerprint, "That of the key, as ssh-keygen -l prints it."),
        ]), { $0.plan.signature }, "Who signed it; null where that wasn't asked."),
      .key(
        "has_manifest", .flag, { $0.plan.hasManifest },
        "Whether all files are as a manifest of the archive says."),
      .key(
        "outside", .list(of: .text), { $0.plan.outside },
        "Names of files that lie in no bundle, and aren't unpacked."),
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
    case .same: terminal.say("\(bundle.shownPath) is there already, and the same")
    case .replacing:
      terminal.say("\(bundle.shownPath): \(what), \(check ? "would replace" : "replaces") what is there")
    case .merging(_, let diff, let plan): tell(diff, plan, of: bundle, terminal)
    }
    for remark in bundle.remarks { terminal.complain("tilawa: \(bundle.shownPath): \(remark)") }
    let errors = bundle.findings.filter { $0.severity == .error }
    if let first = errors.first { terminal.complain([first]) }
    let counts = [(errors.count, "error"), (bundle.findings.count - errors.count, "warning")]
    let told = counts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
    if !told.isEmpty {
      terminal.complain("tilawa: \(told) in \(bundle.shownPath); tilawa lint shows them")
    }
  }

  private func tell(_ diff: BundleDiff, _ plan: MergePlan, of bundle: UnpackPlan.Bundle, _ terminal: Terminal)
  {
    plan.remarks.forEach(terminal.say)
    for file in bundle.newFiles {
      terminal.say("\(bundle.shownPath)/\(file): \(check ? "would be added" : "added")")
    }
    guard !diff.isEmpty else { return terminal.say("\(bundle.shownPath) says the same as what came") }
    terminal.say("\(bundle.shownPath) and what came differ:")
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
  /// How many decisions of a merge are left to people.
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
      "outcome", .word(["new", "same", "replaced", "merged"]), \.word, "`same`: it is there already."),
    .key("file_count", .count, \.fileCount, "How many files came."), .key(.bytes, { Int($0.bytes) }),
    .key("new_files", .list(of: .text), \.newFiles, "With --merge: files that the bundle lacked, and got."),
    .key(.conflictCount, \.conflictCount), .key(.errorCount, \.errorCount),
    .key(.warningCount, { $0.findings.count - $0.errorCount }), .key(.remarks, \.remarks),
  ]

  /// How a command ends that has unpacked it.
  fileprivate var outcome: Outcome {
    let conflicts = conflictCount
    return conflicts > 0 || findings.contains { $0.severity == .error } ? .findings : .done
  }
}
