import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaPrograms
import TilawaQuran
import TilawaRemote
import TilawaTestSupport

@testable import TilawaKit

/// Libraries in all the ways in which people write them, as static files.
@Suite struct PublishingTests {
  @Test func everyFileIsReachedByItsChecksum() throws {
    for seed: UInt64 in 1...3 {
      let library = try GeneratedLibrary(bundles: 80, seed: seed)
      let site = try PublishedSite()
      let outcome = try site.publish(library.folder.path)
      #expect(outcome.recordings == 80)
      #expect(outcome.rows > 100)
      #expect(try site.reached() == Set(site.files().keys))
    }
  }

  @Test func theSameLibraryGivesTheSameBytesAnywhere() throws {
    let (one, other) = (
      try GeneratedLibrary(bundles: 60, seed: 4), try GeneratedLibrary(bundles: 60, seed: 4)
    )
    let (first, second) = (try PublishedSite(), try PublishedSite())
    try first.publish(one.folder.path)
    try second.publish(other.folder.path)
    #expect(try first.files() == second.files())
  }

  @Test func whatDoesNotChangeIsLeftAlone() throws {
    let library = try GeneratedLibrary(bundles: 30, seed: 5)
    let site = try PublishedSite()
    try site.publish(library.folder.path)
    let names = try site.files().keys
    let before = Dictionary(uniqueKeysWithValues: names.map { ($0, FileStamp(of: site.folder.path(of: $0))) })
    for isFresh in [false, true] {
      let outcome = try site.publish(library.folder.path) { $0.isFresh = isFresh }
      #expect(outcome.written == 0)
      #expect(outcome.removed == 0)
    }
    for (name, stamp) in before { #expect(FileStamp(of: site.folder.path(of: name)) == stamp, "\(name)") }
  }

  /// Publishing only the changes gives, byte for byte, the same files as publishing everything anew. Both use
  /// the last valid state of each bundle.
  @Test(arguments: 1...3) func changesGiveWhatAllOfItGives(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var library = try GeneratedLibrary(bundles: 60, seed: seed)
    let site = try PublishedSite()
    usleep(30_000)
    try site.publish(library.folder.path)
    var next = 60
    let believed = try TemporaryFolder()
    try Self.follow(library, into: believed)
    for _ in 0..<5 {
      try Self.change(&library, &numbers, &next)
      // What was changed a moment ago is read again in any case.
      usleep(30_000)
      let outcome = try site.publish(library.folder.path)
      #expect(!outcome.isFresh)
      #expect(outcome.readBundles < 45)
      try Self.follow(library, into: believed)
      let anew = try PublishedSite()
      try anew.publish(believed.path)
      let (mine, others) = (try site.files(), try anew.files())
      #expect(Set(mine.keys) == Set(others.keys))
      for (name, bytes) in mine where others[name] != bytes { Issue.record("\(name) differs") }
    }
    #expect(try site.reached() == Set(site.files().keys))
  }

  /// Takes over what the library has, but of bundles with faults what they had before.
  private static func follow(_ library: GeneratedLibrary, into believed: TemporaryFolder) throws {
    let root = library.folder.path
    func bundles(_ folder: String) -> [String] {
      FileTree.bundles(under: folder, unreadable: { _ in }).paths.map {
        String($0.dropFirst(folder.count + 1))
      }
    }
    let present = Set(bundles(root))
    for gone in bundles(believed.path) where !present.contains(gone) {
      try FileManager.default.removeItem(atPath: believed.path(of: gone))
    }
    for name in present {
      let bundle = TilawaBundle(
        readingAt: root + "/" + name, shownAs: name, only: [.recording, .reciter, .segments])
      let copy = believed.path(of: name)
      guard LibraryFault(of: bundle) == nil || FileStatus.isAbsent(copy) else { continue }
      try? FileManager.default.removeItem(atPath: copy)
      try FileTransfer.makeFolder(PathText.folder(of: copy))
      try FileManager.default.copyItem(atPath: root + "/" + name, toPath: copy)
    }
  }

  private static func change(
    _ library: inout GeneratedLibrary, _ numbers: inout SeededNumbers, _ next: inout Int
  ) throws {
    let root = library.folder.path
    for _ in 0..<Int.random(in: 1...8, using: &numbers) {
      var found: [String] = []
      found = FileTree.bundles(under: root, unreadable: { _ in }).paths.sorted()
      guard let bundle = found.randomElement(using: &numbers) else { return }
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: try FileManager.default.removeItem(atPath: bundle)
      case 1:
        let name = "moved \(Int.random(in: 0...999, using: &numbers)).tilawa"
        try FileManager.default.moveItem(atPath: bundle, toPath: root + "/" + name)
      case 2:
        try library.add(next)
        next += 1
      case 3:
        let path = bundle + "/recording.yaml"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
        try (text + "title: Another \(next)\n").write(toFile: path, atomically: true, encoding: .utf8)
      default: try library.writeRows(of: String(bundle.dropFirst(root.count + 1)))
      }
    }
  }

