import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaSound

/// Permission to replace existing files. Every command that takes a name for its output has this.
struct OutputArguments: ParsableArguments {
  @Flag(help: "Replace existing files.") var force = false

  /// Throws for files that a command writes again and again, unless they exist with the same contents or may
  /// be replaced.
  func require(
    _ files: some Sequence<(name: String, bytes: [UInt8])>, in terminal: Terminal
  ) throws(CommandFailure) {
    let changed = files.filter { file in
      (try? FileContents.readIfAny(terminal.path(file.name))).map { $0 != file.bytes } ?? true
    }
    try require(changed.map(\.name), in: terminal)
  }

  /// Throws when one of the files to be written exists and may not be replaced; `-`, pipes and devices may
  /// always be written to.
  func require(_ names: some Sequence<String>, in terminal: Terminal) throws(CommandFailure) {
    guard !force else { return }
    let taken = names.filter { $0 != "-" && FileStatus.mayBe(.file, terminal.path($0)) }
    guard let first = taken.first else { return }
    throw CommandFailure(
      taken.count == 1
        ? "\(first) already exists; use --force to replace it"
        : "\(first) and \(counted(taken.count - 1, "other file")) already exist; use --force to replace them")
  }
}

/// Permission for audio outside of its bundle to leave this computer.
struct LinkArguments: ParsableArguments {
  @Flag(help: "Include linked audio from outside its bundle.") var followLinks = false
}

/// The cover of files that are written.
struct CoverArguments: ParsableArguments {
  @Option(
    help: .init(
      "Put this JPEG or PNG picture into the file.",
      valueName: "file"),
    completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var cover: String?

  /// Nil when none was named. Throws when it can't be read, or files of `encoding` take none.
  func picture(for encoding: AudioEncoding?, in terminal: Terminal) throws -> CoverPicture? {
    guard let cover else { return nil }
    if let encoding, !encoding.holdsCover {
      throw CommandFailure(
        "--cover does not work with \(encoding.rawValue); use .mp3, .m4a, .flac, .ogg or .opus"
      )
    }
    guard let picture = CoverPicture(try FileContents.read(terminal.path(cover))) else {
      throw CommandFailure("\(cover) is not a JPEG or PNG picture of at most 16 MB")
    }
    return picture
  }
}
