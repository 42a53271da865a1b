import ArgumentParser
import TilawaBase
import TilawaKit
import TilawaLibrary
import TilawaQuran
import TilawaSound

struct Cut: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Cut ayat out of their recordings.",
    discussion: """
      Cuts a passage, exact to the sample and without fades, out of the one recording that contains it. \
      {surah3}{ayah3} in --output, or --per-ayah, makes a file for each ayah.

        tilawa cut 18:10 -o kahf-10.flac --library ~/recitations
        tilawa cut 67 --per-ayah -o mulk --reciter husary --pattern "{surah3}{ayah3}.flac"

      Exit status: 0 written; 1 ayat incomplete, or faults; 2 wrong usage or failure.
      """)

  @Argument(
    help: "Ayat: 18:10, kahf. (default with --per-ayah: all)", completion: .surahs)
  var passages: [String] = []

  @Option(
    name: [.short, .long],
    help: .init(
      "Write to this file, pattern, or --per-ayah folder.",
      valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Write one file per ayah, and a manifest.") var perAyah = false

  @Option(
    help:
      "Name files so. (default: {surah3}{ayah3}.mp3)"
  )
  var pattern: String?

  @Option(
    help: .init(
      "Set the encoding. (default: by --output)"))
  var encoding: AudioEncoding?

  @Option(help: "Choose where chapters go.") var chapters =
    RenderedFile.ChapterForm.none

  @OptionGroup var writing: OutputArguments

  @OptionGroup var links: LinkArguments

  @OptionGroup var cover: CoverArguments

  @OptionGroup var place: LibraryArguments

  @OptionGroup var listener: SessionArguments

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard perAyah else {
      guard !passages.isEmpty else { throw ValidationError("name the ayat to cut, such as 18:10") }
      guard pattern == nil else { throw ValidationError("--pattern needs --per-ayah") }
      return
    }
    guard encoding == nil, chapters == .none, cover.cover == nil else {
      throw ValidationError("--encoding, --chapters and --cover cannot be used with --per-ayah")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var session = try listener.session()
    session.followsLinks = links.followLinks
    listener.tellCounting(of: session, in: terminal)
    if perAyah { return try export(pattern ?? "{surah3}{ayah3}.mp3", session, in: terminal) }
    let pattern = try AyahFiles(output)
    guard encoding != nil || AudioEncoding(fileName: output) != nil else {
      throw CommandFailure(
        "unknown audio format: \"\(output)\" (expected \(AudioEncoding.endings))")
    }
    let file = try chaptered(pattern != nil, in: terminal)
    let picture = try cover.picture(for: encoding ?? AudioEncoding(fileName: output), in: terminal)
    let ayat = try PassageArguments.ayat(passages, counting: session.counting)
    try writing.require(
      try pattern.map { pattern in try ayat.map { try pattern.path(of: $0, session.counting) } }
        ?? [output] + (file?.sidecar.map { [terminal.shown($0)] } ?? []), in: terminal)
    let (heard, report, outcome) = try ResolutionReport.hearing(passages, in: session, of: place, terminal)
    let tags = SoundTags(cover: picture)
    for remark in report.remarks { terminal.say("tilawa: \(remark)") }
    for complaint in report.complaints + report.shortages { terminal.complain("tilawa: \(complaint)") }
    if let pattern {
      for item in heard.items {
        try write(
          item.span, of: item, label: item.ayah.description,
          to: try pattern.path(of: item.ayah, session.counting), tags, in: terminal)
      }
    } else if heard.missing.isEmpty, let first = heard.items.first, let last = heard.items.last {
      guard let span = try onePiece(heard) else { return outcome }
      let range = AyahRange(first.ayah, last.ayah)
      try write(
        span, of: first, label: range.description, to: output, tags, chapters: heard.chapters, in: terminal)
      if let sidecar = file?.sidecar {
        terminal.say("\(terminal.shown(sidecar)): \(counted(heard.chapters.count, "chapter"))")
      }
    }
    return (report.complaints + report.shortages).isEmpty && heard.missing.isEmpty ? outcome : .findings
  }

  /// Writes a folder with a file for each ayah.
  private func export(_ pattern: String, _ session: Session, in terminal: Terminal) throws -> Outcome {
    guard let names = try AyahFiles(pattern), !pattern.begins(with: "/") else {
      throw CommandFailure(
        "invalid --pattern \"\(pattern)\" (expected {surah3} and {ayah3}, {surah} and {ayah}, or {number})"
      )
    }
    guard let encoding = AudioEncoding(fileName: pattern) else {
      throw CommandFailure(
        "unknown audio format: \"\(pattern)\" (expected \(AudioEncoding.endings))")
    }
    let (heard, report, outcome) = try ResolutionReport.hearing(passages, in: session, of: place, terminal)
    for remark in report.remarks { terminal.say("tilawa: \(remark)") }
    let plan = AyahExport(heard, in: session, names, pattern: pattern, encoding)
    guard !plan.items.isEmpty else {
      terminal.complain("tilawa: none of these ayat can be played; nothing was written")
      return .findings
    }
    try writing.require(try plan.files.map { PathText.joined(output, $0) }, in: terminal)
    try plan.apply(into: terminal.path(output), shownAs: output, terminal.monitor)
    terminal.say("\(output): \(counted(plan.items.count, "file")) and manifest.json")
    for shortage in report.shortages { terminal.complain("tilawa: \(shortage)") }
    let missing = plan.missing
    guard !missing.isEmpty else { return report.shortages.isEmpty ? outcome : .findings }
    let list = missing.prefix(8).map(\.description).joined(separator: ", ")
    terminal.complain(
      "tilawa: missing \(list)\(missing.count > 8 ? ", …: manifest.json lists all \(missing.count) runs" : "")"
    )
    if !plan.shared.isEmpty {
      terminal.say(
        "tilawa: \(counted(plan.shared.count, "ayah", plural: "ayat")) in a stretch shared with other ayat")
    }
    return .findings
  }

  /// The file that gets chapters; nil without them.
  private func chaptered(_ isPattern: Bool, in terminal: Terminal) throws(CommandFailure) -> RenderedFile? {
    guard chapters != .none else { return nil }
    guard !isPattern else {
      throw CommandFailure(
        "--chapters needs one file for the passage; a file for each ayah has no chapters"
      )
    }
    let encoding = encoding ?? AudioEncoding(fileName: output) ?? .wav
    let file = RenderedFile(path: terminal.path(output), encoding: encoding, chapterForm: chapters)
    guard file.holdsChapters else {
      throw CommandFailure(
        "\(encoding.fileEnding) files cannot contain chapters that players read; use --chapters cue")
    }
    return file
  }

  /// The stretch that contains all of it.
  private func onePiece(_ heard: HeardAyat) throws(CommandFailure) -> TimeSpan? {
    do throws(HeardAyat.Gap) {
      return try heard.onePiece()
    } catch {
      let (before, next) = (error.before, error.next)
      throw CommandFailure(
        """
        \(next.label) does not follow \(before.label) without a gap in one recording (\(before.item.shownAudio) \
        to \(before.end), \(next.item.shownAudio) from \(next.item.span.start)); use `tilawa render`, or \
        write a file for each ayah: -o "{surah3}{ayah3}.wav"
        """)
    }
  }

  private func write(
    _ span: TimeSpan, of item: Hearing, label: String, to name: String, _ tags: SoundTags,
    chapters list: [HeardAyat.Chapter] = [], in terminal: Terminal
  ) throws {
    try item.cut(
      span, to: terminal.path(name), named: name, encoding, tags.tags(of: item, label: label),
      chapters: list, chapters)
    let shared = item.isShared ? ", shared with other ayat" : ""
    terminal.say("\(name): \(label), \(item.shownAudio) from \(span.start) to \(span.end)\(shared)")
  }
}
