import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// The facts that `tilawa import` takes from tags and file names.
struct ImportedTagsTests {
  private static func sound(
    _ folder: TemporaryFolder, _ name: String, title: [UInt8] = [], artist: [UInt8] = []
  )
    throws
  {
    let path = folder.path(of: name)
    try GeneratedRecitation([.init(300, pauseAfter: 0)]).write(to: path, encoding: .mp3)
    func frame(_ name: String, _ text: [UInt8]) -> [UInt8] {
      text.isEmpty ? [] : Array(name.utf8) + [0, 0, 0, UInt8(text.count + 1), 0, 0, 0] + text
    }
    let frames = frame("TIT2", title) + frame("TPE1", artist)
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
    try AtomicFile.write((frames.isEmpty ? [] : tag) + FileContents.read(path), to: path)
  }

  @Test func tagsOfOldWindowsAreReadAndSaidToBe() throws {
    let folder = try TemporaryFolder()
    let surah: [UInt8] = [0xD3, 0xE6, 0xD1, 0xC9, 0x20, 0xC7, 0xE1, 0xC5, 0xCE, 0xE1, 0xC7, 0xD5]
    try Self.sound(folder, "a.mp3", title: surah, artist: [0xC7, 0xE1, 0xCD, 0xD5, 0xD1, 0xED])
    let said = transcript("import", "a.mp3", "--riwayah", "hafs", in: folder.path)
    #expect(said.hasPrefix("سورة-الإخلاص.tilawa\n"), "\(said)")
    #expect(said.contains("the tags are read as windows-1256"))
    #expect(said.contains("\"الحصري\" is kept as x-reciter-name; to name the reciter, use `tilawa set"))
    let text = try folder.text(of: "سورة-الإخلاص.tilawa/recording.yaml")
    #expect(text.contains("title: سورة الإخلاص\n") && text.contains("x-reciter-name: الحصري\n"))
    #expect(!text.contains("\nreciter:"))
    // Others are read where they are named.
    try Self.sound(folder, "b.mp3", title: [0xD1, 0xF3, 0xF0, 0xE0])
    let unknown = transcript("import", "b.mp3", "--riwayah", "hafs", "--name", "b", in: folder.path)
    #expect(unknown.contains("name it, as in --tag-encoding windows-1256"), "\(unknown)")
    let named = transcript(
      "import", "b.mp3", "--riwayah", "hafs", "--name", "c", "--tag-encoding", "windows-1251", in: folder.path
    )
    #expect(!named.contains("--tag-encoding"), "\(named)")
    #expect(try folder.text(of: "c.tilawa/recording.yaml").contains("title: Сура\n"))
    #expect(
      transcript("import", "b.mp3", "--tag-encoding", "no-such", "--name", "d", in: folder.path).contains(
        "[exit"))
  }

  /// A stated reciter stays, and the library supplies the id for a name.
  @Test func theArtistIsTheReciterOfThatName() throws {
    let folder = try TemporaryFolder([
      "reciters/husary.yaml": "tilawa: 1\nid: husary\nname: Mahmoud al-Husary\n"
    ])
    try Self.sound(folder, "a.mp3", artist: Array("Mahmoud al-Husary".utf8))
    let said = transcript("import", "a.mp3", "--riwayah", "hafs", in: folder.path)
    #expect(said.contains("reciter husary, from the artist in its tags, \"Mahmoud al-Husary\""), "\(said)")
    #expect(try folder.text(of: "a.tilawa/recording.yaml").contains("reciter: husary"))
    #expect(try folder.text(of: "a.tilawa/reciter.yaml").contains("name: Mahmoud al-Husary"))
    let stated = transcript(
      "import", "a.mp3", "--riwayah", "hafs", "--reciter", "ali", "--name", "b", in: folder.path)
    #expect(!stated.contains("x-reciter-name"), "\(stated)")
    #expect(try !folder.text(of: "b.tilawa/recording.yaml").contains("husary"))
  }

  @Test(
    arguments: [
      ("AUD-20230320-WA0003", "2023-03-20"), ("20230320_201500", "2023-03-20T20:15:00"),
      ("PXL_20230320_201500123", "2023-03-20T20:15:00"), ("REC 2023-03-20 20.15.00", "2023-03-20T20:15:00"),
      ("WhatsApp Audio 2023-03-20 at 8.15.00 PM", "2023-03-20T20:15:00"),
      ("20230320201500", "2023-03-20T20:15:00"),
      ("20230320_2015", "2023-03-20"), ("VID_20230320", "2023-03-20"), ("20231320_201500", nil),
      ("12023032099", nil),
      ("20230320999", nil), ("20990101", nil), ("19100101", nil), ("002255", nil), ("Al-Kahf 18", nil),
      ("2023-03_20", nil), ("20230320_996100", "2023-03-20"),
    ] as [(String, String?)]) func theNameTellsWhenItWasRecorded(name: String, moment: String?) throws
  {
    let folder = try TemporaryFolder()
    try Self.sound(folder, "\(name).mp3")
    let said = transcript("import", "\(name).mp3", "--riwayah", "hafs", "--name", "a", in: folder.path)
    let line = try folder.text(of: "a.tilawa/recording.yaml").split(separator: "\n").first {
      $0.hasPrefix("recorded_at:")
    }
    #expect(said.contains("is taken from the name of the file") == (moment != nil), "\(said)")
    guard let moment else { return #expect(line == nil) }
    #expect(line?.hasPrefix("recorded_at: \(moment)") == true, "\(line ?? "")")
    #expect(line.map { $0.contains("T") } == moment.contains("T"))
  }
}
