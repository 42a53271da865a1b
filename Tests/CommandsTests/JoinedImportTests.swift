import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// `tilawa import --join`: several files that are one recording.
@Suite struct JoinedImportTests {
  /// Writes part of a recitation, with a seed of its own, as a file.
  private static func write(
    _ name: String, seed: UInt64, rate: Int = 8000, encoding: AudioEncoding = .wav, in folder: TemporaryFolder
  ) throws {
    var recitation = GeneratedRecitation([.init(900, pauseAfter: 300)], seed: seed)
    recitation.sampleRate = rate
    try recitation.write(to: folder.path(of: name), encoding: encoding)
  }

  private static func samples(_ name: String, in folder: TemporaryFolder) throws -> [Float] {
    var reader = try AudioReader(fileAt: folder.path(of: name))
    return try reader.readMono(frames: 1 << 24)
  }

  /// In the order of numbers in names, and to the sample.
  @Test(arguments: [AudioEncoding.wav, .flac, .flac24]) func filesAreJoinedExactly(_ encoding: AudioEncoding)
    throws
  {
    let folder = try TemporaryFolder()
    let ending = encoding.fileEnding
    for (number, seed) in [(1, 3), (2, 4), (10, 5)] {
      try Self.write("rec \(number).\(ending)", seed: UInt64(seed), encoding: encoding, in: folder)
    }
    let said = transcript(
      "import", "rec 1.\(ending)", "rec 10.\(ending)", "rec 2.\(ending)", "--join", "--title", "night",
      in: folder.path)
    let length = try AudioProbe.properties(ofFileAt: folder.path(of: "rec 1.\(ending)")).duration.clock
    #expect(
      said.hasPrefix("night.tilawa\n")
        && said.contains(
          "joined by name: rec 1.\(ending) (\(length)), rec 2.\(ending) (\(length)), rec 10.\(ending) (\(length))"
        ), "\(said)")
    let parts = try [1, 2, 10].flatMap { try Self.samples("rec \($0).\(ending)", in: folder) }
    #expect(try Self.samples("night.tilawa/audio.\(ending)", in: folder) == parts)
    let recording = try folder.text(of: "night.tilawa/recording.yaml")
    #expect(
      recording.contains("source_file: rec 1.\(ending), rec 2.\(ending), rec 10.\(ending)\n"), "\(recording)")
    #expect(!transcript("lint", "night.tilawa", in: folder.path).contains("error"))
    // Again: nothing to do.
    let again = transcript(
      "import", "rec 1.\(ending)", "rec 10.\(ending)", "rec 2.\(ending)", "--join", "--title", "night",
      in: folder.path)
    #expect(again.contains("nothing was done"), "\(again)")
  }

  /// Files that lose something, or differ, are decoded, and the user is told.
  @Test func filesOfDifferentKindsAreJoined() throws {
    let folder = try TemporaryFolder()
    try Self.write("a.wav", seed: 1, rate: 8000, in: folder)
    try Self.write("b.opus", seed: 2, rate: 16_000, encoding: .opus, in: folder)
    let said = transcript("import", "b.opus", "a.wav", "--join", "--title", "night", in: folder.path)
    #expect(
      said.contains("joined by name: a.wav") && said.contains("the files differ (")
        && said.contains("kept as flac; --encode makes a smaller file"), "\(said)")
    let lengths = try ["a.wav", "b.opus"].map {
      try AudioProbe.properties(ofFileAt: folder.path(of: $0)).duration.count
    }
    let whole = try AudioProbe.properties(ofFileAt: folder.path(of: "night.tilawa/audio.flac")).duration.count
    #expect(abs(whole - lengths.reduce(0, +)) <= 1)
    let small = transcript(
      "import", "b.opus", "a.wav", "--join", "--title", "small", "--encode", "opus", "--move", in: folder.path
    )
    #expect(small.contains("converted to opus"), "\(small)")
    #expect(!FileStatus.isAbsent(folder.path(of: "small.tilawa/audio.opus")))
    #expect(FileStatus.isAbsent(folder.path(of: "a.wav")) && FileStatus.isAbsent(folder.path(of: "b.opus")))
  }

  @Test func whatCannotBeJoinedIsTold() throws {
    let folder = try TemporaryFolder(["no.wav": "text"])
    try Self.write("a.wav", seed: 1, in: folder)
    try Self.write("b.wav", seed: 1, in: folder)
    let same = transcript("import", "a.wav", "b.wav", "--join", "--title", "x", in: folder.path)
    #expect(same.contains("a.wav and b.wav are the same") && same.contains("[exit 2]"), "\(same)")
    let text = transcript("import", "a.wav", "no.wav", "--join", "--title", "x", in: folder.path)
    #expect(text.contains("no.wav") && text.contains("[exit 2]"), "\(text)")
    #expect(
      transcript("import", "a.wav", "--join", in: folder.path).contains("--join needs at least two files"))
    #expect(
      transcript("import", "a.wav", "b.wav", "--join", "--link", in: folder.path).contains(
        "--join and --link cannot be used together"))
    #expect(FileStatus.isAbsent(folder.path(of: "x.tilawa")))
    #expect(try FileTree.entries(ofFolder: folder.path).sorted() == ["a.wav", "b.wav", "no.wav"])
  }
}
