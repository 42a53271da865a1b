import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaKit
import TilawaLint
import TilawaTestSupport

@testable import TilawaLanguageServer

/// For texts that are edited at random, the server reports the same findings as a fresh `lint` of the same
/// files.
///
/// `TILAWA_SOAK` sets the number of edits; `Tests/Trials/editors/soak` makes many.
@Suite struct SoakTests {
  static var steps: Int {
    ProcessInfo.processInfo.environment["TILAWA_SOAK"].flatMap { Int($0) } ?? 120
  }

  /// Bundles that are open in an editor, and a twin of their folder in which everything is saved.
  private final class World {
    let folder: TemporaryFolder
    let twin: TemporaryFolder
    let editor: Editor
    var random: SplitMix64
    let bundles: [String]
    /// The open texts, by path in the folder.
    var open: [String: String] = [:]
    var undo: [String: [String]] = [:]

    init(_ count: Int, seed: UInt64) throws {
      random = SplitMix64(state: seed)
      var files: [String: String] = [:]
      var bundles: [String] = []
      for index in 0..<count {
        let name = "\(index % 3 == 0 ? "nights/" : "")b\(index).tilawa"
        bundles.append(name)
        let rows = Int(random.next() % 12) + 1
        files["\(name)/recording.yaml"] =
          "tilawa: 1\nid: r\(index % 7)\naudio:\n  file: a.wav\n  duration: \(rows * 10).000\nreciter: s\(index % 3)\nriwayah: hafs\n"
        files["\(name)/segments.yaml"] = Self.segments(rows)
        if index % 2 == 0 {
          files["\(name)/markers.yaml"] =
            "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: \"1:1\" }\n  - { at: 9.000 }\n"
        }
        if index % 4 == 0 {
          files["\(name)/reciter.yaml"] = "tilawa: 1\nid: s\(index % 3)\nname: Reciter \(index % 5)\n"
        }
        if index % 5 == 0 {
          files["\(name)/words.yaml"] =
            "tilawa: 1\nwords:\n  - { ayah: \"18:1\", word: 1, start: 0.000, end: 1.000 }\n"
        }
      }
      self.bundles = bundles
      folder = try TemporaryFolder(files)
      twin = try TemporaryFolder(files)
      editor = Editor(in: folder.path)
      try editor.begin([
        "general": ["positionEncodings": ["utf-32"]],
        "workspace": ["workspaceEdit": ["documentChanges": true]],
      ])
    }

