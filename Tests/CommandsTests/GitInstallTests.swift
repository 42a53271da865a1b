import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

/// The behaviour of plain git after `tilawa git install`: blame, diffs, patches, conflicts.
@Suite struct GitInstallTests {
  private static let base = """
    # Checked by ear.
    tilawa: 1

    segments:
      # The basmalah is an ayah.
      - { ayah: "1:1", start: 3.120, end: 8.440 }
      - { ayah: "1:2", start: 8.440, end: 14.010 }
      - { ayah: "1:3", start: 14.010, end: 18.500 }

    """
  private let folder: TemporaryFolder
  private let file: String

  init() throws { (folder, file) = (try TemporaryFolder(), "a.tilawa/segments.yaml") }

  @discardableResult
  private func shell(_ command: String) throws -> String {
    try BuiltProgram.shell(
      command, in: folder.path, environment: HistoryRepository.environment(folder.path))
  }

  private func start(_ file: String? = nil, install: String = "tilawa git install -q") throws {
    try folder.write(Self.base, to: file ?? self.file)
    try shell("git init -q -b main . && git config user.email x@example.org && git config user.name Amina")
    #expect(try shell(install) == "")
    try shell("git add . && git commit -qm base")
  }

  private func commit(_ text: String, _ file: String? = nil, by author: String, on branch: String = "main")
    throws
  {
    try shell("git checkout -q \(branch) 2>/dev/null || git checkout -q -b \(branch) main")
    try folder.write(text, to: file ?? self.file)
    #expect(try shell("git commit -qam 'by \(author)' --author '\(author) <\(author)@example.org>'") == "")
  }

  /// A clone has the attributes, and no driver until it is installed there.
  @Test func aCloneWithoutTheDriverIsTold() throws {
    try folder.write("tilawa: 1\nid: a\nriwayah: hafs\n", to: "a.tilawa/recording.yaml")
    try start()
    try shell("git clone -q . ../clone-of-it 2>/dev/null; mv ../clone-of-it clone")
    let hint = "set it up with `tilawa git install`"
    for command in ["lint .", "lint a.tilawa/segments.yaml", "git check", "git resolve-conflicts a.tilawa"] {
      let said = try shell("cd clone && tilawa \(command) 2>&1")
      #expect(said.components(separatedBy: hint).count == 2, "\(command): \(said)")
      #expect(try !shell("tilawa \(command) 2>&1").contains(hint), "\(command)")
    }
    try shell("cd clone && tilawa git install -q")
    #expect(try !shell("cd clone && tilawa lint . 2>&1").contains(hint))
    // Other repositories ask for nothing.
    try shell(
      "mkdir other && cd other && git init -q . && mkdir a.tilawa && echo 'tilawa: 1' > a.tilawa/recording.yaml"
    )
    #expect(try !shell("cd other && tilawa lint . 2>&1").contains(hint))
  }

