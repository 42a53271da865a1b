import ArgumentParser
import Audio
import Diagnostics
import Files
import Library
import QuranIndex
import Rendering
import ScalarText
import TilawaKit
import Timing

struct ExportCDN: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "export-cdn",
    abstract: "Write a folder with an audio file for each ayah.",
    discussion: """
      Every ayah that a library can play is cut out of its recording, exactly, into a file named by --pattern, whose \
      ending chooses the format. manifest.json lists for each file the ayah, the duration, the size, the checksum and the \
      reciter, and the ayat that are missing. An ayah that shares its stretch with others gets no file, and counts as \
      missing.

      Such a folder, on a disk or on a server, can be a source of a reciter:

        sources:
          - { url: "https://example.com/dosari/", pattern: "{surah3}{ayah3}.mp3" }

      Exit status: 0 every ayah has a file; 1 some are missing, or faults were reported; 2 wrong usage, or a file could \
      not be written.
      """)

  @Argument(help: "The folder to write.", completion: .directory) var folder: String

  @Argument(help: "Ayat: 18:1-31, kahf, juz 30. (default: the whole Quran)") var passages: [String] = []

  @Option(help: "How files are named: {surah3} and {ayah3}, {surah} and {ayah}, or {number}.")
  var pattern = "{surah3}{ayah3}.mp3"

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    let session = try listener.session()
    guard let names = try AyahFiles(pattern), !pattern.begins(with: "/") else {
      throw CommandFailure(
        "--pattern \"\(pattern)\" names no ayah; it takes {surah3} and {ayah3}, {surah} and {ayah}, or {number}"
      )
    }
    guard let encoding = AudioEncoding(fileName: pattern) else {
      throw CommandFailure(
        "the ending of \"\(pattern)\" names no format; use \(AudioEncoding.endings)")
    }
    let heard = try HeardAyat(
      PassageArguments.ayat(passages, counting: session.counting), in: session, of: place.open(in: terminal))
    let report = ResolutionReport(
      heard.resolution, of: heard.ayat, in: session, library: place.root(in: terminal),
      from: terminal.workingDirectory)
    let outcome = heard.resolution.faults.tell(in: terminal)
    for remark in report.remarks { terminal.say("tilawa: \(remark)") }
    let items = heard.items.filter { !$0.hearing.isShared }
    let shared = heard.items.filter(\.hearing.isShared).map(\.ayah)
    guard !items.isEmpty else {
      terminal.complain("tilawa: nothing plays any of it; nothing was written")
      return .findings
    }
    let target = terminal.path(folder)
    let progress = terminal.progress("writing \(folder)")
    let counter = ItemCounter(items.count, progress)
    let counting = session.counting
    let tags = SoundTags()
    let results = inParallel(items) { item -> Result<JSONValue, any Error> in
      defer { counter.count() }
      return Result {
        let name = try names.path(of: item.ayah, counting)
        return try Self.write(
          item, to: PathText.joined(target, name), named: name, encoding,
          tags.tags(of: item, label: "\(item.ayah)"))
      }
    }
    progress.finish()
    let files = try results.map { try $0.get() }
    let missing = Coverage.runs(of: (heard.missing + shared).sorted(), counting)
    let manifest: JSONValue = [
      "version": 1, "riwayah": .string(session.riwayah.rawValue), "numbering": .string(counting.rawValue),
      "pattern": .string(pattern), "items": .array(files),
      "missing": JSONValue(missing) { .string("\($0)") },
    ]
    try AtomicFile.write(
      Array(manifest.documentText.utf8), to: PathText.joined(target, "manifest.json"))
    terminal.say("\(folder): \(counted(files.count, "file")) and manifest.json")
    guard !missing.isEmpty else { return outcome }
    let list = missing.prefix(8).map(\.description).joined(separator: ", ")
    terminal.complain(
      "tilawa: missing \(list)\(missing.count > 8 ? ", …: manifest.json lists all \(missing.count) runs" : "")"
    )
    if !shared.isEmpty {
      terminal.say(
        "tilawa: \(counted(shared.count, "ayah", plural: "ayat")) of these share a stretch with others")
    }
    return .findings
  }

  private static func write(
    _ item: HeardAyat.Item, to path: String, named name: String, _ encoding: AudioEncoding,
    _ tags: AudioTags
  ) throws -> JSONValue {
    try FileTransfer.makeFolder(PathText.folder(of: path))
    let file = try AtomicOutput(for: path)
    let temporary = file.path
    do throws(AudioError) {
      try AudioCut.copy(
        item.hearing.span, ofFileAt: item.file, to: temporary, encoding: encoding, tags: tags)
    } catch {
      throw error.told(of: path, insteadOf: temporary)
    }
    try file.finish()
    let digest = try FileDigest.of(path)
    return [
      "ayah": .string(item.ayah.description), "file": .string(name),
      "duration": .number(item.hearing.span.length.description), "bytes": .int(digest.bytes),
      "sha256": .string(digest.sha256), "reciter": JSONValue(item.hearing.reciter),
      "verified": .bool(item.hearing.isVerified),
    ]
  }
}
