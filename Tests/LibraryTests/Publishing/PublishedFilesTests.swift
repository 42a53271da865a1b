import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary

/// Files are read as they were written. A file that can't be read is refused with the place of its fault.
@Suite struct PublishedFilesTests {
  @Test func everyKindIsReadAsItWasWritten() throws {
    try roundTrip(Sample.root)
    try roundTrip(Sample.surah)
    try roundTrip(Sample.held)
    try roundTrip(Sample.ayah)
    try roundTrip(Sample.reciters)
    try roundTrip(Sample.directory)
    try roundTrip(Sample.group)
    try roundTrip(Sample.recording)
  }

  @Test func emptyListsAreReadToo() throws {
    try roundTrip(PublishedReciters())
    try roundTrip(PublishedDirectory())
  }

  @Test func eachItemHasALine() {
    let lines = String(decoding: Sample.root.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2 + Sample.root.items.count)
    #expect(lines.first?.hasSuffix("\"surahs\":[") == true)
  }

  @Test func textsAreWrittenAsTheyAre() throws {
    var root = Sample.root
    for title in ["a\"b\\c\n\t\u{1}\u{7F}\u{9B}é", "سورة الكهف", "\u{301}a", "👍🏽"] {
      root.title = title
      let read = try PublishedRoot(reading: root.bytes)
      #expect(Array((read.title ?? "").utf8) == Array(title.utf8))
    }
  }

  @Test func keysThatNobodyKnowsArePassedOver() throws {
    let text = String(decoding: Sample.surah.bytes, as: UTF8.self)
      .replacingOccurrences(of: "\"tilawa_surah\":1", with: "\"tilawa_surah\":1,\"new\":{\"a\":[1,2]}")
    #expect(try PublishedSurah(reading: Array(text.utf8)).bytes == Sample.surah.bytes)
  }

  @Test(arguments: [
    ("\"tilawa_ayah\":1", "\"tilawa_ayah\":2", "tilawa_ayah is 2; only version 1 is supported"),
    ("\"tilawa_ayah\":1", "\"tilawa_surah\":1", "tilawa_ayah is missing: this is another kind of file"),
    ("\"start\":12.500", "\"start\":\"12.500\"", "recordings[0].rows[0].start is not a time in seconds"),
    ("\"start\":12.500", "\"start\":-1", "recordings[0].rows[0].start is not a time in seconds"),
    ("\"start\":12.500", "\"start\":1e999", "recordings[0].rows[0].start is not a time in seconds"),
    ("\"start\":12.500", "\"start\":25", "end is not after start"),
    (
      "\"joins\":[15.000]", "\"joins\":[12.500]",
      "recordings[0].rows[0].joins are not in order between start and end"
    ),
    ("\"ayah\":\"18:10-11\"", "\"ayah\":\"18:10-1\"", "recordings[0].rows[0].ayah is not an ayah"),
    ("\"ayah\":\"18:10-11\"", "\"ayah\":\"115:1\"", "recordings[0].rows[0].ayah is not an ayah"),
    ("\"confidence\":0.93", "\"confidence\":1.5", "confidence is not a number from 0 to 1"),
    ("\"index\":3", "\"index\":3.5", "index is not a whole number"),
    ("\"index\":3", "\"index\":99999999999999999999", "index is not a whole number"),
    ("\"riwayah\":\"hafs\"", "\"riwayah\":\"hafz\"", "recordings[0].riwayah is not a riwayah"),
    ("\"path\":\"a/b.tilawa\"", "\"path\":\"../b.tilawa\"", "recordings[0].path is not a path"),
    ("\"path\":\"a/b.tilawa\"", "\"path\":\"/b.tilawa\"", "recordings[0].path is not a path"),
    ("\"at\":\"audio/aa/", "\"at\":\"audio/ab/", "recordings[0].audio.at is not an address of audio"),
    ("aa.mp3\"", "aa.mp3/../x\"", "recordings[0].audio.at is not an address of audio"),
    ("\"state\":\"copied\"", "\"state\":\"referenced\"", "recordings[0].audio is referenced but has no url"),
    ("\"line\":4", "\"line\":null", "recordings[0].rows[0].line is not a whole number"),
    ("\"verified\":true", "\"verified\":1", "recordings[0].rows[0].verified is not true or false"),
  ])
  func whatCannotBeIsRefused(_ old: String, _ new: String, _ message: String) throws {
    let text = String(decoding: Sample.ayah.bytes, as: UTF8.self)
    let changed = text.replacingOccurrences(of: old, with: new)
    #expect(changed != text, "\(old) isn't there")
    let fault = #expect(throws: PublishedFault.self) { try PublishedAyah(reading: Array(changed.utf8)) }
    #expect(fault?.message.contains(message) == true, "\(fault?.message ?? "")")
  }

