import ArgumentParser
import Foundation
import Testing
import TilawaBase
import TilawaKit
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct TerminalTests {
  private func terminal(_ environment: [String: String], isTerminal: Bool = true) -> Terminal {
    TerminalRecording(in: "/", environment: environment, isTerminal: isTerminal).terminal
  }

  @Test func coloursFollowTheConventions() throws {
    #expect(terminal([:]).palette.addsColour)
    #expect(!terminal([:], isTerminal: false).palette.addsColour)
    #expect(!terminal(["NO_COLOR": "1"]).palette.addsColour)
    #expect(terminal(["NO_COLOR": ""]).palette.addsColour)
    #expect(!terminal(["TERM": "dumb"]).palette.addsColour)
    for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
      #expect(terminal([name: "1"], isTerminal: false).palette.addsColour)
      #expect(!terminal([name: "0"], isTerminal: false).palette.addsColour)
      #expect(!terminal([name: "1", "NO_COLOR": "1"], isTerminal: false).palette.addsColour)
    }
    var options = try GlobalOptions.parse(["--color", "always"])
    #expect(terminal(["NO_COLOR": "1"], isTerminal: false).with(options).palette.addsColour)
    options.color = .never
    #expect(!terminal(["FORCE_COLOR": "1"]).with(options).talkPalette.addsColour)
  }

  @Test func knowsTheLocaleAndTheWidth() {
    #expect(terminal(["LANG": "ar_SA.UTF-8"]).showsUnicode)
    #expect(terminal(["LANG": "C.utf8"]).showsUnicode)
    #expect(!terminal(["LC_ALL": "C", "LANG": "ar_SA.UTF-8"]).showsUnicode)
    #expect(!terminal([:]).showsUnicode)
    #expect(terminal([:]).width == 80)
    #expect(terminal(["COLUMNS": "132"]).width == 132)
    #expect(terminal(["COLUMNS": "wide"]).width == 80)
  }

  @Test func theClockCanBeFixed() throws {
    #expect(try terminal([:]).workplace.now() == 1_704_110_400)
    #expect(try terminal(["SOURCE_DATE_EPOCH": "86400"]).workplace.now() == 86400)
    for wrong in ["yesterday", "-1", "1.5"] {
      let error = #expect(throws: Failure.self) {
        try terminal(["SOURCE_DATE_EPOCH": wrong]).workplace.now()
      }
      #expect(error?.description.contains("\"\(wrong)\"") == true)
    }
  }

  /// A log contains a line now and then during long work, and none about short work.
  @Test func progressIsToldInLinesWhereNobodyWatches() throws {
    let recording = TerminalRecording(in: "/")
    let progress = recording.terminal.progress("listening to a.flac")
    let start = ContinuousClock.now
    for second in 0..<29 { progress.update(Int64(second), of: 100, at: start.advanced(by: .seconds(second))) }
    #expect(recording.talk == "")
    for second in 31...95 {
      progress.update(Int64(second), of: 100, at: start.advanced(by: .seconds(second)))
    }
    #expect(
      recording.talk == """
        tilawa: 31 % listening to a.flac
        tilawa: 61 % listening to a.flac
        tilawa: 91 % listening to a.flac

        """)
    #expect(progress.whileWorking { 7 } == 7)
    let options = try GlobalOptions.parse(["--quiet"])
    let quiet = recording.terminal.with(options).progress("x")
    quiet.update(1, of: 2, at: start.advanced(by: .seconds(100)))
    #expect(!recording.talk.contains("x\n"))
  }

  @Test func progressComesAndGoes() {
    let recording = TerminalRecording(in: "/", isTerminal: true)
    let terminal = recording.terminal
    let progress = terminal.progress("decoding audio.flac")
    for done in 0..<1000 { progress.update(Int64(done), of: 1000) }
    terminal.say("done")
    #expect(recording.talk.hasPrefix("0 % decoding audio.flac"))
    #expect(recording.talk.hasSuffix("\r\u{1B}[Kdone\n"))
    // A thousand updates in a moment are shown once or twice.
    #expect(recording.talk.split(separator: "%").count <= 4)
  }

  @Test func progressIsOnlyForPeople() {
    for (environment, isTerminal) in [([:], false), (["CI": "true"], true), (["TERM": "dumb"], true)] {
      let recording = TerminalRecording(in: "/", environment: environment, isTerminal: isTerminal)
      let terminal = recording.terminal
      terminal.progress("decoding").update(1, of: 2)
      #expect(recording.talk.isEmpty)
    }
  }

  @Test func progressIsShownAsItIsAskedFor() throws {
    func told(_ choice: String, _ name: String = "a.flac", isTerminal: Bool) throws -> String {
      let recording = TerminalRecording(in: "/", isTerminal: isTerminal)
      let terminal = recording.terminal.with(try GlobalOptions.parse(["--show-progress", choice, "--quiet"]))
      let progress = terminal.progress("decoding \(name)")
      let start = ContinuousClock.now
      for tenth in 0...25 {
        progress.update(Int64(tenth), of: 25, at: start.advanced(by: .milliseconds(100 * tenth)))
      }
      progress.finish()
      return recording.talk
    }
    #expect(try told("never", isTerminal: true) == "")
    let lines = try told("json", "\u{202E}\u{1F600}.flac", isTerminal: true).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x7F } })
    let objects = try lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
    #expect(objects.allSatisfy { $0["work"] as? String == "decoding \u{202E}\u{1F600}.flac" })
    #expect(objects.map { $0["share"] as? Double } == [0, 0.4, 0.8, nil])
    #expect(objects.map { $0["over"] as? Bool } == [nil, nil, nil, true])
    #expect(objects.compactMap { $0["seconds"] as? Double }.count == 4)
  }

  @Test func bothStreamsKeepTheirOrderAndQuietLeavesTalkOut() throws {
    let recording = TerminalRecording(in: "/")
    let options = try GlobalOptions.parse(["--quiet"])
    let terminal = recording.terminal.with(options)
    terminal.print("data")
    terminal.say("talk")
    #expect(recording.output.isEmpty)
    terminal.complain("trouble")
    #expect(recording.output == "data\n")
    #expect(recording.talk == "trouble\n")
  }

  @Test func pathsMeanWhatTheUserMeant() throws {
    let folder = try TemporaryFolder(["friday.tilawa/segments.yaml": "tilawa: 1\n"])
    let terminal = TerminalRecording(in: folder.path, input: "from a pipe").terminal
    #expect(terminal.path("friday.tilawa/") == folder.path + "/friday.tilawa")
    #expect(terminal.path("./a/../b") == folder.path + "/a/../b")
    #expect(terminal.path("/elsewhere") == "/elsewhere")
    #expect(terminal.shown(terminal.path("friday.tilawa")) == "friday.tilawa")
    #expect(terminal.shown(terminal.path("../x")) == "../x")
    #expect(terminal.shown(folder.path) == ".")
    #expect(terminal.shown(folder.path + "x") == folder.path + "x")
    let source = try terminal.source("friday.tilawa/segments.yaml")
    #expect(source.path == "friday.tilawa/segments.yaml")
    #expect(source.bytes == Array("tilawa: 1\n".utf8))
    #expect(try terminal.source("-").bytes == Array("from a pipe".utf8))
  }
}
