import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct PackCommandTests {
  private let recording = """
    tilawa: 1
    # Mine alone.
    id: friday-1
    title: Friday prayer  # at noon
    audio:
      file: audio.wav
      sha256: @
      bytes: 51244
    source_file: New Recording 12.m4a
    x-mood: { calm: true }
    place: At home
    riwayah: hafs
    notes: |
      Second row,
      left of the minbar.

    """
  private let segments = """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 0.000, end: 1.500, verified: true, note: he coughs }
      - { ayah: "1:2", start: 1.500, end: 3.200, x-page: 2 }

    """

  /// A bundle with what goes and what stays.
  private func folder(_ more: [String: String] = [:]) throws -> TemporaryFolder {
    let audio = silentWAV(frames: 25_600)
    let sum = try FileDigest.of(audio).sha256
    let folder = try TemporaryFolder([
      "friday.tilawa/recording.yaml": recording.replacing("@", with: sum),
      "friday.tilawa/segments.yaml": segments, "friday.tilawa/scans/page 1.txt": "a page\n",
      "friday.tilawa/.hidden": "mine\n", "friday.tilawa/journal/notes.yaml": "mine\n",
      "friday.tilawa/old.bak": "old\n", "friday.tilawa/drafts/a.txt": "draft\n",
      ".tilawaignore": "*.bak\n", "friday.tilawa/.tilawaignore": "drafts/\n", "outside": "secret\n",
    ])
    try FileTransfer.create(audio, at: folder.path(of: "friday.tilawa/audio.wav"))
    try FileTransfer.link(folder.path(of: "friday.tilawa/link.txt"), to: "../outside")
    for (name, text) in more { try folder.write(text, to: name) }
    return folder
  }

  @Test func aBundleGoesAsItIsAndComesBack() throws {
    let folder = try folder()
    #expect(
      transcript("pack", "friday.tilawa", in: folder.path) == """
        friday.tilawa.zip
        [stderr]
        friday.tilawa.zip: 1 bundle, 4 files, 52.7 kB
        friday.tilawa/.hidden: kept locally (hidden)
        friday.tilawa/.tilawaignore: kept locally (hidden)
        friday.tilawa/drafts: kept locally (excluded by a .tilawaignore)
        friday.tilawa/journal/notes.yaml: kept locally (the journal is personal)
        friday.tilawa/link.txt: kept locally (a link)
        friday.tilawa/old.bak: kept locally (excluded by a .tilawaignore)

        """)
    try FileTransfer.makeFolder(folder.path(of: "there"))
    #expect(
      transcript("unpack", "../friday.tilawa.zip", in: folder.path(of: "there")) == """
        friday.tilawa
        [stderr]
        friday.tilawa: 4 files, 51.7 kB

        """)
    #expect(try folder.names(in: "there") == ["friday.tilawa"])
    #expect(
      try folder.names(in: "there/friday.tilawa") == [
        "audio.wav", "recording.yaml", "scans", "segments.yaml",
      ])
    for name in ["audio.wav", "recording.yaml", "segments.yaml", "scans/page 1.txt"] {
      #expect(
        try FileContents.read(folder.path(of: "there/friday.tilawa/\(name)"))
          == FileContents.read(folder.path(of: "friday.tilawa/\(name)")))
    }
    // Once more, it is the same.
    #expect(
      transcript("unpack", "../friday.tilawa.zip", in: folder.path(of: "there")) == """
        friday.tilawa
        [stderr]
        friday.tilawa already exists and is the same

        """)
  }

  /// Those that are here: a bare system has neither `unzip` nor Python.
  @Test func otherProgramsReadItAndItsManifest() throws {
    let folder = try folder()
    for (archive, open) in [
      ("x.tilawa.zip", "unzip -q ../x.tilawa.zip"), ("x.tilawa.tar", "tar -xf ../x.tilawa.tar"),
      ("y.tilawa.zip", "python3 -m zipfile -e ../y.tilawa.zip ."),
    ]
    where try !BuiltProgram.shell("command -v \(open.prefix { $0 != " " })", in: folder.path).contains(
      "[exit")
    {
      #expect(!transcript("pack", "friday.tilawa", "-o", archive, in: folder.path).contains("[exit"))
      #expect(
        try BuiltProgram.shell(
          "mkdir d && cd d && \(open) && sha256sum -c MANIFEST.sha256 && cd .. && rm -r d", in: folder.path)
            == """
            friday.tilawa/audio.wav: OK
            friday.tilawa/recording.yaml: OK
            friday.tilawa/scans/page 1.txt: OK
            friday.tilawa/segments.yaml: OK

            """)
    }
  }

  @Test func theSameBundleMakesTheSameFileEverywhere() throws {
    let folder = try folder(["monday.tilawa/recording.yaml": "tilawa: 1\nid: monday-1\n"])
    for form in ["zip", "tar", "tar.zst"] {
      #expect(
        try BuiltProgram.shell(
          """
          tilawa -q pack friday.tilawa monday.tilawa -o one.\(form) > /dev/null
          mkdir there && cp -r .tilawaignore monday.tilawa friday.tilawa there && cd there
          umask 077
          find . -exec touch -d 1999-12-31 {} + 2> /dev/null
          chmod -R 700 . && chmod 755 friday.tilawa/segments.yaml
          mv friday.tilawa/segments.yaml s && mv s friday.tilawa/segments.yaml
          mkdir friday.tilawa/empty
          export TZ=Asia/Riyadh LC_ALL=C SOURCE_DATE_EPOCH=1 COLUMNS=10 TAR_OPTIONS=-v ZIPOPT=-9
          tilawa -q pack ./monday.tilawa/ ../there/friday.tilawa -o ../two.\(form) > /dev/null
          tilawa -q pack . -o - --format \(form) > ../three.\(form)
          cd .. && cmp one.\(form) two.\(form) && cmp one.\(form) three.\(form) && rm -r there
          """, in: folder.path) == "")
    }
  }

  @Test func whatIsPersonalStays() throws {
    let folder = try folder()
    #expect(
      transcript("pack", "--check", "--strip-personal", "friday.tilawa", in: folder.path).hasPrefix(
        """
        friday.tilawa/audio.wav  51.2 kB
        friday.tilawa/recording.yaml  198 B, without notes, place, source_file, x-mood
        friday.tilawa/segments.yaml  128 B, without note, x-page

        """))
    #expect(try folder.names().contains("friday.tilawa.zip") == false)
    _ = transcript("pack", "--strip-personal", "friday.tilawa", in: folder.path)
    _ = transcript("unpack", "friday.tilawa.zip", "--into", "there", in: folder.path)
    let sum = try FileDigest.of(folder.path(of: "friday.tilawa/audio.wav")).sha256
    #expect(
      try folder.text(of: "there/friday.tilawa/recording.yaml") == """
        tilawa: 1
        # Mine alone.
        id: friday-1
        title: Friday prayer  # at noon
        audio:
          file: audio.wav
          sha256: \(sum)
          bytes: 51244
        riwayah: hafs

        """)
    #expect(
      try folder.text(of: "there/friday.tilawa/segments.yaml") == """
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 0.000, end: 1.500, verified: true }
          - { ayah: "1:2", start: 1.500, end: 3.200 }

        """)
    // What can't be read well enough to be told apart isn't sent.
    try folder.write("tilawa: 1\nsegments:\n  - { note: \"open\n", to: "friday.tilawa/segments.yaml")
    #expect(
      transcript("pack", "--strip-personal", "friday.tilawa", "-o", "x.zip", in: folder.path).hasPrefix(
        "[stderr]\ntilawa: friday.tilawa/segments.yaml has errors, so its personal parts"))
  }

  @Test func withoutItsAudioTheChecksumGoes() throws {
    let folder = try folder()
    #expect(
      transcript("pack", "--without-audio", "friday.tilawa", "-q", in: folder.path) == "friday.tilawa.zip\n")
    #expect(
      transcript("unpack", "friday.tilawa.zip", "--into", "there", in: folder.path) == """
        there/friday.tilawa
        [stderr]
        there/friday.tilawa: 3 files, 478 B
        tilawa: there/friday.tilawa: unpacked without its audio (audio.wav); compare a copy of yours with the checksum in recording.yaml

        """)
    // The receiver's own copy stays where it is.
    try FileTransfer.copy(
      folder.path(of: "friday.tilawa/audio.wav"), to: folder.path(of: "there/friday.tilawa/audio.wav"))
    try folder.write(segments.replacing("3.200", with: "3.199"), to: "friday.tilawa/segments.yaml")
    _ = transcript("pack", "--without-audio", "friday.tilawa", "--force", in: folder.path)
    try folder.write("mine\n", to: "there/friday.tilawa/.mine")
    #expect(
      transcript("unpack", "friday.tilawa.zip", "--into", "there", "--force", "-q", in: folder.path)
        .hasPrefix("there/friday.tilawa\n"))
    #expect(
      try folder.names(in: "there/friday.tilawa")
        == [".mine", "audio.wav", "recording.yaml", "scans", "segments.yaml"])
    #expect(try folder.text(of: "there/friday.tilawa/segments.yaml").contains("3.199"))
    // Nor is it lost where what came calls its own otherwise.
    try folder.write(
      try folder.text(of: "friday.tilawa/recording.yaml").replacing("audio.wav", with: "small.opus"),
      to: "friday.tilawa/recording.yaml")
    _ = transcript("pack", "--without-audio", "friday.tilawa", "--force", in: folder.path)
    _ = transcript("unpack", "friday.tilawa.zip", "--into", "there", "--force", "-q", in: folder.path)
    #expect(
      try FileContents.read(folder.path(of: "there/friday.tilawa/audio.wav"))
        == FileContents.read(folder.path(of: "friday.tilawa/audio.wav")))
    #expect(try folder.names(in: "there") == ["friday.tilawa"])
  }

  @Test func audioThatIsNotHereIsNoAccident() throws {
    let folder = try folder()
    try FileManager.default.moveItem(
      atPath: folder.path(of: "friday.tilawa/audio.wav"),
      toPath: folder.path(of: "friday.tilawa/scans/audio.wav"))
    #expect(
      transcript("pack", "friday.tilawa", in: folder.path) == """
        [stderr]
        tilawa: cannot read friday.tilawa/audio.wav: no such file (named in recording.yaml); use --without-audio to omit it
        [exit 2]

        """)
    try FileTransfer.link(folder.path(of: "friday.tilawa/audio.wav"), to: "scans/audio.wav")
    #expect(
      transcript("pack", "friday.tilawa", in: folder.path) == """
        [stderr]
        tilawa: the audio of friday.tilawa, audio.wav, is a link; use --follow-links to include it
        [exit 2]

        """)
  }

  @Test func aNameThatNobodyCouldUnpackIsNotPacked() throws {
    let folder = try folder(["friday.tilawa/CON.txt": "x"])
    #expect(
      transcript("pack", "friday.tilawa", in: folder.path) == """
        [stderr]
        tilawa: cannot pack friday.tilawa: "friday.tilawa/CON.txt" has a name that is reserved on some systems [reserved-name]; rename it
        [exit 2]

        """)
    #expect(try !folder.names().contains { $0.contains(".zip") })
  }

  @Test func whatIsThereStaysUnlessItIsMergedOrReplaced() throws {
    let folder = try folder()
    _ = transcript("pack", "friday.tilawa", in: folder.path)
    _ = transcript("unpack", "friday.tilawa.zip", "--into", "there", in: folder.path)
    let own = segments.replacing("verified: true, ", with: "").replacing("3.200,", with: "3.150,")
    try folder.write(own, to: "there/friday.tilawa/segments.yaml")
    #expect(
      transcript("unpack", "friday.tilawa.zip", "--into", "there", in: folder.path) == """
        [stderr]
        tilawa: there/friday.tilawa already exists and differs; use --merge to merge, --force to replace it, or --into for another folder
        [exit 2]

        """)
    #expect(try folder.text(of: "there/friday.tilawa/segments.yaml") == own)
    let shown = transcript(
      "unpack", "friday.tilawa.zip", "--into", "there", "--merge", "--check", in: folder.path)
    #expect(
      shown == """
        [stderr]
        there/friday.tilawa and the received bundle differ:
        segments.yaml
        ~ 1:1  now verified
        ~ 1:2  end 3.150 -> 3.200 (+0.050)
        segments.yaml: conflict: 1:2 end  base none, ours 3.150, theirs 3.200  (both changed it)
        [exit 1]

        """)
    #expect(try folder.text(of: "there/friday.tilawa/segments.yaml") == own)
    _ = transcript("unpack", "friday.tilawa.zip", "--into", "there", "--merge", in: folder.path)
    #expect(try folder.text(of: "there/friday.tilawa/segments.yaml").contains("verified: true"))
    #expect(try folder.names(in: "there") == ["friday.tilawa"])
  }

  @Test func aCopyUnderAnotherNameIsFoundByItsID() throws {
    let folder = try folder()
    _ = transcript("pack", "--without-audio", "friday.tilawa", in: folder.path)
    _ = transcript("unpack", "friday.tilawa.zip", "--into", "there", in: folder.path)
    try System.move(folder.path(of: "there/friday.tilawa"), to: folder.path(of: "there/mine.tilawa"))
    _ = transcript("pack", "friday.tilawa", "--force", in: folder.path)
    #expect(
      transcript("unpack", "friday.tilawa.zip", "--into", "there", "--merge", "-q", in: folder.path)
        == "there/mine.tilawa\n")
    // It lacked the audio.
    #expect(try folder.names(in: "there/mine.tilawa").contains("audio.wav"))
    #expect(try folder.names(in: "there") == ["mine.tilawa"])
  }

  @Test func streamsAreRead() throws {
    let folder = try folder()
    #expect(
      try BuiltProgram.shell(
        """
        tilawa pack friday.tilawa -o - | tilawa -q unpack - --into there
        tilawa pack friday.tilawa -o - --format tar.zst | tilawa -q unpack - --into here
        tar --format=gnu -czf - --exclude='.*' --exclude=journal --exclude=link.txt friday.tilawa | tilawa unpack - --into third
        diff -r there here && ls -A . there here
        """, in: folder.path) == """
          there/friday.tilawa
          here/friday.tilawa
          standard input has no MANIFEST.sha256, so its files could not be verified
          third/friday.tilawa: 6 files, 51.7 kB
          third/friday.tilawa
          .:
          .tilawaignore
          friday.tilawa
          here
          outside
          there
          third

          here:
          friday.tilawa

          there:
          friday.tilawa

          """)
  }

  /// Folders are kept if two bundles have the same name.
  @Test func twoBundlesOfOneNameKeepTheirFolders() throws {
    let folder = try folder([
      "a/Friday.tilawa/recording.yaml": "tilawa: 1\nid: a\n",
      "b/other.tilawa/recording.yaml": "tilawa: 1\nid: b\n",
    ])
    for format in ["zip", "tar.zst"] {
      #expect(!transcript("pack", ".", "-o", "x.\(format)", in: folder.path).contains("[exit"))
      let said = transcript("unpack", "x.\(format)", "--into", "there-\(format)", in: folder.path)
      #expect(
        said.hasPrefix(
          """
          there-\(format)/a/Friday.tilawa
          there-\(format)/b/other.tilawa
          there-\(format)/friday.tilawa

          """), "\(said)")
      #expect(
        try folder.text(of: "there-\(format)/a/Friday.tilawa/recording.yaml") == "tilawa: 1\nid: a\n")
    }
    #expect(!transcript("pack", ".", "-o", "x.bag", "--bagit", in: folder.path).contains("[exit"))
    let bag = transcript("unpack", "x.bag", "--into", "of-bag", in: folder.path)
    #expect(bag.hasPrefix("of-bag/a/Friday.tilawa\nof-bag/b/other.tilawa\nof-bag/friday.tilawa\n"), "\(bag)")
    // Where one bundle stands alone, its folder doesn't matter.
    #expect(!transcript("pack", "a", "-o", "one.zip", in: folder.path).contains("[exit"))
    #expect(
      transcript("unpack", "one.zip", "--into", "alone", in: folder.path).hasPrefix("alone/Friday.tilawa\n"))
    // No archive leads through a link.
    try FileTransfer.makeFolder(folder.path(of: "trap"))
    try FileTransfer.makeFolder(folder.path(of: "elsewhere"))
    try FileTransfer.link(folder.path(of: "trap/a"), to: "../elsewhere")
    let refused = transcript("unpack", "x.zip", "--into", "trap", in: folder.path)
    #expect(refused.contains("trap/a is a link") && refused.contains("[exit 2]"), "\(refused)")
    // Hidden folders would be kept as well.
    try folder.write("tilawa: 1\nid: c\n", to: ".c/friday.tilawa/recording.yaml")
    let hidden = transcript(
      "pack", "friday.tilawa", ".c/friday.tilawa", "-o", "y.zip", in: folder.path)
    #expect(
      hidden.contains(".c/friday.tilawa is in a hidden folder") && hidden.contains("[exit 2]"), "\(hidden)")
    _ = try BuiltProgram.shell(
      "mkdir -p z && cp -R friday.tilawa z && tar -cf hidden.tar z/friday.tilawa/recording.yaml .c",
      in: folder.path)
    let unpacked = transcript("unpack", "hidden.tar", "--into", "no", in: folder.path)
    #expect(unpacked.contains("hidden folder") && unpacked.contains("[exit 2]"), "\(unpacked)")
  }

  /// A copy that was made for a pack has the times of the recording, and comes back into it.
  @Test func aSmallerCopyComesBackIntoItsRecording() throws {
    let folder = try folder()
    let own = try folder.text(of: "friday.tilawa/recording.yaml")
    let sum = try FileDigest.of(folder.path(of: "friday.tilawa/audio.wav")).sha256
    func run(_ arguments: String...) throws -> String {
      // git has the base of the merge.
      let said = try BuiltProgram.shell(
        "tilawa \(arguments.joined(separator: " ")) 2>&1", in: folder.path,
        environment: HistoryRepository.environment(folder.path))
      #expect(!said.contains("[exit"), "\(said)")
      return said
    }
    _ = try BuiltProgram.shell(
      "git init -q . && git add friday.tilawa && git -c user.name=a -c user.email=a@example.org commit -qm sent",
      in: folder.path, environment: HistoryRepository.environment(folder.path))
    _ = try run("pack", "friday.tilawa", "--audio", "opus@32k", "-o", "small.zip")
    _ = try run("unpack", "small.zip", "--into", "friend")
    #expect(try folder.text(of: "friend/friday.tilawa/recording.yaml").contains("x-copy-of: \(sum)"))
    let rows = try folder.text(of: "friend/friday.tilawa/segments.yaml")
    try folder.write(
      rows.replacing("end: 3.200", with: "end: 3.150"), to: "friend/friday.tilawa/segments.yaml")
    _ = try run("pack", "friend/friday.tilawa", "-o", "back.zip")
    let said = try run("unpack", "back.zip", "--merge")
    #expect(said.contains("audio.opus is the same recording as your audio, so it is not added"), "\(said)")
    #expect(try folder.text(of: "friday.tilawa/segments.yaml").contains("end: 3.150"))
    let merged = try folder.text(of: "friday.tilawa/recording.yaml")
    #expect(merged.contains(sum) && !merged.contains("x-copy-of"), "\(own) became \(merged)")
    #expect(FileStatus.isAbsent(folder.path(of: "friday.tilawa/audio.opus")))
    // A copy of the copy, and the recording itself at the friend's.
    _ = try run("pack", "friend/friday.tilawa", "--audio", "opus@16k", "-o", "smaller.zip")
    _ = try run("unpack", "smaller.zip", "--merge")
    _ = try run("pack", "friday.tilawa", "-o", "whole.zip")
    _ = try run("unpack", "whole.zip", "--merge", "--into", "friend")
    #expect(try folder.text(of: "friend/friday.tilawa/recording.yaml").contains("file: audio.opus"))
    // Other audio is refused as before.
    try folder.write(
      own.replacing(sum, with: String(repeating: "0", count: 64)), to: "other/friday.tilawa/recording.yaml")
    let refused = transcript("unpack", "back.zip", "--merge", "--into", "other", in: folder.path)
    #expect(refused.contains("different audio from the archive"), "\(refused)")
  }

  /// Nobody has removed what a pack left out.
  @Test func whatWasStrippedStaysWhereItIs() throws {
    let folder = try folder()
    let own = try folder.text(of: "friday.tilawa/recording.yaml")
    _ = try BuiltProgram.shell(
      "git init -q . && git add friday.tilawa && git -c user.name=a -c user.email=a@example.org commit -qm sent",
      in: folder.path, environment: HistoryRepository.environment(folder.path))
    _ = transcript("pack", "friday.tilawa", "--strip-personal", "-o", "plain.zip", in: folder.path)
    _ = transcript("unpack", "plain.zip", "--into", "friend", in: folder.path)
    let rows = try folder.text(of: "friend/friday.tilawa/segments.yaml")
    try folder.write(
      rows.replacing("end: 3.200", with: "end: 3.150"), to: "friend/friday.tilawa/segments.yaml")
    _ = transcript("pack", "friend/friday.tilawa", "-o", "back.zip", in: folder.path)
    let said = try BuiltProgram.shell(
      "tilawa unpack back.zip --merge 2>&1", in: folder.path,
      environment: HistoryRepository.environment(folder.path))
    #expect(said.contains("no other personal keys; yours stay") && !said.contains("[exit"), "\(said)")
    #expect(try folder.text(of: "friday.tilawa/recording.yaml") == own)
    #expect(
      try folder.text(of: "friday.tilawa/segments.yaml")
        == segments.replacing("end: 3.200", with: "end: 3.150"))
  }

  /// A bundle is merged wherever it lies below the folder, by its id.
  @Test func mergingFindsABundleBelow() throws {
    let folder = try folder()
    _ = transcript("pack", "friday.tilawa", "-o", "x.zip", in: folder.path)
    try FileTransfer.makeFolder(folder.path(of: "library/2024/may"))
    try FileTransfer.move(
      folder.path(of: "friday.tilawa"), to: folder.path(of: "library/2024/may/noon.tilawa"))
    let said = transcript("unpack", "x.zip", "--merge", "--into", "library", in: folder.path)
    #expect(said.hasPrefix("library/2024/may/noon.tilawa\n") && !said.contains("[exit"), "\(said)")
    _ = try BuiltProgram.shell("cp -R library/2024/may/noon.tilawa library/copy.tilawa", in: folder.path)
    let twice = transcript("unpack", "x.zip", "--merge", "--into", "library", in: folder.path)
    #expect(
      twice.contains("library/copy.tilawa") && twice.contains("library/2024/may/noon.tilawa")
        && twice.contains("have the same id, friday-1") && twice.contains("[exit 2]"), "\(twice)")
  }

  @Test(.waits) func interruptedWorkLeavesNothing() throws {
    let folder = try folder()
    let said = try BuiltProgram.shell(
      """
      mkdir out
      mkfifo pipe
      (cat friday.tilawa/audio.wav; exec sleep 60) 2>/dev/null > pipe &
      tilawa unpack - --into out 2> said < pipe &
      await 'test "$(ls -A out | wc -l)" -gt 0'
      kill -INT $!
      wait $!
      echo "status $?"
      ls -A out
      """, in: folder.path)
    #expect(said.contains("status 130"), "\(said)")
    #expect(!said.contains("tilawa-tmp") && !said.contains("in vain"), "\(said)")
  }
}

/// Moves folders, which `FileTransfer` does as well.
private enum System {
  static func move(_ one: String, to other: String) throws { try FileTransfer.move(one, to: other) }
}
