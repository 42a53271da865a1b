import Foundation
import Testing
import TilawaTestSupport

/// The behaviour of real git after `tilawa git install`, beyond a plain merge: tools, renames, criss-cross
/// histories.
@Suite struct GitToolsTests {
  private static let base = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 3.120, end: 8.440 }
      - { ayah: "1:2", start: 8.440, end: 14.010 }
      - { ayah: "1:3", start: 14.010, end: 18.500 }
      - { ayah: "1:4", start: 18.500, end: 23.000 }

    """
  private static let file = "a.tilawa/segments.yaml"

  private func shell(_ command: String, _ folder: TemporaryFolder) throws -> String {
    try BuiltProgram.shell(
      command, in: folder.path, environment: HistoryRepository.environment(folder.path))
  }

  /// A repository with the base on `main`, and git taught.
  private func repository(attributes: Bool = true) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([Self.file: Self.base])
    _ = try shell(
      "git init -q -b main . && git config user.email x@example.org && git config user.name x", folder)
    _ = try shell("tilawa git install", folder)
    if !attributes { _ = try shell("rm .gitattributes", folder) }
    _ = try shell("git add . && git commit -qm base", folder)
    return folder
  }

  /// Commits a text on a branch, which is made where `main` is when there is none.
  private func commit(_ text: String, on branch: String, _ folder: TemporaryFolder) throws {
    _ = try shell("git checkout -q \(branch) 2>/dev/null || git checkout -q -b \(branch) main", folder)
    try folder.write(text, to: Self.file)
    let said = try shell("git commit -qam '\(branch)'", folder)
    #expect(said.isEmpty, "\(said)")
  }

  @Test func mergetoolSettlesWhatLinesCouldNot() throws {
    let folder = try repository(attributes: false)
    let ours = Self.base.replacing("3.120", with: "3.300")
    try commit(ours, on: "ours", folder)
    try commit(Self.base.replacing("14.010", with: "14.200"), on: "theirs", folder)
    #expect(try shell("git checkout -q ours && git merge theirs", folder).contains("CONFLICT"))
    let said = try shell("git mergetool -y --tool=tilawa", folder)
    #expect(!said.contains("[exit"), "\(said)")
    #expect(try folder.text(of: Self.file) == ours.replacing("14.010", with: "14.200"))
    #expect(try shell("git diff --name-only --diff-filter=U", folder) == "")
  }

  @Test func aFolderIsComparedBundleByBundle() throws {
    let folder = try repository()
    try folder.write(Self.base.replacing("3.120", with: "3.300"), to: Self.file)
    try folder.write(Self.base, to: "b.tilawa/segments.yaml")
    let said = try shell("tilawa diff HEAD --stat -- .", folder)
    #expect(
      said.contains("a.tilawa\n") && said.contains("b.tilawa\n") && said.contains("[exit 1]"), "\(said)")
    _ = try shell("git add . && git commit -qm both && rm -r b.tilawa", folder)
    let gone = try shell("tilawa diff HEAD -- .", folder)
    #expect(gone.contains("b.tilawa\n") && !gone.contains("a.tilawa\n"), "\(gone)")
    #expect(try shell("tilawa diff HEAD -- none", folder).contains("[exit 2]"))
  }

  @Test func mergetoolLeavesARealConflictUnsettled() throws {
    let folder = try repository()
    try commit(Self.base.replacing("23.000", with: "23.500"), on: "ours", folder)
    try commit(Self.base.replacing("23.000", with: "24.500"), on: "theirs", folder)
    #expect(try shell("git checkout -q ours && git merge theirs", folder).contains("CONFLICT"))
    #expect(try shell("git mergetool -y --tool=tilawa", folder).contains("[exit 1]"))
    #expect(try folder.text(of: Self.file).contains("<<<<<<< "))
    #expect(try shell("git diff --name-only --diff-filter=U", folder).contains(Self.file))
  }

  @Test func difftoolAndDiffSpeakOfRows() throws {
    let folder = try repository()
    try commit(Self.base.replacing("23.000", with: "23.500"), on: "ours", folder)
    let said = try shell("git difftool -y --tool=tilawa main ours", folder)
    #expect(said.contains("1:4  end 23.000 -> 23.500 (+0.500)"), "\(said)")
    // The name of the row above stands in the hunk's header.
    let diff = try shell("git diff -U0 main ours", folder)
    #expect(diff.contains("@@ 1:3"), "\(diff)")
    let words = try shell("git diff --word-diff main ours", folder)
    #expect(words.contains("[-23.000-]{+23.500+}"), "\(words)")
  }

  @Test func aBundleWithANewNameIsMergedAllTheSame() throws {
    let folder = try repository()
    let ours = Self.base.replacing("3.120", with: "3.300")
    try commit(ours, on: "ours", folder)
    try commit(Self.base.replacing("14.010", with: "14.200"), on: "theirs", folder)
    _ = try shell("git mv a.tilawa friday.tilawa && git commit -qm renamed", folder)
    let said = try shell("git checkout -q ours && git merge --no-edit theirs", folder)
    #expect(!said.contains("CONFLICT"), "\(said)")
    #expect(try folder.text(of: "friday.tilawa/segments.yaml") == ours.replacing("14.010", with: "14.200"))
  }

  /// Merges `x` and `y` into each other, with the texts `settled` as results. Then both change again, and `y`
  /// is merged into `x`.
  private func crissCross(
    _ one: String, _ other: String, settled: (String, String), then: (String, String)
  ) throws -> (said: String, text: String) {
    let folder = try repository()
    try commit(one, on: "x", folder)
    try commit(other, on: "y", folder)
    _ = try shell("git tag x1 x && git tag y1 y", folder)
    for (branch, tag, text) in [("x", "y1", settled.0), ("y", "x1", settled.1)] {
      _ = try shell("git checkout -q \(branch) && git merge --no-edit \(tag)", folder)
      try folder.write(text, to: Self.file)
      _ = try shell("git commit -qam settled", folder)
    }
    try commit(then.0, on: "x", folder)
    try commit(then.1, on: "y", folder)
    return (
      try shell("git checkout -q x && git merge --no-edit y", folder), try folder.text(of: Self.file)
    )
  }

  @Test func crissCrossHistoriesMerge() throws {
    let one = Self.base.replacing("3.120", with: "3.300")
    let other = Self.base.replacing("14.010", with: "14.200")
    let both = one.replacing("14.010", with: "14.200")
    let (said, text) = try crissCross(
      one, other, settled: (both, both),
      then: (
        both.replacing("8.440", with: "8.600"), both.replacing("23.000 }", with: "23.000, verified: true }")
      ))
    #expect(!said.contains("CONFLICT"), "\(said)")
    #expect(
      text == both.replacing("8.440", with: "8.600").replacing("23.000 }", with: "23.000, verified: true }"))
  }

  @Test func whatACrissCrossHistorySettledAlikeIsNoConflict() throws {
    // The common ancestor that git makes up holds a conflict in the last row.
    let one = Self.base.replacing("23.000", with: "23.500")
    let other = Self.base.replacing("23.000", with: "24.500")
    let (said, text) = try crissCross(
      one, other, settled: (one, one),
      then: (one.replacing("3.120", with: "3.300"), one.replacing("8.440", with: "8.600")))
    #expect(!said.contains("CONFLICT"), "\(said)")
    #expect(text == one.replacing("3.120", with: "3.300").replacing("8.440", with: "8.600"))
  }

  @Test func whatACrissCrossHistorySettledTwoWaysIsAConflict() throws {
    let one = Self.base.replacing("23.000", with: "23.500")
    let other = Self.base.replacing("23.000", with: "24.500")
    let (said, text) = try crissCross(
      one, other, settled: (one, other),
      then: (one.replacing("3.120", with: "3.300"), other.replacing("8.440", with: "8.600")))
    #expect(said.contains("CONFLICT"), "\(said)")
    for part in ["3.300", "8.600", "end: 23.500", "end: 24.500"] { #expect(text.contains(part), "\(text)") }
    #expect(text.components(separatedBy: "<<<<<<<").count == 2, "\(text)")
  }
}
