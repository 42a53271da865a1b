import Testing

@testable import TilawaArchives
@testable import TilawaRemote

@Suite struct EntryNameTests {
  private func reason(_ name: String) -> ArchiveRefusal.Reason? {
    do throws(ArchiveRefusal) {
      _ = try EntryName(name.utf8)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [
    ("/etc/passwd", ArchiveRefusal.Reason.absolutePath), ("\\\\server\\share", .absolutePath),
    ("C:/x", .driveLetter), ("c:x", .driveLetter), ("../x", .climbingPath), ("a/../../x", .climbingPath),
    ("a/..", .climbingPath), ("a\\..\\..\\x", .climbingPath), ("", .emptyName), ("/", .absolutePath),
    ("a//b", .emptyName), ("./", .emptyName), ("a\u{0}b", .controlCharacter), ("a\nb", .controlCharacter),
    ("a\u{7F}", .controlCharacter), ("a\u{2028}b", .controlCharacter), ("a\u{202E}gpj.exe", .unseenCharacter),
    ("a\u{FEFF}", .unseenCharacter), ("a\u{E000}", .unseenCharacter), ("a\\b", .forbiddenCharacter),
    ("ab:c", .forbiddenCharacter), ("x/a:b", .forbiddenCharacter), ("a?", .forbiddenCharacter),
    ("x.tilawa/a|b", .forbiddenCharacter),
    ("CON", .reservedName), ("x/nul.txt", .reservedName), ("Com1.tar.gz", .reservedName),
    ("LPT\u{B9}", .reservedName), ("aux .txt", .reservedName), ("a.", .trailingSign), ("a ", .trailingSign),
    ("x. /b", .trailingSign), (" a", .trailingSign), (String(repeating: "a", count: 256), .nameTooLong),
    (String(repeating: "abcdefgh/", count: 120) + "a", .nameTooLong),
    (String(repeating: "a/", count: 16) + "a", .tooDeep),
  ])
  func aNameThatNotEverySystemTakesIsRefused(_ name: String, _ expected: ArchiveRefusal.Reason) {
    #expect(reason(name) == expected)
  }

  @Test(arguments: [
    "a", "friday.tilawa/recording.yaml", "./friday.tilawa/audio.flac", "سورة الكهف/ۖ.mp3", "a..b", "...a",
    ".hidden", "com", "com10", "console.txt", "nulls", "می‌خواهم.txt", String(repeating: "a", count: 255),
    String(repeating: "a/", count: 15) + "a",
  ])
  func otherNamesAreTaken(_ name: String) {
    #expect(reason(name) == nil)
  }

  @Test func bytesThatAreNoUTF8AreRefused() {
    #expect(throws: ArchiveRefusal(.notUTF8, "a\u{FFFD}b", "is not UTF-8")) { try EntryName([97, 0xFF, 98]) }
  }

  private func reason(_ names: [(String, isFolder: Bool)]) -> ArchiveRefusal.Reason? {
    var known = EntryNames()
    do throws(ArchiveRefusal) {
      for (name, isFolder) in names { try known.add(EntryName(name.utf8), isFolder: isFolder) }
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func namesThatSomeSystemTakesForOneAreRefused() {
    #expect(reason([("a/B", false), ("a/b", false)]) == .twinNames)
    #expect(reason([("A/x", false), ("a/y", false)]) == .twinNames)
    #expect(reason([("caf\u{E9}", false), ("cafe\u{301}", false)]) == .twinNames)
    #expect(reason([("\u{212A}", false), ("k", false)]) == .twinNames)
    #expect(reason([("stra\u{DF}e", false), ("STRASSE", false)]) == .twinNames)
    #expect(reason([("a", false), ("a", false)]) == .nameTwice)
    #expect(reason([("a", false), ("a/b", false)]) == .fileAndFolder)
    #expect(reason([("a/b", false), ("a", false)]) == .fileAndFolder)
    #expect(reason([("a/b", false), ("A", false)]) == .twinNames)
    #expect(reason([("a", true), ("a", true), ("a/b", false), ("a/c", false)]) == nil)
  }
}