  @Test func rowsAreThoseThatTheLibraryServes() throws {
    let generated = try GeneratedLibrary(bundles: 150, seed: 9)
    let site = try PublishedSite()
    try site.publish(generated.folder.path)
    let library = try LibraryFolder(at: generated.folder.path, shownFrom: generated.folder.path)
    for riwayah in [Riwayah.hafs, .warsh] {
      let ayat = CountingSystem.kufi.ayat(in: AyahRange(Ayah(18, 1), Ayah(18, 110)))
      let local = library.resolve(ayat, in: Session(riwayah: riwayah), explaining: true)
      var index: PublishedSurah = try site.file(PublishedAddress.surah(18))
      index.items.removeAll { $0.ayah == 0 }
      for ayah in ayat {
        let entry = index.items.first { $0.ayah == ayah.number }
        let hearings = try (entry?.parts.indices.map { $0 } ?? []).flatMap {
          try site.file(PublishedAddress.ayah(ayah, part: $0 + 1), PublishedAyah.self).items
        }
        // Rows of the Kufi count, which any app can take as they stand.
        let simple = hearings.filter { $0.counting == .kufi }.flatMap { hearing in
          hearing.rows.filter { ($0.riwayah ?? hearing.riwayah) == riwayah }.map { (hearing, $0) }
        }
        let answer = local.answers[ayah]
        let all = ([answer?.best].compactMap { $0 } + (answer?.others ?? [])).filter { $0.counting == .kufi }
        #expect(
          Set(all.map { "\($0.bundle) \($0.span.start) \($0.span.end)" })
            == Set(simple.map { "\($0.path) \($1.start) \($1.end)" }), "\(ayah)")
      }
    }
  }

  @Test func whatIsHeldIsWhatTheLibraryCovers() throws {
    let generated = try GeneratedLibrary(bundles: 150, seed: 11)
    let site = try PublishedSite()
    try site.publish(generated.folder.path)
    let library = try LibraryFolder(at: generated.folder.path, shownFrom: generated.folder.path)
    let root: PublishedRoot = try site.file(PublishedAddress.root)
    for counting in CountingSystem.allCases {
      var held: Set<Ayah> = []
      for surah in root.items {
        let file: PublishedHeld = try site.file(PublishedAddress.held(surah.surah))
        for entry in file.items where entry.riwayah == .hafs && entry.counting == counting {
          held.formUnion(entry.ayat.numbers.map { Ayah(surah.surah, $0) })
        }
      }
      let session = Session(riwayah: .hafs, counting: counting)
      let ayat = (1...114).flatMap { surah in (0...286).map { Ayah(surah, $0) } }.filter(counting.contains)
      let covered = library.coverage(of: ayat, in: session, tellingVerified: true).all.found
      // Others may have it in another count.
      #expect(held.subtracting(covered) == [])
    }
  }

  /// A query in any count finds the rows of any other count in the files of the Kufi ayat that share words
  /// with it.
  @Test func everyCountIsReachedThroughTheKufiOne() {
    for source in CountingSystem.allCases {
      for target in CountingSystem.allCases {
        for surah in 1...114 {
          for number in 0...(source.ayahCount(ofSurah: surah) ?? 0) {
            let ayah = Ayah(surah, number)
            guard let wanted = AyahMap.map(ayah, from: source, to: target),
              let kufi = AyahMap.map(ayah, from: source, to: .kufi)
            else { continue }
            let reached = CountingSystem.kufi.ayat(in: kufi.range).compactMap {
              AyahMap.map($0, from: .kufi, to: target)?.range
            }
            for ayah in target.ayat(in: wanted.range) where ayah.number > 0 || wanted.range.isSingle {
              if !reached.contains(where: { $0.first <= ayah && ayah <= $0.last }) {
                Issue.record("\(ayah) of \(source) isn't reached in \(target)")
              }
            }
          }
        }
      }
    }
  }
}

