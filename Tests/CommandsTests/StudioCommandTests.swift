import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaTestSupport

@testable import TilawaCommandLine

/// The output of `tilawa studio` before a browser opens, and its replies to a page.
@Suite struct StudioCommandTests {
  private func folder(_ more: [String: String] = [:]) throws -> TemporaryFolder {
    try TemporaryFolder(
      [
        "a.tilawa/recording.yaml":
          "tilawa: 1\nid: a\ntitle: \"</script><b>\\\"\\u2028\"\nriwayah: hafs\nreciter: x\n"
          + "audio: { file: a.wav, duration: 60.000 }\n",
        "a.tilawa/reciter.yaml": "tilawa: 1\nid: x\nname: \"<img src=x onerror=alert(1)>\"\n",
        "a.tilawa/markers.yaml":
          "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: \"1:1\", note: \"</script>\\n<script>\" }\n",
      ].merging(more) { $1 })
  }

  @Test func badInputEndsWithTwo() throws {
    let folder = try folder(["b.tilawa/recording.yaml": "tilawa: 1\nid: [", "empty/x": ""])
    #expect(
      transcript("studio", "none.tilawa", "--no-open", in: folder.path)
        == "[stderr]\ntilawa: cannot read none.tilawa: no such file or folder\n[exit 2]\n")
    #expect(transcript("studio", "empty", "--no-open", in: folder.path).hasSuffix("[exit 2]\n"))
    let broken = transcript("studio", "b.tilawa", "--no-open", in: folder.path)
    #expect(broken.contains("nothing was changed in b.tilawa; fix its files first"))
    #expect(broken.hasSuffix("[exit 2]\n"))
    #expect(
      transcript("studio", "a.tilawa", "--port", "70000", in: folder.path).contains(
        "--port takes a number from 0 to 65535, not 70000"))
  }

  /// Every user of the computer can read the arguments of a browser, and any file that isn't protected.
  @Test(.waits) func theAddressIsShownToItsUserAlone() throws {
    let folder = try folder([
      "browser":
        "#!/bin/sh\nls -l \"$1\" | cut -c1-10 > $HOME/mode\ncat \"$1\" > $HOME/page\nenv > $HOME/environment\n"
        + "echo \"$@\" > $HOME/arguments\n"
    ])
    let said = try BuiltProgram.shell(
      """
      chmod +x browser
      tilawa studio a.tilawa > address 2> talk &
      await 'test -s arguments'
      kill -INT $!
      wait $!
      token=$(cut -d/ -f4 address)
      grep -c "$token" page arguments environment talk
      ls | grep html
      cat mode
      """, in: folder.path, environment: ["HOME": folder.path, "BROWSER": folder.path(of: "browser")])
    #expect(said == "page:2\narguments:0\nenvironment:0\ntalk:0\n-rw-------\n")
  }

  @Test func hostileNamesArriveAsTexts() throws {
    let folder = try folder()
    let workplace = Workplace(environment: [:], workingDirectory: folder.path, clock: { 0 })
    let bundle = try StudioBundle(
      FoundBundle(at: folder.path(of: "a.tilawa"), in: workplace), isReadOnly: false, in: workplace)
    defer { bundle.end() }
    let text = bundle.session.state().json(skips: [], peaks: (.zero, .zero), isInFolder: false).compactText
    let state = try JSONText.parse(SourceText(path: "state", bytes: Array(text.utf8)))
    #expect(state["bundle"]?["title"]?.string == "</script><b>\"\u{2028}")
    #expect(state["bundle"]?["reciter"]?.string == "<img src=x onerror=alert(1)>")
    #expect(state["rows"]?.items?.first?["note"]?.string == "</script>\n<script>")
    #expect(state["sound"]?["there"]?.bool == false)
    for key in [
      "version", "readOnly", "duration", "findings", "peaks", "undo", "redo", "next", "settled",
      "fault", "surahs", "library",
    ] {
      #expect(state[key] != nil, "\(key)")
    }
  }

  @Test func requestsAreReadStrictly() throws {
    func edit(_ text: String) throws -> StudioEdit { try StudioEdit(parsing: Array(text.utf8)) }
    let add = try edit(#"{"do":"add","at":1234.6,"ayah":"\u0627\ud83d\ude00","snap":null}"#)
    if case .add(let time, let snap, let ayah) = add {
      #expect(time == Milliseconds(1235) && snap == .zero && ayah == "\u{627}\u{1F600}")
    } else {
      Issue.record("\(add)")
    }
    for fault in [
      "", "{", "[]", "null", "{}", #"{"do":1}"#, #"{"do":"fly"}"#, #"{"do":"confirm"}"#,
      #"{"do":"confirm","row":1}"#,
      #"{"do":"add","at":-1}"#, #"{"do":"add","at":"1"}"#, #"{"do":"add","at":1e400}"#,
      #"{"do":"add","at":1e300}"#,
      #"{"do":"confirmAll","rows":"m"}"#, #"{"do":"confirmAll","rows":[1]}"#,
      #"{"do":"skip","row":"m","kind":"x"}"#,
      String(repeating: "[", count: 100_000),
    ] {
      #expect(throws: StudioRequestFault.self, "\(fault.prefix(50))") { try edit(fault) }
    }
  }
}
