import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaSound

/// Whether files that are there already may be replaced. Every command that takes a name for what it writes has this.
struct OutputArguments: ParsableArguments {
  @Flag(help: "Replace files that are there already.") var force = false

  /// The same for files that a command writes again and again, of which each may be there with what it is to hold.
  func require(
    _ files: some Sequence<(name: String, bytes: [UInt8])>, in terminal: Terminal
  ) throws(CommandFailure) {
    let changed = files.filter { file in
      (try? FileContents.readIfAny(terminal.path(file.name))).map { $0 != file.bytes } ?? true
    }
    try require(changed.map(\.name), in: terminal)
  }

  /// Throws when one of the files that would be written is there, and may not be replaced; `-`, pipes and devices always
  /// may be written to.
  func require(_ names: some Sequence<String>, in terminal: Terminal) throws(CommandFailure) {
    guard !force else { return }
    let taken = names.filter { $0 != "-" && FileStatus.mayBe(.file, terminal.path($0)) }
    guard let first = taken.first else { return }
    throw CommandFailure(
      taken.count == 1
        ? "\(first) is there already; --force replaces it"
        : "\(first) and \(counted(taken.count - 1, "other file")) are there already; --force replaces them")
  }
}

/// Whether audio that leaves this computer may lie outside of its bundle.
struct LinkArguments: ParsableArguments {
  @Flag(help: "Include audio outside of its bundle that a link leads to.") var followLinks = false
}

/// The cover of files that are written.
struct CoverArguments: ParsableArguments {
  @Option(
    help: .init(
      "A JPEG or PNG picture to put into the file: .mp3, .m4a, .flac, .ogg and .opus take one.",
      valueName: "file"),
    completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var cover: String?

  /// Nil when none was named. Throws when it can't be read, or files of `encoding` take none.
  func picture(for encoding: AudioEncoding?, in terminal: Terminal) throws -> CoverPicture? {
    guard let cover else { return nil }
    if let encoding, !encoding.holdsCover {
      throw CommandFailure(
        "\(encoding.rawValue) files take no cover; .mp3, .m4a, .flac, .ogg and .opus do, or leave out --cover"
      )
    }
    guard let picture = CoverPicture(try FileContents.read(terminal.path(cover))) else {
      throw CommandFailure("\(cover) is no JPEG or PNG picture of at most 16 MB")
    }
    return picture
  }
}
