import ArgumentParser
import TilawaArchives
import TilawaBase
import TilawaKit
import TilawaRemote

struct Pack: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack",
    abstract: "Pack bundles into one file to send.",
    discussion: """
      Packs bundles with their audio as zip, tar or zstd-compressed tar; the same bundles always give the \
      same bytes. Hidden and ignored files, links, the journal and playback.yaml are left out.

        tilawa pack friday.tilawa
        tilawa pack friday.tilawa monday.tilawa -o two-nights.tilawa.zip
        tilawa pack --without-audio ~/recitations -o annotations.tilawa.tar.zst
        tilawa pack --audio opus@32k --strip-personal friday.tilawa -o for-the-group.tilawa.zip
        tilawa pack friday.tilawa --sign ~/.ssh/id_ed25519

      Exit status: 0 done; 2 wrong usage or failure.
      """)

  @Argument(help: "Bundles, or folders with bundles.", completion: .directory) var paths: [String]

  @Option(
    name: [.short, .long],
    help: .init(
      "Write to this .zip, .tar.zst or .tar, or -. (default: BUNDLE.zip)",
      valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var writing: OutputArguments

  @Flag(help: "Leave out the audio, but keep its checksum.") var withoutAudio = false

  @Option(help: .init("Pack a smaller copy of the audio: opus@32k.", valueName: "encoding"))
  var audio: PackedAudio?

  @Flag(help: "Leave out notes, places, x- keys and unknown files.")
  var stripPersonal = false

  @OptionGroup var links: LinkArguments

  @Option(help: .init("Choose the format for standard output.", valueName: "format"))
  var format: ArchiveFormat?

  @Flag(help: "Write a BagIt folder (RFC 8493).") var bagit = false

  @Option(
    help: .init("Sign with this SSH key; writes FILE.sig.", valueName: "key"), completion: .file())
  var sign: String?

  @Flag(help: "List what would be packed and what left out.") var check = false

  @Flag(help: "Include ignored bundles.") var noIgnore = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard output != "-" || !json || check else {
      throw ValidationError("--json and the archive cannot both go to standard output; name a file with -o")
    }
    guard !(withoutAudio && audio != nil) else {
      throw ValidationError("--without-audio and --audio cannot be used together")
    }
    guard !bagit || format == nil else {
      throw ValidationError("--bagit and --format cannot be used together")
    }
    guard output != "-" || (!bagit && sign == nil) else {
      throw ValidationError(
        "\(bagit ? "--bagit writes a folder" : "--sign writes a second file"); name the output with -o"
      )
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var request = PackRequest(paths)
    request.audio = withoutAudio ? .leftOut : audio.map { .opus(bitrate: $0.bitrate) } ?? .asItIs
    request.stripsPersonal = stripPersonal
    request.followsLinks = links.followLinks
    request.takesIgnored = noIgnore
    // Before anything is written.
    if let sign { _ = (try SSHSignature(in: terminal.workplace), try FileParts(of: terminal.path(sign))) }
    let plan = try PackPlan(request, in: terminal.workplace)
    if check {
      if json {
        terminal.write(PackReport.shape.document(of: (plan, nil, nil, plan.bytes)))
      } else {
        PackReport(plan: plan).lines.forEach(terminal.print)
      }
      return .done
    }
    if bagit { return try writeBag(plan, terminal) }
    let output = try output ?? name(of: plan)
    guard let format = try form(of: output) else {
      throw CommandFailure("unknown archive format: \"\(output)\" (expected .zip, .tar.zst or .tar)")
    }
    guard output != "-" else {
      guard !terminal.output.isTerminal else {
        throw CommandFailure(
          "an archive cannot be written to a terminal; name a file with -o, or redirect standard output")
      }
      try plan.apply(
        as: format, to: .stream { terminal.write(Array($0)) }, in: terminal.workplace, terminal.monitor)
      return .done
    }
    try writing.require([output] + (sign == nil ? [] : [output + SSHSignature.ending]), in: terminal)
    try plan.apply(
      as: format, to: .file(terminal.path(output)), in: terminal.workplace, terminal.monitor)
    if !json { terminal.print(output) }
    let size = (try? FileStatus.ifAny(terminal.path(output)))?.size ?? 0
    let count = plan.bundles.flatMap(\.files).count
    terminal.say(
      "\(output): \(counted(plan.bundles.count, "bundle")), \(counted(count, "file")), \(PackReport.size(size))"
    )
    PackReport(plan: plan).left.forEach(terminal.say)
    let signature = try signed(terminal.path(output), terminal)
    tell(plan, output, signature, size, terminal)
    return .done
  }

  private func tell(
    _ plan: PackPlan, _ output: String, _ signature: String?, _ bytes: Int64, _ terminal: Terminal
  ) {
    guard json else { return }
    terminal.write(PackReport.shape.document(of: (plan, output, signature, bytes)))
  }

  private func writeBag(_ plan: PackPlan, _ terminal: Terminal) throws -> Outcome {
    let output = try output ?? (name(of: plan).before(".tilawa.zip").map { $0 + ".bag" } ?? "")
    let path = terminal.path(output)
    guard try FileStatus.ifAny(path, followingLinks: false) == nil else {
      throw CommandFailure("cannot create \(output): it already exists; name a new folder with -o")
    }
    try plan.apply(asBagAt: path, terminal.monitor)
    if !json { terminal.print(output) }
    let count = plan.bundles.flatMap(\.files).count
    terminal.say(
      "\(output): \(counted(plan.bundles.count, "bundle")), \(counted(count, "file")), a bag of BagIt")
    PackReport(plan: plan).left.forEach(terminal.say)
    let signature = try signed(PathText.joined(path, BagItBag.tagManifest), terminal)
    tell(plan, output, signature, plan.bytes, terminal)
    return .done
  }

  /// Signs what was written, if that is asked for, and gives the signature's path; a signature of what was there before is told.
  private func signed(_ path: String, _ terminal: Terminal) throws -> String? {
    guard let sign else {
      if try FileStatus.ifAny(path + SSHSignature.ending) != nil {
        terminal.say(
          "\(terminal.shown(path))\(SSHSignature.ending) signs the previous archive; use --sign to sign this one"
        )
      }
      return nil
    }
    do {
      let signature = try SSHSignature(in: terminal.workplace).sign(
        file: path, key: terminal.path(sign), mayAsk: terminal.keyboard() != nil)
      if !json { terminal.print(terminal.shown(signature)) }
      return terminal.shown(signature)
    } catch let obstacle as Failure {
      throw CommandFailure("\(terminal.shown(path)) was written but not signed: \(obstacle.description)")
    }
  }

  /// The archive's name where none was given: that of the only bundle, here.
  private func name(of plan: PackPlan) throws(CommandFailure) -> String {
    guard plan.bundles.count == 1, let bundle = plan.bundles.first else {
      throw CommandFailure(
        "name the archive of \(counted(plan.bundles.count, "bundle")) with -o, such as -o all.tilawa.zip")
    }
    return bundle.name + ".zip"
  }

  private func form(of output: String) throws(CommandFailure) -> ArchiveFormat? {
    let named = output == "-" ? nil : ArchiveFormat(fileName: output)
    if let format, let named, format != named {
      throw CommandFailure("--format \(format.rawValue) does not match the ending of \"\(output)\"")
    }
    return format ?? named ?? (output == "-" ? .zip : nil)
  }
}

extension ArchiveFormat: ExpressibleByArgument {}

/// The encoding of an archive's audio: `opus`, or `opus@32k` with its bits per second.
struct PackedAudio: ExpressibleByArgument {
  let bitrate: Int

  init?(argument: String) {
    let (name, rate) = argument.cut(at: "@") ?? (argument[...], "32k")
    guard name.lowercased() == "opus" else { return nil }
    let digits = rate.before("k") ?? rate
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), number < 1_000_000
    else {
      return nil
    }
    bitrate = rate.ends(with: "k") ? number * 1000 : number
    guard (6000...256_000).contains(bitrate) else { return nil }
  }
}

