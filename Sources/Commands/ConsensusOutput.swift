import Diagnostics
import Files
import Merging
import ScalarText
import TilawaFormat
import Timing

/// A consensus, to be told and to be written.
struct ConsensusOutput {
  let consensus: BundleConsensus
  /// As the user named the annotators' versions.
  let names: [String]
  /// Where it goes, as the user named it.
  let output: String
  /// Whether what is there may be replaced.
  let force: Bool

  // MARK: Telling

  /// What it holds, and what people must decide.
  func lines(_ palette: Palette) -> [String] {
    let counts = consensus.files.filter { $0.rows > 0 }.map { file in
      "\(file.kind.fileName) \(file.rows) rows" + (file.verified > 0 ? ", \(file.verified) verified" : "")
    }
    let title = "\(withoutControls(output)): " + (counts.isEmpty ? "no rows" : counts.joined(separator: "; "))
    return ["", title]
      + (consensus.disputes.isEmpty
        ? [] : [palette.paint("not agreed", .strong)] + consensus.disputes.map(Self.line))
  }

  private static func line(_ dispute: BundleConsensus.Dispute) -> String {
    let votes = dispute.votes.enumerated().map { index, vote in
      "\(AgreementReport.letter(index)) \(vote ?? "-")"
    }
    return "\(dispute.start)  \(dispute.place) \(dispute.key ?? "left out")  \(votes.joined(separator: ", "))"
  }

  var json: JSONValue {
    [
      "files": JSONValue(consensus.files) { file in
        [
          "file": .string(file.kind.fileName), "rows": JSONValue(file.rows),
          "verified": JSONValue(file.verified),
        ]
      },
      "not_agreed": JSONValue(consensus.disputes) { dispute in
        [
          "file": .string(dispute.kind.fileName), "place": .string(dispute.place),
          "start": .number("\(dispute.start)"), "field": JSONValue(dispute.key),
          "votes": JSONValue(dispute.votes) { JSONValue($0) },
        ]
      },
    ]
  }

  // MARK: Writing

  /// Fails when something is in the way.
  func requireRoom(in terminal: Terminal) throws {
    let path = terminal.path(output)
    if names.contains(where: { terminal.path($0).isExactly(path) }) {
      throw CommandFailure("\"\(output)\" is one of the versions; the consensus needs a name of its own")
    }
    if FileStatus.ifAny(path, followingLinks: false) != nil, !force {
      throw CommandFailure("\(terminal.shown(path)) exists already; --force replaces its annotation")
    }
    guard isBundle(terminal) else { return }
    guard PathText.name(of: path).ends(with: ".tilawa"), PathText.name(of: path) != ".tilawa" else {
      throw CommandFailure("\"\(output)\" does not end in .tilawa; did you mean \(output).tilawa?")
    }
    if let outer = FoundBundle(containing: PathText.folder(of: path), in: terminal) {
      throw CommandFailure("\(outer.shownPath) is a bundle itself, and no other can lie in it")
    }
  }

  /// A bundle like the first version with what was agreed; a single file when the versions are files.
  func write(in terminal: Terminal) throws {
    let path = terminal.path(output)
    guard isBundle(terminal) else {
      guard let bytes = consensus.files.first?.bytes else { return }
      try AtomicFile.write(bytes, to: path)
      return terminal.say("\(terminal.shown(path)): written")
    }
    if FileStatus.isFolder(path) {
      try DirectoryLock.holding(path) { try writeFiles(to: path) }
    } else {
      let folder = try AtomicDirectory(for: path)
      try copyTheRest(to: folder.path, terminal)
      try writeFiles(to: folder.path)
      try folder.finish()
    }
    terminal.say("\(terminal.shown(path)): written")
  }

  private func isBundle(_ terminal: Terminal) -> Bool {
    FileStatus.isFolder(terminal.path(names[0])) || consensus.files.count > 1
  }

  private func writeFiles(to folder: String) throws {
    for file in consensus.files {
      try AtomicFile.write(file.bytes, to: PathText.joined(folder, file.kind.fileName))
    }
  }

  /// The audio of the first version, or the pointer that stands for it, and what else lies beside it.
  private func copyTheRest(to folder: String, _ terminal: Terminal) throws {
    let first = terminal.path(names[0])
    guard FileStatus.isFolder(first) else { return }
    for name in try FileTree.entries(ofFolder: first) where FileKind(fileName: name) == nil {
      let source = PathText.joined(first, name)
      guard FileStatus.ifAny(source)?.kind == .file, !name.begins(with: ".") else { continue }
      try FileTransfer.copy(source, to: PathText.joined(folder, name))
    }
  }
}
