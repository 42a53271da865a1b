import Files
import Foundation
import TestSupport
import Testing

@Suite struct FileTreeTests {
  private func found(under root: String, faults: ((FileError) -> Void)? = nil) -> [String] {
    FileTree.folders(endingIn: ".tilawa", under: root) { error in
      if let faults { faults(error) } else { Issue.record(error) }
    }
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