  @Test func filesHaveSoManyBytes() throws {
    func check<Document: PublishedDocument>(_ document: Document, _ limit: Int) {
      #expect(Document.mostBytes == limit)
      var bytes = document.bytes
      bytes += [UInt8](repeating: 0x20, count: limit - bytes.count)
      #expect(throws: Never.self, "\(Document.kind)") { try Document(reading: bytes) }
      bytes.append(0x20)
      #expect(throws: PublishedFault.self, "\(Document.kind)") { try Document(reading: bytes) }
    }
    check(Sample.root, PublishedLimits.rootBytes)
    check(Sample.surah, PublishedLimits.indexBytes)
    check(Sample.directory, PublishedLimits.indexBytes)
    check(Sample.held, PublishedLimits.listBytes)
    check(Sample.reciters, PublishedLimits.listBytes)
    check(Sample.group, PublishedLimits.listBytes)
    check(Sample.ayah, PublishedLimits.ayahBytes)
    check(Sample.recording, PublishedLimits.recordingBytes)
  }

  @Test func textsHaveSoManyBytes() throws {
    var root = Sample.root
    root.title = String(repeating: "a", count: PublishedLimits.longestName)
    #expect(throws: Never.self) { try PublishedRoot(reading: root.bytes) }
    root.title?.append("a")
    #expect(throws: PublishedFault.self) { try PublishedRoot(reading: root.bytes) }
    var recording = Sample.recording
    recording.notes = String(repeating: "a", count: PublishedLimits.longestText)
    #expect(throws: Never.self) { try PublishedRecording(reading: recording.bytes) }
    recording.notes?.append("a")
    #expect(throws: PublishedFault.self) { try PublishedRecording(reading: recording.bytes) }
  }

  @Test func partsAndSerialsAreSoMany() throws {
    var ayah = Sample.ayah
    ayah.part = PublishedLimits.mostParts
    #expect(throws: Never.self) { try PublishedAyah(reading: ayah.bytes) }
    ayah.part += 1
    #expect(throws: PublishedFault.self) { try PublishedAyah(reading: ayah.bytes) }
    var root = Sample.root
    for (serial, isRight) in [(1, true), (PublishedRoot.greatestSerial, true), (0, false), (-1, false)] {
      root.serial = serial
      #expect(((try? PublishedRoot(reading: root.bytes))?.serial == serial) == isRight, "\(serial)")
    }
    root.serial = PublishedRoot.greatestSerial + 1
    #expect(throws: PublishedFault.self) { try PublishedRoot(reading: root.bytes) }
  }

  /// The limit on values also counts those of an unknown key.
  @Test func filesHaveSoManyValues() {
    // The file, its version, its list, and the list of the unknown key are values, too.
    let most = PublishedLimits.mostValues - 4
    for (count, isTaken) in [(most, true), (most + 1, false)] {
      let zeros = String(repeating: "0,", count: count - 1) + "0"
      let text = "{\"tilawa_reciters\":1,\"x\":[\(zeros)],\"reciters\":[]}"
      #expect(((try? PublishedReciters(reading: Array(text.utf8))) != nil) == isTaken, "\(count)")
    }
  }

  @Test func ordersAreChecked() {
    var root = Sample.root
    root.items.reverse()
    #expect(throws: PublishedFault.self) { try PublishedRoot(reading: root.bytes) }
  }

  @Test func anyBytesAreReadOrRefused() {
    var numbers = SplitMix64(state: 19)
    let bytes = Sample.ayah.bytes
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        changed[Int.random(in: 0..<changed.count, using: &numbers)] = UInt8.random(
          in: 0...255, using: &numbers)
      }
      if let read = try? PublishedAyah(reading: changed) {
        // What is taken is written in a way that is taken again.
        #expect((try? PublishedAyah(reading: read.bytes))?.bytes == read.bytes)
      }
    }
  }

  private func roundTrip<Document: PublishedDocument & Equatable>(_ document: Document) throws {
    let read = try Document(reading: document.bytes)
    #expect(read.bytes == document.bytes)
  }

  private func roundTrip<Document: PublishedDocument>(_ document: Document) throws {
    #expect(try Document(reading: document.bytes).bytes == document.bytes)
  }
}

/// One of each kind of file, with every key.
enum Sample {
  static let file = FileDigest(sha256: String(repeating: "a", count: 64), bytes: 1234)
  static let address = "audio/aa/\(String(repeating: "a", count: 64)).mp3"
  static let key = String(repeating: "0123456789abcdef", count: 2)

  static var root: PublishedRoot {
    var root = PublishedRoot()
    (root.serial, root.title) = (7, "Ours")
    root.audio = .cut
    (root.recordings, root.rows, root.page, root.reciters, root.directory) = (2, 30, file, file, file)
    for number in [1, 18] {
      var surah = PublishedRoot.Surah()
      (surah.surah, surah.rows, surah.index, surah.held) = (number, 15, file, file)
      root.items.append(surah)
    }
    return root
  }

  static var surah: PublishedSurah {
    var surah = PublishedSurah()
    surah.surah = 18
    var entry = PublishedSurah.Entry()
    (entry.ayah, entry.rows) = (10, 4)
    var part = PublishedSurah.Part()
    (part.file, part.recordings) = (file, 2)
    entry.parts = [part, part]
    surah.items = [entry]
    return surah
  }

