import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `review --listen` at a terminal, with a fake player that reads the sound.
@Suite struct ListeningCommandTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": """
      tilawa: 1
      id: a
      audio: { file: audio.wav, duration: 9.000 }
      riwayah: hafs

      """,
      "a.tilawa/markers.yaml": """
      tilawa: 1
      markers:
        - { at: 0.500, ayah: "112:1", confidence: 0.95 }  # the start
        - { at: 2.500, ayah: "112:2", confidence: 0.40 }
        - { at: 4.500, ayah: "112:3", confidence: 0.60 }
        - { at: 6.500, ayah: "112:4", confidence: 0.97 }

      """,
    ])
    var recitation = GeneratedRecitation([
      .init(1500, pauseAfter: 500), .init(1500, pauseAfter: 500), .init(1500, pauseAfter: 500),
      .init(2000, pauseAfter: 0),
    ])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "a.tilawa/audio.wav"), encoding: .wav)
    try folder.write("#!/bin/sh\nexec cat > /dev/null\n", to: "bin/aplay")
    _ = try BuiltProgram.shell("chmod +x bin/aplay", in: folder.path)
    return folder
  }

  private func terminal(_ arguments: [String], _ folder: TemporaryFolder) throws -> KeyboardTerminal {
    try KeyboardTerminal(
      ["review", "a.tilawa", "--listen"] + arguments, in: folder.path,
      environment: ["PATH": "\(folder.path)/bin:/bin:/usr/bin", "TERM": "xterm", "LANG": "C.UTF-8"])
  }

  private func markers(_ folder: TemporaryFolder) throws -> [String] {
    try folder.text(of: "a.tilawa/markers.yaml").components(separatedBy: "\n").filter { $0.contains("at:") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func eachKeyIsInTheFileAtOnce() throws {
    let folder = try folder()
    let terminal = try terminal([], folder)
    #expect(terminal.wait { $0.contains("2 left to check") && $0.contains("112:2") && $0.contains("q quit") })
    // The least sure comes first.
    #expect(terminal.press(">") { $0.contains("start 2.700") })
    #expect(try markers(folder)[1] == "- { at: 2.700, ayah: \"112:2\", confidence: 0.40 }")
    #expect(terminal.press(",") { $0.contains("start 2.680") })
    #expect(terminal.press("u") { $0.contains("undone") })
    #expect(try markers(folder)[1] == "- { at: 2.700, ayah: \"112:2\", confidence: 0.40 }")
    #expect(terminal.press("u") { $0.contains("start 2.500") })
    #expect(terminal.press("nthe mic falls\r") { $0.contains("the mic falls\"") })
    #expect(terminal.press("y") { $0.contains("112:2: right") && $0.contains("112:3") })
    #expect(
      try markers(folder)[1]
        == "- { at: 2.500, ayah: \"112:2\", confirmed: true, confidence: 0.40, note: the mic falls }")
    #expect(terminal.press("a9:99\r") { $0.contains("112:3") || $0.contains("9:99") })
    #expect(terminal.press("u") { $0.contains("undone") })
    #expect(terminal.press("a113:1\r") { $0.contains("marker  113:1") })
    #expect(terminal.press("u") { $0.contains("marker  112:3") })
    #expect(
      terminal.press("x") { $0.contains("2 more rows are not confirmed") || $0.contains("112:3: wrong") })
    #expect(try markers(folder)[2] == "- { at: 4.500, ayah: \"112:3\", confidence: 0.00 }")
    #expect(terminal.press("b") { $0.contains("marker  112:3") })
    #expect(terminal.press("y") { $0.contains("112:3: right") })
    #expect(terminal.press("c") { $0.contains("every row is confirmed") })
    #expect(terminal.press("q") { $0.contains("`tilawa segment`") })
    #expect(terminal.end() == 0)
    #expect(terminal.text.contains("~ 112:1  now confirmed"), "\(terminal.text)")
    #expect(try markers(folder).allSatisfy { $0.contains("confirmed: true") })
    #expect(try markers(folder)[0].hasSuffix("# the start"))
  }

  /// The last decision whose result was shown on the screen is kept, whatever ended the program.
  @Test func nothingIsLostWhenItIsKilled() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["TILAWA_ROUNDS"] ?? "") ?? 12
    var random = SystemRandomNumberGenerator()
    for _ in 0..<rounds {
      let folder = try folder()
      let terminal = try terminal(["--all", "--order", "time"], folder)
      #expect(terminal.wait { $0.contains("q quit") })
      var seen = 0
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        guard terminal.press("y", until: { $0.contains(": right") }) else { break }
        seen += 1
      }
      _ = terminal.press(["y", ">", "x", "z", "/"].randomElement(using: &random) ?? "y")
      usleep(UInt32.random(in: 0...8000, using: &random))
      terminal.kill(SIGKILL)
      _ = terminal.end()
      let rows = try markers(folder)
      #expect(rows.count == 4 || rows.count == 5, "\(rows)")
      #expect(rows.prefix(seen).allSatisfy { $0.contains("confirmed: true") }, "\(seen) \(rows)")
      #expect(transcript("lint", "a.tilawa", in: folder.path).contains("0 errors") == false)
    }
  }

  /// An editor that saves a text it read earlier removes no decision, and its own change is kept.
  @Test func anEditorsSaveIsMerged() throws {
    let folder = try folder()
    let before = try folder.text(of: "a.tilawa/markers.yaml")
    let terminal = try terminal(["--all", "--order", "time"], folder)
    #expect(terminal.wait { $0.contains("q quit") })
    #expect(terminal.press("y") { $0.contains("112:1: right") })
    #expect(terminal.press("y") { $0.contains("112:2: right") })
    try folder.write(
      before.replacing(
        "at: 6.500, ayah: \"112:4\"", with: "at: 6.600, ayah: \"112:4\", note: from an editor"),
      to: "a.tilawa/markers.yaml")
    #expect(terminal.wait { $0.contains("both sets of changes were kept") })
    #expect(terminal.press("y") { $0.contains("112:3: right") })
    #expect(terminal.press("q") { $0.contains("1 of 4 rows not yet confirmed") })
    #expect(terminal.end() == 1)
    let rows = try markers(folder)
    #expect(rows.prefix(3).allSatisfy { $0.contains("confirmed: true") }, "\(rows)")
    #expect(rows[3].contains("at: 6.600") && rows[3].contains("from an editor"), "\(rows)")
  }

  @Test func whatIsMissingIsSaid() throws {
    let folder = try folder()
    let environment = ["PATH": "\(folder.path)/bin"]
    #expect(
      transcript("review", "a.tilawa", "--listen", in: folder.path, environment: environment)
        == "[stderr]\ntilawa: cannot read keys: standard input is not a terminal\n[exit 2]\n")
    #expect(
      transcript("review", "a.tilawa", "--all", in: folder.path).contains("need --listen"))
    #expect(
      transcript("review", "b.tilawa", "--listen", in: folder.path).contains(
        "cannot read b.tilawa: no such file or folder"))
  }
}