/// The files that go into an archive, and those that stay.
struct PackReport {
  let plan: PackPlan

  /// All of it.
  var lines: [String] {
    plan.bundles.flatMap { bundle in
      bundle.files.map { file in
        let size = file.change == .encoded ? "about \(Self.size(file.bytes))" : Self.size(file.bytes)
        return "\(file.name)  \(size)\(Self.text(file.change))"
      }
    } + left + ["\(counted(plan.bundles.count, "bundle")), \(Self.size(plan.bytes))"]
  }

  /// The files that stay, and the reasons.
  var left: [String] {
    plan.bundles.flatMap { bundle in
      bundle.leftOut.map { "\(bundle.shownPath)/\($0.path): kept locally (\(Self.text($0.reason)))" }
    }
  }

  /// For programs; `output` and its size in bytes are those of what was written, or nil and about how large it would be.
  static let shape = OutputShape<(plan: PackPlan, output: String?, signature: String?, bytes: Int64)>(
    "pack",
    [
      .nullable(.path, { $0.output }),
      .nullable("signature", .text, { $0.signature }, "File with the signature."),
      .key(.dryRun, { $0.output == nil }), .key(.bytes, { Int($0.bytes) }),
      .key("bundles", .list(of: .object(bundleKeys)), { $0.plan.bundles }, "Packed bundles."),
    ])

