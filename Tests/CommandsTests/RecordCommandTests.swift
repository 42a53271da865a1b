import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// `tilawa record`, `tilawa tap` and `tilawa cut --per-ayah` as their user sees them.
@Suite(.waits) struct RecordCommandTests {
  private static let facts =
    "--title Memo --reciter ali --riwayah hafs --id memo-1 --recorded-at 2024-01-01 --quiet"

  /// Writes a program of that name, which first writes its own arguments to `called`.
  private func fake(_ name: String, _ script: String, in folder: TemporaryFolder) throws {
    try folder.write("#!/bin/sh\necho \"$0\" \"$@\" >> called\n\(script)\n", to: "bin/\(name)")
    _ = try BuiltProgram.shell("chmod +x bin/\(name)", in: folder.path)
  }

  /// Sees no program but the fake ones and those of a shell.
  private func shell(_ command: String, in folder: TemporaryFolder) throws -> String {
    try BuiltProgram.shell(
      command, in: folder.path,
      environment: [
        "PATH": "\(folder.path)/bin:\(BuiltProgram.folder):/bin", "SOURCE_DATE_EPOCH": "1704110400",
      ])
  }

  private func writeTone(seconds: Double, to path: String, rate: Int = 8000) throws {
    var recitation = GeneratedRecitation([.init(Milliseconds(seconds: seconds)?.count ?? 0, pauseAfter: 0)])
    recitation.leadIn = .zero
    recitation.sampleRate = rate
    try recitation.write(to: path, encoding: .wav)
  }