  @Test func blameNamesWhoTouchedTheLine() throws {
    try folder.write("tilawa: 1\nid: a\n", to: "a.tilawa/recording.yaml")
    try start()
    try commit(Self.base.replacing("18.500", with: "18.700"), by: "Bilal")
    #expect(
      try shell("tilawa git blame 1:1-3 a.tilawa | sed 's/  [0-9a-f]\\{10\\}//'") == """
        1:1  3.120-8.440  Amina  2024-03-11  base
        1:2  8.440-14.010  Amina  2024-03-11  base
        1:3  14.010-18.700  Bilal  2024-03-11  by Bilal

        """)
    // Editors ask plain git.
    let authors = try shell("git blame --line-porcelain \(file) | sed -n 's/^author //p'")
    #expect(authors == String(repeating: "Amina\n", count: 7) + "Bilal\n")
  }

  @Test func aDiffCanBeApplied() throws {
    try start()
    let mine = Self.base.replacing("14.010", with: "14.200").replacing(
      "  # The basmalah is an ayah.\n", with: "")
    try folder.write(mine, to: file)
    #expect(try shell("git diff > x.patch; git checkout -q . && git apply x.patch") == "")
    #expect(try folder.text(of: file) == mine)
  }

  @Test func twoPeoplesPlaybackIsMergedByRows() throws {
    let base = """
      tilawa: 1
      reciters:
        - { id: husary }
        - { id: minshawi }

      """
    try folder.write(base, to: "lib/playback.yaml")
    try start()
    #expect(
      try folder.text(of: ".gitattributes").contains("**/playback.yaml text eol=lf diff=tilawa merge=tilawa"))
    let theirs = base.replacing("minshawi }\n", with: "minshawi, enabled: false }\n  - { id: shuraim }\n")
    let ours = base.replacing("husary }\n", with: "husary, enabled: false }\n  - { id: afasy }\n")
    try commit(theirs, "lib/playback.yaml", by: "Bilal", on: "theirs")
    try commit(ours, "lib/playback.yaml", by: "Amina")
    #expect(try !shell("git merge theirs").contains("CONFLICT"))
    #expect(
      try folder.text(of: "lib/playback.yaml") == """
        tilawa: 1
        reciters:
          - { id: husary, enabled: false }
          - { id: afasy }
          - { id: minshawi, enabled: false }
          - { id: shuraim }

        """)
    #expect(
      try shell("tilawa git blame shuraim lib/playback.yaml | sed 's/  [0-9a-f]\\{10\\}//'")
        == "shuraim  reciters  Bilal  2024-03-11  by Bilal\n")
    #expect(try shell("tilawa git uninstall -q") == "")
    #expect((try? FileStatus.ifAny(folder.path + "/.gitattributes")) == nil)
  }

  @Test func twoPeoplesGuideIsMergedBySteps() throws {
    let base = """
      tilawa: 1
      id: fajr
      title: Dawn
      prayer: fajr
      steps:
        - step: 1
          title: Takbir
          description: Raise the hands.
        - step: 2
          title: Standing
          description: Recite.
          hear: "1:1-7"
      notes:
        - { text: Face the qiblah. }

      """
    try folder.write(base, to: "lib/guides/fajr.yaml")
    try start()
    #expect(
      try folder.text(of: ".gitattributes").contains(
        "**/guides/*.yaml text eol=lf diff=tilawa merge=tilawa"))
    let theirs = base.replacing("Raise the hands.", with: "Raise both hands.")
      .replacing("title: Dawn", with: "title: The dawn prayer")
      .replacing("qiblah. }\n", with: "qiblah. }\n  - { text: Before sunrise. }\n")
    let third = "\n  - step: 3\n    title: Bowing\n    description: Bow."
    let ours = base.replacing("hear: \"1:1-7\"", with: "hear: [\"1:1-7\", amin]\(third)").replacing(
      "title: Takbir\n", with: "title: Takbir\n    hear: takbir\n")
    try commit(theirs, "lib/guides/fajr.yaml", by: "Bilal", on: "theirs")
    try commit(ours, "lib/guides/fajr.yaml", by: "Amina")
    #expect(try !shell("git merge theirs").contains("CONFLICT"))
    #expect(
      try folder.text(of: "lib/guides/fajr.yaml") == """
        tilawa: 1
        id: fajr
        title: The dawn prayer
        prayer: fajr
        steps:
          - step: 1
            title: Takbir
            hear: takbir
            description: Raise both hands.
          - step: 2
            title: Standing
            description: Recite.
            hear: ["1:1-7", amin]
          - step: 3
            title: Bowing
            description: Bow.
        notes:
          - { text: Face the qiblah. }
          - { text: Before sunrise. }

        """)
  }

  @Test func twoPeoplesNotesAreMergedByRows() throws {
    let base = """
      tilawa: 1
      categories:
        - { name: tafsir }
      notes:
        - ayat: "18:10"
          text: the cave
          created: 2024-01-05
        - ayat: "67:2"
          text: life
          created: 2024-01-06

      """
    let path = "lib/journal/notes.yaml"
    try folder.write(base, to: path)
    try start()
    #expect(
      try folder.text(of: ".gitattributes").contains(
        "journal/notes.yaml text eol=lf diff=tilawa merge=tilawa"))
    let theirs =
      base.replacing("text: life\n", with: "text: death and life\n    category: tafsir\n")
      + "  - ayat: \"112:1\"\n    text: theirs\n    created: 2024-01-07\n"
    let ours =
      base.replacing("{ name: tafsir }\n", with: "{ name: tafsir, color: green }\n")
      .replacing("text: the cave\n", with: "text: their refuge\n")
      + "  - ayat: \"112:1\"\n    text: ours\n    created: 2024-01-08\n"
    try commit(theirs, path, by: "Bilal", on: "theirs")
    try commit(ours, path, by: "Amina")
    #expect(try !shell("git merge theirs").contains("CONFLICT"))
    let merged = try folder.text(of: path)
    for line in [
      "{ name: tafsir, color: green }", "text: their refuge", "text: death and life", "category: tafsir",
      "text: ours", "text: theirs",
    ] {
      #expect(merged.contains(line + "\n"), "\(merged)")
    }
    #expect(merged.components(separatedBy: "- ayat:").count == 5)
  }

  @Test func aConflictIsShownAsOne() throws {
    try start()
    try commit(Self.base.replacing("18.500", with: "18.700"), by: "Bilal", on: "theirs")
    try commit(Self.base.replacing("18.500", with: "18.900"), by: "Amina")
    #expect(try shell("git merge theirs").contains("CONFLICT"))
    let diff = try shell("git diff")
    for line in ["++<<<<<<< ", " +  - { ayah: \"1:3\", start: 14.010, end: 18.900 }", "++>>>>>>> "] {
      #expect(diff.contains("\n" + line), "\(diff)")
    }
    #expect(diff.components(separatedBy: "start: 8.440").count == 2, "\(diff)")
  }

  @Test func anOlderInstallationIsMended() throws {
    try start(install: "true")
    try shell("echo '**/*.tilawa/**/*.yaml text eol=lf diff=tilawa merge=tilawa' > .gitattributes")
    try shell("git config diff.tilawa.textconv 'cat'; git config diff.tilawa.cachetextconv true")
    try commit(Self.base.replacing("18.500", with: "18.700"), by: "Bilal")
    try shell("git diff HEAD~1")
    #expect(try shell("git log --all --format=%s").split(separator: "\n").count == 3)
    let said = try shell("tilawa git install")
    for part in ["diff.tilawa.textconv", "diff.tilawa.cachetextconv", "refs/notes/textconv/tilawa"] {
      #expect(said.contains("removed \(part)\n"), "\(said)")
    }
    #expect(try shell("git log --all --format=%s") == "by Bilal\nbase\n")
    #expect(try shell("git config --get-regexp textconv") == "[exit 1]\n")
    #expect(!(try shell("tilawa git install")).contains("removed"))
  }

  @Test func namesThatBeginWithADashAndProgramsWithOddNamesWork() throws {
    let odd = "-x.tilawa/segments.yaml"
    let program = try folder.write(
      "#!/bin/sh\nexec '\(BuiltProgram.path)' \"$@\"\n", to: "it's 100% \"my\" $HOME/tilawa")
    try shell("chmod +x it*/tilawa && printf '/it*\\n' > .gitignore")
    let quoted = program.replacing("'", with: "'\\''")
    try start(odd, install: "tilawa git install -q --program '\(quoted)'")
    let (ours, theirs) = (
      Self.base.replacing("3.120", with: "3.300"), Self.base.replacing("14.010", with: "14.200")
    )
    try commit(theirs, odd, by: "Bilal", on: "theirs")
    try commit(ours, odd, by: "Amina")
    let said = try shell("git merge --no-edit theirs")
    #expect(!said.contains("CONFLICT"), "\(said)")
    #expect(try folder.text(of: odd) == ours.replacing("14.010", with: "14.200"))
    #expect(try shell("git difftool -y --tool=tilawa HEAD~1").contains("14.200"))
    try folder.write(Self.base, to: odd)
    #expect(try shell("git difftool -y --tool=tilawa").contains("3.300 -> 3.120"))
    #expect(
      try shell("tilawa git blame 1:3 -- -x.tilawa; tilawa diff HEAD -- -x.tilawa").contains("3.300 -> 3.120")
    )
  }

  @Test func whatIsGivenForACommitIsNoOption() throws {
    try start()
    try folder.write("kept", to: "keep")
    for arguments in ["--changed=--output=keep", "--changed=--output=keep...", "--changed=", "--changed=-"] {
      let said = try shell("tilawa lint \(arguments) .")
      #expect(said.contains("no such commit") && said.hasSuffix("[exit 2]\n"), "\(said)")
    }
    for revision in ["--output=keep", "-x", "--all"] {
      #expect(try shell("tilawa diff '\(revision):a.tilawa' a.tilawa").hasSuffix("[exit 2]\n"))
    }
    #expect(try folder.text(of: "keep") == "kept")
  }
}
