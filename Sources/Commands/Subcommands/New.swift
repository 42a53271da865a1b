import ArgumentParser
import Files
import Importing
import ScalarText
import TilawaFormat
import TilawaKit

struct New: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a bundle without audio, to be filled by hand.",
    discussion: """
      Writes a folder with a recording.yaml, or the recording.yaml of a folder that has none. Put the audio beside it \
      and name it there, or use `tilawa import`, which does both.
      """)

  @Argument(help: "The bundle to make; its name ends in .tilawa.", completion: .directory) var bundle: String

  @OptionGroup(title: "The recording") var recording: RecordingFacts

  @Flag(
    help: "Begin the file with a line that tells editors where its schema is (see `tilawa schema --install`)."
  )
  var modeline = false

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let path = terminal.path(bundle)
    guard PathText.name(of: path).ends(with: BundleName.ending), PathText.name(of: path) != BundleName.ending
    else {
      throw CommandFailure("\"\(bundle)\" does not end in .tilawa; did you mean \(bundle).tilawa?")
    }
    let text = try recording.facts().draft.text
    let modeline =
      self.modeline
      ? "# yaml-language-server: $schema=../.tilawa-schemas/\(SchemaFiles.fileName(of: .recording))\n" : ""
    if let outer = FoundBundle(containing: PathText.folder(of: path), in: terminal.workplace) {
      throw CommandFailure("\(outer.shownPath) is a bundle itself, and no other can lie in it")
    }
    if FileStatus.isFolder(path) {
      // A folder that somebody has made by hand lacks only this.
      var transaction = try BundleTransaction(openingAt: path, shownAs: terminal.shown(path))
      guard !transaction.bundle.entries.contains(FileKind.recording.fileName) else {
        throw CommandFailure("cannot create \(terminal.shown(path)): it exists already")
      }
      transaction.write(.recording, modeline + text)
      _ = try transaction.commit()
    } else {
      let folder = try AtomicDirectory(for: path)
      try AtomicFile.write(
        Array((modeline + text).utf8), to: PathText.joined(folder.path, FileKind.recording.fileName))
      try folder.finish()
    }
    terminal.print(terminal.shown(path))
    return .done
  }
}