/// The files that publishing writes and leaves, and the folders that it refuses.
@Suite struct PublishingFoldersTests {
  @Test func aFolderOfSomethingElseIsRefused() throws {
    let library = try GeneratedLibrary(bundles: 3, seed: 1)
    let site = try PublishedSite()
    try site.folder.write("mine", to: "letter.txt")
    #expect(throws: Failure.self) { try site.publish(library.folder.path) }
    #expect(try site.folder.names() == ["letter.txt"])
    #expect(throws: Failure.self) {
      try site.publish(library.folder.path) { $0.site = library.folder.path }
    }
    #expect(throws: Failure.self) {
      try site.publish(library.folder.path) { $0.site = PathText.folder(of: library.folder.path) }
    }
    #expect(throws: Failure.self) {
      try site.publish(library.folder.path) { $0.site = library.folder.path + "/r1.tilawa/site" }
    }
  }

  @Test func whatOthersPutIntoASiteStays() throws {
    let library = try GeneratedLibrary(bundles: 20, seed: 2)
    let site = try PublishedSite()
    try site.publish(library.folder.path)
    try site.folder.write("example.org", to: "CNAME")
    try site.folder.write("a note", to: "ayat/018/README")
    for bundle in FileTree.bundles(under: library.folder.path, unreadable: { _ in }).paths {
      try FileManager.default.removeItem(atPath: bundle)
    }
    let outcome = try site.publish(library.folder.path)
    #expect(outcome.recordings == 0)
    #expect(try site.folder.text(of: "CNAME") == "example.org")
    #expect(
      Set(try site.files().keys) == [
        "CNAME", "ayat/018/README", PublishedAddress.root, PublishedAddress.page, PublishedAddress.reciters,
        PublishedAddress.directory,
      ])
  }

  @Test func aDryRunWritesNothingAndCountsTheSame() throws {
    let library = try GeneratedLibrary(bundles: 20, seed: 3)
    let site = try PublishedSite()
    let dry = try site.publish(library.folder.path, isDry: true)
    #expect(try site.folder.names() == [])
    let wet = try site.publish(library.folder.path)
    #expect(dry.written == wet.written)
    #expect(dry.writtenBytes == wet.writtenBytes)
    #expect(try site.publish(library.folder.path, isDry: true).written == 0)
  }

  @Test func whatWasBrokenOffOrDamagedIsMended() throws {
    let library = try GeneratedLibrary(bundles: 40, seed: 6)
    let site = try PublishedSite()
    try site.publish(library.folder.path)
    let right = try site.files()
    let notes = try FileContents.read(SiteNotes.path(in: site.folder.path))
    let shard = try #require(right.keys.filter { $0.hasPrefix("ayat/018/0") }.sorted().first)
    let recording = try #require(
      right.keys.filter { $0.hasPrefix("recordings/") && $0.count > 40 }.sorted().first)
    for damage in [
      { try site.folder.write("{", to: shard) }, { try site.folder.write("", to: recording) },
      { try FileTransfer.remove(site.folder.path(of: shard)) },
      { try FileTransfer.remove(site.folder.path(of: "recordings/index.json")) },
      { try FileTransfer.remove(site.folder.path(of: PublishedAddress.root)) },
      { try site.folder.write("", to: "\(SiteNotes.folder)/unfinished") },
      { try site.folder.write("nonsense", to: "\(SiteNotes.folder)/notes") },
      {
        try AtomicFile.write(Array(notes.dropLast(40)), to: SiteNotes.path(in: site.folder.path))
      },
      { try site.folder.write("nonsense", to: "\(SiteNotes.folder)/held-18") },
    ] as [() throws -> Any] {
      _ = try damage()
      try site.publish(library.folder.path)
      #expect(try site.files() == right)
    }
    // What a making that was broken off had written, and what others put beside it.
    let orphan = "recordings/00/00\(String(repeating: "1", count: 30)).json"
    for name in [orphan, "ayat/114/007-2.json", "audio/aa/letter.txt", "recordings/00/letter.json"] {
      try site.folder.write("{}", to: name)
    }
    try site.folder.write("", to: "\(SiteNotes.folder)/unfinished")
    try site.publish(library.folder.path)
    #expect(
      Set(try site.files().keys).subtracting(right.keys) == [
        "audio/aa/letter.txt", "recordings/00/letter.json",
      ])
    for name in ["audio/aa/letter.txt", "recordings/00/letter.json"] {
      try FileTransfer.remove(site.folder.path(of: name))
    }
    // A byte that keeps the size is found by whoever looks at all of it.
    let text = String(decoding: try #require(right[shard]), as: UTF8.self)
    try site.folder.write(text.replacingOccurrences(of: "\"line\":", with: "\"lime\":"), to: shard)
    try site.publish(library.folder.path) { $0.isFresh = true }
    #expect(try site.files() == right)
  }

  @Test func nothingPersonalIsPublished() throws {
    let library = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.wav }\nplace: secret-place\nnotes: secret-notes\nsource_file: secret-source.m4a\nx-mine: secret-x\n",
      "a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 1.000, note: secret-note, x-row: secret-x }\n",
      "a.tilawa/markers.yaml": "tilawa: 1\nmarkers:\n  - { at: 0.000, ayah: \"1:1\", note: secret-marker }\n",
      "playback.yaml": "tilawa: 1\nriwayah: hafs # secret-playback\n",
      "journal/b.tilawa/recording.yaml": "tilawa: 1\nid: secret-journal\n",
      ".hidden.tilawa/recording.yaml": "tilawa: 1\nid: secret-hidden\n",
      ".tilawaignore": "c.tilawa\n", "c.tilawa/recording.yaml": "tilawa: 1\nid: secret-ignored\n",
    ])
    let site = try PublishedSite()
    let outcome = try site.publish(library.path)
    #expect(outcome.recordings == 1)
    for (name, bytes) in try site.files() {
      #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"), "\(name)")
    }
    try site.publish(library.path) { $0.includesNotes = true }
    let all = try site.files().values.map { String(decoding: $0, as: UTF8.self) }.joined()
    for text in ["secret-place", "secret-notes", "secret-note\""] { #expect(all.contains(text), "\(text)") }
    for text in ["secret-source", "secret-x", "secret-marker", "secret-journal", "secret-ignored"] {
      #expect(!all.contains(text), "\(text)")
    }
  }
}

