import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@Suite struct GitIgnoreTests {
  private func decision(_ rules: String, _ path: String, isFolder: Bool = true) -> Bool? {
    GitIgnore(Array(rules.utf8)).decision(on: path.utf8, isFolder: isFolder)
  }

  @Test func matchesNamesAtAnyDepthAndPathsFromItsFolder() {
    for (rules, path) in [
      ("old", "old"), ("old", "a/b/old"), ("*.tilawa", "a/x.tilawa"), ("old/", "old"), ("/old", "old"),
      ("a/old", "a/old"), ("a/**", "a/b/c"), ("**/old", "old"), ("**/old", "a/b/old"), ("a/**/b", "a/b"),
      ("a/**/b", "a/x/y/b"), ("a/*/b", "a/x/b"), ("tmp?", "tmp1"), ("[a-c]x", "bx"), ("[!a-c]x", "dx"),
      ("[]x]", "]"), ("[[:digit:]]*", "2024"), ("a\\*b", "a*b"), ("\\#x", "#x"), ("\\!x", "!x"), ("x ", "x"),
      ("x\\ ", "x "), ("x\r", "x"), ("\u{FEFF}x", "x"), ("ليلة*", "ليلة ١"), ("#x\nx", "x"), ("**", "a/b"),
    ] {
      #expect(decision(rules, path) == true, "\(rules) \(path)")
    }
    for (rules, path) in [
      ("old", "older"), ("/old", "a/old"), ("a/old", "b/a/old"), ("a/*", "a/b/c"), ("a/*/b", "a/b"),
      ("a**b", "a/b"), ("tmp?", "tmp"), ("[a-c]x", "dx"), ("#x", "#x"), ("[x", "[x"), ("x\\", "x\\"),
      ("", ""), ("!", "!"), ("/", "x"), ("a?b", "a/b"), ("[[:nothing:]]", "a"), ("x/ ", "a/x/y"),
    ] {
      #expect(decision(rules, path) == nil, "\(rules) \(path)")
    }
    #expect(decision("old/", "old", isFolder: false) == nil)
  }

  @Test func theLastRuleCounts() {
    #expect(decision("*\n!keep", "keep") == false)
    #expect(decision("!keep\n*", "keep") == true)
    #expect(decision("*\n!keep", "other") == true)
  }

  /// A pattern that could be tried in endlessly many ways ends at once.
  @Test(.timeLimit(.minutes(1))) func endsSoon() {
    let text = String(repeating: "a", count: 250)
    #expect(decision(String(repeating: "*a", count: 60) + "*b", text) == nil)
    #expect(
      decision(String(repeating: "**/a*/", count: 8) + "b", String(repeating: "a/", count: 60) + "c") == nil)
  }

  /// Compares the answers with git's own, for random rules in random trees.
  @Test func agreesWithGit() throws {
    guard
      let git = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"].first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return }
    var numbers = RepeatableNumbers(seed: 11)
    var ignored = 0
    for round in 0..<8 {
      let folder = try TemporaryFolder()
      try run(git, ["init", "-q", folder.path])
      let paths = try tree(in: folder, &numbers)
      let asked = paths.joined(separator: "\n") + "\n"
      try folder.write(asked, to: "asked.txt")
      let said = try run(
        git, ["-C", folder.path, "check-ignore", "--stdin"], input: folder.path(of: "asked.txt"))
      let expected = Set(said.split(separator: "\n").map(String.init)).subtracting(["asked.txt"])
      let found = FileTree.folders(endingIn: ".b", under: folder.path) { Issue.record($0) }
      let all = FileTree.folders(endingIn: ".b", under: folder.path, takingIgnored: true) { Issue.record($0) }
      let wanted = all.paths.filter { !expected.contains(PathText.shown($0, from: folder.path)) }
      #expect(found.paths == wanted, "round \(round)")
      ignored += all.paths.count - wanted.count
      // From inside the repository, the folders above count too; what is asked for is always looked into.
      for top in paths where !top.contains("/") && !top.hasSuffix(".b") && !expected.contains(top) {
        let below = FileTree.folders(endingIn: ".b", under: folder.path(of: top)) { Issue.record($0) }
        #expect(below.paths == wanted.filter { $0.hasPrefix(folder.path(of: top) + "/") }, "\(round) \(top)")
      }
    }
    #expect(ignored > 20)
  }

  /// Folders three deep, the innermost ending in `.b`, and ignore files among them.
  private func tree(in folder: TemporaryFolder, _ numbers: inout RepeatableNumbers) throws -> [String] {
    let names = ["a", "b", "ab", "a.b", "ba.b", "[a]", "a b", "x1.b", "ليلة.b", "!a.b"]
    var paths: [String] = []
    func grow(_ parent: String, _ depth: Int) throws {
      if depth < 2 || numbers.below(3) == 0 {
        let rules = (0..<numbers.below(5)).map { _ in rule(&numbers) }.joined(separator: "\n")
        if !rules.isEmpty {
          try Data(rules.utf8).write(to: URL(fileURLWithPath: folder.path(of: parent + ".gitignore")))
        }
      }
      for name in names where numbers.below(3) > 0 {
        try FileTransfer.makeFolder(folder.path(of: parent + name))
        paths.append(parent + name)
        if depth < 2, !name.hasSuffix(".b") { try grow(parent + name + "/", depth + 1) }
      }
    }
    try FileTransfer.makeFolder(folder.path)
    try grow("", 0)
    return paths
  }

  private func rule(_ numbers: inout RepeatableNumbers) -> String {
    let parts = [
      "a", "b", "*", "**", "?", "[ab]", "[!a]", "[a-z]", ".b", "/", "/", "**/", "/**", "x", "1", "\\", " ",
      "[",
      "]", "[[:alpha:]]", "ليلة", "-", "!",
    ]
    var text = numbers.below(5) == 0 ? "!" : ""
    for _ in 0...numbers.below(4) { text += parts[numbers.below(parts.count)] }
    return text
  }

  @discardableResult
  private func run(_ program: String, _ arguments: [String], input: String? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-c", "core.quotePath=false", "-c", "core.excludesFile=/dev/null"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = input.flatMap { FileHandle(forReadingAtPath: $0) } ?? FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}

/// A generator that gives the same numbers for the same seed.
private struct RepeatableNumbers {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
