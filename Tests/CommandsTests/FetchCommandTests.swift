import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

/// `tilawa audio fetch` as its user sees it.
@Suite(.serialized) struct FetchCommandTests {
  private func library(_ url: String, also: [String: String] = [:]) throws -> TemporaryFolder {
    try TemporaryFolder(
      [
        "reciters/husary.yaml": """
        tilawa: 1
        id: husary
        name: Husary
        riwayah: hafs
        sources:
          - { url: "\(url)", pattern: "{surah3}{ayah3}.wav", cache: ../husary }

        """
      ].merging(also) { $1 })
  }

  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path, environment: ["no_proxy": "*"])
  }

  @Test func fetchesWhatIsNotHereAndSaysTheRest() throws {
    let server = try LoopbackServer { request in
      request.target == "/112003.wav" ? .init(404) : .init(body: silentWAV(frames: 4000))
    }
    defer { server.close() }
    let folder = try library(server.address)
    #expect(
      run("audio", "fetch", "--reciter", "husary", "112", in: folder) == """
        husary/112001.wav
        husary/112002.wav
        husary/112004.wav
        [stderr]
        tilawa: 112:3 was not fetched from \(server.address)/112003.wav: not found on the server (HTTP 404)
        tilawa: 3 fetched, 1 not fetched
        [exit 1]

        """)
    #expect(
      run("audio", "fetch", "--reciter", "husary", "112:1-2", in: folder) == """
        [stderr]
        tilawa: 0 fetched, 2 already here

        """)
    #expect(
      run("resolve", "112:2-3", in: folder) == """
        112:2  husary/112002.wav  0.000  0.500  Husary  unverified
        [stderr]
        tilawa: nothing plays 112:3: 1 source may have it, but its file is not here; use tilawa audio fetch \
        --reciter husary to download it, or --remote to include it
        [exit 1]

        """)
    #expect(
      run("audio", "fetch", "--reciter", "husary", "112:1", "--riwayah", "warsh", in: folder).contains(
        "no source in warsh"))
    #expect(
      run("audio", "fetch", "--reciter", "husari", "1", in: folder)
        == "[stderr]\ntilawa: no file in reciters/ describes \"husari\"; did you mean husary?\n[exit 2]\n")
    #expect(run("audio", "fetch", "--reciter", "husary", in: folder).hasSuffix("[exit 2]\n"))
  }

  @Test func writesNowhereElse() throws {
    let folder = try library("https://a.example/")
    let text = try folder.text(of: "reciters/husary.yaml").replacing("../husary", with: "../../elsewhere")
    try folder.write(text, to: "reciters/husary.yaml")
    let said = run("audio", "fetch", "--reciter", "husary", "1:1", in: folder)
    #expect(said.contains("is outside the library") && said.hasSuffix("[exit 1]\n"))
  }

  /// The cache is a plain folder below the library, and what is fetched is called as audio is.
  @Test func writesNothingButAudioIntoPlainFolders() throws {
    let server = try LoopbackServer { _ in .init(body: silentWAV(frames: 4000)) }
    defer { server.close() }
    for (cache, pattern, reason) in [
      ("../.git/hooks", "{surah3}{ayah3}.wav", "hidden folder"),
      ("../a/.b", "{surah3}{ayah3}.wav", "hidden folder"),
      ("../cache", ".{surah3}{ayah3}.wav", "hidden folder"), ("../link", "{surah3}{ayah3}.wav", "a link"),
      ("../real/link", "{surah3}{ayah3}.wav", "a link"),
      (".", "{surah}.yaml", "not the name of an audio file"),
      ("../cache", "{surah3}{ayah3}.sh", "not the name of an audio file"),
      ("../cache", "{surah3}{ayah3}", "not the name of an audio file"),
    ] {
      let folder = try library(server.address)
      try FileTransfer.makeFolder(folder.path(of: "elsewhere"))
      try FileTransfer.makeFolder(folder.path(of: "real"))
      for link in ["link", "real/link"] {
        try FileTransfer.link(folder.path(of: link), to: folder.path(of: "elsewhere"))
      }
      let text = try folder.text(of: "reciters/husary.yaml").replacing("../husary", with: cache)
        .replacing("{surah3}{ayah3}.wav", with: pattern)
      try folder.write(text, to: "reciters/husary.yaml")
      let before = try folder.names(in: "reciters")
      let said = run("audio", "fetch", "--reciter", "husary", "1:1", in: folder)
      #expect(said.contains(reason) && said.hasSuffix("[exit 1]\n"), "\(cache) \(pattern): \(said)")
      #expect(try folder.names(in: "elsewhere").isEmpty && folder.names(in: "reciters") == before)
      #expect((try? FileStatus.ifAny(folder.path(of: ".git"))) == nil)
    }
  }

  /// Makes a recording whose audio is elsewhere. `audio` is text for recording.yaml, after the file's name.
  private func bundle(_ audio: String) throws -> TemporaryFolder {
    try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: audio.wav, \(audio) }\n",
      "a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.000, end: 0.400 }\n",
    ])
  }

  @Test func bringsTheAudioOfABundleAndChecksIt() throws {
    let audio = silentWAV(frames: 4000)
    let server = try LoopbackServer { request in
      request.target == "/a.wav" ? .init(file: audio, tag: "v", for: request) : .init(404)
    }
    defer { server.close() }
    let sum = try FileDigest.of(audio).sha256
    let folder = try bundle("url: \"\(server.address)/a.wav\", sha256: \(sum)")
    let advice = "`tilawa audio fetch a.tilawa` downloads it"
    for command in [
      ["play", "a.tilawa"], ["mark", "a.tilawa", "--passage", "112"], ["audio", "pauses", "a.tilawa"],
      ["audio", "checksum", "a.tilawa"],
    ] {
      let said = transcript(command, in: folder.path, environment: ["no_proxy": "*"])
      #expect(said.contains(advice) || command.contains("pauses"), "\(command): \(said)")
    }
    #expect(run("resolve", "112:1", in: folder).contains("`tilawa audio fetch a.tilawa` downloads it"))
    #expect(run("show", "a.tilawa", in: folder).contains("`tilawa audio fetch a.tilawa` downloads it"))
    #expect(run("audio", "fetch", "a.tilawa", in: folder) == "a.tilawa/audio.wav\n")
    #expect(try FileContents.read(folder.path(of: "a.tilawa/audio.wav")) == audio)
    #expect(try folder.names(in: "a.tilawa") == ["audio.wav", "recording.yaml", "segments.yaml"])
    #expect(run("resolve", "112:1", in: folder).hasPrefix("112:1  a.tilawa/audio.wav  0.000"))
    #expect(
      run("audio", "fetch", "a.tilawa", in: folder)
        == "[stderr]\ntilawa: a.tilawa/audio.wav is already here\n")
  }

  @Test func refusesAnotherRecording() throws {
    let audio = silentWAV(frames: 4000)
    let server = try LoopbackServer { request in .init(file: audio, tag: "v", for: request) }
    defer { server.close() }
    let sum = try FileDigest.of(audio).sha256
    let other = String(repeating: "0", count: 64)
    for (said, reason) in [
      (
        "url: \"\(server.address)/a.wav\", sha256: \(other)",
        "its checksum is \(sum), not \(other); it is another file"
      ),
      (
        "url: \"\(server.address)/a.wav\", sha256: \(sum), bytes: 12",
        "it has \(audio.count) bytes, not 12; it is another file"
      ),
      ("url: \"\(server.address)/a.wav\"", "its address is plain http, but recording.yaml has no sha256"),
      ("url: \"https://127.0.0.1:1/a.wav\"", "was not fetched from https://127.0.0.1:1/a.wav"),
      ("sha256: \(sum)", "recording.yaml gives no address (audio.url)"),
    ] {
      let folder = try bundle(said)
      let answer = run("audio", "fetch", "a.tilawa", "--attempts", "1", in: folder)
      #expect(answer.contains(reason) && answer.hasSuffix("[exit 1]\n"), "\(said): \(answer)")
      #expect(try folder.names(in: "a.tilawa") == ["recording.yaml", "segments.yaml"], "\(said)")
    }
    // Nor is anything written through a link, or under a hidden name.
    let folder = try bundle("sha256: \(sum), url: \"\(server.address)/a.wav\"")
    try FileTransfer.makeFolder(folder.path(of: "elsewhere"))
    try FileTransfer.link(folder.path(of: "a.tilawa/sub"), to: folder.path(of: "elsewhere"))
    for name in ["sub/audio.wav", ".git/audio.wav", "run.sh"] {
      let text = try folder.text(of: "a.tilawa/recording.yaml").replacing(
        "file: audio.wav", with: "file: \(name)")
      try folder.write(text, to: "a.tilawa/recording.yaml")
      #expect(run("audio", "fetch", "a.tilawa", in: folder).hasSuffix("[exit 1]\n"), "\(name)")
      try folder.write(
        text.replacing("file: \(name)", with: "file: audio.wav"), to: "a.tilawa/recording.yaml")
    }
    #expect(try folder.names(in: "elsewhere").isEmpty)
  }

  @Test func runsTheToolOfAPointer() throws {
    let pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 5\n"
    // What asks about the repository is git's own.
    func git(pulling text: String) -> String {
      "#!/bin/sh\ncase \" $* \" in\n*' lfs pull '*) \(text) ;;\n*) PATH=/usr/local/bin:/usr/bin:/bin exec git \"$@\" ;;\nesac\n"
    }
    let folder = try TemporaryFolder([
      "a.tilawa/audio.flac": pointer,
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio: { file: audio.flac }\n",
      "bin/git": git(pulling: "echo \"$@\" > \"$2/asked\"; echo sound > \"$2/a.tilawa/audio.flac\""),
      "broken/git": git(pulling: "echo no network >&2; exit 3"),
    ])
    _ = try BuiltProgram.shell("git init -q .", in: folder.path)
    for name in ["bin/git", "broken/git"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(of: name))
    }
    func fetch(_ place: String) -> String {
      transcript(
        ["audio", "fetch", "a.tilawa"], in: folder.path, environment: ["PATH": folder.path(of: place)])
    }
    let line = "git lfs pull --include a.tilawa/audio.flac"
    #expect(
      fetch("nowhere") == """
        [stderr]
        tilawa: a.tilawa/audio.flac was not fetched: git is not installed; install it and run: \(line)
        [exit 1]

        """)
    #expect(
      fetch("broken") == """
        [stderr]
        tilawa: \(line)
        tilawa: a.tilawa/audio.flac was not fetched: \(line) failed with status 3: no network
        [exit 1]

        """)
    #expect(fetch("bin") == "a.tilawa/audio.flac\n[stderr]\ntilawa: \(line)\n")
    #expect(try folder.text(of: "asked") == "-C \(folder.path) lfs pull --include a.tilawa/audio.flac\n")
    #expect(
      fetch("bin") == "[stderr]\ntilawa: a.tilawa/audio.flac is already here\n")
  }

  /// Ctrl-C leaves no half file under its name, and the next run goes on with it.
  @Test func goesOnAfterAnInterruption() throws {
    let file = silentWAV(frames: 60_000)
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply(file: file, tag: "v", for: request)
      if request.earlier == 0 { reply.stall = 50_000 }
      return reply
    }
    defer { server.close() }
    let folder = try library(server.address)
    let said = try BuiltProgram.shell(
      """
      tilawa audio fetch --reciter husary 1:1 &
      await 'test $(wc -c < husary/.tilawa-part.001001.wav) -ge 50000'
      kill -INT $!
      wait $!
      echo "status $?"
      ls husary
      tilawa audio fetch --reciter husary 1:1
      ls -A husary
      """, in: folder.path, environment: ["no_proxy": "*"])
    #expect(said.contains("status 130\nhusary/001001.wav\ntilawa: 1 fetched\n001001.wav\n"), "\(said)")
    #expect(server.requests.map(\.rangeStart) == [nil, 50_000])
    #expect(try FileContents.read(folder.path(of: "husary/001001.wav")) == file)
  }

  @Test func asksTheProxyOfTheEnvironment() throws {
    let server = try LoopbackServer { _ in .init(body: silentWAV(frames: 100)) }
    defer { server.close() }
    let folder = try library("http://recitations.invalid/h")
    let said = try BuiltProgram.shell(
      "tilawa audio fetch --reciter husary 1:1", in: folder.path,
      environment: ["http_proxy": server.address, "no_proxy": "", "NO_PROXY": ""])
    #expect(said == "husary/001001.wav\ntilawa: 1 fetched\n")
    #expect(server.requests.map(\.target) == ["http://recitations.invalid/h/001001.wav"])
  }
}
