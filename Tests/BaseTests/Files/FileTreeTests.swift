import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@Suite struct FileTreeTests {
  private func found(under root: String, faults: ((FileError) -> Void)? = nil) -> [String] {
    FileTree.folders(endingIn: ".tilawa", under: root) { error in
      if let faults { faults(error) } else { Issue.record(error) }
    }.paths
  }

  @Test func findsBundlesAtAnyDepthInOrder() throws {
    let folder = try TemporaryFolder([
      "b.tilawa/recording.yaml": "", "a/z.tilawa/recording.yaml": "", "a/2024/ليلة.tilawa/recording.yaml": "",
      "b.tilawa/inner.tilawa/recording.yaml": "", ".git/x.tilawa/recording.yaml": "", "c.tilawa": "a file",
      ".tilawa/settings": "", "d/notes.txt": "",
    ])
    try FileTransfer.makeFolder(folder.path(of: "empty"))
    try FileTransfer.link(folder.path(of: "link"), to: "a")
    try FileTransfer.link(folder.path(of: "link.tilawa"), to: "b.tilawa")
    let names = ["a/2024/ليلة.tilawa", "a/z.tilawa", "b.tilawa"]
    #expect(found(under: folder.path) == names.map { folder.path + "/" + $0 })
    #expect(found(under: folder.path + "/") == names.map { folder.path + "/" + $0 })
    // The root may be a link, and may itself be what is looked for.
    #expect(
      found(under: folder.path(of: "link")).map { PathText.name(of: $0) } == ["ليلة.tilawa", "z.tilawa"])
    #expect(found(under: folder.path(of: "link.tilawa")) == [folder.path(of: "link.tilawa")])
    #expect(found(under: folder.path(of: "b.tilawa") + "/") == [folder.path(of: "b.tilawa")])
  }

  @Test func passesOverWhatIsIgnored() throws {
    let folder = try TemporaryFolder([
      "a/x.tilawa/r": "", "a/y.tilawa/r": "", "old/z.tilawa/r": "", ".gitignore": "old/\ny.tilawa\n",
      "a/.tilawaignore": "!y.tilawa\nx.tilawa\n", "a/.gitignore": "!x.tilawa\n",
    ])
    func names(_ root: String, takingIgnored: Bool = false) -> [String] {
      FileTree.folders(endingIn: ".tilawa", under: root, takingIgnored: takingIgnored) { Issue.record($0) }
        .paths.map { PathText.name(of: $0) }
    }
    #expect(names(folder.path) == ["y.tilawa"])
    #expect(names(folder.path, takingIgnored: true) == ["x.tilawa", "y.tilawa", "z.tilawa"])
    // What is named is taken; without a repository the folders above have no say.
    #expect(names(folder.path(of: "old")) == ["z.tilawa"])
    #expect(names(folder.path(of: "a/x.tilawa")) == ["x.tilawa"])
    try FileTransfer.makeFolder(folder.path(of: ".git/info"))
    try folder.write("z.tilawa\n", to: ".git/info/exclude")
    #expect(names(folder.path(of: "old")) == [])
    try folder.write("/old/z.tilawa\n", to: ".git/info/exclude")
    #expect(names(folder.path(of: "old")) == [])
    try folder.write("/z.tilawa\n", to: ".git/info/exclude")
    #expect(names(folder.path(of: "old")) == ["z.tilawa"])
  }

  /// Folder by folder as one reads it, though many are read at the same time.
  @Test func keepsTheOrderOfManyFolders() throws {
    let folder = try TemporaryFolder()
    var expected: [String] = []
    for a in 0..<12 {
      for b in 0..<7 where (a * b) % 5 != 1 {
        let name = "\(a)/\(b)" + (b % 3 == 0 ? ".tilawa" : "/\(a)/x.tilawa")
        try FileTransfer.makeFolder(folder.path(of: name))
        expected.append(name)
      }
    }
    func key(_ path: String) -> [[UInt8]] { path.split(separator: "/").map { Array($0.utf8) } }
    expected.sort { a, b in
      key(a).lexicographicallyPrecedes(key(b)) { $0.lexicographicallyPrecedes($1) }
    }
    #expect(found(under: folder.path) == expected.map { folder.path(of: $0) })
  }

  @Test func goesOnAfterAFolderThatCannotBeRead() throws {
    let folder = try TemporaryFolder(["a/x.tilawa/r": "", "z.tilawa/r": ""])
    let shut = folder.path(of: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: shut)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shut) }
    var faults: [String] = []
    let names = found(under: folder.path) { faults.append($0.description) }
    // Root may read everything; then nothing is reported.
    if faults.isEmpty {
      #expect(names.count == 2)
    } else {
      #expect(faults == ["cannot read \(shut): permission denied"])
      #expect(names == [folder.path(of: "z.tilawa")])
    }
  }

  @Test func aMissingRootIsReported() {
    var faults: [String] = []
    #expect(found(under: "/nowhere/at/all") { faults.append($0.description) }.isEmpty)
    #expect(faults == ["cannot read /nowhere/at/all: no such file"])
  }
}