/// The audio of published libraries.
@Suite struct PublishedAudioTests {
  private func library() throws -> TemporaryFolder {
    let library = try TemporaryFolder()
    for name in ["a", "b c"] {
      try library.write(
        "tilawa: 1\nid: \(name.first ?? "a")\nriwayah: hafs\naudio: { file: sound.wav }\n",
        to: "\(name).tilawa/recording.yaml")
      try library.write(
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 0.500 }\n  - { ayah: \"1:2-3\", start: 0.500, end: 1.500, joins: [1.000] }\n",
        to: "\(name).tilawa/segments.yaml")
      try AtomicFile.write(silentWAV(frames: 16000), to: library.path(of: "\(name).tilawa/sound.wav"))
    }
    return library
  }

  private func hearings(_ site: PublishedSite) throws -> [PublishedHearing] {
    try site.file(PublishedAddress.ayah(Ayah(1, 2)), PublishedAyah.self).items
  }

  @Test func copiesAreNamedByTheirChecksumsAndGoWhenNobodyNeedsThem() throws {
    let library = try library()
    let site = try PublishedSite()
    try site.publish(library.path) { $0.audio = .copy }
    let audio = try #require(try hearings(site).first?.audio)
    #expect(audio.state == .copied)
    let address = try #require(audio.address)
    #expect(try site.files()[address] == silentWAV(frames: 16000))
    #expect(try site.reached() == Set(site.files().keys))
    #expect(try site.files().keys.count { $0.hasPrefix("audio/") } == 1)
    try FileManager.default.removeItem(atPath: library.path(of: "a.tilawa"))
    try site.publish(library.path) { $0.audio = .copy }
    #expect(try site.files()[address] != nil)
    try AtomicFile.write(silentWAV(frames: 17000), to: library.path(of: "b c.tilawa/sound.wav"))
    try site.publish(library.path) { $0.audio = .copy }
    #expect(try site.files()[address] == nil)
    #expect(try site.reached() == Set(site.files().keys))
  }

