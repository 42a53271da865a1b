import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaFormat

@Suite struct BundleTransactionTests {
  private let segments = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.440, verified: true }

    """
  private let replacement = "tilawa: 1\nsegments: []\n"

  private func inBundle(_ segments: String, _ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\n", "a.tilawa/segments.yaml": segments,
    ])
    try withExtendedLifetime(folder) { try body(folder) }
  }

  /// Returns the reason why the change was refused, or the files that were written.
  private func result(
    in folder: TemporaryFolder, between: () throws -> Void = {},
    _ change: (inout BundleTransaction) throws -> Void
  ) throws -> String {
    do {
      var transaction = try BundleTransaction(openingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
      try change(&transaction)
      try between()
      return try transaction.commit().joined(separator: ", ")
    } catch let error as FileError {
      return error.reason
    }
  }

  @Test func writesWhatWasRead() throws {
    try inBundle(segments) { folder in
      let written = try result(in: folder) {
        try $0.apply(.create(replacement), to: .segments)
        try $0.apply(.create("tilawa: 1\nmarkers: []\n"), to: .markers)
      }
      #expect(written == "segments.yaml, markers.yaml")
      #expect(try folder.text(of: "a.tilawa/segments.yaml") == replacement)
    }
  }

  @Test func neverReplacesWhatCouldNotBeRead() throws {
    let tooLarge = segments + String(repeating: "# far too much\n", count: 5_000_000)
    let unreadable = [tooLarge, "tilawa: [1\n", "tilawa: 2\nsegments: []\n", "", "- 1\n", "tilawa: 1\0\n"]
    for text in unreadable {
      try inBundle(text) { folder in
        let written = try result(in: folder) {
          try $0.apply(.create(replacement), to: .segments)
          try $0.apply(.create("tilawa: 1\nmarkers: []\n"), to: .markers)
        }
        #expect(!written.contains(".yaml"), "\(text.prefix(30)): \(written)")
        let removed = try result(in: folder) { try $0.apply(.remove, to: .segments) }
        #expect(!removed.contains(".yaml"), "\(text.prefix(30)): \(removed)")
        let left = try FileContents.read(folder.path(of: "a.tilawa/segments.yaml"), atMost: .max)
        #expect(left == Array(text.utf8))
        #expect(try folder.names(in: "a.tilawa") == ["recording.yaml", "segments.yaml"])
      }
    }
  }

  @Test func neverReplacesAFolderOrALinkToNowhere() throws {
    try inBundle(segments) { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path(of: "a.tilawa/markers.yaml/inside"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "a.tilawa/words.yaml"), withDestinationPath: "words.yaml")
      for kind in [FileKind.markers, .words] {
        let written = try result(in: folder) { try $0.apply(.create(replacement), to: kind) }
        #expect(!written.contains(".yaml"), "\(kind): \(written)")
        let removed = try result(in: folder) { try $0.apply(.remove, to: kind) }
        #expect(!removed.contains(".yaml"), "\(kind): \(removed)")
      }
      #expect(try folder.names(in: "a.tilawa").count == 4)
    }
  }

  @Test func losesNothingThatAnEditorWroteMeanwhile() throws {
    try inBundle(segments) { folder in
      let theirs = segments.replacing("8.440", with: "8.450")
      let edited = try result(in: folder, between: { try folder.write(theirs, to: "a.tilawa/segments.yaml") })
      {
        try $0.apply(.edit([TextEdit(0..<0, "# ours\n")]), to: .segments)
      }
      #expect(edited == "another program changed it; nothing was written; try again")
      #expect(try folder.text(of: "a.tilawa/segments.yaml") == theirs)
      let appeared = try result(
        in: folder, between: { try folder.write("tilawa: 1\nmarkers: []\n", to: "a.tilawa/markers.yaml") }
      ) { try $0.apply(.create(replacement), to: .markers) }
      #expect(appeared == "another program changed it; nothing was written; try again")
    }
  }
}
