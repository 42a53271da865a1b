import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// Files that are written for others contain nothing but parts of the bundle, and nothing from outside that a
/// link leads to.
@Suite struct LeavingFilesTests {
  private let folder: TemporaryFolder

  /// Makes a library with marked words: `SECRET` where nothing may be exported, and `PERSONAL` where nothing
  /// may be exported if personal data is excluded.
  init() throws {
    let audio = silentWAV(frames: 25_600)
    let recording = """
      tilawa: 1
      id: a
      audio: { file: audio.wav, sha256: \(try FileDigest.of(audio).sha256), bytes: \(audio.count) }
      riwayah: hafs
      notes: PERSONAL

      """
    let segments = """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 0.000, end: 1.500, note: PERSONAL }
        - { ayah: "1:2", start: 1.500, end: 3.000 }

      """
    var files = [
      "secret.yaml": "tilawa: 1\nid: SECRET\n", "outside/notes.txt": "SECRET\n",
      "lib/playback.yaml": "tilawa: 1\n# SECRET\n", "lib/journal/notes.yaml": "SECRET\n",
      "lib/notes.txt": "SECRET\n", "lib/.git/config": "SECRET\n",
      "lib/a.tilawa/recording.yaml": recording, "lib/a.tilawa/segments.yaml": segments,
      "lib/a.tilawa/.hidden": "SECRET\n", "lib/a.tilawa/.git/config": "SECRET\n",
      "lib/a.tilawa/journal/notes.yaml": "SECRET\n", "lib/a.tilawa/deep/Journal/notes.yaml": "SECRET\n",
      "lib/a.tilawa/draft.txt": "SECRET\n", "lib/a.tilawa/.tilawaignore": "draft.txt\n# SECRET\n",
    ]
    for name in Self.playback { files["lib/a.tilawa/\(name)"] = "tilawa: 1\n# SECRET\n" }
    for name in Self.copies { files["lib/a.tilawa/\(name)"] = recording }
    folder = try TemporaryFolder(files)
    try FileTransfer.create(audio, at: folder.path(of: "lib/a.tilawa/audio.wav"))
    for (name, target) in [
      ("link.txt", "../../outside/notes.txt"), ("scans", "../../outside"),
      ("reciter.yaml", "../../secret.yaml"), ("words.yaml", "/etc/passwd"), ("inside.yaml", "playback.yaml"),
    ] {
      try FileTransfer.link(folder.path(of: "lib/a.tilawa/\(name)"), to: target)
    }
    _ = try shell("mkfifo lib/a.tilawa/pipe lib/a.tilawa/markers.yaml")
  }

  /// The file of listening preferences, and the copies of it that editors and programs for shared folders
  /// make.
  private static let playback = [
    "playback.yaml", "playback.yaml~", "playback (1).yaml", "playback.sync-conflict-20240105-AB.yaml",
    "~syncthing~playback.yaml.tmp", "#playback.yaml#", "Playback.yaml.bak",
  ]

  /// Copies of the bundle's own files, by editors and similar programs, and unknown files.
  private static let copies = [
    "recording.yaml~", "recording.yaml.bak", "recording.yaml.orig", "recording.yaml.before",
    "recording (1).yaml", "recording-DESKTOP-3K4J.yaml", "segments.sync-conflict-20240105-AB.yaml",
    "~syncthing~recording.yaml.tmp", "#recording.yaml#", "recording.yaml.saved-1", "Recording.yaml.swp",
    "letter.txt", "deep/recording.yaml", "audio.wav.txt",
  ]

  private func shell(_ command: String) throws -> String {
    try BuiltProgram.shell(command, in: folder.path)
  }

  private func run(_ line: String) -> String {
    transcript(HelpWorld.words(of: line), in: folder.path(of: "lib"))
  }

  /// Returns the marked words that are in the output, both packed and unpacked.
  private func words(_ output: String) throws -> Set<String> {
    _ = try shell(
      "mkdir seen && if test -d lib/\(output); then cp -r lib/\(output) seen/; else tilawa -q unpack lib/\(output) --into seen/there; fi"
    )
    let found = try shell(
      "cat lib/\(output) 2>/dev/null | grep -aoE 'SECRET|PERSONAL'; grep -raohE 'SECRET|PERSONAL|root:' seen; rm -r seen lib/\(output)"
    )
    return Set(found.filledLines.map(String.init)).subtracting(["[exit 1]"])
  }

  @Test(arguments: [
    "pack a.tilawa -o out.zip", "pack a.tilawa -o out.tar", "pack a.tilawa -o out.tar.zst",
    "pack a.tilawa --bagit -o out.bag", "pack . -o out.zip", "pack --without-audio a.tilawa -o out.zip",
    "pack --audio opus@32k a.tilawa -o out.zip", "pack --follow-links a.tilawa -o out.zip",
  ]) func anArchiveHasOnlyWhatIsOfTheBundle(_ line: String) throws {
    let output = try #require(line.fields(by: " ").last.map(String.init))
    let said = run(line)
    #expect(!said.contains("[exit"), "\(said)")
    // Remarks go where they aren't to be left out, so that the search is known to find.
    #expect(try words(output) == ["PERSONAL"])
    let stripped = run(line + " --strip-personal")
    #expect(!stripped.contains("[exit"), "\(stripped)")
    #expect(try words(output) == [])
    for name in Self.copies + Self.playback + ["link.txt", "scans", "pipe", ".hidden", "draft.txt"] {
      #expect(stripped.contains("a.tilawa/\(name): kept locally ("), "\(name): \(stripped)")
    }
  }