  @Test func rowsAreCutToFilesOfTheirOwn() throws {
    let (library, site) = (try library(), try PublishedSite())
    try site.publish(library.path) { $0.audio = .cut }
    for hearing in try hearings(site) {
      #expect(hearing.audio.state == .cut)
      let cut = try #require(hearing.rows.first?.cut)
      #expect((cut.start.count, cut.end.count) == (500, 1000))
      #expect(try site.files()[cut.address]?.count == 44 + 8000)
    }
    #expect(try site.reached() == Set(site.files().keys))
    let again = try PublishedSite()
    try again.publish(library.path) { $0.audio = .cut }
    #expect(try again.files() == site.files())
  }

  @Test func referencesLeadToWhereTheLibraryIsServed() throws {
    let (library, site) = (try library(), try PublishedSite())
    let silent = try site.publish(library.path)
    #expect(silent.silentRecordings == 2)
    #expect(try hearings(site).map(\.audio.state) == [.missing, .missing])
    let heard = try site.publish(library.path) { $0.baseURL = "https://example.org/lib" }
    #expect(heard.silentRecordings == 0)
    let audio = try hearings(site).map(\.audio)
    #expect(
      audio.map(\.url) == [
        "https://example.org/lib/a.tilawa/sound.wav", "https://example.org/lib/b%20c.tilawa/sound.wav",
      ])
    #expect(audio[0].bytes == 32044)
    #expect(throws: Failure.self) { try site.publish(library.path) { $0.baseURL = "file:///etc" } }
  }

  @Test func whatIsNotHereIsTold() throws {
    let (library, site) = (try library(), try PublishedSite())
    let sum = String(repeating: "ab", count: 32)
    try library.write(
      "version https://git-lfs.github.com/spec/v1\noid sha256:\(sum)\nsize 32044\n",
      to: "a.tilawa/sound.wav")
    try FileTransfer.remove(library.path(of: "b c.tilawa/sound.wav"))
    let outcome = try site.publish(library.path) { $0.audio = .copy }
    #expect(outcome.silentRecordings == 2)
    #expect(try hearings(site).map(\.audio.state) == [.pointer, .missing])
    #expect(try hearings(site).first?.audio.sha256 == sum)
    // It comes later, and is noticed.
    try AtomicFile.write(silentWAV(frames: 16000), to: library.path(of: "b c.tilawa/sound.wav"))
    #expect(try site.publish(library.path) { $0.audio = .copy }.silentRecordings == 1)
  }

  @Test(.enabled(if: ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin") != nil))
  func theRootIsSigned() throws {
    let (library, site, keys) = (try library(), try PublishedSite(), try TemporaryFolder())
    let program = try #require(ChildProgram(named: "ssh-keygen", searchPath: "/usr/bin:/bin"))
    let key = keys.path(of: "key")
    #expect(try program.run(["-q", "-t", "ed25519", "-N", "", "-C", "me", "-f", key]).status == 0)
    let allowed = try keys.write("me \(try keys.text(of: "key.pub"))", to: "allowed")
    #expect(try site.publish(library.path) { $0.key = key }.isSigned)
    let workplace = Workplace(environment: ["PATH": "/usr/bin:/bin"], workingDirectory: "/", clock: { 0 })
    let signer = try SSHSignature(in: workplace).verify(
      file: site.folder.path(of: PublishedAddress.root),
      signature: site.folder.path(of: PublishedAddress.signature), allowedSigners: allowed)
    #expect(signer.principal == "me")
    #expect(try site.publish(library.path) { $0.key = key }.written == 0)
    let outcome = try site.publish(library.path)
    #expect(!outcome.isSigned)
    #expect(try site.files()[PublishedAddress.signature] == nil)
    #expect(outcome.remarks.count == 1)
  }
}