  static var held: PublishedHeld {
    var held = PublishedHeld()
    held.surah = 18
    var entry = PublishedHeld.Entry()
    entry.riwayah = .warsh
    entry.counting = .madaniLast
    entry.ayat = AyahNumbers("0-31,40") ?? AyahNumbers()
    held.items.append(entry)
    entry.reciter = "husary"
    entry.counting = .kufi
    entry.verified = AyahNumbers("1,3") ?? AyahNumbers()
    held.items.append(entry)
    return held
  }

  static var ayah: PublishedAyah {
    var shard = PublishedAyah()
    (shard.ayah, shard.part) = (Ayah(18, 10), 2)
    var hearing = PublishedHearing()
    (hearing.key, hearing.id, hearing.path, hearing.title) = (key, "an-id", "a/b.tilawa", "Friday")
    (hearing.reciter, hearing.reciterName, hearing.riwayah) = ("husary", "Husary", .hafs)
    hearing.counting = .basri
    (hearing.recordedAt, hearing.importedAt) = (Timestamp("2024-01-05"), Timestamp("2024-01-05T14:02:11Z"))
    hearing.audio = audio
    var row = PublishedRow()
    (row.ayat, row.whole) = (AyahRange(Ayah(18, 10), Ayah(18, 11)), AyahRange(Ayah(18, 1), Ayah(18, 31)))
    (row.start, row.end, row.joins) = (Milliseconds(12500), Milliseconds(20000), [Milliseconds(15000)])
    (row.isVerified, row.priority, row.confidence) = (true, -3, 0.93)
    (row.reciter, row.riwayah, row.relation) = ("other", .warsh, .split)
    (row.index, row.position, row.line) = (3, 5, 4)
    var cut = PublishedCut()
    (cut.address, cut.file, cut.start, cut.end) = (address, file, row.start, row.end)
    row.cut = cut
    hearing.rows = [row, PublishedRow.plain]
    shard.items = [hearing]
    return shard
  }

  static var audio: PublishedAudio {
    var audio = PublishedAudio()
    (audio.file, audio.state, audio.sha256, audio.bytes) = ("audio.mp3", .copied, file.sha256, 1234)
    (audio.duration, audio.format, audio.address) = (Milliseconds(2_712_480), "mp3", address)
    return audio
  }

  static var reciters: PublishedReciters {
    var reciters = PublishedReciters()
    var entry = PublishedReciters.Entry()
    (entry.reciter, entry.name, entry.shortName, entry.arabicName) = ("husary", "Husary", "H", "الحصري")
    (entry.riwayah, entry.style, entry.sortOrder, entry.recordings) = (.hafs, "murattal", 3, 7)
    entry.isListed = true
    var source = PublishedReciters.Source()
    (source.url, source.pattern, source.format) = ("https://a.example/", "{surah3}{ayah3}.mp3", "mp3")
    (source.riwayah, source.counting, source.bitrate) = (.warsh, .shami, 128)
    entry.sources = [source]
    reciters.items = [entry]
    return reciters
  }

  static var directory: PublishedDirectory {
    var directory = PublishedDirectory()
    var group = PublishedDirectory.Group()
    (group.group, group.recordings, group.file) = ("01", 1, file)
    directory.items = [group]
    return directory
  }

  static var group: PublishedGroup {
    var group = PublishedGroup()
    group.group = "01"
    var entry = PublishedGroup.Entry()
    (entry.key, entry.file, entry.path, entry.title) = (key, file, "a/b.tilawa", "Friday")
    (entry.reciter, entry.riwayah, entry.date, entry.rows) = ("husary", .hafs, Timestamp("2024"), 4)
    group.items = [entry]
    return group
  }

  static var recording: PublishedRecording {
    var recording = PublishedRecording()
    (recording.key, recording.id, recording.path, recording.title) = (key, "an-id", "a/b.tilawa", "Friday")
    (recording.reciter, recording.riwayah, recording.counting) = ("husary", .hafs, .kufi)
    (recording.passage, recording.prayer) = ([AyahRange(Ayah(18, 1), Ayah(18, 31))], "isha")
    (recording.recordedAt, recording.importedAt) = (
      Timestamp("2024-01-05"), Timestamp("2024-01-05T14:02:11Z")
    )
    (recording.place, recording.notes, recording.audio) = ("Here", "Second row", audio)
    var row = Segment(ayah: AyahRange(Ayah(18, 1)), start: .zero, end: Milliseconds(1))
    (row.joins, row.isConfirmed, row.confidence) = ([.zero], true, 1)
    (row.reciter, row.riwayah, row.rakah, row.priority, row.note) = ("x", .warsh, 2, 1, "a note")
    row.cut = .end
    recording.items = [row, Segment(skip: "takbir", start: Milliseconds(1), end: Milliseconds(2))]
    return recording
  }
}

extension PublishedRow {
  fileprivate static var plain: PublishedRow {
    var row = PublishedRow()
    (row.start, row.end) = (Milliseconds(1), Milliseconds(2))
    return row
  }
}