  @Test func recordsStandardInput() throws {
    let folder = try TemporaryFolder()
    try writeTone(seconds: 2, to: folder.path(of: "in.wav"))
    #expect(
      try shell("tilawa record --input - \(Self.facts) < in.wav", in: folder) == "memo.tilawa\n")
    let properties = try AudioProbe.properties(ofFileAt: folder.path(of: "memo.tilawa/audio.wav"))
    #expect(properties.frames == 16000 && properties.sampleRate == 8000)
    let text = try folder.text(of: "memo.tilawa/recording.yaml")
    #expect(text.contains("duration: 2.000") && text.contains("sha256: ") && text.contains("format: wav"))
    #expect(
      try shell("tilawa lint memo.tilawa && tilawa audio checksum memo.tilawa", in: folder) == """
        1 bundle: nothing to report
        memo.tilawa/audio.wav: matches

        """)
    #expect(
      try shell("tilawa record --input - \(Self.facts) < in.wav", in: folder) == """
        tilawa: cannot create memo.tilawa: it already exists; use --name
        [exit 2]

        """)
    #expect(
      try shell("tilawa record --input - --title None --quiet < /dev/null", in: folder) == """
        tilawa: nothing was recorded: no sound from standard input
        [exit 1]

        """)
  }

  @Test func takesTheFirstRecorderThatWorks() throws {
    let folder = try TemporaryFolder()
    try fake("pw-record", "exit 1", in: folder)
    try fake("parecord", "echo 'no server' >&2; exit 1", in: folder)
    try fake("arecord", "head -c 64000 /dev/zero", in: folder)
    #expect(
      try shell("tilawa record --sample-rate 16000 --for 1.5 \(Self.facts)", in: folder) == "memo.tilawa\n")
    #expect(
      try AudioProbe.properties(ofFileAt: folder.path(of: "memo.tilawa/audio.wav")).frames == 24000)
    #expect(try folder.text(of: "called").contains("bin/arecord -q -t raw -f S16_LE -r 16000 -c 1 -"))
    #expect(
      try shell("tilawa record --input parecord --title Two", in: folder) == """
        tilawa: no microphone works (tried parecord)
        [exit 2]

        """)
  }

  /// Killed in the middle, it leaves a bundle that can be played and mended.
  @Test func aKilledRecordingCanBePlayed() throws {
    let folder = try TemporaryFolder()
    try fake("arecord", "head -c 48000 /dev/zero; exec sleep 10", in: folder)
    _ = try shell(
      """
      tilawa record --input arecord --sample-rate 8000 \(Self.facts) & id=$!
      await 'test $(wc -c < memo.tilawa/audio.wav) -ge 48000'
      kill -9 $id
      """, in: folder)
    let frames = try AudioProbe.properties(ofFileAt: folder.path(of: "memo.tilawa/audio.wav")).frames
    #expect(frames >= 16000 && frames <= 24000)
    #expect(
      try shell("tilawa lint memo.tilawa; tilawa audio checksum --update memo.tilawa", in: folder)
        .contains("memo.tilawa/audio.wav: updated"))
  }

  /// Ctrl-C ends the recording, which is then finished as ever.
  @Test func anInterruptedRecordingIsWhole() throws {
    let folder = try TemporaryFolder()
    try fake("arecord", "head -c 48000 /dev/zero; exec sleep 60", in: folder)
    let said = try shell(
      """
      tilawa record --input arecord --sample-rate 8000 \(Self.facts) & id=$!
      await 'test $(wc -c < memo.tilawa/audio.wav) -ge 48000'
      kill -INT $id
      wait $id
      echo "status $?"
      """, in: folder)
    #expect(said == "memo.tilawa\nstatus 0\n")
    #expect(
      try AudioProbe.properties(ofFileAt: folder.path(of: "memo.tilawa/audio.wav")).frames == 24000)
    #expect(
      try shell("tilawa audio checksum memo.tilawa; ls -A . memo.tilawa", in: folder).contains(
        "memo.tilawa/audio.wav: matches"))
  }

  /// The screen shows the meaning of a press and the available keys. Ctrl-C ends the command as q does.
  @Test(arguments: ["q", "INT"]) func tapShowsTheNextAyah(_ end: String) throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\naudio: { file: audio.wav, duration: 20.000 }\nriwayah: hafs\n"
    ])
    try writeTone(seconds: 20, to: folder.path(of: "a.tilawa/audio.wav"))
    try fake("aplay", "exec cat > /dev/null", in: folder)
    let terminal = try KeyboardTerminal(
      ["tap", "a.tilawa", "--from", "112:3", "--reaction", "0"], in: folder.path,
      environment: ["PATH": "\(folder.path)/bin:/bin:/usr/bin", "TERM": "xterm", "LANG": "C.UTF-8"])
    #expect(
      terminal.wait {
        $0.contains("of 0:20  0 presses  next 112:3") && $0.contains("u undo  q quit")
      })
    #expect(terminal.press(" ") { $0.contains("1 press  next 112:4") })
    #expect(!terminal.text.contains("u undo"), "\(terminal.text)")
    #expect(terminal.press("x") { $0.contains("2 presses  next 113:1") })
    #expect(terminal.press("u") { $0.contains("1 press  next 112:4") })
    if end == "q" { _ = terminal.press("q") } else { terminal.kill(SIGINT) }
    #expect(terminal.end() == 0)
    #expect(try folder.text(of: "a.tilawa/markers.yaml").contains("ayah: \"112:3\""))
  }

  /// Presses come 0.35 s after each ayah begins, give or take 0.1 s.
  @Test func tapsBecomeMarkersAtPauses() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": """
      tilawa: 1
      id: a
      title: a
      audio: { file: audio.wav, duration: 18.000 }
      reciter: ali
      riwayah: hafs

      """
    ])
    let recitation = GeneratedRecitation(
      [.init(2000, pauseAfter: 700), .init(3000, pauseAfter: 500), .init(2500, pauseAfter: 900)]
        + [.init(4000, pauseAfter: 600), .init(2500, pauseAfter: 800)])
    try recitation.write(to: folder.path(of: "a.tilawa/audio.wav"), encoding: .wav)
    let starts = recitation.spans.map(\.start)
    let presses = zip(starts, [20, -60, 90, -30, 40]).map { $0 + Milliseconds(350 + $1) }
    try folder.write(presses.map { "\($0)\n" }.joined(), to: "keys")
    let said = transcript("tap", "a.tilawa", "--keys", "keys", "--from", "112:1", in: folder.path)
    #expect(said.contains("5 markers set"), "\(said)")
    let text = try folder.text(of: "a.tilawa/markers.yaml")
    let rows = text.split(separator: "\n").dropFirst(2)
    #expect(rows.count == 5)
    for (index, row) in rows.enumerated() {
      let ayah = ["112:1", "112:2", "112:3", "112:4", "113:1"][index]
      #expect(row.contains("ayah: \"\(ayah)\""), "\(row)")
      let at = row.split(separator: " ").compactMap { Milliseconds($0.dropLast()) }.first ?? .zero
      #expect(at <= starts[index] && starts[index] - at < Milliseconds(900), "\(row) \(starts[index])")
    }
    #expect(
      transcript("tap", "a.tilawa", "--keys", "keys", in: folder.path).contains(
        "5 presses ignored, at existing markers"))
    #expect(
      transcript("tap", "a.tilawa", in: folder.path) == """
        [stderr]
        tilawa: cannot read keys: standard input is not a terminal; use --keys FILE to read presses from a file
        [exit 2]

        """)
  }
}