  private static let bundleKeys: [JSONKey<PackedBundle>] = [
    .key(.bundle, \.shownPath),
    .key(
      "files",
      .list(
        of: .object([
          .key(.name, \.name), .key(.bytes, { Int($0.bytes) }),
          .key(
            "change", .word(["none", "stripped", "described", "encoded"]), { word($0.change).word },
            "`stripped`: without the keys left out; `described`: recording.yaml, which describes the smaller audio; `encoded`: the smaller audio."
          ),
          .key(
            "keys_left_out", .list(of: .text), { word($0.change).keys },
            "Keys left out, once for each time they occurred."),
        ])), \.files, "Packed files."),
    .key(
      "left_out",
      .list(
        of: .object([
          .key(.file, \.path),
          .key("reason", .word, \.reason, "Reason for leaving it out."),
        ])), \.leftOut, "Files, links and folders of the bundle that are left out."),
  ]

  private static func word(_ change: PackedBundle.Change) -> (word: String, keys: [String]) {
    switch change {
    case .none: ("none", [])
    case .stripped(let keys): ("stripped", keys)
    case .describesAudio(let keys): ("described", keys)
    case .encoded: ("encoded", [])
    }
  }

  private static func text(_ change: PackedBundle.Change) -> String {
    switch change {
    case .none: ""
    case .stripped(let keys): ", \(without(keys))"
    case .describesAudio(let keys): ", describes the smaller audio\(keys.isEmpty ? "" : ", \(without(keys))")"
    case .encoded: ", made from the audio"
    }
  }

  /// The keys that stay, each once.
  private static func without(_ keys: [String]) -> String {
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    let names = counts.sorted { $0.key < $1.key }.map {
      $0.value == 1 ? $0.key : "\($0.key) (\($0.value) times)"
    }
    return "without " + names.joined(separator: ", ")
  }

  private static func text(_ reason: PackedBundle.LeftOut.Reason) -> String {
    switch reason {
    case .hidden: "hidden"
    case .ignored: "excluded by a .tilawaignore"
    case .link: "a link"
    case .notAFile: "not a regular file"
    case .journal: "the journal is personal"
    case .playback: "playback settings are personal"
    case .audio: "audio is not included in this pack"
    case .unknown: "not a file of the format, so it may be personal"
    }
  }

  /// `31.3 MB`, in units of a thousand.
  static func size(_ bytes: Int64) -> String {
    var (value, unit) = (bytes * 10, "B")
    for next in ["kB", "MB", "GB", "TB"] where value >= 10_000 {
      (value, unit) = ((value + 500) / 1000, next)
    }
    return unit == "B" || value >= 1000 ? "\(value / 10) \(unit)" : "\(value / 10).\(value % 10) \(unit)"
  }
}