    static func segments(_ rows: Int) -> String {
      let lines = (0..<rows).map {
        "  - { ayah: \"18:\($0 + 1)\", start: \($0 * 10).000, end: \($0 * 10 + 9).500, confidence: 0.93 }\n"
      }
      return "tilawa: 1\nsegments:\n" + lines.joined()
    }

    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int(random.next() % UInt64(elements.count))]
    }
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
  }

  private static let pastes = [
    "  - { ayah: \"18:3\", start: 12.000, end: 20.000 }\n", "}", "{", "\"", "# tilawa: ignore[S203]\n", "\n",
    "\r\n",
    "verified: true", ", ", "é", "سورة", "😀", "&a ", "*a", "<<<<<<< ours\n", "=======\n", ">>>>>>> theirs\n",
    "- ",
    "  ", ":", "1:1", "start: ", "tilawa: 2\n", "riwayah: warsh\n", "numbering: basri\n", "\t", "x-mine: 1\n",
    "---\n",
    "\u{6D6}", "!!int ", "9", "0",
  ]

  /// The reference: everything is read anew from the twin.
  private func fresh(_ world: World, _ bundle: String) -> [String] {
    let linter = Linter(.hearing)
    let path = world.twin.path(of: bundle)
    let own = linter.lint(TilawaBundle(readingAt: path, shownAs: bundle))
    let all = world.bundles.map {
      TilawaBundle(readingAt: world.twin.path(of: $0), shownAs: $0, only: [.recording, .reciter])
    }
    let common = linter.lint(library: all).filter {
      $0.place.path.hasPrefix(bundle + "/") || $0.place.path == bundle
    }
    return (own + common).map(told).sorted()
  }

  private func told(_ finding: Diagnostic) -> String {
    func place(_ place: Place) -> String {
      guard let source = place.source, let range = place.range else { return "1:1" }
      let start = LineTable(of: source).position(at: range.lowerBound)
      // Editors count a byte order mark as a character.
      let mark =
        start.line == 1 && source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) && range.lowerBound >= 3 ? 1 : 0
      return "\(start.line):\(start.column + mark)"
    }
    let notes = finding.notes.filter { $0.place == nil }.map { "\n" + $0.message }.joined()
    let related = finding.notes.compactMap { note in note.place.map { " | \(place($0)) \(note.message)" } }
      .joined()
    return "\(place(finding.place)) \(finding.rule.code) \(finding.message)\(notes)\(related)"
  }

  private func told(_ finding: JSONNode) -> String {
    func place(_ range: JSONNode?) -> String {
      let start = range?["start"]
      return "\((start?["line"]?.integer ?? -1) + 1):\((start?["character"]?.integer ?? -1) + 1)"
    }
    let related = (finding["relatedInformation"]?.items ?? []).map {
      " | \(place($0["location"]?["range"])) \($0["message"]?.string ?? "")"
    }.joined()
    return
      "\(place(finding["range"])) \(finding["code"]?.string ?? "") \(finding["message"]?.string ?? "")\(related)"
  }

  private func shown(_ world: World, _ bundle: String) -> [String] {
    world.editor.findings.filter { $0.key.hasPrefix(world.folder.path(of: bundle) + "/") }.values.flatMap {
      $0
    }
    .map(told).sorted()
  }

  @Test func randomEditsAreJudgedAsAFreshLintJudgesThem() throws {
    let world = try World(Self.steps > 1000 ? 40 : 8, seed: 5)
    for step in 0..<Self.steps {
      let bundle = world.pick(world.bundles)
      let kinds = FileKind.allCases.filter {
        (try? FileStatus.ifAny(world.folder.path(of: "\(bundle)/\($0.fileName)"))) != nil
      }
      let name = "\(bundle)/\(world.pick(kinds).fileName)"
      if world.open[name] == nil { try begin(name, world) }
      try edit(name, world)
      if step % 7 == 0 { try changeBeneath(bundle, world) }
      if step % 11 == 0 { try save(name, world) }
      if step % 29 == 0, world.open.count > 6 { try end(world.pick(Array(world.open.keys).sorted()), world) }
      // Whatever was closed meanwhile, something of the bundle is open.
      if world.open[name] == nil { try begin(name, world) }
      let expected = fresh(world, bundle)
      var found = shown(world, bundle)
      let limit = ContinuousClock.now + .seconds(20)
      while found != expected, ContinuousClock.now < limit {
        try world.editor.nudge()
        found = shown(world, bundle)
      }
      try #require(found == expected, "after step \(step), of \(name)")
    }
    #expect(try world.editor.end())
  }

  private func begin(_ name: String, _ world: World) throws {
    try world.editor.open(name)
    world.open[name] = world.editor.texts[world.editor.path(name)]
    try world.editor.waitForFindings(name)
  }

  private func end(_ name: String, _ world: World) throws {
    // What isn't saved is gone.
    world.editor.close(name)
    world.open[name] = nil
    try world.twin.write(try world.folder.text(of: name), to: name)
  }

  private func save(_ name: String, _ world: World) throws {
    guard let text = world.open[name] else { return }
    try world.folder.write(text, to: name)
    world.editor.tell("textDocument/didSave", ["textDocument": ["uri": world.editor.uri(name)]])
  }

  /// Somebody else writes a file that isn't open.
  private func changeBeneath(_ bundle: String, _ world: World) throws {
    let names = FileKind.allCases.map { "\(bundle)/\($0.fileName)" }.filter {
      world.open[$0] == nil && (try? FileStatus.ifAny(world.folder.path(of: $0))) != nil
    }
    guard !names.isEmpty else { return }
    let name = world.pick(names)
    let text = edited(try world.folder.text(of: name), world).text
    try world.folder.write(text, to: name)
    try world.twin.write(text, to: name)
    world.editor.tell(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": world.editor.uri(name), "type": 2]]])
  }

  private func edit(_ name: String, _ world: World) throws {
    let old = world.open[name] ?? ""
    if world.number(6) == 0, let before = world.undo[name]?.popLast() {
      world.open[name] = before
      world.editor.tellChange(name, [["text": .string(before)]])
    } else {
      let (text, change) = edited(old, world)
      world.undo[name, default: []].append(old)
      world.open[name] = text
      world.editor.tellChange(name, [change])
    }
    try world.twin.write(world.open[name] ?? "", to: name)
    try world.editor.waitForFindings(name)
  }

  /// A text with something put in the place of something, and the change as the protocol has it.
  private func edited(_ text: String, _ world: World) -> (text: String, change: JSONValue) {
    var document = DocumentText(Array(text.utf8))
    func offset() -> Int {
      let place = Position(line: world.number(document.lineStarts.count), character: world.number(70))
      return document.offset(of: place, .utf32)
    }
    let start = offset()
    let end = [start, min(document.bytes.count, start + world.number(6)), offset()][
      world.number(3) == 0 ? 2 : world.number(2)]
    let span = document.span(of: min(start, end)..<max(start, end), .utf32)
    let new = world.number(3) == 0 ? "" : world.pick(Self.pastes)
    document.replace(document.range(of: span, .utf32), with: Array(new.utf8))
    return (document.text(0..<document.bytes.count), ["range": span.json, "text": .string(new)])
  }
}
