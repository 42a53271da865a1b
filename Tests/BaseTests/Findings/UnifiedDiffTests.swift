import Testing
import TilawaBase

/// Edits as `diff -u` shows them.
@Suite struct UnifiedDiffTests {
  private func diff(_ text: String, _ edits: [TextEdit]) throws -> String {
    try #require(UnifiedDiff(of: SourceText(path: "a.yaml", bytes: Array(text.utf8)), edits)).text
  }

  @Test func showsThreeLinesAround() throws {
    let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    #expect(
      try diff(text, [TextEdit(8..<9, "five")]) == """
        --- a/a.yaml
        +++ b/a.yaml
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8

        """)
  }

  /// Paths outside of the folder are written as git writes them, with one slash at the beginning.
  @Test func namesPathsFromTheRoot() throws {
    let source = SourceText(path: "/x/a.yaml", bytes: Array("1\n".utf8))
    let diff = try #require(UnifiedDiff(of: source, [TextEdit(0..<1, "2")])).text
    #expect(diff == "--- a/x/a.yaml\n+++ b/x/a.yaml\n@@ -1 +1 @@\n-1\n+2\n")
  }

  @Test func joinsNeighboursAndCountsLines() throws {
    let text = "1\n2\n3\n"
    let edits = [TextEdit(0..<1, "one"), TextEdit(2..<3, "two"), TextEdit(6..<6, "4\n5\n")]
    #expect(
      try diff(text, edits) == """
        --- a/a.yaml
        +++ b/a.yaml
        @@ -1,3 +1,5 @@
        -1
        -2
        +one
        +two
         3
        +4
        +5

        """)
  }

  @Test func tellsAMissingLineEnd() throws {
    #expect(
      try diff("a\nb", [TextEdit(3..<3, "\n")]) == """
        --- a/a.yaml
        +++ b/a.yaml
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +b

        """)
  }

  @Test func sameBytesAreNoDifference() throws {
    #expect(try diff("a\nb\n", [TextEdit(0..<1, "a")]) == "")
    #expect(try diff("", []) == "")
    #expect(
      UnifiedDiff(of: SourceText(path: "a", bytes: [97]), [TextEdit(0..<1, "b"), TextEdit(0..<1, "c")]) == nil
    )
  }

  @Test func insertsIntoAnEmptyText() throws {
    #expect(
      try diff("", [TextEdit(0..<0, "a\n")])
        == "--- a/a.yaml\n+++ b/a.yaml\n@@ -0,0 +1,1 @@\n+a\n".replacing("1,1", with: "1"))
  }
}