  @Test func audioGoesOnlyAsItIsDescribed() throws {
    let path = folder.path(of: "lib/a.tilawa/audio.wav")
    var bytes = try FileContents.read(path)
    bytes[bytes.count - 1] ^= 1
    try AtomicFile.write(bytes, to: path)
    for line in [
      "pack a.tilawa -o out.zip", "pack a.tilawa -o out.tar.zst", "pack a.tilawa --bagit -o out.bag",
    ] {
      let said = run(line)
      #expect(
        said.contains("a.tilawa/audio.wav: its checksum is ") && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    #expect(try folder.names(in: "lib").allSatisfy { !$0.contains("out.") })
    #expect(!run("pack --without-audio a.tilawa -o out.zip").contains("[exit"))
  }

  /// Half of a copy is not the recording, whatever it is made into.
  @Test(arguments: [
    "pack a.tilawa -o out.zip", "pack --audio opus@32k a.tilawa -o out.zip",
    "report --embed a.tilawa -o out.html", "cut --per-ayah -o out 1:1 --pattern {surah3}{ayah3}.wav",
    "cut 1:1 -o out.wav", "render 1:1 -o out.wav",
  ]) func audioOfAnotherSizeGoesNowhere(_ line: String) throws {
    let whole = run(line)
    #expect(try soundsWritten() != [], "\(whole)")
    _ = try shell("rm -r lib/out*; truncate -s 30000 lib/a.tilawa/audio.wav")
    let said = run(line)
    #expect(said.contains("[exit ") || line.contains("report"), "\(said)")
    #expect(try soundsWritten() == [], "\(said)")
  }

  /// Adds a bundle from a stranger with a key that allows its link to lead out.
  private func addLink(_ file: String = "audio.wav") throws {
    try folder.write(
      "tilawa: 1\nid: b\nriwayah: hafs\nreciter: b\naudio: { file: \(file), external: true }\n",
      to: "lib/b.tilawa/recording.yaml")
    try folder.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.000, end: 1.000, verified: true }\n",
      to: "lib/b.tilawa/segments.yaml")
    var recitation = GeneratedRecitation([.init(2500, pauseAfter: 0)])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "outside/private.wav"), encoding: .wav)
  }

  private static let sounds = [
    "pack b.tilawa -o out.zip", "pack b.tilawa --bagit -o out.bag",
    "pack --audio opus@32k b.tilawa -o out.zip",
    "report --embed b.tilawa -o out.html", "cut --per-ayah -o out 112:1 --pattern {surah}.wav",
    "cut 112:1 -o out.wav",
    "cut 112:1 -o out/{surah}.wav", "render 112:1 -o out.wav", "render 112:1 -o out.opus",
  ]

  @Test(arguments: sounds) func noKeyOfABundlePermitsALinkOutOfIt(_ line: String) throws {
    let line = line.replacing("{surah}.wav", with: "{surah3}{ayah3}.wav")
    try addLink()
    try FileTransfer.link(folder.path(of: "lib/b.tilawa/audio.wav"), to: "../../outside/private.wav")
    let said = run(line)
    #expect(said.contains("[exit ") && said.contains("use --follow-links to include it"), "\(said)")
    #expect(try soundsWritten() == [], "\(said)")
    #expect(!(run(line + " --follow-links --force").contains("[exit 2]")))
    #expect(try soundsWritten() != [])
  }

  @Test(arguments: sounds.filter { !$0.hasPrefix("pack b") }) func norALinkOnTheWay(_ line: String) throws {
    let line = line.replacing("{surah}.wav", with: "{surah3}{ayah3}.wav")
    try addLink("sub/private.wav")
    try FileTransfer.link(folder.path(of: "lib/b.tilawa/sub"), to: "../../outside")
    let said = run(line)
    #expect(said.contains("[exit "), "\(said)")
    #expect(try soundsWritten() == [], "\(said)")
  }

  /// Returns the output files that contain sound.
  private func soundsWritten() throws -> [String] {
    try shell(
      "grep -rlE 'data:audio|RIFF|OggS' lib/out* 2>/dev/null; for f in lib/out.zip; do test -e $f && unzip -Z1 $f | grep -E 'wav|opus'; done; true"
    ).filledLines.map(String.init)
  }

  @Test func nothingOutsideIsTakenAway() throws {
    try addLink("sub/private.wav")
    try FileTransfer.link(folder.path(of: "lib/b.tilawa/sub"), to: "../../outside")
    for line in [
      "audio detach b.tilawa --force", "audio detach b.tilawa --to ..",
      "audio detach b.tilawa --other-copy ../outside",
    ] {
      let said = run(line)
      #expect(said.contains("outside the bundle") && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    #expect(try folder.names(in: "outside") == ["notes.txt", "private.wav"])
    // Nor is anything put there.
    try FileTransfer.remove(folder.path(of: "lib/b.tilawa/recording.yaml"))
    try folder.write(
      "tilawa: 1\nid: b\naudio: { file: sub/new.wav, external: true }\n", to: "lib/b.tilawa/recording.yaml")
    for line in [
      "audio attach b.tilawa a.tilawa/audio.wav", "audio attach --link b.tilawa a.tilawa/audio.wav",
    ] {
      #expect(run(line).hasSuffix("[exit 2]\n"))
    }
    #expect(try folder.names(in: "outside") == ["notes.txt", "private.wav"])
  }
}
